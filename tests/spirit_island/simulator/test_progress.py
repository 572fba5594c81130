"""What goes round in circles ends with an error, and what takes long ends at Ctrl-C."""

import os
import signal
import subprocess
import sys
import time

import pytest

from policies.spirit_island.batch import play_games
from simulator import spirit_island as si
from simulator.core.header import E_NO_PROGRESS

# Every event comes back at once and draws another; nobody is ever asked.
FOREVER = {"main": [{"do": "return_event", "under": 0}, {"do": "another_event"}]}
EVENTS = si.load_content().source["event_cards"]
ENDLESS_EVENTS = {
    "event_cards": {event["id"]: FOREVER | {part: [] for part in {"token", "dahan"} & set(event)} for event in EVENTS}
}
LONG = ["--teams", "river+ocean+green+earth", "--policy", "planner:9999x9", "--games", "100", "--jobs", "1"]


@pytest.mark.parametrize("policy", ["uniform", "greedy", "planner:8"])
def test_a_patch_without_end_ends_with_an_error(policy: str) -> None:
    content = si.load_content(ENDLESS_EVENTS)
    setup = si.Setup(["river_surges_in_sunlight"], expansion="branch_and_claw").record(content)
    results = play_games(content, setup, 1, 0, 4, policy)
    assert set(results["error"].tolist()) <= {0, E_NO_PROGRESS}  # some are over before their first event
    assert E_NO_PROGRESS in results["error"]
    assert (results["outcome"][results["error"] != 0] == 0).all()


@pytest.mark.slow
def test_ctrl_c_is_heard_in_the_midst_of_a_long_game(tmp_path) -> None:
    """One game of this planner takes many minutes, all inside compiled code."""
    code = "import evenkeel, sys; print('ready', flush=True); sys.exit(evenkeel.main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "sweep", *LONG, "--out", str(tmp_path / "run")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(8)  # well inside the first game
    assert process.poll() is None
    begin = time.monotonic()
    os.kill(process.pid, signal.SIGINT)
    _, told = process.communicate(timeout=20)
    assert process.returncode == 130, told
    assert time.monotonic() - begin < 5  # a second on a quiet machine
    assert "Traceback" not in told
