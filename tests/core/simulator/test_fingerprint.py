"""Fingerprints: what decides results changes them, and nothing else does."""

import shutil

import pytest

from simulator.core.fingerprint import content_hash, fingerprint
from simulator.core.sources import ROOT
from simulator.spirit_island.language.assembler import load_content

GAME = "spirit_island"


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of the project, with a second game beside the first."""
    root = tmp_path_factory.mktemp("tree")
    for package in ("simulator", "policies", "experiments"):
        shutil.copytree(ROOT / package, root / package, ignore=shutil.ignore_patterns("__pycache__"))
    (root / "simulator/another").mkdir()
    (root / "simulator/another/rules.py").write_text("from simulator.core.compiled import kernel\n")
    return root


@pytest.fixture(scope="module")
def source():
    return load_content().source


def changed_by(root, path, source, also=()):
    """Returns which parts of the fingerprint change while one file is a line longer."""
    before = fingerprint(GAME, source, also, root)
    file = root / path
    written = file.read_bytes()
    file.write_bytes(written + b"\n")
    after = fingerprint(GAME, source, also, root)
    file.write_bytes(written)
    return {part for part in before if before[part] != after[part]}


def test_a_copy_has_the_same_fingerprint(tree, source):
    assert fingerprint(GAME, source, root=tree) == fingerprint(GAME, source)


@pytest.mark.parametrize(
    "path",
    [
        "simulator/core/streams.py",
        "simulator/core/agenda.py",
        "simulator/spirit_island/game.py",
        "simulator/spirit_island/rules/fear.py",
        "simulator/spirit_island/record/vocabulary.py",
        "simulator/spirit_island/record/results.py",
        "simulator/spirit_island/language/programs.py",
        "policies/core/playing.py",
        "policies/spirit_island/batch.py",
        "policies/spirit_island/loop.py",
        "policies/spirit_island/greedy.py",
        "policies/spirit_island/knowledge.py",
    ],
)
def test_code_that_decides_changes_it(tree, source, path):
    assert changed_by(tree, path, source) == {"code"}


def test_weights_change_it(tree, source):
    assert changed_by(tree, "policies/spirit_island/weights/default.toml", source) == {"policies"}


@pytest.mark.parametrize(
    "path",
    [
        "policies/spirit_island/strength.yaml",
        "policies/spirit_island/explain.py",
        "policies/spirit_island/tune.py",
        "policies/core/duel.py",
        "policies/core/cli.py",
        "simulator/core/cli.py",
        "simulator/spirit_island/words/labels.py",
        "simulator/spirit_island/words/coverage.py",
        "simulator/spirit_island/content/names.yaml",
        "simulator/another/rules.py",
        "experiments/spirit_island/narration.py",
    ],
)
def test_what_only_speaks_or_measures_does_not(tree, source, path):
    assert changed_by(tree, path, source) == set()


def test_further_modules_take_part_when_named(tree, source):
    assert changed_by(tree, "experiments/core/tables.py", source) == set()
    assert changed_by(tree, "experiments/core/tables.py", source, also=["experiments.core.tables"]) == {"code"}


def test_content_counts_without_its_prose():
    cards = [{"id": "a", "name": "A", "cost": 1, "levels": [{"says": "x", "n": 2}]}, {"id": "b"}]
    reworded = [{"id": "a", "name": "Ah", "cost": 1, "notes": "why", "levels": [{"says": "y", "n": 2}]}, {"id": "b"}]
    dearer = [{"id": "a", "name": "A", "cost": 2, "levels": [{"says": "x", "n": 2}]}, {"id": "b"}]
    assert content_hash(cards) == content_hash(reworded)
    assert content_hash(cards) != content_hash(dearer)
    assert content_hash(cards) != content_hash(cards[::-1])
