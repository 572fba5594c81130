"""The tables of a report: which columns they have and how each value is shown and sorted."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from reports.core.analysis import Analysis
from reports.core.dataset import Run
from reports.core.luck import is_counted
from reports.core.names import Names
from simulator.core.game import Measure

ROWS_AT_MOST = 5000  # keeps the page small; the CSV file has all rows


@dataclass(frozen=True)
class Value:
    """One field: what is shown, what it sorts by, and what else belongs to it."""

    text: str
    sort: float | None = None  # None: sorts as text
    find: str = ""  # shows the cells that contain this text
    commands: list[str] = field(default_factory=list)


Show = Callable[[Any], Value]  # a row of a frame -> one field


@dataclass(frozen=True)
class Table:
    """A table as shown in the report; `total` counts the rows before the cut."""

    key: str
    columns: list[str]
    rows: list[list[Value]]
    total: int
    headings: dict[str, str] = field(default_factory=dict)  # of columns that the locales do not know


def build(key: str, frame: pd.DataFrame, columns: dict[str, Show], headings: dict[str, str] | None = None) -> Table:
    """Makes a table of a frame: each column shows something of a row."""
    rows = [[show(row) for show in columns.values()] for row in frame.head(ROWS_AT_MOST).itertuples()]
    return Table(key, list(columns), rows, len(frame), headings or {})


# --- single values


def percent(rate: float) -> str:
    """Writes a share."""
    return f"{100 * rate:.1f}\N{NO-BREAK SPACE}%"


def decimals(numbers: Iterable[float]) -> int:
    """Returns how many digits numbers such as these need after the point, to be read beside each other."""
    finite = [abs(number) for number in numbers if np.isfinite(number)]
    return 1 if max(finite, default=0) >= 100 else 2


def written(measure: Measure, value: float, digits: int) -> str:
    """Writes a value of a measure: a share as a percentage, a number with so many digits."""
    if not np.isfinite(value):
        return "–"
    return percent(value) if measure.kind == "share" else f"{value:.{digits}f}"


def number(name: str, digits: int = 0, sign: str = "") -> Show:
    """Shows a column of numbers."""
    return lambda row: number_value(getattr(row, name), digits, sign)


def number_value(value: float, digits: int = 0, sign: str = "") -> Value:
    """Shows a number; none sorts below all others."""
    return Value("–" if not np.isfinite(value) else f"{value:{sign},.{digits}f}", float(np.nan_to_num(value, nan=-1e9)))


def identity(name: str) -> Show:
    """Shows a number that names something."""
    return lambda row: Value(str(getattr(row, name)), getattr(row, name))


def interval(digits: int = 1) -> Show:
    """Shows the columns low and high."""
    return lambda row: Value(f"{row.low:.{digits}f} … {row.high:.{digits}f}", row.high - row.low)


def rate(row: Any) -> Value:
    """Shows a share of the games of a row, if it has any."""
    return Value(percent(row.rate), row.rate) if row.games else Value("–", -1.0)


def rate_interval(row: Any) -> Value:
    """Shows the interval of a share."""
    return Value(f"{100 * row.low:.1f} – {percent(row.high)}", row.high - row.low)


def q_value(row: Any) -> Value:
    """Shows how likely a discovery is false, of what is tested."""
    if not np.isfinite(row.q):
        return Value("–", 2.0)
    return Value("< 0.001" if row.q < 0.001 else f"{row.q:.3f}", row.q)


def significant(row: Any) -> Value:
    """Marks a significant row."""
    return Value("★" if row.significant else "", float(row.significant))


TESTS: dict[str, Show] = {"q": q_value, "significant": significant}


# --- cells


def cell_measures(analysis: Analysis, names: Names) -> tuple[dict[str, Show], dict[str, str]]:
    """Returns columns with the mean of each measure and its interval, and what they are called."""
    measured = [
        (name, measure, int(name.removeprefix(f"{measure.name}_")) if measure.per == "seat" else 0)
        for measure in analysis.game.measures
        for name in analysis.columns_of(measure)
    ]
    return _measured(measured, analysis.cells, names)


def part_measures(table: pd.DataFrame, part: str, names: Names) -> tuple[dict[str, Show], dict[str, str]]:
    """Returns columns with what sat at the seats, its games and measures, and what they are called."""
    measured = [(measure.name, measure, 0) for measure in names.measures if f"mean_{measure.name}" in table]
    columns, headings = _measured(measured, table, names)
    return {part: _found_by_name(part, names), "games": number("games"), **columns}, headings


def _found_by_name(part: str, names: Names) -> Show:
    return lambda row: Value(name := names.value(getattr(row, part)), find=name)


def _measured(
    measured: list[tuple[str, Measure, int]], table: pd.DataFrame, names: Names
) -> tuple[dict[str, Show], dict[str, str]]:
    columns: dict[str, Show] = {}
    headings: dict[str, str] = {}
    for name, measure, seat in measured:
        digits = decimals(table[f"mean_{name}"])
        columns[f"mean_{name}"] = _mean(measure, name, digits)
        columns[f"interval_{name}"] = _ends(measure, name, digits)
        headings[f"mean_{name}"] = names.measure(measure, seat)
        headings[f"interval_{name}"] = names.text("columns", "interval")
    return columns, headings


def _mean(measure: Measure, column: str, digits: int) -> Show:
    def show(row: Any) -> Value:
        value = getattr(row, f"mean_{column}")
        return Value(written(measure, value, digits), number_value(value).sort)

    return show


def _ends(measure: Measure, column: str, digits: int) -> Show:
    def show(row: Any) -> Value:
        ends = getattr(row, f"low_{column}"), getattr(row, f"high_{column}")
        wide = ends[1] - ends[0]
        if not np.isfinite(wide):
            return Value("–", -1e9)
        return Value(" … ".join(written(measure, end, digits) for end in ends), wide)

    return show


def named(column: str, names: Names) -> Show:
    """Shows what a cell says of itself, in words; numbers sort as numbers."""

    def show(row: Any) -> Value:
        value = getattr(row, column)
        return Value(names.value(value), None if isinstance(value, str) else float(value))

    return show


def who_played(row: Any) -> Value:
    """Shows the policy of a cell, and by which rules it played."""
    return Value(" ".join(filter(None, [getattr(row, "policy", ""), getattr(row, "flags", "")])))


def replay_of(run: Run) -> Show:
    """Shows the commands that replay the best and the worst game of a cell, by the first measure."""
    return lambda row: Value("", commands=replay_commands(run, row.Index))


def replay_commands(run: Run, row: int) -> list[str]:
    """Returns the commands that tell and show the first of the best and of the worst games of a cell, if they differ."""
    values = next(iter(run.played.values()))[row]
    cell = run.cells["cell"].iloc[row]
    there = np.flatnonzero(is_counted(values))
    if not len(there):
        return []
    first = dict.fromkeys(int(there[find(values[there])]) for find in (np.argmax, np.argmin))
    which = [f"{shlex.quote(str(run.path))} --cell {cell} --game {game}" for game in first]
    return [f"evenkeel {command} {game}" for game in which for command in ("replay", "watch")]
