"""What the documents say of the project exists: the files they link, the commands and make targets they name."""

import re
from pathlib import Path

import pytest

import evenkeel
from simulator.core.registry import games

ROOT = Path(__file__).parents[2]
FOLDERS = ["simulator", "policies", "experiments", "reports", "docs"]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.md"))])
LINK = re.compile(r"\]\(([^)#]+)[^)]*\)")
COMMAND = re.compile(r"(?:^    |`)evenkeel (\w+)", re.MULTILINE)
TARGET = re.compile(r"(?:^    |`)make ([a-z-]+)", re.MULTILINE)

every_document = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))


def targets():
    """Lists the targets of the Makefile that a person may ask for."""
    return re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)[1].split()


@every_document
def test_links_lead_somewhere(path):
    links = [link for link in LINK.findall(path.read_text("utf-8")) if "://" not in link]
    assert not [link for link in links if not (path.parent / link).exists()]


@every_document
def test_commands_and_targets_exist(path):
    text = path.read_text("utf-8")
    commands = {*evenkeel.COMMANDS, *(name for game in games() for name in evenkeel.commands_of(game))}
    assert not set(COMMAND.findall(text)) - commands
    assert not set(TARGET.findall(text)) - set(targets())


def test_every_target_is_explained():
    head = (ROOT / "Makefile").read_text("utf-8").split("\n\n")[0]
    assert [line.split()[1] for line in head.splitlines()] == targets()
    table = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert not [target for target in targets() if f"`make {target}`" not in table and target != "demo"]


def test_the_patterns_find_what_they_look_for():
    text = "See [it](docs/x.md#part) and `evenkeel sweep quick`.\n\n    evenkeel nothing\n    make demo\n"
    assert LINK.findall(text) == ["docs/x.md"]
    assert COMMAND.findall(text) == ["sweep", "nothing"]
    assert TARGET.findall(text) == ["demo"]
