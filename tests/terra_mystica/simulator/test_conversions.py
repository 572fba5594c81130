"""The normal form of conversions reaches what any order of conversions reaches (T5.3-T5.5), and every chain ends."""

from collections.abc import Callable
from itertools import product

import pytest

from simulator import terra_mystica as tm
from simulator.terra_mystica.machine.machine import CALL_BEGIN, CALL_REFRESH, MACHINE
from simulator.terra_mystica.machine.positions import STEP_TURN
from simulator.terra_mystica.record import vocabulary as v

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
    game = tm.Game(tm.Setup([faction, "giants" if faction in ("nomads", "fakirs") else "nomads"]))
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


# --- in the middle of an action

Stage = Callable[[Goods], list[Goods]]  # what a part of an action makes of goods; nothing if they do not pay for it


def gain(goods: Goods, power: int, **changes: int) -> Goods:
    """Returns goods with power gained (T5.1) and other changes."""
    one, two, three, *rest = after(goods, **changes)
    first = min(power, one)
    second = min(power - first, two + first)
    return (one - first, two + first - second, three + second, *rest)


def stage(power: int = 0, **changes: int) -> Stage:
    """Returns the stage that pays and gains these things, if they can be paid."""

    def done(goods: Goods) -> list[Goods]:
        made = gain(goods, power, **changes)
        return [made] if min(made) >= 0 else []

    return done


def priests_from_workers(goods: Goods) -> list[Goods]:
    """The stronghold of the Darklings: up to three workers become priests, seven at most (T13.5)."""
    return [after(goods, W=-n, P=n) for n in range(4) if goods[4] >= n and goods[5] + n <= 7]


def any_moment(goods: Goods, exchange: bool, stages: list[Stage]) -> set[Goods]:
    """Returns all goods after an action, with conversions before, after and between its stages."""
    found = reachable(goods, 0, exchange)
    for step in stages:
        made = {new for old in found for new in step(old)}
        found = {new for old in made for new in reachable(old, 0, exchange)}
    return found


def on_the_map(faction: str, goods: Goods, structures: dict[str, int]) -> tm.Game:
    """Returns the begin of a turn with structures of seat 1 and a round tile that pays for towns alone."""
    game = position(faction, goods, 0)
    s = game.state
    s["scoring"][:] = game.content.number("round_tiles", "SCORE2")
    s["cult"][0] = 4
    for name, structure in structures.items():
        hexagon = game.content.number("hexes", name)
        s["owner"][hexagon], s["structure"][hexagon] = 0, structure
        s["terrain"][hexagon] = game.tables["home"][s["faction"][0]]
    MACHINE.call(s, game.tables, CALL_REFRESH)
    return game


def after_turns(game: tm.Game, script: tuple[str, ...]) -> set[Goods]:
    """Returns the goods at the end of the turn, with the answers of a script in order and any conversions between.

    `dig:` and `use:` need not be written: spades may be bought one by one, or with the hex.
    """
    game.advance()
    found, seen = set(), set()
    waiting = [(game, 0)]
    while waiting:
        here, place = waiting.pop()
        if place == len(script) and here.decision in ("turn_end", "none"):  # an end that is the only answer is not asked
            found.add(goods_of(here.state))
        for label in here.options:
            is_next = place < len(script) and label == script[place]
            if is_next or is_free(label) or (place > 0 and label.startswith(("dig:", "use:"))):
                further = here.copy()
                further.choose(label)
                further.advance()
                frames = further.state["frame"][: further.state["frames"]].tobytes()
                key = (place + is_next, frames, goods_of(further.state), int(further.state["free_kind"]))
                if key not in seen:
                    seen.add(key)
                    waiting.append((further, place + is_next))
    return found


SPADE = stage(2, W=-3)  # the Alchemists with stronghold buy one
DWELLING = stage(C=-2, W=-1)


@pytest.mark.parametrize(
    ("faction", "goods", "structures", "script", "stages"),
    [
        # a temple, then three steps from level 4, 4 power: conversions may stand before, between and after
        ("witches", (2, 4, 0, 7, 2, 1, 5), {"C3": v.TRADING_POST}, ("upgrade:C3>TE", "favor:FAV4"),
         [stage(W=-2, C=-5), stage(4)]),
        # the same with bowls so full that only spent power makes room
        ("alchemists", (0, 1, 5, 5, 2, 0, 1), {"H4": v.TRADING_POST}, ("upgrade:H4>TE", "favor:FAV1"),
         [stage(W=-2, C=-5), stage(4)]),
        # two spades for one hex: the power of the first may pay for the second
        ("alchemists", (0, 3, 1, 3, 6, 0, 0), {"E5": v.STRONGHOLD}, ("dig:1", "transform:F3>K", "build:F3"),
         [SPADE, SPADE, DWELLING]),
        # one gained, one bought
        ("alchemists", (0, 3, 4, 3, 4, 0, 0), {"E5": v.STRONGHOLD}, ("power:spade", "transform:F3>K", "build:F3"),
         [stage(three=-4, one=4), stage(2), SPADE, DWELLING]),
        # a priest for a spade, and 2 VP for it
        ("darklings", (0, 2, 5, 2, 1, 1, 4), {"E5": v.DWELLING}, ("dig:1", "transform:E6>K", "build:E6"),
         [stage(P=-1, VP=2), DWELLING]),
    ],
)  # fmt: skip
def test_conversions_in_the_middle_of_an_action_reach_everything(faction, goods, structures, script, stages) -> None:
    game = on_the_map(faction, goods, structures)
    expected = any_moment(goods, faction == "alchemists", stages)
    assert expected
    assert after_turns(game, script) == expected


def test_the_workers_of_the_darklings_become_priests_between_any_conversions() -> None:
    goods = (0, 2, 3, 6, 6, 5, 3)
    found = set()
    for workers in range(4):
        game = on_the_map("darklings", goods, {"E5": v.TRADING_POST})
        found |= after_turns(game, ("upgrade:E5>SH", f"priests:{workers}"))
    assert found == any_moment(goods, False, [stage(C=-6, W=-4), priests_from_workers])


# --- lists at their longest


@pytest.mark.parametrize("faction", [entry["id"] for entry in tm.load_content().source["factions"]])
@pytest.mark.parametrize("step", [0, 1])
def test_no_list_overflows_when_a_seat_reaches_the_whole_map_with_everything_in_hand(faction: str, step: int) -> None:
    """All structures but two on the map, far apart; empty land is home (0), or foreign and one spade away (1)."""
    game = position(faction, (0, 4, 8, 99, 99, 7, 99), 0)
    s, home = game.state, int(game.tables["home"][game.state["faction"][0]])
    land = [hexagon for hexagon in range(v.HEXES) if s["terrain"][hexagon] != v.RIVER]
    s["terrain"][land] = (home + step) % len(v.TERRAINS)
    kinds = [v.DWELLING] * 7 + [v.TRADING_POST] * 3 + [v.TEMPLE] * 2 + [v.STRONGHOLD]
    for hexagon, structure in zip(land[::5], kinds):
        s["owner"][hexagon], s["structure"][hexagon], s["terrain"][hexagon] = 0, structure, home
    s["ship"][0], s["favors"][0], s["card"][0] = game.tables["ship_max"][s["faction"][0]], (1 << v.FAVORS) - 1, 0
    s["card_holder"][:] = v.ON_TABLE
    MACHINE.call(s, game.tables, CALL_REFRESH)
    longest, waiting = 0, [game]
    while waiting:
        here = waiting.pop()
        here.advance()
        assert not int(here.state["error"])
        longest = max(longest, int(here.state["options"]))
        for label in here.options if here.decision in ("action", "spades") and here.asked == 1 else ():
            if label.startswith(("dig:", "use:", "power:spade", "special:SH")) and len(waiting) < 20:
                further = here.copy()
                further.choose(label)
                waiting.append(further)
    assert len(set(here.options)) == len(here.options)
    assert 40 < longest < len(s["option"])
