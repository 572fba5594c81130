"""The language of Spirit Island's case files: set-ups, positions, steps and expectations (case_files.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from experiments.core.notation import CaseError, choice, listing, mapping, whole
from experiments.core.study import CaseLanguage
from experiments.spirit_island.choices import Script
from experiments.spirit_island.expectations import EXPECT_KEYS, compare
from experiments.spirit_island.notation import Table
from experiments.spirit_island.positions import load_position
from experiments.spirit_island.steps import check_machine, run_step
from simulator.core.errors import UnknownName
from simulator.core.reading import MAX_SEED
from simulator.spirit_island.language.assembler import Content, load_content
from simulator.spirit_island.language.schema import SETS
from simulator.spirit_island.machine import machine
from simulator.spirit_island.match import Game
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.scenarios.first_game import FirstGame, read_first_game
from simulator.spirit_island.setups import Setup

HIGHEST_LEVEL = 6
MANY_TICKS = 1_000_000


class Language:
    """How cases are read, played and compared."""

    keys: tuple[str, ...] = ("expansion", "spirits", "boards", "adversary", "scenario", "flags", "first_game")
    needed: tuple[str, ...] = ("spirits",)
    expect_keys: tuple[str, ...] = tuple(EXPECT_KEYS)

    def make_table(self, written: Mapping[str, Any]) -> Table:
        """Sets up the game of a document, and its position if it has one."""
        return make_table(dict(written))

    def run_steps(self, table: Table, steps: list) -> None:
        """Runs the steps of a document on the real machine, as long as the game goes on."""
        for step in steps:
            if table.state["outcome"] != v.ONGOING:
                break
            run_step(table, step)

    def compare(self, table: Table, expect: Mapping[str, Any]) -> list[dict]:
        """Returns the differences between a table and what it should be."""
        return compare(table, expect)


LANGUAGE: CaseLanguage = Language()


# --- the table


def make_table(written: dict) -> Table:
    """Sets up the game of a document, and its position if it has one."""
    content = load_content()
    setup = replace(read_setup(written, content), first_game=_read_first_game(written, content))
    seed = whole(written.get("seed", 0), "seed", 0, MAX_SEED)
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
