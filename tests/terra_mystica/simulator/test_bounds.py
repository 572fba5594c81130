"""No rule and no policy reads or writes outside an array: games under numba's bounds check."""

import pytest

from tests.core.checked import run_checked

GAMES = """
from policies.terra_mystica.batch import play_games
from simulator import terra_mystica as tm
from tests.terra_mystica.soak import CELLS, soak

assert soak(range(10 * len(CELLS)), deep=10**9) == 0
content = tm.load_content()
record = tm.Setup(players=5, choice="drawn").record(content)
for policy, games in (("greedy", 5), ("planner:4", 1), ("planner:2x2", 1)):
    assert not play_games(content, record, 3, 0, games, (policy,))["error"].any()
"""
BROKEN = """
from simulator import terra_mystica as tm

game = tm.Game(tm.Setup(["witches", "giants"]))
game.state["frames"] = 5000
game.advance(1)
"""


@pytest.mark.slow
def test_hundreds_of_games_stay_inside_their_arrays() -> None:
    result = run_checked(GAMES)
    assert result.stderr == ""
    assert result.returncode == 0


@pytest.mark.slow
def test_the_check_sees_a_broken_agenda() -> None:
    assert "IndexError" in run_checked(BROKEN).stderr
