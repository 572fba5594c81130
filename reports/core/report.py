"""What a report of a game says: its analysis, sections, charts, sentences and commands.

`find_report("name")` gives the `REPORT` that `reports/<name>/report.py` declares. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import pandas as pd

from simulator.core import registry


@dataclass(frozen=True)
class Section:
    """A part of the page: its charts and tables, in order."""

    key: str
    charts: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()


@dataclass(frozen=True)
class Histogram:
    """How often each value of a column occurs, counted while a run is read; values beyond the bins go to the outer ones."""

    column: str
    first: int
    bins: int


class Report(Protocol):
    """The report of one game."""

    game: str
    histograms: tuple[Histogram, ...]
    means: tuple[str, ...]  # result columns whose mean per cell is wanted
    sections: tuple[Section, ...]
    charts: Mapping[str, Callable[..., Any]]  # name -> function of an analysis and names that returns a figure
    locales: Path
    templates: Path  # methods, limits and the notes of sections, in words of this game
    commands: Mapping[str, tuple[str, str, str]]  # command: (module, function, help in one line)

    def analysis(self, run: Any) -> Any:
        """Returns everything that can be said about a run."""
        ...

    def tables(self, analysis: Any, names: Any) -> dict[str, Any]:
        """Returns the tables of the page, formatted."""
        ...

    def frames(self, analysis: Any) -> dict[str, pd.DataFrame]:
        """Returns the tables as plain numbers, for files."""
        ...

    def summary(self, analysis: Any, names: Any) -> list[str]:
        """Returns the sentences of the first screen, the most important first."""
        ...


def find_report(game: str) -> Report:
    """Returns the report of a game."""
    return registry.part("reports", game)
