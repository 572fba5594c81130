"""What a report of a game says: what is counted, its analysis, sections, charts, sentences and commands.

`find_report("name")` gives the `REPORT` that `reports/<name>/report.py` declares. `DefaultReport` in `default.py` is one
that needs nothing but the game's axes and measures. Knows no game; imports nothing heavy, as `--help` lists commands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from simulator.core import registry

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from reports.core.analysis import Analysis
    from reports.core.dataset import Run
    from reports.core.names import Names
    from reports.core.policies import Finding
    from reports.core.tables import Show, Table
    from reports.core.watch.stage import Stage
    from simulator.core.match import Match

Read = Mapping[str, Any]  # column -> its values in some games
Places = Iterable[tuple[Any, Any]]  # (side, values): values that stand on one side of a histogram, or each on its own


@dataclass(frozen=True)
class Section:
    """A part of the page: its charts and tables, in order."""

    key: str
    charts: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    note: str = ""  # key of a text above them, in the locales


@dataclass(frozen=True)
class Histogram:
    """How often values occur in each cell, counted while a run is read; values beyond the bins go to the outer ones."""

    name: str
    columns: tuple[str, ...]  # what is read; a run that lacks one has no such histogram
    place: Callable[[Read], Places]
    sides: int  # distributions kept apart: of two outcomes, of each seat
    bins: int = 0  # 0: as many as the first column has names, or as the values of the run need
    first: int = 0


def apart_by(column: str, side: str) -> Callable[[Read], Places]:
    """Keeps the values of a column apart by another, which counts from 0."""
    return lambda read: [(read[side], read[column])]


def each(columns: tuple[str, ...]) -> Callable[[Read], Places]:
    """Gives every column a side of its own."""
    return lambda read: [(side, read[column]) for side, column in enumerate(columns)]


class Report(Protocol):
    """The report of one game."""

    game: str
    means: tuple[str, ...]  # result columns whose mean per cell is wanted, beside the measures
    facts: Mapping[str, str]  # what the page tells of a run's making: key of its words -> column of cells
    locales: Path | None  # texts of this game; those of every report stand beside the core
    commands: Mapping[str, tuple[str, str, str]]  # the game's own commands: (module, function, help in one line)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is compared between the policies of a run that has several."""
        ...

    @property
    def histograms(self) -> tuple[Histogram, ...]:
        """What is counted while a run is read."""
        ...

    @property
    def sections(self) -> tuple[Section, ...]:
        """The parts of the page, in order."""
        ...

    def names(self, language: str) -> Names:
        """Returns what things are called in a language."""
        ...

    def analysis(self, run: Run) -> Analysis:
        """Returns everything that can be said about a run."""
        ...

    def draw(self, chart: str, analysis: Analysis, names: Names) -> Figure:
        """Draws a chart; raises TooLittleData if it would show noise."""
        ...

    def title(self, chart: str, names: Names) -> str:
        """Returns the title of a chart."""
        ...

    def cell_columns(self, cells: pd.DataFrame, names: Names) -> dict[str, Show]:
        """Returns how tables show what each cell is: heading -> what to show of a row of cells."""
        ...

    def tables(self, analysis: Analysis, names: Names) -> dict[str, Table]:
        """Returns the tables of the page, formatted, without the empty ones."""
        ...

    def frames(self, analysis: Analysis) -> dict[str, pd.DataFrame]:
        """Returns the same tables as plain numbers and names as they are written, for files."""
        ...

    def notes(self, analysis: Analysis, names: Names) -> dict[str, list[str]]:
        """Returns what is to be said above the charts of a section, beside its note: section -> sentences."""
        ...

    def summary(self, analysis: Analysis, names: Names) -> list[str]:
        """Returns the sentences of the first screen, the most important first."""
        ...

    def stage(self, match: Match, language: str) -> Stage:
        """Returns what draws the table of a match on the page of a game."""
        ...


def find_report(game: str) -> Report:
    """Returns the report of a game."""
    return registry.part("reports", game)
