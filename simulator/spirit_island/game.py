"""Spirit Island as the rest of Evenkeel sees it. What needs the compiled rules is imported when it is first used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from simulator.core.errors import UnknownName, UserError
from simulator.core.game import Coverage, Measure, Reading
from simulator.core.game import Game as GameProtocol
from simulator.spirit_island.language.assembler import Content, load_content
from simulator.spirit_island.match import Game
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.scenarios.first_game import read_first_game
from simulator.spirit_island.setups import DEFAULT_FLAGS, EXPANSIONS, Setup, check_setup, official_difficulty
from simulator.spirit_island.words import coverage, describing, labels, names

if TYPE_CHECKING:
    from simulator.core.machine import Machine

__all__ = ["DEFAULT_FLAGS", "EXPANSIONS", "GAME", "Content", "Game", "Setup", "check_setup", "load_content",
           "official_difficulty"]  # fmt: skip

FIELDS = [field.name for field in fields(Setup)]
KINDS = {
    "spirits": (list,), "boards": (list, type(None)), "expansion": (str,), "adversary": (str, type(None)),
    "level": (int,), "scenario": (str, type(None)), "thematic": (bool,), "flags": (dict,),
}  # fmt: skip


class SpiritIsland(GameProtocol):
    """The game, declared."""

    name = "spirit_island"
    title = "Spirit Island"
    languages: tuple[str, ...] = names.LANGUAGES
    seats = range(1, v.MAX_PLAYERS + 1)
    measures = (Measure("win", "share", count="wins", title="win rate"), Measure("score", "number"))
    codes = {"outcome": v.OUTCOMES, "cause": v.CAUSES}
    decisions = v.DECISIONS
    errors = v.ERRORS
    derived = {"win": np.int8}

    @cached_property
    def machine(self) -> Machine:
        """The rules, compiled."""
        from simulator.spirit_island.machine.machine import MACHINE

        return MACHINE

    @cached_property
    def state(self) -> np.dtype:
        """The state record."""
        from simulator.spirit_island.record.state import STATE

        return STATE

    @cached_property
    def result(self) -> np.dtype:
        """The result record."""
        from simulator.spirit_island.record.results import RESULT

        return RESULT

    def result_record(self, states: np.ndarray) -> np.ndarray:
        """Returns the result of the first of some states, as one row."""
        from simulator.spirit_island.record.results import result_record

        return result_record(states)

    def derive(self, results: np.ndarray) -> dict[str, np.ndarray]:
        """Returns whether each game was won."""
        return {"win": (results["outcome"] == v.VICTORY).astype(np.int8)}

    def content(self, overlay: Mapping[str, Any] | None = None) -> Content:
        """Returns the components of both boxes."""
        return load_content(None if overlay is None else dict(overlay))

    def localized(self, content: Content, language: str) -> Content:
        """Returns content whose names are in a language."""
        return names.localized(content, language)

    def read_setup(self, written: Mapping[str, Any], content: Content) -> Setup:
        """Returns a set-up after checking names and kinds of its fields; whether it can be played, the record tells."""
        for key, value in written.items():
            if key not in FIELDS:
                raise UnknownName("key", key, FIELDS)
            if key != "first_game" and type(value) not in KINDS[key]:
                raise UserError(f"{key}: unexpected value {value!r}")
        if "spirits" not in written:
            raise UserError("spirits are missing")
        for key in ("spirits", "boards"):
            if wrong := [name for name in written.get(key) or () if not isinstance(name, str)]:
                raise UserError(f"{key}: unexpected value {wrong[0]!r}")
        first = written.get("first_game")
        return Setup(**{**written, "first_game": None if first is None else read_first_game(first)})

    def setup_record(self, setup: Setup, content: Content) -> np.ndarray:
        """Returns a set-up as the machine reads it."""
        return setup.record(content)

    def play(self, setup: Setup | np.ndarray, seed: int = 0, game: int = 0, content: Content | None = None) -> Game:
        """Returns a game about to begin, of a set-up or of its record."""
        return Game(setup, seed, game, content)

    def option_labels(self, state: np.void, tables: np.void, content: Content) -> list[str]:
        """Returns the labels of the open decision."""
        return labels.option_labels(state, tables, content)

    def question(self, state: np.void, content: Content) -> str:
        """Returns the open decision in words."""
        return labels.describe_decision(state, content)

    def ending(self, state: np.void) -> str:
        """Returns how a game ended, why and when."""
        return f"{v.OUTCOMES[int(state['outcome'])]} ({v.CAUSES[int(state['cause'])]}) in turn {int(state['turn'])}"

    def mark(self, state: np.void) -> str:
        """Returns the running hash of all choices, the outcome and the turn."""
        return f"{int(state['digest']):016x}-{v.OUTCOMES[int(state['outcome'])]}-{int(state['turn'])}"

    def describe(self, setup: Setup, content: Content) -> dict[str, Any]:
        """Returns name, difficulty and parts of a configuration."""
        return describing.describe_setup(setup, content)

    def coverage(self, content: Content) -> Sequence[Coverage]:
        """Returns which components are implemented, kind by kind."""
        return coverage.coverage(content)

    def readings(self, content: Content) -> Sequence[Reading]:
        """Returns the places where the sources leave a question open."""
        return coverage.readings(content)


GAME = SpiritIsland()
