"""The normal form of conversions reaches what any order of conversions reaches (T5.3-T5.5), and every chain ends."""

from itertools import product

import pytest

from simulator import terra_mystica as tm
from simulator.terra_mystica.machine.machine import CALL_BEGIN, MACHINE
from simulator.terra_mystica.machine.positions import STEP_TURN

Goods = tuple[int, ...]  # bowls I, II, III, coins, workers, priests, VP


def after(goods: Goods, **changes: int) -> Goods:
    """Returns goods with changes added."""
    names = ("one", "two", "three", "C", "W", "P", "VP")
    return tuple(amount + changes.get(name, 0) for name, amount in zip(names, goods))


def any_order(goods: Goods, out: int, exchange: bool) -> list[Goods]:
    """Returns what one conversion makes of goods, whatever came before; `out` priests stand on cult spaces."""
    _, two, three, coins, workers, priests, points = goods
    steps = [
        (two >= 2, after(goods, two=-2, three=1)),
        (three >= 5 and priests + out < 7, after(goods, three=-5, one=5, P=1)),
        (three >= 3, after(goods, three=-3, one=3, W=1)),
        (three >= 1, after(goods, three=-1, one=1, C=1)),
        (priests >= 1, after(goods, P=-1, W=1)),
        (workers >= 1, after(goods, W=-1, C=1)),
        (exchange and points >= 1, after(goods, VP=-1, C=1)),
        (exchange and coins >= 2, after(goods, C=-2, VP=1)),
    ]
    return [goods for legal, goods in steps if legal]


def reachable(goods: Goods, out: int, exchange: bool) -> set[Goods]:
    """Returns all goods that any number of conversions in any order reaches."""
    seen, waiting = {goods}, [goods]
    while waiting:
        for found in any_order(waiting.pop(), out, exchange):
            if found not in seen:
                seen.add(found)
                waiting.append(found)
    return seen


def goods_of(s) -> Goods:
    """Returns the goods of seat 1."""
    return (*s["bowls"][0].tolist(), *(int(s[name][0]) for name in ("C", "W", "P", "VP")))


def offered_chains(game: tm.Game) -> set[Goods]:
    """Returns the goods that the machine's own chains of conversions reach before the action."""
    game.advance()
    found, waiting, seen = set(), [game], set()
    while waiting:
        here = waiting.pop()
        found.add(goods_of(here.state))
        for label in here.options:
            if label.startswith(("burn", "convert:", "exchange:")):
                further = here.copy()
                further.choose(label)
                further.advance()
                key = (goods_of(further.state), int(further.state["free_kind"]))
                if key not in seen:
                    seen.add(key)
                    waiting.append(further)
    return found


def position(faction: str, goods: Goods, out: int) -> tm.Game:
    """Returns the begin of a turn of a seat with these goods."""
    game = tm.Game(tm.Setup([faction, "nomads"]))
    s = game.state
    s["frames"] = s["decision"] = 0
    s["round"] = 1
    s["bowls"][0] = goods[:3]
    s["C"][0], s["W"][0], s["P"][0], s["VP"][0] = goods[3:]
    s["priests_out"][0] = out
    s["priest_space"].flat[:out] = 0
    s["card"][0] = 0
    MACHINE.call(s, game.tables, CALL_BEGIN, STEP_TURN, 0)
    return game


@pytest.mark.parametrize("out", [pytest.param(0, marks=pytest.mark.slow), 5, 6, 7])
def test_every_set_of_resources_is_reached(out: int) -> None:
    for bowls, workers, priests in product([(0, 0, 0), (2, 3, 7), (0, 4, 6), (5, 7, 0)], [0, 1], [0, 1, 2]):
        if priests + out <= 7:
            goods = (*bowls, 1, workers, priests, 9)
            assert offered_chains(position("witches", goods, out)) == reachable(goods, out, False)


@pytest.mark.parametrize("points", [0, 1, 3])
def test_every_exchange_of_the_alchemists_is_reached(points: int) -> None:
    for coins, workers, three in product(range(6), [0, 2], [0, 1]):
        goods = (0, 1, three, coins, workers, 0, points)
        assert offered_chains(position("alchemists", goods, 0)) == reachable(goods, 0, True)


def test_the_longest_chain_ends() -> None:
    game = position("alchemists", (0, 6, 6, 4, 5, 7, 4), 0)
    taken = 0
    while game.advance() == "action" and (free := [label for label in game.options if is_free(label)]):
        game.choose(free[0])
        taken += 1
    assert taken < 100  # 29 coins at most, two exchanges for each that they lose, and 40 conversions before
    assert not int(game.state["error"])


def is_free(label: str) -> bool:
    """Tells whether a label is a conversion."""
    return label.startswith(("burn", "convert:", "exchange:"))


def test_conversions_stand_last_in_the_list() -> None:
    labels = position("witches", (2, 5, 5, 9, 5, 1, 20), 0)
    labels.advance()
    free = [is_free(label) for label in labels.options]
    assert free == sorted(free)
    assert any(free)
