"""Whole games in plain Python: the same decisions, results and final states as compiled, and sound throughout."""

import json
import os
import subprocess
import sys

from policies.terra_mystica.batch import play_games
from simulator import terra_mystica as tm
from simulator.core.sources import ROOT

SETUPS = (
    tm.Setup(["witches", "giants"]),
    tm.Setup(["alchemists", "mermaids", "chaosmagicians"], flags={"turn_order_by_passing": True}),
    tm.Setup(["darklings", "fakirs", "engineers", "halflings"], flags={"town_tiles_mini": True, "loose_spades": True}),
    tm.Setup(players=5, choice="draft"),
)
SOAKED = range(0, 60, 7)  # games of the soak, of different cells


def digests() -> list[int]:
    """Returns the digests of some games; they cover every choice and the whole final state."""
    content = tm.load_content()
    return [int(digest) for setup in SETUPS for digest in play_games(content, setup.record(content), 11, 0, 1)["digest"]]


def in_plain_python(code: str) -> str:
    """Runs code in a process in which nothing is compiled and returns its output; a warning is an error there."""
    environment = os.environ | {"EVENKEEL_PLAIN": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "error::RuntimeWarning", "-c", code]
    return subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout


def test_games_go_the_same_way_in_plain_python() -> None:
    module = "from tests.terra_mystica.simulator.test_plain_games import digests"
    assert json.loads(in_plain_python(f"import json; {module}; print(json.dumps(digests()))")) == digests()


def test_games_are_sound_in_plain_python() -> None:
    code = f"from tests.terra_mystica.soak import soak; print(soak({SOAKED}, deep=10**9))"
    assert in_plain_python(code) == "0\n"


def test_cases_and_recorded_games_hold_in_plain_python() -> None:
    run = "import evenkeel, sys; sys.argv = {}; evenkeel.main()"
    case = ["evenkeel", "case", "tests/terra_mystica/cases/towns.yaml"]
    assert in_plain_python(run.format(case)).endswith("cases hold\n")
    conform = ["evenkeel", "conform", "tests/terra_mystica/games/generated_2p_24.json"]
    assert in_plain_python(run.format(conform)) == "1 of 1 recorded games hold\n"
