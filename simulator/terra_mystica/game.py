"""Terra Mystica as the rest of Evenkeel sees it. What needs the compiled rules is imported when it is first used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from simulator.core.errors import UnknownName
from simulator.core.game import Coverage, Measure, Reading
from simulator.core.game import Game as GameProtocol
from simulator.terra_mystica.language.content import Content, load_content
from simulator.terra_mystica.match import Game
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.setups import LEAST_SEATS, Setup, read_setup
from simulator.terra_mystica.words import coverage as covering
from simulator.terra_mystica.words import describing, labels, names

if TYPE_CHECKING:
    from simulator.core.machine import Machine

NOBODY = "none"
LEECH_SIZES = tuple(str(power) for power in range(1, v.LEECH_SIZES + 1))


class TerraMystica(GameProtocol):
    """The game, declared."""

    name = "terra_mystica"
    title = "Terra Mystica"
    languages = names.LANGUAGES
    seats = range(LEAST_SEATS, v.MAX_SEATS + 1)
    competitive = True
    measures = (
        Measure("win", "share", per="seat", title="share of the win"),
        Measure("vp", "number", per="seat", title="victory points"),
        Measure("rank", "number", per="seat", good="low"),
    )
    decisions = v.DECISIONS
    errors = v.ERRORS

    @cached_property
    def codes(self) -> Mapping[str, tuple[str, ...]]:  # type: ignore[override]
        """Names of the numbers in results."""
        content = load_content()
        return {
            "outcome": v.OUTCOMES,
            "scoring": tuple(content.round_tiles),
            "faction": (NOBODY, *content.factions),
            "first_sites": (NOBODY, *content.hexes),
        }

    @cached_property
    def parts(self) -> Mapping[str, tuple[str, ...]]:  # type: ignore[override]
        """Names of the numbers along the last dimension of a field."""
        return {
            "scoring": tuple(str(number) for number in range(1, v.ROUNDS + 1)),
            "vp_source": v.SOURCES,
            "round_vp": tuple(str(number) for number in range(1, v.ROUNDS + 1)),
            "leech_offers": LEECH_SIZES,
            "leech_taken": LEECH_SIZES,
            "built": ("low", "high"),
            "structures": v.STRUCTURES[1:],
            "cult": v.CULTS,
            "town_tiles": tuple(load_content().towns),
            "conversions": tuple(conversion.replace(">", "_to_") for conversion in v.CONVERSIONS),
            "first_sites": ("first", "second", "third"),
        }

    @cached_property
    def machine(self) -> Machine:
        """Its rules, compiled."""
        from simulator.terra_mystica.machine.machine import MACHINE

        return MACHINE

    @cached_property
    def state(self) -> np.dtype:
        """The state record."""
        from simulator.terra_mystica.record.state import STATE

        return STATE

    @cached_property
    def result(self) -> np.dtype:
        """The result record."""
        from simulator.terra_mystica.record.results import RESULT

        return RESULT

    def result_record(self, states: np.ndarray) -> np.ndarray:
        """Returns the result of the first of some states, as one row."""
        from simulator.terra_mystica.record.results import result_record

        return result_record(states)

    def plain_result(self, result: np.void, content: Content) -> dict[str, Any]:
        """Returns a result as plain data: facts of the game, and one mapping for each seat."""
        from simulator.terra_mystica.record.results import plain_result

        return plain_result(result, content)

    def content(self, overlay: Mapping[str, Any] | None = None) -> Content:
        """Returns everything printed on boards, cards and tiles."""
        return load_content(overlay)

    def localized(self, content: Content, language: str) -> Content:
        """Returns content whose names are in a language."""
        if language not in self.languages:
            raise UnknownName("language", language, self.languages)
        return replace(content, language=language)

    def read_setup(self, written: Mapping[str, Any], content: Content) -> Setup:
        """Returns a set-up after checking names and kinds of its fields; whether it can be played, the record tells."""
        return read_setup(written, content)

    def setup_record(self, setup: Setup, content: Content) -> np.ndarray:
        """Returns a set-up as the machine reads it."""
        return setup.record(content)

    def play(self, setup: Setup | np.ndarray, seed: int = 0, game: int = 0, content: Content | None = None) -> Game:
        """Returns a game about to begin, of a set-up or of its record."""
        return Game(setup, seed, game, content)

    def option_labels(self, state: np.void, tables: np.void, content: Content) -> list[str]:
        """Returns the labels of the open decision."""
        return labels.option_labels(state, content)

    def question(self, state: np.void, content: Content) -> str:
        """Returns the open decision in words."""
        return labels.describe_decision(state, content, content.language)

    def ending(self, state: np.void) -> str:
        """Returns how a game ended: the points of the seats."""
        points = ", ".join(str(int(points)) for points in state["VP"][: state["players"]])
        return f"{v.OUTCOMES[int(state['outcome'])]} in round {int(state['round'])} with {points} VP"

    def describe(self, setup: Setup, content: Content) -> dict[str, Any]:
        """Returns name and parts of a configuration."""
        return describing.describe_setup(setup, content)

    def coverage(self, content: Content) -> Sequence[Coverage]:
        """Returns which components are implemented, kind by kind."""
        return covering.coverage(content)

    def readings(self, content: Content) -> Sequence[Reading]:
        """Returns the places where the sources leave a question open."""
        return covering.readings()


GAME = TerraMystica()
