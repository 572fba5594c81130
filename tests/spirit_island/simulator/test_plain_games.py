"""Whole games in plain Python: the same decisions, results and final states as compiled."""

import json
import os
import subprocess
import sys

import pytest

from policies.spirit_island.batch import play_games
from simulator import spirit_island as si
from simulator.core.sources import ROOT

GAMES = {
    "uniform": [
        (["river_surges_in_sunlight"], {}, 3),
        (["thunderspeaker", "oceans_hungry_grasp"], {"adversary": "brandenburg_prussia", "level": 3}, 2),
        (["keeper_of_the_forbidden_wilds", "bringer_of_dreams_and_nightmares", "lightnings_swift_strike"],
         {"expansion": "branch_and_claw", "adversary": "france", "level": 5, "scenario": "blitz"}, 2),
    ],
    "greedy": [
        (["vital_strength_of_the_earth"], {}, 1),
        (["sharp_fangs_behind_the_leaves"], {"expansion": "branch_and_claw", "thematic": True}, 1),
    ],
    "planner:3x1": [(["shadows_flicker_like_flame"], {}, 1)],
}  # fmt: skip


def digests(policy):
    """Returns the digests of all games of a policy; they cover every choice and the whole final state."""
    content = si.load_content()
    found = []
    for spirits, options, count in GAMES[policy]:
        setup = si.Setup(spirits, **options).record(content)
        found += play_games(content, setup, 11, 0, count, policy=policy)["digest"].tolist()
    return found


def in_plain_python(code, switch="NUMBA_DISABLE_JIT"):
    """Runs code in a process in which nothing is compiled and returns its output; a warning is an error there."""
    environment = os.environ | {switch: "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "error::RuntimeWarning", "-c", code]
    return subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout


@pytest.mark.parametrize("policy", ["uniform", "greedy", pytest.param("planner:3x1", marks=pytest.mark.slow)])
def test_games_go_the_same_way_in_plain_python(policy):
    module = "from tests.spirit_island.simulator.test_plain_games import digests"
    plain = in_plain_python(f"import json; {module}; print(json.dumps(digests({policy!r})))")
    assert json.loads(plain) == digests(policy)


STEPPED = """
from simulator import spirit_island as si
game = si.Game(si.Setup(["a_spread_of_rampant_green"], adversary="sweden", level=2), seed=5)
decisions = 0
while game.advance() != "none":
    game.choose(decisions * 7 % len(game.options))
    decisions += 1
    twin = game.copy()
print(game.outcome, decisions, game.result()["digest"], twin.result()["decisions"])
"""


def test_a_game_can_be_stepped_in_plain_python(capsys):
    exec(STEPPED, {})
    compiled = capsys.readouterr().out
    assert in_plain_python(STEPPED, "EVENKEEL_PLAIN") == compiled


def test_cases_pass_in_plain_python():
    arguments = ["evenkeel", "case", "tests/spirit_island/cases/thresholds.yaml"]
    assert in_plain_python(f"import evenkeel, sys; sys.argv = {arguments}; evenkeel.main()") == "13 of 13 cases hold\n"
