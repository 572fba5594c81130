"""Charts of difficulty: win rate against the official number with the inferred scale beside it, and scenarios."""

from textwrap import fill
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from reports.core.missing import TooLittleData
from reports.core.style import COLOURS, GRID, INK, MARKERS, MUTED, PAPER, new_figure, percent_axis, wrapped
from reports.core.tables import percent
from reports.core.tips import add_tip, told
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
        raise TooLittleData("two_difficulties")
    order = list(dict.fromkeys(plain.sort_values("difficulty")["adversary"]))
    table = analysis.difficulty.challenges
    table = table[(table["scenario"] == "none") & ~table["thematic"]] if len(table) else table
    rows = 1.0 + 0.23 * min(len(table), ROWS_AT_MOST)
    figure, (upper, lower) = new_figure(4.3 + rows, 2, height_ratios=[3.3, rows])
    _draw_rates(upper, rates, order, names)
    figure.legend(loc="outside lower center", ncols=2)
    _draw_inferred(lower, table, order, analysis.difficulty.missing, names)
    return figure


def _draw_rates(axes: Axes, rates: pd.DataFrame, order: list[str], names: IslandNames) -> None:
    for number, adversary in enumerate(order):
        part = rates[rates["adversary"] == adversary].sort_values("difficulty")
        shift = 0.09 * (number - (len(order) - 1) / 2)  # so that intervals of equal difficulty stand side by side
        axes.errorbar(
            part["difficulty"] + shift, part["rate"], yerr=_arms(part, "rate"), label=names.adversary(adversary),
            color=COLOURS[number % 6], marker=MARKERS[number % 6], capsize=2.5, elinewidth=1.2, linewidth=1.4,
        )  # fmt: skip
        for row in part.itertuples():
            text = told(percent(row.rate), percent(row.low), percent(row.high), row.games)
            add_tip(axes, row.difficulty + shift, (row.low, row.high), names.challenge(row.adversary, row.level), text)
    axes.set_ylim(-0.02, 1.02)
    percent_axis(axes.yaxis)
    axes.set_xticks(np.arange(rates["difficulty"].min(), rates["difficulty"].max() + 1))
    axes.set_xlabel(names.label("official"))
    axes.set_ylabel(names.label("win_rate"))


def _arms(part: pd.DataFrame, middle: str) -> np.ndarray:
    return np.clip([part[middle] - part["low"], part["high"] - part[middle]], 0, None)


def _draw_inferred(axes: Axes, table: pd.DataFrame, order: list[str], missing: str, names: IslandNames) -> None:
    if table.empty:
        axes.axis("off")
        axes.text(
            0.5,
            0.5,
            fill(names.text("reasons", missing), 36),
            ha="center",
            va="center",
            color=MUTED,
            transform=axes.transAxes,
        )
        return
    table = table.iloc[(-table["departure"].abs()).argsort()[:ROWS_AT_MOST]]
    table = table.sort_values(["difficulty", "inferred"]).reset_index(drop=True)
    for row in table.itertuples():
        number = order.index(row.adversary)
        colour, marker = COLOURS[number % 6], MARKERS[number % 6]
        low, high = np.clip([row.low, row.high], row.difficulty - FAR, row.difficulty + FAR)  # some have no end
        if np.isfinite(row.inferred):
            _draw_departure(axes, row.Index, row.difficulty, row.inferred, low, high, colour, marker)
            _tell_inferred(axes, row, row.difficulty, row.inferred, names.challenge(row.adversary, row.level))
    labels = [f"{names.challenge(row.adversary, row.level)}{' *' if row.significant else ''}" for row in table.itertuples()]
    axes.set_yticks(range(len(table)), labels, fontsize=11)
    for tick, significant in zip(axes.get_yticklabels(), table["significant"]):
        tick.set_fontweight("bold" if significant else "normal")
    axes.set_ylim(-0.7, len(table) - 0.3)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=12))
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


def _tell_inferred(axes: Axes, row: Any, official: float, inferred: float, name: str) -> None:
    """Says of a row what it plays like, officially and here."""
    low, high = (f"{end:.1f}" if np.isfinite(end) else sign for end, sign in ((row.low, "−∞"), (row.high, "∞")))
    around = (min(official, inferred), max(official, inferred))
    add_tip(axes, around, row.Index, name, f"○ {official:g}", f"● {told(f'{inferred:.1f}', low, high, row.games)}")


def draw_scenarios(analysis: IslandAnalysis, names: IslandNames) -> Figure:
    """Draws how much difficulty each scenario adds, beside its official number."""
    table = analysis.difficulty.additions
    if table.empty:
        raise TooLittleData(analysis.difficulty.missing or "both_ways")
    table = table.sort_values("adds").reset_index(drop=True)
    figure, (axes,) = new_figure(1.6 + 0.32 * len(table))
    for row in table.itertuples():
        high = min(row.high, row.adds + FAR)
        _draw_departure(axes, row.Index, row.official, row.adds, row.low, high, COLOURS[0], "D")
        _tell_inferred(axes, row, row.official, row.adds, names.scenario(row.addition))
    labels = [wrapped(f"{names.scenario(row.addition)}{' *' if row.significant else ''}", 23) for row in table.itertuples()]
    axes.set_yticks(range(len(table)), labels)
    axes.set_ylim(-0.7, len(table) - 0.3)
    axes.axvline(0, color=MUTED, linewidth=1)
    key = f"○ {names.label('official')}   ◆ {names.label('inferred')}"
    stars = f"\n* {names.label('significant')}" if table["significant"].any() else ""
    axes.set_xlabel(f"{names.label('adds')}\n{key}{stars}")
    axes.grid(axis="y", visible=False)
    return figure
