"""Every case file holds, and the language says what is wrong with a case."""

from pathlib import Path

import pytest

from experiments.core.cases import run_case, run_file

CASES = Path(__file__).parents[1] / "cases"
BASE = {"game": "terra_mystica", "factions": ["witches", "giants"]}


@pytest.mark.parametrize("path", sorted(CASES.glob("*.yaml")), ids=lambda path: path.stem)
def test_case_file(path):
    failed = [result for result in run_file(path) if not result.passed]
    assert not failed, failed[0]


def case(position=None, *steps, **rest):
    """Returns a case."""
    written = {} if position is None else {"position": position}
    return {**BASE, **written, "steps": list(steps), **rest}


def turn(*choices, **rest):
    """Returns a turn of the first seat."""
    return {"turn": {"seat": 1}, "choices": list(choices), **rest}


HOME = {"hexes": {"C3": ":D@1"}}


@pytest.mark.parametrize(
    ("document", "text"),
    [
        (case(colour="red"), "colour"),
        (case({}, factions=["witchs", "giants"]), "witchs"),
        (case({}, factions=None, players=3), "factions are missing"),
        (case({"hexes": {"Z9": "S"}}), "Z9"),
        (case({"hexes": {"C3": ":XX@1"}}), "':XX@1'"),
        (case({"hexes": {"C3": "S:D@1"}}), "home of seat 1 is G"),
        (case({"hexes": {"C3": ":D@3"}}), "seat"),
        (case({"hexes": {"C3": ":SH@1", "A3": ":SH@1"}}), "has 1 SH, not 2 (T1.3)"),
        (case({"hexes": {"r3": "S"}}), "r3 is a river hex"),
        (case({"bridges": {"A1-A2": 1}}), "A1-A2"),
        (case({"seats": {"1": {}}}), "unknown key '1'"),
        (case({"seats": {1: {"gold": 3}}}), "gold"),
        (case({"seats": {1: {"C": -1}}}), "-1"),
        (case({"seats": {1: {"bowls": [7, 7, 0]}}}), "[7, 7, 0]"),
        (case({"seats": {1: {"cult": {"fire": 11}}}}), "11"),
        (case({"seats": {1: {"favors": ["FAV13"]}}}), "FAV13"),
        (case({"seats": {1: {"favors": ["FAV1"]}, 2: {"favors": ["FAV1"]}}}), "FAV1: more are owned than there are (T1.6)"),
        (case({"seats": {1: {"card": "BON1"}, 2: {"card": "BON1"}}}), "BON1 is not in play, or held by another seat"),
        (case({"order": [1, 1]}), "[1, 1]"),
        (case({"tile": "SCORE99"}), "SCORE99"),
        (case(HOME, {"dance": {}}), "dance"),
        (case(HOME, turn("fly:A1")), "'fly:A1' matches no option of the decision action"),
        (case(HOME, turn("2 pass:BON1")), "seat 1 is asked"),
        (case(HOME, turn("pass:BON1", "pass:BON2")), "labels left over"),
        (case(HOME, turn()), "has no label"),
        (case(HOME, turn(offers=["build:A1"])), "build:A1 is not offered"),
        (case(HOME, turn(offers_not=["pass:BON1"])), "pass:BON1 is offered, but should not be"),
        (case(HOME, turn("pass:BON1", offers=["pass:BON1"])), "offers: the step ended"),
        (case(HOME, {"setup": {}}), "there is none with a position"),
        (case(HOME, expect={"colour": 1}), "colour"),
        (case(HOME, expect={"seats": {1: {"gold": 1}}}), "gold"),
    ],
)  # fmt: skip
def test_error_messages_hold_the_offending_value(document, text):
    result = run_case(document)
    assert result.error is not None
    assert text in result.error
    assert not result.passed
    assert run_case({**document, "error": text}).passed


def test_differences_show_expected_and_got():
    result = run_case(case(HOME, expect={"hexes": {"C3": "G:TP@1"}, "seats": {1: {"C": 3}}}))
    assert {"what": "C3", "expected": "G:TP@1", "got": "G:D@1"} in result.differences
    assert {"what": "seat 1: C", "expected": 3, "got": 15} in result.differences


def test_a_position_is_what_is_written():
    seat = {"C": 4, "W": 5, "P": 1, "VP": 33, "bowls": [1, 2, 3], "cult": {"air": 4}, "keys": 1, "ship": 2, "dig": 1,
            "card": "BON4", "favors": ["FAV5"], "towns": ["TW2"], "specials_used": ["FAV6"]}  # fmt: skip
    position = {"hexes": {"C3": "G:D@1*", "D5": "S"}, "bridges": {"B4-C3": 1}, "seats": {1: seat}, "left": {"TW1": 0}}
    expect = {"hexes": position["hexes"], "bridges": position["bridges"], "seats": {1: {**seat, "tokens": 6}},
              "left": {"TW1": 0, "TW2": 1, "FAV5": 2}}  # fmt: skip
    result = run_case(case(position, expect=expect))
    assert result.passed, (result.error, result.differences)


@pytest.mark.parametrize("policy", ["uniform", "greedy", "planner"])
def test_a_game_that_a_policy_plays_runs_to_its_end(policy: str):
    assert run_case({**BASE, "seed": 3, "steps": [{"game": {}, "policy": policy}], "expect": {"outcome": "finished"}}).passed
