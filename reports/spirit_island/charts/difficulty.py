"""Charts of difficulty: win rate against the official number with the inferred scale beside it, and scenarios."""

from textwrap import fill

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from reports.core.style import COLOURS, GRID, INK, MARKERS, MUTED, PAPER, TooLittleData, new_figure, percent_axis
from reports.spirit_island.analysis import IslandAnalysis
from reports.spirit_island.names import IslandNames

ROWS_AT_MOST = 32
FAR = 6.0  # points; what lies farther off is cut


def draw_difficulty(analysis: IslandAnalysis, names: IslandNames) -> Figure:
    """Draws win rates by official difficulty, one line per adversary, and what each level plays like."""
    cells = analysis.run.cells
    plain = cells[(cells["scenario"] == "none") & ~cells["thematic"]]
    # All cells take part, so that the rows of the wins stay in step; other challenges are merely not drawn.
    rates = analysis.grouped("win", ["scenario", "thematic", "adversary", "level", "difficulty"])
    rates = rates[(rates["scenario"] == "none") & ~rates["thematic"]]
    if rates["difficulty"].nunique() < 2:
        raise TooLittleData("needs adversary levels of at least two difficulties")
    order = list(dict.fromkeys(plain.sort_values("difficulty")["adversary"]))
    table = analysis.difficulty.challenges
    table = table[(table["scenario"] == "none") & ~table["thematic"]] if len(table) else table
    height = max(6.0, 1.6 + 0.27 * min(len(table), ROWS_AT_MOST))
    figure, (left, right) = new_figure(13, height, 2, width_ratios=[1.25, 1])
    _draw_rates(left, rates, order, names)
    _draw_inferred(right, table, order, analysis.difficulty.missing, names)
    left.set_title(names.text("charts", "difficulty"))
    return figure


def _draw_rates(axes: Axes, rates: pd.DataFrame, order: list[str], names: IslandNames) -> None:
    for number, adversary in enumerate(order):
        part = rates[rates["adversary"] == adversary].sort_values("difficulty")
        shift = 0.09 * (number - (len(order) - 1) / 2)  # so that intervals of equal difficulty stand side by side
        axes.errorbar(
            part["difficulty"] + shift, part["rate"], yerr=_arms(part, "rate"), label=names.adversary(adversary),
            color=COLOURS[number % 6], marker=MARKERS[number % 6], capsize=3, elinewidth=1.4,
        )  # fmt: skip
    axes.set_ylim(-0.02, 1.02)
    percent_axis(axes.yaxis)
    axes.set_xticks(np.arange(rates["difficulty"].min(), rates["difficulty"].max() + 1))
    axes.set_xlabel(names.label("official"))
    axes.set_ylabel(names.label("win_rate"))
    axes.legend(loc="lower left")


def _arms(part: pd.DataFrame, middle: str) -> np.ndarray:
    return np.clip([part[middle] - part["low"], part["high"] - part[middle]], 0, None)


def _draw_inferred(axes: Axes, table: pd.DataFrame, order: list[str], missing: str, names: IslandNames) -> None:
    if table.empty:
        axes.axis("off")
        axes.text(0.5, 0.5, fill(missing, 36), ha="center", va="center", color=MUTED, transform=axes.transAxes)
        return
    table = table.iloc[(-table["departure"].abs()).argsort()[:ROWS_AT_MOST]]
    table = table.sort_values(["difficulty", "inferred"]).reset_index(drop=True)
    for row in table.itertuples():
        number = order.index(row.adversary)
        colour, marker = COLOURS[number % 6], MARKERS[number % 6]
        low, high = np.clip([row.low, row.high], row.difficulty - FAR, row.difficulty + FAR)  # some have no end
        if np.isfinite(row.inferred):
            _draw_departure(axes, row.Index, row.difficulty, row.inferred, low, high, colour, marker)
    labels = [f"{names.challenge(row.adversary, row.level)}{' *' if row.significant else ''}" for row in table.itertuples()]
    axes.set_yticks(range(len(table)), labels, fontsize=10.5)
    for tick, significant in zip(axes.get_yticklabels(), table["significant"]):
        tick.set_fontweight("bold" if significant else "normal")
    axes.set_ylim(-0.7, len(table) - 0.3)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=14))
    key = f"○ {names.label('official')}   ● {names.label('inferred')}"
    stars = f"\n* {names.label('significant')}" if table["significant"].any() else ""
    axes.set_xlabel(f"{key}{stars}", fontsize=11)
    axes.grid(axis="y", visible=False)


def _draw_departure(
    axes: Axes, y: float, official: float, inferred: float, low: float, high: float, colour: str, marker: str
) -> None:
    """Draws one row: the official number hollow, the inferred one filled, with its interval."""
    axes.plot([official, inferred], [y, y], color=GRID, linewidth=5, solid_capstyle="round", zorder=1)
    axes.plot([low, high], [y, y], color=colour, linewidth=3, marker="|", markersize=9, zorder=2)
    axes.plot(official, y, marker="o", markerfacecolor=PAPER, markeredgecolor=INK, markersize=7, zorder=3)
    axes.plot(inferred, y, marker=marker, color=colour, markersize=6, zorder=4)


def draw_scenarios(analysis: IslandAnalysis, names: IslandNames) -> Figure:
    """Draws how much difficulty each scenario adds, beside its official number."""
    table = analysis.difficulty.additions
    if table.empty:
        raise TooLittleData(analysis.difficulty.missing or "needs challenges played with and without a scenario")
    table = table.sort_values("adds").reset_index(drop=True)
    figure, (axes,) = new_figure(10, 2.2 + 0.5 * len(table))
    for row in table.itertuples():
        high = min(row.high, row.adds + FAR)
        _draw_departure(axes, row.Index, row.official, row.adds, row.low, high, COLOURS[0], "D")
    labels = [f"{names.scenario(row.addition)}{' *' if row.significant else ''}" for row in table.itertuples()]
    axes.set_yticks(range(len(table)), labels)
    axes.set_ylim(-0.7, len(table) - 0.3)
    axes.axvline(0, color=MUTED, linewidth=1)
    key = f"○ {names.label('official')}   ◆ {names.label('inferred')}"
    stars = f"\n* {names.label('significant')}" if table["significant"].any() else ""
    axes.set_xlabel(f"{names.label('adds')}   ({key}){stars}")
    axes.set_title(names.text("charts", "scenarios"))
    axes.grid(axis="y", visible=False)
    return figure
