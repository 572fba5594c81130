"""What every game is to the rest of Evenkeel: its records, its measures, its machine and its words.

`find_game("name")` gives the `GAME` that `simulator/<name>/game.py` declares. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np

from simulator.core import registry
from simulator.core.results import plain_result

if TYPE_CHECKING:  # a game is looked up without its compiler
    from simulator.core.machine import Machine
    from simulator.core.match import Match

Chooser = Callable[[np.void, np.void], int]  # (state, tables) -> number of an option


@dataclass(frozen=True)
class Measure:
    """What a game is counted by. Its values stand in the column of its name; per seat, in name_1, name_2 ..."""

    name: str
    kind: Literal["share", "number"]  # a share lies between 0 and 1; a number is averaged
    per: Literal["game", "seat"] = "game"
    good: Literal["high", "low"] = "high"
    count: str = ""  # what a share counts, if each game counts whole or not at all: the sum has this name in lists
    title: str = ""  # in words, if its name does not do

    @property
    def words(self) -> str:
        """The measure in words."""
        return self.title or self.name

    def owns(self, column: str) -> bool:
        """Tells whether a column of a dataset holds this measure."""
        name, _, seat = column.rpartition("_")
        return column == self.name if self.per == "game" else name == self.name and seat.isdigit()

    def columns(self, seats: int) -> tuple[str, ...]:
        """Returns the columns of a dataset that hold the measure in games with so many seats."""
        return (self.name,) if self.per == "game" else tuple(f"{self.name}_{seat}" for seat in range(1, seats + 1))


@dataclass(frozen=True)
class Coverage:
    """One kind of component: how many of them run, and which do not."""

    kind: str
    implemented: int
    total: int
    missing: list[str]


@dataclass(frozen=True)
class Alternative:
    """Another answer to an open question, and by how much it could change the first measure of a game."""

    otherwise: str
    at_most: float | None  # of a share, between 0 and 1; None where it was not measured
    found: str  # how, in words


@dataclass(frozen=True)
class Reading:
    """A place where the sources leave a question open, and how it is played here."""

    component: str
    reading: str
    alternatives: tuple[Alternative, ...] = ()


class Content(Protocol):
    """The components of a game, assembled: what the machine reads and what words need."""

    tables: np.ndarray  # one record
    digest: str  # of all that was assembled
    source: Mapping[str, Any]  # as written


class Game(Protocol):
    """A game, declared as data and a few functions; those with a body serve a game that inherits them."""

    name: str  # of its folders
    title: str
    languages: tuple[str, ...] = ("en",)
    seats: range  # numbers of players
    competitive: bool = False  # seats play against each other, so that each may have a policy of its own
    decisions: tuple[str, ...]  # names of the kinds of decisions by their numbers; 0 is "none"
    measures: tuple[Measure, ...]  # the first one steers sampling and leads reports
    codes: Mapping[str, tuple[str, ...]] = {}  # result columns that hold numbers of names
    parts: Mapping[str, tuple[str, ...]] = {}  # names of the numbers along a field's last dimension; another is of the seats
    errors: tuple[str, ...]  # names of the bits of `error`
    derived: Mapping[str, Any] = {}  # columns computed from results besides their own fields: name -> numpy type

    @property
    def machine(self) -> Machine:
        """Its rules, compiled."""
        ...

    @property
    def state(self) -> np.dtype:
        """The state record."""
        ...

    @property
    def result(self) -> np.dtype:
        """The result record; its columns are those of a dataset."""
        ...

    def derive(self, results: np.ndarray) -> dict[str, np.ndarray]:
        """Returns the derived columns."""
        return {}

    def result_record(self, states: np.ndarray) -> np.ndarray:
        """Returns the result of the first of some states, as one row."""
        ...

    def plain_result(self, result: np.void, content: Any) -> dict[str, Any]:
        """Returns a result as plain data, with names instead of numbers."""
        return plain_result(self, result)

    def content(self, overlay: Mapping[str, Any] | None = None) -> Any:
        """Returns the components, as printed or with a patch over them."""
        ...

    def localized(self, content: Any, language: str) -> Any:
        """Returns content whose names are in a language."""
        return content

    def read_setup(self, written: Mapping[str, Any], content: Any) -> Any:
        """Returns a set-up of plain values, whoever wrote them: a cell, options of a command, a case file, a record."""
        ...

    def setup_record(self, setup: Any, content: Any) -> np.ndarray:
        """Returns a set-up as the machine reads it; one against the rules raises a UserError."""
        ...

    def play(self, setup: Any, seed: int = 0, game: int = 0, content: Any = None) -> Match:
        """Returns a game about to begin, of a set-up or of its record."""
        ...

    def option_labels(self, state: np.void, tables: np.void, content: Any) -> list[str]:
        """Returns the labels of the open decision."""
        ...

    def question(self, state: np.void, content: Any) -> str:
        """Returns the open decision in words."""
        ...

    def ending(self, state: np.void) -> str:
        """Returns in a few words how a game ended: outcome, cause and length."""
        ...

    def mark(self, state: np.void) -> str:
        """Returns a short text that two games share only if they went the same way."""
        return f"{int(state['digest']):016x}"

    def describe(self, setup: Any, content: Any) -> dict[str, Any]:
        """Returns what a configuration is and what it changes: name, parts with what they say, and own facts."""
        ...

    def coverage(self, content: Any) -> Sequence[Coverage]:
        """Returns which components are implemented, kind by kind."""
        return ()

    def readings(self, content: Any) -> Sequence[Reading]:
        """Returns the places where the sources leave a question open."""
        return ()


def find_game(name: str) -> Game:
    """Returns a game by the name of its folder."""
    return registry.part("simulator", name)
