"""Case files: hand-written positions run on the real machine and compared with what they should lead to.

`load_documents` reads files, `run_case` runs one document. The format is fixed (case_files.md): labels, keys, messages.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import yaml

from experiments.spirit_island.choices import Script
from experiments.spirit_island.expectations import EXPECT_KEYS, Difference, compare
from experiments.spirit_island.notation import CaseError, Table, choice, listing, mapping, whole
from experiments.spirit_island.positions import load_position
from experiments.spirit_island.steps import check_machine, run_step
from simulator.core.errors import UnknownName, UserError
from simulator.spirit_island.language.assembler import Content, load_content
from simulator.spirit_island.language.schema import SETS
from simulator.spirit_island.machine import machine
from simulator.spirit_island.match import Game
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.scenarios.first_game import FirstGame, read_first_game
from simulator.spirit_island.setups import Setup

DOCUMENT_KEYS = (
    "name", "why", "key", "game", "expansion", "spirits", "boards", "adversary", "scenario", "flags", "seed",
    "first_game", "position", "steps", "expect", "error",
)  # fmt: skip
HIGHEST_LEVEL = 6
MANY_TICKS = 1_000_000


@dataclass
class CaseResult:
    """How a case went; `error` is the message when it could not be loaded or run."""

    name: str
    passed: bool
    differences: list[Difference] = field(default_factory=list)
    error: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Returns the result as plain values, for JSON."""
        return asdict(self)


# --- documents


class _Loader(yaml.SafeLoader):
    """The safe loader, which also refuses a key written twice (YAML would silently keep the last)."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict:
        keys = [key.value for key, _ in node.value]
        if len(set(keys)) != len(keys):
            twice = next(key for key in keys if keys.count(key) > 1)
            raise yaml.constructor.ConstructorError(None, None, f"key {twice!r} is written twice", node.start_mark)
        return super().construct_mapping(node, deep)


def load_documents(path: Path) -> Iterator[Any]:
    """Yields the documents of a file; what cannot be read comes as a CaseError, and ends the file."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: cannot be read ({error})") from None
    try:
        for document in yaml.load_all(text, _Loader):
            if document is not None:
                yield document
    except yaml.YAMLError as error:
        yield CaseError(f"{path.name}: {_yaml_problem(error)}")


def _yaml_problem(error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or str(error)
    return f"line {mark.line + 1}: {problem}" if mark else problem


def run_file(path: Path) -> Iterator[CaseResult]:
    """Runs every case of a file."""
    for number, document in enumerate(load_documents(path), 1):
        yield run_case(document, f"{path.name} #{number}")


# --- one case


def run_case(document: Any, unnamed: str = "case") -> CaseResult:
    """Runs one document and compares; never raises for a mistake in the document."""
    name = str(document.get("name", unnamed)) if isinstance(document, dict) else unnamed
    wanted = _wanted_error(document)
    try:
        differences = _run(document)
    except UserError as error:
        message = " ".join(str(error).split())
        passed = wanted is not None and wanted in message
        shown = [] if passed or wanted is None else [{"what": "error", "expected": wanted, "got": message}]
        return CaseResult(name, passed, shown, None if passed else message)
    if wanted is not None:
        return CaseResult(name, False, [{"what": "error", "expected": wanted, "got": "no error"}])
    return CaseResult(name, not differences, differences)


def _wanted_error(document: Any) -> str | None:
    """Returns the text of the error a case asks for."""
    if not isinstance(document, dict):
        return None
    expect = document.get("expect")
    wanted = document.get("error", expect.get("error") if isinstance(expect, dict) else None)
    return None if wanted is None else str(wanted)


def _run(document: Any) -> list[Difference]:
    if isinstance(document, UserError):
        raise document
    written = mapping(document, "case", DOCUMENT_KEYS, needed=("spirits",))
    expect = written.get("expect") or {}
    _check_expectation(expect)
    table = make_table(written)
    steps = listing([] if written.get("steps") is None else written["steps"], "steps")
    for step in steps:
        if table.state["outcome"] != v.ONGOING:
            break
        run_step(table, step)
    return _compare(table, expect)


def _check_expectation(expect: Any) -> None:
    """Checks the keys of the expectation before anything runs."""
    mapping(expect, "expect", (*EXPECT_KEYS, "any_of", "error"))
    if "any_of" in expect:
        if len(expect) > 1:
            other = next(key for key in expect if key != "any_of")
            raise CaseError(f"expect: any_of stands alone, not with {other}")
        if not isinstance(expect["any_of"], list) or not expect["any_of"]:
            raise CaseError(f"expect: any_of: expected a list of expectations, got {expect['any_of']!r}")


def _compare(table: Table, expect: dict) -> list[Difference]:
    if "any_of" not in expect:
        return compare(table, {key: value for key, value in expect.items() if key != "error"})
    found = [compare(table, entry) for entry in expect["any_of"]]
    if not all(found):
        return []
    labelled = [
        {**difference, "what": f"any_of {number}: {difference['what']}"}
        for number, differences in enumerate(found, 1)
        for difference in differences
    ]
    return labelled


# --- the table


def make_table(written: dict) -> Table:
    """Sets up the game of a document, and its position if it has one."""
    content = load_content()
    setup = replace(read_setup(written, content), first_game=_read_first_game(written, content))
    seed = whole(written.get("seed", 0), "seed", 0, 2**63 - 1)
    if "position" in written and setup.boards is None:
        raise CaseError("boards are missing; a position needs them")
    game = Game(setup, seed=seed)
    table = Table(game.state, content.tables[0], content)
    _finish_setup(table)
    if "position" in written:
        load_position(table, written["position"], seed)
    machine.refresh(table.state, table.tables)
    return table


def _finish_setup(table: Table) -> None:
    """Runs the set-up to its end, then takes the game from the agenda: a case runs its steps one by one."""
    state = table.state
    script = Script(table, [])
    for _ in range(MANY_TICKS):
        if state["turn"] > 0 or state["outcome"] != v.ONGOING:
            break
        if state["decision"] != v.D_NONE:
            machine.choose(state, script.answer())
        machine.advance(state, table.tables, 1)
        check_machine(state)
    state["frames"] = 0
    state["decision"] = state["options"] = 0


def read_setup(written: dict, content: Content) -> Setup:
    """Reads who plays on which boards against what."""
    choice("game", written.get("game", "spirit_island"), ("spirit_island",))
    expansion = written.get("expansion", "base")
    choice("expansion", expansion, SETS)
    spirits = listing(written["spirits"], "spirits")
    for spirit in spirits:
        choice("spirit", spirit, content.spirits)
        if spirits.count(spirit) > 1:
            raise CaseError(f"spirits: {spirit} is named twice")
    if not 1 <= len(spirits) <= v.MAX_PLAYERS:
        raise CaseError(f"spirits: expected 1 to {v.MAX_PLAYERS}, got {len(spirits)}")
    adversary, level = _read_adversary(written.get("adversary"))
    return Setup(
        spirits=spirits,
        boards=_read_boards(written.get("boards"), spirits, content),
        expansion=expansion,
        adversary=adversary,
        level=level,
        scenario=_read_scenario(written.get("scenario")),
        flags=_read_flags(written.get("flags")),
    )


def _read_first_game(written: dict, content: Content) -> FirstGame | None:
    """Reads the game before a Second Wave: the keys of a recorded one; boards and adversary are those of the case."""
    is_wave = written.get("scenario") == v.SCENARIOS[v.SECOND_WAVE]
    if "first_game" not in written and not (is_wave and "position" in written):
        return None
    # A blighted first game leaves the level of the adversary as it is written, which is what a position wants.
    given = written.get("first_game", {"blight_card": content.blight_cards[0], "blighted": True})
    setup = read_setup(written, content)
    if setup.boards is None:
        raise CaseError("boards are missing; a first game needs them")
    others = [spirit for spirit in content.spirits if spirit not in setup.spirits][: len(setup.spirits)]
    known = {"spirits": others, "boards": setup.boards, "adversary": setup.adversary}
    return read_first_game({**known, **mapping(given, "first_game", [field.name for field in fields(FirstGame)])})


def _read_boards(value: Any, spirits: list[str], content: Content) -> list[str] | None:
    if value is None:
        return None
    boards = [str(board) for board in listing(value, "boards")]
    for board in boards:
        choice("board", board, content.boards)
        if boards.count(board) > 1:
            raise CaseError(f"boards: {board} is named twice")
    if len(boards) != len(spirits):
        raise CaseError(f"boards: {len(boards)} boards for {len(spirits)} spirits ({', '.join(boards)})")
    content.layout_index(boards)
    return boards


def _read_adversary(value: Any) -> tuple[str | None, int]:
    if value is None:
        return None, 0
    written = mapping(value, "adversary", ("id", "level"), needed=("id",))
    name = written["id"]
    choice("adversary", name, load_content().adversaries)
    level = whole(written.get("level", 0), "adversary: level", 0, HIGHEST_LEVEL)
    return name, level


def _read_scenario(name: Any) -> str | None:
    if name is None:
        return None
    choice("scenario", name, v.SCENARIOS)
    return name


SWITCHES = tuple(flag for flag in v.FLAGS if flag != "fast_only")


def _read_flags(value: Any) -> dict[str, Any]:
    written = mapping(value, "flags", (*SWITCHES, "slow_made_fast"))
    for flag, setting in written.items():
        if flag == "slow_made_fast":
            choice("setting of slow_made_fast", setting, ("either_phase", "fast_only"))
        elif not isinstance(setting, bool):
            raise CaseError(f"flags: {UnknownName(f'setting of {flag}', setting, ['true', 'false'])}")
    return written
