"""The case files reach every rule, example, faction, tile and card: each names what it shows by its `key`."""

from functools import cache
from pathlib import Path

import pytest

from experiments.core.cases import load_documents
from simulator.terra_mystica.language.content import load_content
from simulator.terra_mystica.words.coverage import played_rules

FILES = sorted((Path(__file__).parents[1] / "cases").glob("*.yaml"))
SOURCE = load_content().source
EXAMPLES = [f"X{number:02}" for number in range(1, 50)]
# T1.2 is no position: nothing is hidden, and nothing is drawn after the set-up (test_soundness.py).
RULES = [rule for rule in played_rules() if rule != "T1.2"]
TILES = [entry["id"] for kind in ("cards", "favors", "towns", "round_tiles") for entry in SOURCE[kind]]


@cache
def documents():
    """Returns every written case."""
    return [document for path in FILES for document in load_documents(path) if isinstance(document, dict)]


def keys():
    """Returns what all cases show."""
    return {key for document in documents() for key in str(document.get("key", "")).split()}


@pytest.mark.parametrize("key", [*RULES, *EXAMPLES, *TILES])
def test_every_rule_example_tile_and_card_has_a_case(key):
    assert key in keys()


def test_every_key_means_something():
    assert not keys() - {*RULES, *EXAMPLES, *TILES, "T16"}


@pytest.mark.parametrize("faction", [entry["id"] for entry in SOURCE["factions"]])
def test_every_faction_plays_in_a_case(faction):
    assert any(faction in (document.get("factions") or [])[:1] for document in documents())


def test_names_are_given_once():
    names = [document["name"] for document in documents()]
    assert sorted(names) == sorted(set(names))
