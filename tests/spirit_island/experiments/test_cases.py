"""Every case file holds, and mistakes in a case are answered with a message that names them."""

import copy
from pathlib import Path

import pytest
import yaml

from experiments.core.cases import load_documents, run_case, run_file

FILES = sorted((Path(__file__).parents[1] / "cases").rglob("*.yaml"))
RIVER = "river_surges_in_sunlight"


def named_documents():
    for path in FILES:
        for number, document in enumerate(load_documents(path), 1):
            name = document.get("name", number) if isinstance(document, dict) else number
            yield pytest.param(document, id=f"{path.stem}: {name}")


@pytest.mark.parametrize("document", list(named_documents()))
def test_case_file(document):
    result = run_case(document)
    assert result.passed, (result.error, result.differences)


def make_case(**changes):
    """Returns a small case that holds, with some keys changed."""
    case = {
        "name": "sample",
        "game": "spirit_island",
        "spirits": [RIVER],
        "boards": ["A"],
        "position": {
            "lands": {"A1": {"town": 1, "explorer": 2, "presence": {RIVER: 1}}, "A8": {"city": [{"hits": 1}, {}]}},
            "spirits": {RIVER: {"energy": 1, "hand": ["flash_floods", "wash_away"]}},
        },
        "steps": [],
        "expect": {"lands": {"A1": {"town": 1, "explorer": 2, "presence": {RIVER: 1}}}, "outcome": "ongoing"},
    }
    return copy.deepcopy(case) | changes


def with_position(**changes):
    return make_case(position=changes)


def with_step(**step):
    return make_case(steps=[step])


def test_a_position_without_steps_stays_as_written():
    result = run_case(make_case())
    assert result.passed, (result.error, result.differences)


def test_differences_show_expected_and_got():
    result = run_case(make_case(expect={"lands": {"A1": {"town": 2}}, "fear": 3}))
    assert not result.passed
    assert {"what": "A1: town", "expected": 2, "got": 1} in result.differences
    assert {"what": "A1: explorer", "expected": 0, "got": 2} in result.differences
    assert {"what": "fear", "expected": 3, "got": 0} in result.differences


@pytest.mark.parametrize(
    ("case", "text"),
    [
        (make_case(colour="red"), "colour"),
        (make_case(spirits=["rivr"]), "rivr"),
        (make_case(boards=["A", "B"]), "boards"),
        (make_case(boards=["Z"]), "Z"),
        (make_case(expansion="jagged_earth"), "jagged_earth"),
        (make_case(adversary={"id": "spain"}), "spain"),
        (make_case(adversary={"id": "england", "level": 7}), "7"),
        (make_case(scenario="picnic"), "picnic"),
        (make_case(flags={"no_rules": True}), "no_rules"),
        (make_case(expect={"colour": 1}), "colour"),
        (with_position(lands={"A9": {}}), "A9"),
        (with_position(lands={"A1": {"tower": 1}}), "tower"),
        (with_position(lands={"A1": {"town": -1}}), "town"),
        (with_position(lands={"A1": {"town": [{"hits": 2}]}}), "hits"),
        (with_position(lands={"A1": {"dahan": [{"strife": 1}]}}), "strife"),
        (with_position(lands={"A1": {"presence": {RIVER: 2}}}), "presence"),
        (with_position(lands={"A1": {"presence": {"thunderspeaker": 1}}}), "thunderspeaker"),
        (with_position(fear=4), "fear"),
        (with_position(fear_cards={"earned": ["fear_of_spiders"]}), "fear_of_spiders"),
        (with_position(blight_card={"id": "rust"}), "rust"),
        (with_position(invader_cards={"ravage": "desert"}), "desert"),
        (with_position(spirits={RIVER: {"hand": ["massive_flooding"]}}), "massive_flooding"),
        (with_position(spirits={RIVER: {"hand": ["wash_away"], "discard": ["wash_away"]}}), "wash_away"),
        (with_position(spirits={RIVER: {"track": {"plays": 9}}}), "plays"),
        (with_position(event_deck=["picnic"]), "picnic"),
        (with_step(dance={}), "dance"),
        (with_step(use={"spirit": RIVER, "power": "flash_flood", "land": "A1"}), "flash_flood"),
        (with_step(use={"spirit": RIVER, "power": "flash_floods", "land": "A8"}), "A8"),
        (with_step(play={"spirit": RIVER, "cards": ["flash_floods", "wash_away"]}), "plays"),
        (with_step(play={"spirit": RIVER, "cards": ["flash_floods"]}), "energy"),
        (with_step(play={"spirit": RIVER, "cards": ["rivers_bounty"]}), "rivers_bounty"),
        (with_step(fear_card={"id": "scapegoats", "level": 4}), "4"),
        (with_step(turn={}), "turn"),
        (with_step(add_fear=1, choices=["land:A1"]), "land:A1"),
    ],
)
def test_error_messages_hold_the_offending_value(case, text):
    result = run_case(case)
    assert result.error is not None
    assert text in result.error
    assert not result.passed
    assert run_case(case | {"expect": {"error": text}}).passed or "expect" in result.error


def test_an_expected_error_that_does_not_come_fails():
    result = run_case(make_case(expect={"error": "A9"}))
    assert not result.passed


def test_any_of_needs_one_that_holds():
    assert run_case(make_case(expect={"any_of": [{"fear": 3}, {"fear": 0}]})).passed
    assert not run_case(make_case(expect={"any_of": [{"fear": 3}, {"fear": 2}]})).passed


def test_a_key_written_twice_fails_its_file(tmp_path):
    path = tmp_path / "twice.yaml"
    path.write_text(yaml.safe_dump(make_case()) + "---\nname: a\nname: b\n")
    first, second = run_file(path)
    assert first.passed
    assert not second.passed
    assert "'name' is written twice" in second.error
