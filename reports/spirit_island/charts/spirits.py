"""Charts of spirits: a forest plot of strength, and a heat map against adversary levels."""

from typing import NamedTuple

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from reports.core.charts import Marks, draw_forest
from reports.core.heat import RATES, add_bar, heat_map, name_fields
from reports.core.missing import TooLittleData
from reports.core.rates import rate_interval
from reports.core.style import MUTED, PAPER, new_figure
from reports.core.tables import percent
from reports.core.tips import told
from reports.spirit_island.analysis import IslandAnalysis
from reports.spirit_island.names import IslandNames
from reports.spirit_island.terms import is_plain
from simulator.core.game import Measure

POINTS = Measure("points", "number")
TOP = 1.5  # inches above the first row, for the names of spirits
GAMES_AT_LEAST = 30  # a field of the heat map with fewer games stays empty


def draw_strength(analysis: IslandAnalysis, names: IslandNames) -> Figure:
    """Draws the strength of each spirit with its interval, strongest on top."""
    table = analysis.strengths
    if len(table) < 2:
        raise TooLittleData("spirits")
    table = table[::-1].reset_index(drop=True)
    marks = Marks(None, table[["points", "low", "high"]].to_numpy(float).T, table["games"].to_numpy())
    labels = [names.spirit(spirit) for spirit in table["spirit"]]
    figure = draw_forest(labels, [marks], POINTS, names.label("strength"))
    figure.axes[0].axvline(0, color=MUTED, linewidth=1.2, zorder=0)
    return figure


class Heat(NamedTuple):
    """Win rates of spirits against adversary levels: means over cells, all of the same weight."""

    spirits: list[str]  # the strongest first
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
    spirits = list(own.groupby("spirit")["rate"].mean().sort_values(ascending=False, kind="stable").index)
    fields = own.groupby(["spirit", "adversary", "level"]).agg({"games": "sum", "rate": "mean"})
    every = pd.MultiIndex.from_tuples([(spirit, *level) for spirit in spirits for level in levels], names=fields.index.names)
    fields = fields.reindex(every)
    shape = len(spirits), len(levels)
    games = fields["games"].fillna(0).to_numpy().reshape(shape)
    return Heat(spirits, levels, games, fields["rate"].to_numpy().reshape(shape))


def draw_heatmap(analysis: IslandAnalysis, names: IslandNames) -> Figure:
    """Draws the win rate of each spirit (column) against each adversary level; the best spirits stand on the left."""
    spirits, levels, games, rates = heat_table(analysis)
    rates = np.where(games >= GAMES_AT_LEAST, rates, np.nan)
    if np.isfinite(rates).sum() < 2:
        raise TooLittleData("games_of_two", games=GAMES_AT_LEAST)
    figure, (axes,) = new_figure(TOP + 1.1 + 0.25 * len(levels))
    low, high = rate_interval(np.nan_to_num(rates) * games, games)

    def tell(row: int, column: int) -> list[str]:
        if not np.isfinite(rates[column, row]):
            return []
        rate, lowest, highest = (percent(float(table[column, row])) for table in (rates, low, high))
        text = told(rate, lowest, highest, games[column, row])
        return [f"{names.spirit(spirits[column])} · {names.challenge(*levels[row])}", text]

    mesh = heat_map(axes, rates.T, (0, 1), lambda rate: f"{100 * rate:.0f}", tell, RATES)
    name_fields(axes, [names.challenge(*level) for level in levels], [names.spirit(spirit) for spirit in spirits], 24)
    for row, (one, other) in enumerate(zip(levels, levels[1:]), 1):
        if one[0] != other[0]:
            axes.axhline(row, color=PAPER, linewidth=3)
    add_bar(figure, mesh, [axes], names.label("win_rate"), share=True)
    return figure
