"""Charts of spirits: a forest plot of strength, and a heat map against adversary levels."""

from typing import NamedTuple

import numpy as np
import pandas as pd
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reports.core.style import BLUE, INK, MUTED, TooLittleData, new_figure, percent_axis, readable_on
from reports.spirit_island.analysis import IslandAnalysis
from reports.spirit_island.names import IslandNames
from reports.spirit_island.terms import is_plain

GAMES_AT_LEAST = 30  # a field of the heat map with fewer games stays empty


def draw_strength(analysis: IslandAnalysis, names: IslandNames) -> Figure:
    """Draws the strength of each spirit with its interval, strongest on top."""
    table = analysis.strengths
    if len(table) < 2:
        raise TooLittleData("needs at least two spirits and both victories and defeats")
    table = table[::-1].reset_index(drop=True)
    figure, (axes,) = new_figure(10, 1.8 + 0.45 * len(table))
    arms = np.clip([table["points"] - table["low"], table["high"] - table["points"]], 0, None)
    axes.axvline(0, color=MUTED, linewidth=1.2)
    axes.errorbar(table["points"], table.index, xerr=arms, fmt="o", color=BLUE, capsize=4, elinewidth=2)
    axes.set_yticks(table.index, [names.spirit(spirit) for spirit in table["spirit"]])
    for row in table.itertuples():
        axes.annotate(
            f"{row.points:+.1f}", (row.high, row.Index), xytext=(8, 0), textcoords="offset points", va="center", fontsize=11
        )
    axes.set_ylim(-0.7, len(table) - 0.3)
    axes.margins(x=0.12)
    axes.set_xlabel(names.label("strength"))
    axes.set_title(names.text("charts", "strength"))
    axes.grid(axis="y", visible=False)
    return figure


class Heat(NamedTuple):
    """Win rates of spirits against adversary levels: means over cells, all of the same weight."""

    spirits: list[str]  # the strongest last
    levels: list[tuple[str, int]]
    games: np.ndarray  # spirit × level
    rates: np.ndarray


def heat_table(analysis: IslandAnalysis) -> Heat:
    """Averages the win rates of the cells of each spirit against each adversary level, and over all of its cells."""
    cells = analysis.cells[is_plain(analysis.run.cells)]
    cells = cells[cells["games"] > 0]
    order = list(cells.groupby("adversary")["difficulty"].min().sort_values(kind="stable").index)
    levels = sorted(set(zip(cells["adversary"], cells["level"])), key=lambda pair: (order.index(pair[0]), pair[1]))
    own = cells.assign(spirit=[sorted(set(team.split("+"))) for team in cells["spirits"]]).explode("spirit")
    spirits = list(own.groupby("spirit")["rate"].mean().sort_values(kind="stable").index)
    fields = own.groupby(["spirit", "adversary", "level"]).agg({"games": "sum", "rate": "mean"})
    every = pd.MultiIndex.from_tuples([(spirit, *level) for spirit in spirits for level in levels], names=fields.index.names)
    fields = fields.reindex(every)
    shape = len(spirits), len(levels)
    games = fields["games"].fillna(0).to_numpy().reshape(shape)
    return Heat(spirits, levels, games, fields["rate"].to_numpy().reshape(shape))


def draw_heatmap(analysis: IslandAnalysis, names: IslandNames) -> Figure:
    """Draws the win rate of each spirit against each adversary level; the best spirits stand on top."""
    spirits, levels, games, rates = heat_table(analysis)
    rates = np.where(games >= GAMES_AT_LEAST, rates, np.nan)
    if np.isfinite(rates).sum() < 2:
        raise TooLittleData(f"needs at least {GAMES_AT_LEAST} games in two combinations")
    figure, (axes,) = new_figure(max(10, 4.5 + 0.36 * len(levels)), 2.6 + 0.42 * len(spirits))
    colours = colormaps["cividis"]
    mesh = axes.pcolormesh(np.ma.masked_invalid(rates), cmap=colours, vmin=0, vmax=1, edgecolors="face", linewidth=0.2)
    for (row, column), rate in np.ndenumerate(rates):
        text, colour = (f"{100 * rate:.0f}", readable_on(colours(rate))) if np.isfinite(rate) else ("·", MUTED)
        axes.text(column + 0.5, row + 0.5, text, ha="center", va="center", fontsize=10, color=colour)
    axes.set_yticks(np.arange(len(spirits)) + 0.5, [names.spirit(spirit) for spirit in spirits])
    axes.set_xticks(np.arange(len(levels)) + 0.5, [str(level) for _, level in levels])
    _name_groups(axes, [adversary for adversary, _ in levels], names)
    axes.set_title(names.text("charts", "heatmap"))
    axes.grid(visible=False)
    axes.tick_params(length=0)
    bar = figure.colorbar(mesh, ax=axes, pad=0.01, aspect=30)
    bar.outline.set_visible(False)
    percent_axis(bar.ax.yaxis)
    return figure


def _name_groups(axes: Axes, adversaries: list[str], names: IslandNames) -> None:
    """Writes each adversary once below its levels, and parts the adversaries by a line."""
    for adversary in dict.fromkeys(adversaries):
        first = adversaries.index(adversary)
        last = first + adversaries.count(adversary)
        if first:
            axes.axvline(first, color=INK, linewidth=2)
        narrow = last - first < 3
        axes.annotate(
            names.adversary(adversary), ((first + last) / 2, 0), xytext=(0, -26), xycoords="data", fontsize=11,
            textcoords="offset points", ha="right" if narrow else "center", va="top", rotation=30 if narrow else 0,
        )  # fmt: skip
