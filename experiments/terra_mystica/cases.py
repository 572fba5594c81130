"""The language of Terra Mystica's case files: set-ups, positions, steps and expectations (cases.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from experiments.core.notation import CaseError, mapping, whole
from experiments.core.study import CaseLanguage
from experiments.terra_mystica.expectations import EXPECT_KEYS, compare
from experiments.terra_mystica.positions import POSITION_KEYS, Table, load_actions, load_position
from experiments.terra_mystica.steps import run_step
from experiments.terra_mystica.walk import Walk
from simulator.core.reading import MAX_SEED
from simulator.terra_mystica.language.content import load_content
from simulator.terra_mystica.match import Game
from simulator.terra_mystica.setups import Setup, read_setup

SETUP_KEYS = tuple(field.name for field in fields(Setup))


class Language:
    """How cases are read, played and compared."""

    keys: tuple[str, ...] = SETUP_KEYS
    needed: tuple[str, ...] = ()
    expect_keys: tuple[str, ...] = tuple(EXPECT_KEYS)

    def make_table(self, written: Mapping[str, Any]) -> Table:
        """Sets up the game of a document, and its position if it has one."""
        content = load_content()
        setup = read_setup({key: written[key] for key in SETUP_KEYS if key in written}, content)
        seed = whole(written.get("seed", 0), "seed", 0, MAX_SEED)
        table = Table(Walk(Game(setup, seed)), content)
        if "position" in written:
            if setup.factions is None:
                raise CaseError("factions are missing; a position needs them")
            position = mapping(written["position"], "position", POSITION_KEYS)
            load_position(table, position)
            load_actions(table, position)
        return table

    def run_steps(self, table: Table, steps: list) -> None:
        """Runs the steps of a document on the real machine."""
        for step in steps:
            run_step(table, step)

    def compare(self, table: Table, expect: Mapping[str, Any]) -> list[dict]:
        """Returns the differences between a table and what it should be."""
        return compare(table, expect)


LANGUAGE: CaseLanguage = Language()
