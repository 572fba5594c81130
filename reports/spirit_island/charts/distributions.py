"""Charts of distributions: how long games last and what they score, victories and defeats apart."""

import numpy as np
from matplotlib.figure import Figure

from reports.core.dataset import SCORE_FROM
from reports.core.names import Names
from reports.core.style import BLUE, VERMILION, TooLittleData, new_figure, percent_axis
from reports.spirit_island.analysis import Analysis

GAMES_AT_LEAST = 50
BINS_AT_MOST = 40


def draw_length(analysis: Analysis, names: Names) -> Figure:
    """Draws how many turns games last."""
    return _draw(analysis, names, "length", "turns", 0)


def draw_score(analysis: Analysis, names: Names) -> Figure:
    """Draws the scores."""
    return _draw(analysis, names, "score", "score", SCORE_FROM)


def _draw(analysis: Analysis, names: Names, chart: str, column: str, first: int) -> Figure:
    if column not in analysis.run.counts:
        raise TooLittleData(f"the run has no column {column}")
    counts = analysis.run.counts[column].sum(axis=0)
    total = counts.sum()
    if total < GAMES_AT_LEAST:
        raise TooLittleData(f"needs at least {GAMES_AT_LEAST} games")
    used = np.flatnonzero(counts.sum(axis=0))
    width = max(1, -(-(used[-1] - used[0] + 1) // BINS_AT_MOST))
    edges = np.arange(used[0], used[-1] + width + 1, width)
    figure, (axes,) = new_figure(9, 4.6)
    for side, label, colour, hatch in ((0, "defeats", VERMILION, "//"), (1, "victories", BLUE, "")):
        heights = np.array([counts[side, a : a + width].sum() / total for a in edges[:-1]])
        axes.stairs(heights, edges + first - 0.5, fill=True, facecolor=colour, edgecolor=colour, alpha=0.35, hatch=hatch)
        mean = counts[side] @ (np.arange(counts.shape[1]) + first) / max(counts[side].sum(), 1)
        text = f"{names.label(label)} ({counts[side].sum() / total:.0%}, ⌀ {mean:.1f})" if counts[side].sum() else None
        axes.stairs(heights, edges + first - 0.5, color=colour, linewidth=2.2, label=text)
    percent_axis(axes.yaxis)
    axes.set_xlabel(names.label(column))
    axes.set_ylabel(names.label("share_of_games"))
    axes.set_title(names.text("charts", chart))
    axes.grid(axis="x", visible=False)
    axes.margins(y=0.15)
    axes.legend(loc="upper right")
    return figure
