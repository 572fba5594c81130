"""Frames and operands have names: the files that give them are the only ones with bare columns and numbers."""

import re
from pathlib import Path

import pytest

from simulator.spirit_island.record import codes

ROOT = Path(__file__).parents[3]
GAME_FOLDERS = ("simulator/spirit_island", "policies/spirit_island", "experiments/spirit_island", "tests/spirit_island")
NAMING = {"state.py", "registers.py"}  # the columns themselves, and what each op calls them
BARE_COLUMN = re.compile(r"\bF_[ABCD]\b")
BARE_STEP = re.compile(r"F_STEP\] *(==|!=|>=|<=|=|>|<) *\d")


def lines_with(pattern: re.Pattern, skipped: set[str]) -> list[str]:
    """Lists the source lines of the game that match, as file:line."""
    found = []
    for folder in GAME_FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path.name not in skipped and path != Path(__file__):
                lines = enumerate(path.read_text("utf-8").splitlines(), 1)
                found += [f"{path.relative_to(ROOT)}:{number}" for number, line in lines if pattern.search(line)]
    return found


def test_registers_are_named():
    assert lines_with(BARE_COLUMN, NAMING) == []


def test_steps_are_named():
    assert lines_with(BARE_STEP, set()) == []


def test_the_patterns_find_what_they_look_for():
    assert BARE_COLUMN.search("frame[F_A] = goal")
    assert BARE_STEP.search("if frame[F_STEP] == 3:")


@pytest.mark.parametrize("op", codes.FLAGS_OF)
def test_flags_of_one_op_do_not_share_a_bit(op):
    flags = codes.FLAGS_OF[op]
    assert sum(flags) == sum({1 << bit for bit in range(15) if any(flag >> bit & 1 for flag in flags)})
    assert all(flag.bit_count() == 1 for flag in flags)
