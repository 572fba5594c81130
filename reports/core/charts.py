"""Charts that any game can use: means of a measure cell by cell, distributions of what was counted."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reports.core.analysis import Analysis
from reports.core.missing import TooLittleData
from reports.core.names import Names
from reports.core.rates import rate_interval
from reports.core.style import COLOURS, MARKERS, new_figure, percent_axis, wrapped
from reports.core.tables import decimals, percent, written
from reports.core.tips import add_tip, told
from simulator.core.game import Measure

GAMES_AT_LEAST = 50  # of a distribution
BARS_AT_MOST = 40
ROWS_AT_MOST = 40  # of cells; beyond, those in the middle are left out
LABEL_AT_MOST = 44  # letters
ENDS = ("mean", "low", "high")


# --- means


class Marks(NamedTuple):
    """One mark per row of a chart: means with their intervals."""

    label: str | None
    ends: np.ndarray  # mean, low, high × rows
    games: np.ndarray  # of each row


def draw_means(analysis: Analysis, measure: Measure, names: Names) -> Figure:
    """Draws the mean of a measure in every cell with its interval, of each seat if it has a value for each."""
    columns = analysis.columns_of(measure)
    if not columns:
        raise TooLittleData("no_column", column=measure.columns(1)[0])
    cells = analysis.cells
    cells = cells[cells["games"] > 0].sort_values(f"mean_{columns[0]}", kind="stable")
    shown, labels = _ends(len(cells)), cell_labels(analysis, names)
    marks = []
    for number, column in enumerate(columns):
        label = names.label("seat", number=number + 1) if measure.per == "seat" else None
        ends = cells.iloc[shown][[f"{end}_{column}" for end in ENDS]].to_numpy(float).T
        marks.append(Marks(label, ends, analysis.run.sums[column].games[cells.index[shown]]))
    cut = names.label("rows_shown", shown=len(shown), total=len(cells)) if len(shown) < len(cells) else ""
    below = "\n".join(filter(None, [names.measure(measure), cut]))
    return draw_forest([labels[cells.index[row]] for row in shown], marks, measure, below)


def draw_parts(table: pd.DataFrame, part: str, measure: Measure, names: Names) -> Figure:
    """Draws the mean of a measure for what sat at the seats, the best on top."""
    if table.empty:
        raise TooLittleData("seats")
    table = table[::-1]
    marks = Marks(None, table[[f"{end}_{measure.name}" for end in ENDS]].to_numpy(float).T, table["games"].to_numpy())
    labels = [names.value(value) for value in table[part]]
    return draw_forest(labels, [marks], measure, names.measure(measure))


def draw_forest(labels: list[str], marks: list[Marks], measure: Measure, below: str) -> Figure:
    """Draws rows of means with intervals; several marks of a row stand one above the other."""
    figure, (axes,) = new_figure(1.3 + (0.3 + 0.08 * len(marks)) * len(labels))
    digits = decimals(np.concatenate([mark.ends[0] for mark in marks]))
    for number, (label, (mean, low, high), games) in enumerate(marks):
        places = np.arange(len(labels)) + 0.2 * (number - (len(marks) - 1) / 2)
        arms = np.nan_to_num(np.clip([mean - low, high - mean], 0, None), nan=0, posinf=0)  # of one game: none
        axes.errorbar(
            mean, places, xerr=arms, fmt=MARKERS[number % 6], color=COLOURS[number % 6], capsize=2.5, elinewidth=1.3,
            markersize=4.5, label=label,
        )  # fmt: skip
        for row, place in enumerate(places):
            value, lowest, highest = (written(measure, ends[row], digits) for ends in (mean, low, high))
            reach = (mean[row] - arms[0][row], mean[row] + arms[1][row])
            add_tip(axes, reach, place, " · ".join(filter(None, [labels[row], label])),
                    told(value, lowest, highest, games[row]))  # fmt: skip
    axes.set_yticks(range(len(labels)), [wrapped(label, 23) for label in labels], fontsize=11, linespacing=0.95)
    axes.set_ylim(-0.7, len(labels) - 0.3)
    if measure.kind == "share":
        percent_axis(axes.xaxis)
    axes.set_xlabel("\n".join(wrapped(line, 50) for line in below.split("\n")))
    axes.grid(axis="y", visible=False)
    if any(mark.label for mark in marks):
        figure.legend(
            loc="outside lower center", ncols=min(len(marks), 3 if all(len(mark.label or "") < 12 for mark in marks) else 2)
        )
    return figure


def _ends(count: int) -> list[int]:
    """Returns the rows that are shown: all, or the lowest and the highest."""
    if count <= ROWS_AT_MOST:
        return list(range(count))
    half = ROWS_AT_MOST // 2
    return [*range(half), *range(count - half, count)]


def cell_labels(analysis: Analysis, names: Names) -> dict[int, str]:
    """Returns what each cell is, in a line: what is the same in all of them is left out."""
    cells, shown = analysis.run.cells, {}
    for key, show in analysis.report.cell_columns(cells, names).items():
        values = [show(row) for row in cells.itertuples()]
        # A number alone would not say what it counts.
        heading = f"{names.text('columns', key)} "
        shown[key] = [value.text if value.sort is None else heading + value.text for value in values]
    varied = [texts for texts in shown.values() if len(set(texts)) > 1] or list(shown.values())[:1]
    lines = [" · ".join(filter(None, texts)) for texts in zip(*varied)]
    short = [line if len(line) <= LABEL_AT_MOST else f"{line[: LABEL_AT_MOST - 1]}…" for line in lines]
    return dict(zip(cells.index, short))


# --- distributions


class Side(NamedTuple):
    """How one side of a histogram looks."""

    label: str
    colour: str
    hatch: str = ""


def draw_distribution(
    analysis: Analysis, column: str, sides: list[Side], words: tuple[str, str], apart: bool = False
) -> Figure:
    """Draws how often values occur; words: name of the values, name of the heights.

    Sides share the games between them, or stand apart: each adds up to all of its own.
    """
    if column not in analysis.run.counts:
        raise TooLittleData("no_column", column=column)
    if analysis.run.counts[column].sum() < GAMES_AT_LEAST:
        raise TooLittleData("games", games=GAMES_AT_LEAST)
    counts = analysis.counted(column).sum(axis=0)
    total = counts.sum()
    used = np.flatnonzero(counts.sum(axis=0))
    together = max(1, -(-(used[-1] - used[0] + 1) // BARS_AT_MOST))
    edges = np.arange(used[0], used[-1] + together + 1, together)
    first, width, whole = analysis.run.bins[column]
    middles = first + width * np.arange(counts.shape[1]) + (width - whole) / 2
    places = first + width * edges - whole / 2
    figure, (axes,) = new_figure(3.6)
    for own, (label, colour, hatch) in zip(counts, sides):
        if apart and not own.sum():
            continue  # a seat that nobody held
        of = own.sum() if apart else total
        heights = np.array([own[a : a + together].sum() / of for a in edges[:-1]])
        mean = own @ middles / (own.sum() or 1)
        share = "" if apart else f"{own.sum() / total:.0%}, "
        text = f"{label} ({share}⌀ {mean:.1f})" if label else f"⌀ {mean:.1f}"
        if not apart:
            axes.stairs(heights, places, fill=True, facecolor=colour, edgecolor=colour, alpha=0.35, hatch=hatch)
        axes.stairs(heights, places, color=colour, linewidth=1.8, label=text if own.sum() else None)
        for place, height in enumerate(heights):
            _tell_bar(axes, places[place : place + 2], height, int(whole), (label, of))
    values, share_of = words
    percent_axis(axes.yaxis)
    axes.set_xlabel(values)
    axes.set_ylabel(share_of)
    axes.grid(axis="x", visible=False)
    axes.margins(y=0.05)
    if axes.get_legend_handles_labels()[1]:
        figure.legend(loc="outside lower center", ncols=2)
    return figure


def _tell_bar(axes: Axes, ends: np.ndarray, height: float, whole: int, side: tuple[str, float]) -> None:
    """Says of a bar which values it counts, their share with its interval, and of how many games."""
    if height <= 0:
        return
    label, games = side
    first, last = ends[0] + whole / 2, ends[1] - whole / 2
    low, high = rate_interval(height * games, games)
    values = f"{first:g}" if first == last else f"{first:g} – {last:g}"
    text = told(percent(height), percent(float(low)), percent(float(high)), games)
    add_tip(axes, (ends[0], ends[1]), (0, height), " · ".join(filter(None, [label, values])), text)
