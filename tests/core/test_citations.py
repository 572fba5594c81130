"""Every rule number that a game's code, data, cases and documents cite stands in its rules.md."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLACES = ["simulator", "policies", "experiments", "reports", "tests"]
SUFFIXES = {".py", ".yaml", ".toml", ".md"}
RULES = sorted(ROOT.glob("simulator/*/rules.md"))
SECTION = re.compile(r"^## ([A-Z]\d+)\b", re.MULTILINE)
RULE = re.compile(r"^- (?:\*\*)?([A-Z]\d+\.\d+)\b", re.MULTILINE)

every_game = pytest.mark.parametrize("rules", RULES, ids=lambda path: path.parent.name)


def numbers(text):
    """Lists the numbers that a page of rules gives to its sections and rules, in order."""
    return SECTION.findall(text) + RULE.findall(text)


def unknown(text, known):
    """Lists (line, number) of every citation that is not known; citations start with the letter of the known ones."""
    letter = known[0][0]
    citation = re.compile(rf"\b{letter}\d+(?:\.\d+)?(?!\d)")
    return [
        (line, number)
        for line, words in enumerate(text.splitlines(), 1)
        for number in citation.findall(words)
        if number not in known
    ]


@every_game
def test_every_rule_cited_stands_in_the_rules(rules):
    known = numbers(rules.read_text("utf-8"))
    folders = [ROOT / place / rules.parent.name for place in PLACES]
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in SUFFIXES)
    wrong = [
        f"{path.relative_to(ROOT)}:{line} cites {number}"
        for path in files
        for line, number in unknown(path.read_text("utf-8"), known)
    ]
    assert not wrong, "\n".join(wrong)


@every_game
def test_every_number_is_given_once(rules):
    found = numbers(rules.read_text("utf-8"))
    assert len(found) > 20
    assert not {number for number in found if found.count(number) > 1}


def test_a_citation_of_nothing_is_seen():
    known = numbers("## R7 Ravage\n- **R7.1** Damage.\n- R7.10 Cards.\n")
    assert known == ["R7", "R7.1", "R7.10"]
    assert unknown("# R7.1, R7.10, R7: so\n# R7.2, R7.1b and R8, not T6.4 or BR9", known) == [(2, "R7.2"), (2, "R8")]
