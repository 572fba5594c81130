"""Unknown names are answered with the nearest valid one."""

import pickle

import pytest

from simulator.core.errors import UnknownName, nearest

SPIRITS = ("lightnings_swift_strike", "river_surges_in_sunlight", "a_spread_of_rampant_green")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("rivr", "river_surges_in_sunlight"),
        ("river_surges_in_sunlihgt", "river_surges_in_sunlight"),
        ("Lightning", "lightnings_swift_strike"),
        ("green", "a_spread_of_rampant_green"),
        ("rampant green", "a_spread_of_rampant_green"),
        ("zzz", None),
        ("", None),
    ],
)
def test_nearest(value, expected):
    assert nearest(value, SPIRITS) == expected


def test_nearest_prefers_the_whole_name():
    assert nearest("town", ["town_crier", "town"]) == "town"


def test_nearest_of_nothing():
    assert nearest("town", []) is None


def test_a_long_list_is_cut():
    message = str(UnknownName("power", "zzz", [f"power_{number}" for number in range(100)]))
    assert "power_19, … 100 in all" in message
    assert "power_20" not in message


def test_an_unknown_name_survives_the_way_back_from_a_worker():
    error = UnknownName("spirit", "rivr", SPIRITS)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
