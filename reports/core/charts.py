"""Charts that any game can use: means of a measure cell by cell, distributions of what was counted."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from reports.core.analysis import Analysis
from reports.core.names import Names
from reports.core.style import COLOURS, MARKERS, TooLittleData, new_figure, percent_axis
from simulator.core.game import Measure

GAMES_AT_LEAST = 50  # of a distribution
BARS_AT_MOST = 40
ROWS_AT_MOST = 40  # of cells; beyond, those in the middle are left out
LABEL_AT_MOST = 60  # letters
ENDS = ("mean", "low", "high")


# --- means


class Marks(NamedTuple):
    """One mark per row of a chart: means with their intervals."""

    label: str | None
    ends: np.ndarray  # mean, low, high × rows


def draw_means(analysis: Analysis, measure: Measure, names: Names, title: str) -> Figure:
    """Draws the mean of a measure in every cell with its interval, of each seat if it has a value for each."""
    columns = analysis.columns_of(measure)
    if not columns:
        raise TooLittleData(f"the run has no column {measure.columns(1)[0]}")
    cells = analysis.cells
    cells = cells[cells["games"] > 0].sort_values(f"mean_{columns[0]}", kind="stable")
    shown, labels = _ends(len(cells)), cell_labels(analysis, names)
    marks = []
    for number, column in enumerate(columns):
        label = names.label("seat", number=number + 1) if measure.per == "seat" else None
        marks.append(Marks(label, cells.iloc[shown][[f"{end}_{column}" for end in ENDS]].to_numpy(float).T))
    cut = names.label("rows_shown", shown=len(shown), total=len(cells)) if len(shown) < len(cells) else ""
    below = "\n".join(filter(None, [names.measure(measure), cut]))
    return draw_forest([labels[cells.index[row]] for row in shown], marks, measure, title, below)


def draw_parts(table: pd.DataFrame, part: str, measure: Measure, names: Names, title: str) -> Figure:
    """Draws the mean of a measure for what sat at the seats, the best on top."""
    if table.empty:
        raise TooLittleData("needs games that say what sat at each seat")
    table = table[::-1]
    marks = Marks(None, table[[f"{end}_{measure.name}" for end in ENDS]].to_numpy(float).T)
    labels = [f"{names.value(row[0])} (n = {row[1]:,})" for row in table[[part, "games"]].itertuples(index=False)]
    return draw_forest(labels, [marks], measure, title, names.measure(measure))


def draw_forest(labels: list[str], marks: list[Marks], measure: Measure, title: str, below: str) -> Figure:
    """Draws rows of means with intervals; several marks of a row stand one above the other."""
    figure, (axes,) = new_figure(11, 2.2 + (0.24 + 0.1 * len(marks)) * len(labels))
    for number, (label, (mean, low, high)) in enumerate(marks):
        places = np.arange(len(labels)) + 0.16 * (number - (len(marks) - 1) / 2)
        arms = np.nan_to_num(np.clip([mean - low, high - mean], 0, None), nan=0, posinf=0)  # of one game: none
        axes.errorbar(
            mean, places, xerr=arms, fmt=MARKERS[number % 6], color=COLOURS[number % 6], capsize=3, elinewidth=1.4,
            markersize=5, label=label,
        )  # fmt: skip
    axes.set_yticks(range(len(labels)), labels, fontsize=10.5)
    axes.set_ylim(-0.7, len(labels) - 0.3)
    if measure.kind == "share":
        percent_axis(axes.xaxis)
    axes.set_xlabel(below)
    axes.set_title(title)
    axes.grid(axis="y", visible=False)
    if any(label for label, _ in marks):
        figure.legend(loc="outside lower center", ncols=min(len(marks), 5))
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
    analysis: Analysis, column: str, sides: list[Side], words: tuple[str, str, str], apart: bool = False
) -> Figure:
    """Draws how often values occur; words: title, name of the values, name of the heights.

    Sides share the games between them, or stand apart: each adds up to all of its own.
    """
    if column not in analysis.run.counts:
        raise TooLittleData(f"the run has no column {column}")
    if analysis.run.counts[column].sum() < GAMES_AT_LEAST:
        raise TooLittleData(f"needs at least {GAMES_AT_LEAST} games")
    counts = analysis.counted(column).sum(axis=0)
    total = counts.sum()
    used = np.flatnonzero(counts.sum(axis=0))
    together = max(1, -(-(used[-1] - used[0] + 1) // BARS_AT_MOST))
    edges = np.arange(used[0], used[-1] + together + 1, together)
    first, width, whole = analysis.run.bins[column]
    middles = first + width * np.arange(counts.shape[1]) + (width - whole) / 2
    places = first + width * edges - whole / 2
    figure, (axes,) = new_figure(9, 4.6)
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
        axes.stairs(heights, places, color=colour, linewidth=2.2, label=text if own.sum() else None)
    title, values, share_of = words
    percent_axis(axes.yaxis)
    axes.set_xlabel(values)
    axes.set_ylabel(share_of)
    axes.set_title(title)
    axes.grid(axis="x", visible=False)
    axes.margins(y=0.15)
    axes.legend(loc="upper right")
    return figure
