"""Rooms: what a scenario changes stands in its own file, and rules reach it through the table of hooks alone."""

import re
from pathlib import Path

import pytest

from simulator.spirit_island.record import vocabulary as v

GAME = Path(__file__).parents[3] / "simulator/spirit_island"
RULES = sorted([*(GAME / "rules").glob("*.py"), *(GAME / "machine").glob("*.py")])
NAMES_A_SCENARIO = re.compile(
    r"s\.scenario\b(?! = setup)|\bv\.(BLITZ|ISLES_HEART|RITUALS_OF_TERROR|INSURRECTION|SECOND_WAVE"
    r"|LONG_FORGOTTEN|WARD_THE_SHORES|DESTROYING_FLAME)\b"
)
EVENTS_PASSED_OVER = "t.event_not_in"  # content says which scenarios skip an event (R27.11)


@pytest.mark.parametrize("scenario", v.SCENARIOS)
def test_every_scenario_has_a_file_whose_head_tells_what_it_changes(scenario):
    head = (GAME / f"scenarios/{scenario}.py").read_text("utf-8").split('"""')[1]
    assert "All that it changes" in head


def test_rules_name_no_scenario():
    lines = [(path.name, line) for path in RULES for line in path.read_text("utf-8").splitlines()]
    assert [line for line in lines if NAMES_A_SCENARIO.search(line[1]) and EVENTS_PASSED_OVER not in line[1]] == []


def test_rules_import_the_hooks_as_a_module():
    lines = [line for path in (GAME / "rules").glob("*.py") for line in path.read_text("utf-8").splitlines()]
    imports = {line.removesuffix(" as hooks") for line in lines if "spirit_island.scenarios" in line}
    assert imports == {"from simulator.spirit_island.scenarios import hooks"}
