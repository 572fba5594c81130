"""No rule and no policy reads or writes outside an array: games under numba's bounds check."""

import pytest

from tests.core.checked import run_checked

GAMES = """
from tests.spirit_island.soak import cell_setup, pair_setup, soak

assert soak(range(128), cell_setup) == 0
assert soak(range(64), cell_setup, 30) == 0
assert soak(range(0, 20_000, 60), pair_setup) == 0
"""
POLICIES = """
from tests.spirit_island.soak_bounds import pairs, play_pairs, play_patches

assert play_pairs(range(len(pairs())), ("uniform", "greedy")) == 0
assert play_pairs(range(0, len(pairs()), 6), ("planner:3x1",)) == 0
assert play_patches(range(4))["wrong"] == 0
"""
BROKEN = """
from simulator import spirit_island as si

game = si.Game(si.Setup(["river_surges_in_sunlight"]))
game.state["frames"] = 5000
game.advance(1)
"""


@pytest.mark.slow
def test_hundreds_of_games_stay_inside_their_arrays() -> None:
    result = run_checked(GAMES)
    assert result.stderr == ""
    assert result.returncode == 0


@pytest.mark.slow
def test_every_policy_stays_inside_arrays_with_every_pair_of_components_and_under_patches() -> None:
    """The whole of it: make soak."""
    result = run_checked(POLICIES)
    assert (result.stdout, result.stderr, result.returncode) == ("", "", 0)


@pytest.mark.slow
def test_the_check_sees_a_broken_agenda() -> None:
    assert "IndexError" in run_checked(BROKEN).stderr
