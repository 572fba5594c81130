"""Rooms: what a scenario, an adversary or a spirit's rule changes stands in one file; rules reach it through hooks alone."""

import re
from pathlib import Path

import pytest

from simulator.spirit_island import load_content
from simulator.spirit_island.record import vocabulary as v

GAME = Path(__file__).parents[3] / "simulator/spirit_island"
RULES = sorted([*(GAME / "rules").glob("*.py"), *(GAME / "machine").glob("*.py")])
SOURCE = load_content().source
SCENARIO_CODES = (
    "BLITZ ISLES_HEART RITUALS_OF_TERROR INSURRECTION SECOND_WAVE LONG_FORGOTTEN WARD_THE_SHORES DESTROYING_FLAME"
)
RULE_CODES = [rule.upper() for rule in (*v.ADVERSARY_RULES, *v.SPIRIT_RULES)]
NAMES_A_SCENARIO = re.compile(rf"\bs\.scenario\b(?! = setup)|\bv\.({'|'.join(SCENARIO_CODES.split())})\b")
NAMES_A_RULE = re.compile(rf"\bv\.({'|'.join(RULE_CODES)})\b|\bs\.adversary_rules\b(?! = t\.)|\bspirit_rules\b")
EVENTS_PASSED_OVER = "t.event_not_in"  # content says which scenarios skip an event (R27.11)


def head_of(room: str) -> str:
    """Returns the first docstring of a file of the game."""
    return (GAME / room).read_text("utf-8").split('"""')[1]


def lines_of(paths: list[Path]) -> list[tuple[str, str]]:
    """Returns all lines of files, each with the name of its file."""
    return [(path.name, line) for path in paths for line in path.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("scenario", v.SCENARIOS)
def test_every_scenario_has_a_file_whose_head_tells_what_it_changes(scenario):
    assert "All that it changes" in head_of(f"scenarios/{scenario}.py")


@pytest.mark.parametrize("adversary", SOURCE["adversaries"], ids=lambda adversary: adversary["id"])
def test_every_level_with_a_rule_stands_in_the_head_of_the_adversary(adversary):
    levels = [level for level, entry in enumerate(adversary["levels"]) if "rules" in entry]
    told = (
        [int(level) for level in re.findall(r"^- (\d)", head_of(f"adversaries/{adversary['id']}.py"), re.M)]
        if levels
        else []
    )
    assert told == levels


@pytest.mark.parametrize("spirit", SOURCE["spirits"], ids=lambda spirit: spirit["id"])
def test_every_special_rule_stands_in_the_head_of_its_spirit(spirit):
    head = re.sub(r"[^a-z_ ]", "", head_of(f"spirits/{spirit['id']}.py").lower()).replace(" ", "_")
    for rule in spirit["rules"]:
        assert rule["id"] in head


def test_rules_name_no_scenario():
    lines = [line for line in lines_of(RULES) if EVENTS_PASSED_OVER not in line[1]]
    assert [line for line in lines if NAMES_A_SCENARIO.search(line[1])] == []


def test_rules_name_no_rule_of_an_adversary_or_a_spirit():
    assert [line for line in lines_of(RULES) if NAMES_A_RULE.search(line[1])] == []


def test_rules_import_the_hooks_as_a_package_and_no_room():
    lines = [line for _, line in lines_of(sorted((GAME / "rules").glob("*.py")))]
    rooms = re.compile(r"spirit_island\.(scenarios|adversaries|spirits|hooks)\b")
    assert [line for line in lines if rooms.search(line)] == []
    imports = {line.removesuffix(" as hooks") for line in lines if line.startswith("from") and "import hooks" in line}
    assert imports == {"from simulator.spirit_island import hooks"}
