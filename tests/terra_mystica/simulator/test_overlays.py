"""Overlays of the content: prices, incomes, start goods and points, tiles, power actions, terrain of a hex."""

import pytest

from simulator.core.errors import UserError
from simulator.core.game import find_game
from simulator.terra_mystica.record import vocabulary as v

GAME = find_game("terra_mystica")


def tables(overlay):
    content = GAME.content(overlay)
    return content, content.tables[0]


def test_a_price_is_changed_and_the_other_prices_stay():
    content, changed = tables({"factions": {"darklings": {"cost": {"D": {"W": 2, "C": 1}}}}})
    printed = GAME.content().tables[0]
    faction = content.factions.index("darklings")
    assert changed["cost"][faction, v.DWELLING].tolist() == [1, 2, 0, 0]
    assert (changed["cost"][faction, v.TRADING_POST] == printed["cost"][faction, v.TRADING_POST]).all()


def test_a_part_of_a_price_or_an_income_is_changed_and_the_rest_stays():
    content, changed = tables({"factions": {"fakirs": {"cost": {"SH": {"C": 7}}, "income": {"SH": {"C": 2}}}}})
    printed, faction = GAME.content().tables[0], content.factions.index("fakirs")
    assert changed["cost"][faction, v.STRONGHOLD].tolist() == [7, printed["cost"][faction, v.STRONGHOLD, v.WORKERS], 0, 0]
    assert changed["income"][faction, v.STRONGHOLD, 1, v.COINS] == 2
    assert (changed["income"][faction, v.DWELLING] == printed["income"][faction, v.DWELLING]).all()


def test_start_goods_and_points_are_changed_one_by_one():
    content, changed = tables({"factions": {"fakirs": {"start": {"VP": 33, "W": 4}}}})
    faction = content.factions.index("fakirs")
    assert changed["start_vp"][faction] == 33
    assert changed["start"][faction].tolist()[:2] == [GAME.content().tables[0]["start"][faction, v.COINS], 4]
    setup = GAME.read_setup({"factions": ["fakirs", "giants"]}, content)
    match = GAME.play(setup, 1, 0, content)
    match.advance()
    assert match.state["VP"][:2].tolist() == [33, 20]


def test_the_points_of_a_seat_and_of_a_faction_add_up_and_never_fall_below_none():
    content = GAME.content({"factions": {"fakirs": {"start": {"VP": 0}}}})
    match = GAME.play(GAME.read_setup({"factions": ["fakirs", "giants"], "start_vp": [5, 30]}, content), 1, 0, content)
    match.advance()
    assert match.state["VP"][:2].tolist() == [0, 30]


def test_a_hex_gets_another_terrain():
    content, changed = tables({"hexes": {"E7": {"terrain": "desert"}, "A1": {"terrain": "S"}}})
    assert v.TERRAINS[changed["terrain"][content.hexes.index("E7")]] == "desert"
    assert v.TERRAINS[changed["terrain"][content.hexes.index("A1")]] == "mountains"
    assert (changed["terrain"] != GAME.content().tables[0]["terrain"]).sum() == 2


def test_a_power_action_gets_another_price():
    _, changed = tables({"power_actions": {"spade": {"PW": 5}}})
    assert changed["action_power"].tolist() == [3, 3, 4, 4, 5, 6]


@pytest.mark.parametrize(
    ("overlay", "message"),
    [
        ({"hexes": {"E7": {"terrain": "I"}}}, "hexes: E7: land stays land"),
        ({"hexes": {"r1": {"terrain": "desert"}}}, "hexes: r1: land stays land"),
        ({"hexes": {"E7": {"terrain": "ice"}}}, "hexes: E7: terrain: 'ice' is not one of"),
        ({"hexes": {"E7": {"colour": "S"}}}, "hexes: E7: unknown key 'colour'"),
        ({"hexes": {"Z9": {"terrain": "S"}}}, "unknown id of hexes 'Z9'"),
        ({"factions": {"giants": {"cost": {"X": {}}}}}, "giants: cost: unknown key 'X'"),
        ({"spades": {}}, "unknown kind 'spades'"),
    ],
)
def test_a_mistake_is_named(overlay, message):
    with pytest.raises(UserError, match=message):
        GAME.content(overlay)
