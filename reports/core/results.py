"""A run in the hands of a person who writes Python: its cells, means of groups, tables and charts as pandas and matplotlib.

>>> from reports import open_run  # doctest: +SKIP
>>> run = open_run("runs/solo")  # doctest: +SKIP
>>> run.rates(by="policy")  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from experiments.core.axes import Column
from experiments.core.query import run_query
from reports.core.analysis import Analysis, analysis_of
from reports.core.drawing import charts_of, draw_or_say
from reports.core.files import configuration
from reports.core.parts import by_part, parts_of
from reports.core.rates import group_means
from simulator.core.errors import UnknownName, UserError
from simulator.core.game import Measure


class Results:
    """What a run found; it is read when something is first asked."""

    def __init__(self, path: Path | str):
        self.path = Path(path)

    @cached_property
    def analysis(self) -> Analysis:
        """Everything that the report of the run's game knows to say."""
        return analysis_of(self.path)

    def table(self) -> pd.DataFrame:
        """Returns a row per cell: its configuration, games, and mean, low and high of every measure."""
        return self.analysis.cells.copy()

    def games(self, sql: str = "select * from games order by cell, game") -> pd.DataFrame:
        """Returns the games row by row, or what a query says of them."""
        columns, rows = run_query(self.path, sql)
        return pd.DataFrame(rows, columns=columns)

    def rates(self, by: str | Sequence[str] = (), measure: str | None = None) -> pd.DataFrame:
        """Returns n, mean and 95 % interval of a measure for each group of cells, all cells of a group alike.

        `by` names columns of cells, or the one part of a column that holds several (a member of a team). Where seats are
        measured, each seat has a row, unless `by` names what sits at seats: that counts in whatever seat it sat.
        """
        keys = [by] if isinstance(by, str) else list(by)
        wanted = self._measure(measure)
        if len(keys) == 1 and keys[0] in parts_of(self.analysis.game.name) and wanted.per == "seat":
            names = {f"{name}_{wanted.name}": name for name in ("mean", "low", "high")}
            return by_part(self.analysis, keys[0]).rename(columns=names)[[keys[0], "games", *names.values()]]
        rows, cells = self._told_apart(keys)
        return pd.concat([self._means(column, wanted, keys, rows, cells) for column in self.analysis.columns_of(wanted)])

    def chart(self, name: str, lang: str = "en") -> Axes | np.ndarray:
        """Draws a chart of the report and returns its axes, one or several."""
        if name not in charts_of(self.analysis.report):
            raise UnknownName("chart", name, charts_of(self.analysis.report))
        axes = self.figure(name, lang).axes
        return axes[0] if len(axes) == 1 else np.array(axes)

    def figure(self, name: str, lang: str = "en") -> Figure:
        """Draws a chart of the report as a figure."""
        return draw_or_say(name, self.analysis, self.analysis.report.names(lang))

    def frames(self) -> dict[str, pd.DataFrame]:
        """Returns the tables of the report by name, as plain numbers."""
        return self.analysis.report.frames(self.analysis)

    def summary(self, lang: str = "en") -> list[str]:
        """Returns what the report says first, in sentences."""
        return self.analysis.report.summary(self.analysis, self.analysis.report.names(lang))

    def _repr_html_(self) -> str:
        lines = "".join(f"<li>{line}</li>" for line in self.summary())
        return f"<p><b>{self.path}</b></p><ul>{lines}</ul>{self.table().to_html(max_rows=20)}"

    def _measure(self, name: str | None) -> Measure:
        measures = {measure.name: measure for measure in self.analysis.game.measures}
        if name is not None and name not in measures:
            raise UnknownName("measure", name, list(measures))
        return measures[name] if name is not None else self.analysis.lead

    def _told_apart(self, keys: list[str]) -> tuple[np.ndarray, pd.DataFrame]:
        """Returns cells with the columns that `keys` name, once for each part of one, and which cell each row is."""
        cells = self.analysis.run.cells.assign(row=np.arange(len(self.analysis.run.cells)))
        columns = {name: column for column in configuration(self.analysis.run.game).values() for name in _names(column)}
        for key in keys:
            if key not in columns:
                raise UnknownName("column to group by", key, list(columns))
            if key == columns[key].one:
                cells = cells.assign(**{key: cells[columns[key].name].str.split("+")}).explode(key)
        return cells["row"].to_numpy(), cells.reset_index(drop=True)

    def _means(self, column: str, measure: Measure, keys: list[str], rows: np.ndarray, cells: pd.DataFrame) -> pd.DataFrame:
        sums, luck = self.analysis.run.sums[column].taken(rows), self.analysis.luck[column]
        found = group_means(cells, measure, sums, luck, keys, rows=rows).rename(columns={"rate": "mean"})
        found = found[[*keys, "games", "mean", "low", "high"]]
        return found if measure.per == "game" else found.assign(seat=int(column.rpartition("_")[2]))


def _names(column: Column) -> list[str]:
    return [column.name, column.one] if column.one else [column.name]


def open_run(path: Path | str) -> Results:
    """Opens a run; what is no run is one clear error."""
    if not Path(path).is_dir():
        raise UserError(f"{path}: there is no such run")
    return Results(path)
