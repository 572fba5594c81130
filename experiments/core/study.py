"""What can be studied of a game: its axes and cells, its plans, its case language, how its games are told.

`find_study("name")` gives the `STUDY` that `experiments/<name>/study.py` declares. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from experiments.core import cells
from experiments.core.axes import Axis, Option, RangeFilter
from experiments.core.narration import tell
from experiments.core.story import Beat, lines_of
from policies.core.playing import Explainer
from simulator.core import registry
from simulator.core.game import Chooser

if TYPE_CHECKING:
    from experiments.core.conforming import Conform

Difference = dict[str, Any]  # what, expected, got


class CaseLanguage(Protocol):
    """How hand-written positions of a game are read, played and compared."""

    keys: tuple[str, ...]  # of a document, beside those that every game has
    needed: tuple[str, ...]
    expect_keys: tuple[str, ...]

    def make_table(self, written: Mapping[str, Any]) -> Any:
        """Sets up the game of a document, and its position if it has one."""
        ...

    def run_steps(self, table: Any, steps: list) -> None:
        """Runs the steps of a document on the real machine."""
        ...

    def compare(self, table: Any, expect: Mapping[str, Any]) -> list[Difference]:
        """Returns the differences between a table and what it should be."""
        ...


class Study(Protocol):
    """What can be studied of a game, declared as data and a few functions; those with a body serve whoever inherits them."""

    game: str
    Cell: type[cells.Cell]  # made of the columns of the axes
    axes: tuple[Axis | RangeFilter, ...]  # in the order of the columns of a dataset
    options: tuple[Option, ...] = ()  # of commands about a single game, beside those of the axes
    plans: Path  # directory of the plans that come with the game
    patch_example: str  # a patch of the content, as users write it

    @property
    def cases(self) -> CaseLanguage | None:
        """The language of case files, if there is one."""
        return None

    @property
    def conform(self) -> Conform | None:
        """What plays a game recorded elsewhere again, if there is a format for such games."""
        return None

    @property
    def trace(self) -> Callable[[Any, Chooser], list[dict[str, Any]]] | None:
        """What plays a match to its end and returns what its parts did (rows of plain values), if that can be told."""
        return None

    def setup(self, cell: cells.Cell) -> Mapping[str, Any]:
        """Returns the set-up of a cell as plain values, as the game's reader of set-ups takes them."""
        ...

    def fits(self, values: Mapping[str, Any]) -> bool:
        """Tells whether a combination of axes is meant at all."""
        return True

    def seats(self, cell: cells.Cell) -> int:
        """Returns how many seats play."""
        ...

    def label(self, cell: cells.Cell) -> str:
        """Returns what distinguishes a cell, for people; what is usual is left out."""
        plain = cells.usual(type(cell))
        told = [column for column in cells.columns_of(self.axes) if not column.is_derived]
        words = {column.name: str(getattr(cell, column.name)) for column in told}
        return " · ".join(word for name, word in words.items() if name == "policy" or word != str(plain.get(name)))

    def read_options(self, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        """Returns the set-up that the options of a command about one game ask for, as plain values."""
        ...

    def whole_patch(self, patch: dict[str, Any]) -> dict[str, Any]:
        """Returns a patch of the content as it is applied, whatever short forms users may write."""
        return patch

    def patched_axes(self, patches: list[dict[str, Any]]) -> dict[str, list[Any]]:
        """Returns the values of axes with which a what-if meets what its patches change, where nothing else is asked for."""
        return {}

    def not_in_play(self, patch: dict[str, Any], cells: list[cells.Cell]) -> list[str]:
        """Returns what a patch changes that cannot be met in any of these cells, in words."""
        return []

    def tell(self, match: Any, chooser: Chooser, record: Any, explain: Explainer | None = None) -> Iterator[Beat]:
        """Plays a game to its end and yields its story."""
        return tell(match, chooser, record, explain)

    def narrate(self, match: Any, chooser: Chooser, record: Any, explain: Explainer | None = None) -> Iterator[str]:
        """Plays a game to its end and yields the lines of its story."""
        return lines_of(self.tell(match, chooser, record, explain))

    def table(self, match: Any) -> list[str]:
        """Returns what lies on the table, line by line."""
        return []

    def look_up(self, match: Any, name: str) -> list[str]:
        """Returns what a component does, by its name or a part of it; nothing if there is none."""
        return []

    def meanings(self, match: Any) -> list[str]:
        """Returns what each option of the open decision does, in words, for a person who decides."""
        return [""] * len(match.options)


def find_study(game: str) -> Study:
    """Returns the study of a game."""
    return registry.part("experiments", game)
