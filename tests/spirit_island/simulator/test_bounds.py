"""No rule reads or writes outside an array: games under numba's bounds check, in a process of their own.

The checked code is compiled apart (about two minutes on one core) and cached like the other.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
GAMES = """
from tests.spirit_island.soak import cell_setup, pair_setup, soak

assert soak(range(128), cell_setup) == 0
assert soak(range(64), cell_setup, 30) == 0
assert soak(range(0, 20_000, 60), pair_setup) == 0
"""
BROKEN = """
from simulator import spirit_island as si

game = si.Game(si.Setup(["river_surges_in_sunlight"]))
game.state["frames"] = 5000
game.advance(1)
"""


def run_checked(code: str) -> subprocess.CompletedProcess:
    """Runs code with bounds checks; numba prints what goes wrong behind the gate and goes on, so look at stderr."""
    cache = os.environ.get("EVENKEEL_CACHE") or Path.home() / ".cache"
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1", "EVENKEEL_CACHE": str(Path(cache) / "evenkeel-bounds")}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=1200)


@pytest.mark.slow
def test_hundreds_of_games_stay_inside_their_arrays() -> None:
    result = run_checked(GAMES)
    assert result.stderr == ""
    assert result.returncode == 0


@pytest.mark.slow
def test_the_check_sees_a_broken_agenda() -> None:
    assert "IndexError" in run_checked(BROKEN).stderr
