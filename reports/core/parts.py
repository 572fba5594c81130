"""Measures of seats by what sits there, as cells tell it (one part per seat, a+b) or as each game drew it. Knows no game."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd

from reports.core.analysis import Analysis
from reports.core.files import configuration, drawn_parts, seat_columns
from reports.core.rates import Sums, shares_of, stratified
from simulator.core.game import Measure, find_game

CLUSTERS = 10_000  # games are taken together beyond: what is independent stays so
BLOCK = 4_000_000  # entries worked on at a time


def seat_measures(game: str) -> tuple[Measure, ...]:
    """Returns the measures that have a value for each seat."""
    return tuple(measure for measure in find_game(game).measures if measure.per == "seat")


def parts_of(game: str) -> tuple[str, ...]:
    """Returns what kinds of things sit at seats, by the name of one: a colour, say."""
    if not seat_measures(game):
        return ()
    named = [column.one for column in configuration(game).values() if column.one]
    return tuple(dict.fromkeys([*drawn_parts(find_game(game)), *named]))


def by_part(analysis: Analysis, part: str) -> pd.DataFrame:
    """Returns games, mean and interval of every seat measure for each part, whatever seat and cell it was in.

    A mean is that of the means of the cells where the part sat, all of the same weight. In a cell, a game counts once for
    each seat in which the part sat. If nobody knows what sat there, there are no rows.
    """
    labels, seats = _drawn(analysis, part) or _named(analysis, part) or ([], [])
    table = pd.DataFrame()
    for measure in seat_measures(analysis.run.game) if labels else ():
        found = _means(analysis, measure, seats, len(labels))
        if table.empty:
            table = pd.DataFrame({part: labels, "games": found["games"]})
        table = pd.concat([table, found[["mean", "low", "high"]].add_suffix(f"_{measure.name}")], axis=1)
    if table.empty:
        return table
    lead = seat_measures(analysis.run.game)[0]
    table = table[table["games"] > 0].sort_values(f"mean_{lead.name}", ascending=lead.good == "low", kind="stable")
    return table.reset_index(drop=True)


Seats = list[np.ndarray]  # seat -> number of what sat there, -1 for nothing: cell row × game, or × 1 if all games agree


def _drawn(analysis: Analysis, part: str) -> tuple[list[str], Seats] | None:
    """Finds what sat at the seats in results."""
    columns = drawn_parts(analysis.game).get(part, ())
    if not columns or any(column not in analysis.run.played for column in columns):
        return None
    return list(analysis.game.codes[part]), [analysis.run.played[column] for column in columns]


def _named(analysis: Analysis, part: str) -> tuple[list[str], Seats] | None:
    """Finds what sat at the seats in the cells, if each names as many parts as it has seats."""
    column = next((name for name, column in configuration(analysis.run.game).items() if column.one == part), None)
    if column is None:
        return None
    teams = [text.split("+") for text in analysis.run.cells[column]]
    seats = analysis.game.seats[-1]
    lead = seat_columns(seat_measures(analysis.run.game)[0].name, seats)
    held = np.sum([analysis.run.sums[name].games > 0 for name in lead if name in analysis.run.sums], axis=0)
    if any(len(team) != count for team, count in zip(teams, held) if count):
        return None
    labels = sorted({name for team in teams for name in team})
    numbers = np.full((seats, len(teams), 1), -1, np.int16)
    for row, team in enumerate(teams):
        numbers[: len(team), row, 0] = [labels.index(name) for name in team]
    return labels, list(numbers)


def part_sums(analysis: Analysis, part: str, measure: Measure | None = None) -> tuple[list[str], Sums]:
    """Returns the names of what sat at the seats, and what a measure adds up to for each of them in each cell."""
    labels, seats = _drawn(analysis, part) or _named(analysis, part) or ([], [])
    if not labels or measure is None:
        return labels, Sums(*np.zeros((3, 0)))
    return labels, _summed(analysis, measure, seats, len(labels))


def _summed(analysis: Analysis, measure: Measure, seats: Seats, count: int) -> Sums:
    """Adds a measure up by part and cell."""
    size = count * len(analysis.run.cells)
    added = np.zeros((3, size))
    for values, stratum, _ in _pieces(analysis, measure, seats):
        for place, weights in enumerate((None, values, values**2)):
            added[place] += np.bincount(stratum, weights=weights, minlength=size)
    return Sums(*added)


def _means(analysis: Analysis, measure: Measure, seats: Seats, count: int) -> pd.DataFrame:
    """Computes means over the cells where a part sat; games of the same number share their luck, whatever the cell."""
    cells = len(analysis.run.cells)
    sums, part = _summed(analysis, measure, seats, count), np.repeat(np.arange(count), cells)
    shares = shares_of(part, sums.games > 0)
    mean, each = sums.mean(), shares / np.sqrt(np.maximum(sums.games * (sums.games - 1), 1))
    together, own = np.zeros(count * CLUSTERS), np.zeros(count)
    for values, stratum, cluster in _pieces(analysis, measure, seats):
        luck = (values - mean[stratum]) * each[stratum]
        together += np.bincount(stratum // cells * CLUSTERS + cluster, weights=luck, minlength=count * CLUSTERS)
        own += np.bincount(stratum // cells, weights=luck**2, minlength=count)
    shared = np.sum(together.reshape(count, CLUSTERS) ** 2, axis=1) - own
    found = pd.DataFrame(stratified(measure, sums, shares, part, shared))
    return found.rename(columns={"rate": "mean"})[["games", "mean", "low", "high"]]


def _pieces(analysis: Analysis, measure: Measure, seats: Seats) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Yields values, what sat there (by part and cell) and clusters of games, a block of cells of one seat at a time."""
    cells = len(analysis.run.cells)
    for name, sitting in zip(seat_columns(measure.name, len(seats)), seats):
        if name not in analysis.run.sums:
            continue
        played = analysis.run.played[name]
        step = max(1, BLOCK // played.shape[1])
        for first in range(0, len(played), step):
            values = played[first : first + step].astype(float)
            who = np.broadcast_to(sitting[first : first + step], values.shape)
            there = (who >= 0) & (values >= 0 if played.dtype == np.int8 else ~np.isnan(values))
            row, number = np.nonzero(there)
            yield values[there], who[there].astype(np.int64) * cells + first + row, number % CLUSTERS
