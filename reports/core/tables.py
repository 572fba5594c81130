"""The tables of a report: which columns they have and how each value is shown and sorted."""

import shlex
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from reports.core.names import Names
from reports.spirit_island.analysis import Analysis

ROWS_AT_MOST = 5000  # keeps the page small; the CSV file has all rows


@dataclass(frozen=True)
class Value:
    """One field: what is shown, what it sorts by, and what else belongs to it."""

    text: str
    sort: float | None = None  # None: sorts as text
    find: str = ""  # shows the cells that contain this text
    commands: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Table:
    """A table as shown in the report; `total` counts the rows before the cut."""

    key: str
    columns: list[str]
    rows: list[list[Value]]
    total: int


def percent(rate: float) -> str:
    return f"{100 * rate:.1f}\N{NO-BREAK SPACE}%"


def _rate(row) -> Value:
    return Value(percent(row.rate), row.rate)


def _rate_interval(row) -> Value:
    return Value(f"{100 * row.low:.1f} – {percent(row.high)}", row.high - row.low)


def _number(name: str, digits: int = 0, sign: str = "") -> Callable:
    return lambda row: number_value(getattr(row, name), digits, sign)


def number_value(value: float, digits: int = 0, sign: str = "") -> Value:
    return Value("–" if not np.isfinite(value) else f"{value:{sign},.{digits}f}", float(np.nan_to_num(value, nan=-1e9)))


def _interval(digits: int = 1) -> Callable:
    return lambda row: Value(f"{row.low:.{digits}f} … {row.high:.{digits}f}", row.high - row.low)


def inferred(row) -> str:
    """Shows an inferred difficulty, or its lower bound."""
    return f"≥ {row.low:.1f}" if row.beyond else f"{row.inferred:.1f}"


def inferred_interval(row) -> str:
    return f"{row.low:.1f} … {'∞' if row.beyond else f'{row.high:.1f}'}"


def _q(row) -> Value:
    return Value("< 0.001" if row.q < 0.001 else f"{row.q:.3f}", row.q)


def _significant(row) -> Value:
    return Value("★" if row.significant else "", float(row.significant))


def _build(key: str, frame: pd.DataFrame, columns: dict[str, Callable]) -> Table:
    rows = [[show(row) for show in columns.values()] for row in frame.head(ROWS_AT_MOST).itertuples()]
    return Table(key, list(columns), rows, len(frame))


def make_tables(analysis: Analysis, names: Names) -> dict[str, Table]:
    """Makes all tables, empty ones left out."""
    tests = {"q": _q, "significant": _significant}
    points = {"games": _number("games"), "points": _number("points", 1, "+"), "interval": _interval()}

    def spirit(column: str) -> Callable:
        return lambda row: Value(name := names.spirit(getattr(row, column)), find=name)

    def challenge(row) -> Value:
        return Value(name := names.challenge(row.adversary, row.level, row.scenario, row.thematic), find=name)

    built = [
        _build("difficulty", analysis.difficulty.challenges, {
            "challenge": challenge, "games": _number("games"),
            "rate": lambda row: Value(percent(row.wins / row.games), row.wins / row.games),
            "difficulty": _number("difficulty"), "inferred": lambda row: Value(inferred(row), row.inferred),
            "interval": lambda row: Value(inferred_interval(row), row.high - row.low),
            "departure": _number("departure", 1, "+"), **tests,
        }),
        _build("scenarios", analysis.difficulty.additions, {
            "addition": lambda row: Value(name := names.scenario(row.addition), find=name), "games": _number("games"),
            "official": _number("official", 1, "+"), "adds": _number("adds", 1, "+"), "interval": _interval(),
            "departure": _number("departure", 1, "+"), **tests,
        }),
        _build("spirits", analysis.strengths, {"spirit": spirit("spirit"), **points}),
        _build("pairings", analysis.pairs, {"first": spirit("first"), "second": spirit("second"), **points, **tests}),
        _build("match_ups", analysis.match_ups, {
            "spirit": spirit("spirit"), "adversary": lambda row: Value(names.adversary(row.adversary)), **points, **tests,
        }),
        _build("cells", analysis.cells, _cell_columns(analysis, names)),
    ]  # fmt: skip
    return {table.key: table for table in built if table.rows}


def _cell_columns(analysis: Analysis, names: Names) -> dict[str, Callable]:
    cells = analysis.cells
    columns = {
        "cell": lambda row: Value(str(row.cell), row.cell),
        "replay": lambda row: Value("", commands=replay_commands(analysis, row.Index)),
        "spirits": lambda row: Value(names.team(row.spirits)),
        "challenge": lambda row: Value(names.challenge(row.adversary, row.level, row.scenario, row.thematic)),
        "boards": lambda row: Value(row.boards),
        "policy": lambda row: Value(" ".join(filter(None, [row.policy, row.flags]))),
        "games": _number("games"),
        "rate": lambda row: _rate(row) if row.games else Value("–", -1.0),
        "interval": _rate_interval,
        "mean_score": _number("mean_score", 1),
        "mean_turns": _number("mean_turns", 1),
    }
    known = {"boards": "boards", "mean_score": "mean_score", "mean_turns": "mean_turns"}
    return {name: show for name, show in columns.items() if known.get(name, "cell") in cells}


def replay_commands(analysis: Analysis, row: int) -> list[str]:
    """Returns the commands that replay the first victory and the first defeat of a cell."""
    wins = analysis.run.wins[row]
    cell = analysis.run.cells["cell"].iloc[row]
    first = [int(found[0]) for outcome in (1, 0) if len(found := np.flatnonzero(wins == outcome))]
    return [f"evenkeel replay {shlex.quote(str(analysis.run.path))} --cell {cell} --game {game}" for game in first]


def plain_frames(analysis: Analysis) -> dict[str, pd.DataFrame]:
    """Returns the tables as plain numbers and ids, for CSV files."""
    frames = {
        "difficulty": analysis.difficulty.challenges, "scenarios": analysis.difficulty.additions,
        "spirits": analysis.strengths, "pairings": analysis.pairs, "match_ups": analysis.match_ups, "cells": analysis.cells,
    }  # fmt: skip
    return {name: frame for name, frame in frames.items() if len(frame)}
