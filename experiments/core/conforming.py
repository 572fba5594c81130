"""Recorded games, played again row by row: how far each holds, and how that is told. Knows no game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from experiments.core.study import Difference, find_study
from simulator.core import registry
from simulator.core.errors import UserError
from simulator.core.files import read_json


@dataclass(frozen=True)
class Mismatch:
    """The first row that does not hold."""

    row: int  # 1 for the first of the file
    command: str
    differences: tuple[Difference, ...]


@dataclass(frozen=True)
class Conformity:
    """How far a recorded game holds on the machine."""

    name: str
    rows: int
    rows_matched: int
    mismatch: Mismatch | None = None
    note: str = ""  # what had to be allowed

    @property
    def passed(self) -> bool:
        """Tells whether everything holds."""
        return self.mismatch is None

    def as_dict(self) -> dict[str, Any]:
        """Returns the result as plain values, for JSON."""
        first = self.mismatch and {
            "row": self.mismatch.row,
            "command": self.mismatch.command,
            **self.mismatch.differences[0],
            "differences": list(self.mismatch.differences),
        }
        plain = {"id": self.name, "rows": self.rows, "rows_matched": self.rows_matched, "passed": self.passed}
        return plain | {"first_difference": first} | ({"note": self.note} if self.note else {})

    def lines(self) -> list[str]:
        """Returns the first row that does not hold, for people."""
        if self.mismatch is None:
            return [f"{self.name}: {self.rows} rows hold, with {self.note}"] if self.note else []
        lines = [f"FAILED {self.name}, row {self.mismatch.row}: {self.mismatch.command}"]
        for one in self.mismatch.differences:
            lines.append(f"  {one['what']}: expected {one['expected']}, got {one['got']}")
        return lines


Conform = Callable[[Any, str], Conformity]  # what a file holds, name of the file -> how far it holds


def conform_files(files: list[Path], game: str | None = None) -> Iterator[Conformity]:
    """Plays the recorded games of files, one of each; a file that cannot be read raises one clear message."""
    for path in files:
        written = read_json(path)
        try:
            yield conform_of(game, written)(written, path.stem)
        except UserError as error:
            raise UserError(f"{path}: {error}") from None


def conform_of(game: str | None, written: Any) -> Conform:
    """Returns what plays a recorded game: of the game named, else of the one it says itself, else of the first that can."""
    named = game or (written.get("game") if isinstance(written, dict) else None)
    for name in registry.games() if named is None else [registry.check_game(named)]:
        conform = find_study(name).conform
        if conform is not None:
            return conform
    raise UserError(f"{named or 'no game'}: has no format of recorded games")
