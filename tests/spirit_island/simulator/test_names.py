"""Names of spirits, adversaries and scenarios as people type them, in four languages."""

import pytest

from experiments.spirit_island.options import read_options
from simulator.core.errors import UserError
from simulator.spirit_island.language.assembler import load_content
from simulator.spirit_island.setups import read_adversary
from simulator.spirit_island.words.names import SINGULAR, called, find_component, short_names

CONTENT = load_content()
NAMES = [(kind, known, name) for kind in SINGULAR for known, names in called(CONTENT, kind).items() for name in names]


@pytest.mark.parametrize(("kind", "known", "name"), NAMES)
def test_every_name_means_its_component(kind, known, name):
    assert find_component(CONTENT, kind, name) == known


def test_short_names_are_of_components_that_exist():
    assert {known for names in short_names().values() for known in names} <= {known for _, known, _ in NAMES}


@pytest.mark.parametrize(
    ("text", "meant"),
    [("england:4", ("england", 4)), ("England 4", ("england", 4)), ("Пруссия", ("brandenburg_prussia", None)),
     ("Kingdom of Sweden 0", ("sweden", 0)), ("none", (None, None)), (None, (None, None))],
)  # fmt: skip
def test_an_adversary_and_its_level(text, meant):
    assert read_adversary(text, CONTENT) == meant


def test_two_levels_that_differ_are_refused():
    assert read_options({"adversary": "england:3", "level": 3})["level"] == 3
    with pytest.raises(UserError, match="contradict each other"):
        read_options({"adversary": "England 3", "level": 4})
