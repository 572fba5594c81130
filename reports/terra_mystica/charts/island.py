"""The map: where start dwellings stand, and where structures stand at the end."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import RegularPolygon

from reports.core.missing import TooLittleData
from reports.core.rates import rate_interval
from reports.core.style import INK, new_figure, readable_on
from reports.core.tables import percent
from reports.core.tips import add_tip, told
from reports.terra_mystica.analysis import TerraAnalysis
from reports.terra_mystica.games import Totals
from reports.terra_mystica.hexmap import LAND, RADIUS, UP, WATER, place
from reports.terra_mystica.names import TerraNames
from simulator.core.game import find_game
from simulator.terra_mystica.record import vocabulary as v

CIRCLE = "#1b2631"
LARGEST = 0.46  # radius of the largest circle, in hexes
WRITTEN = 0.3  # of the largest share: smaller circles have no room for a number


def draw_starts(analysis: TerraAnalysis, names: TerraNames) -> Figure:
    """Draws where start dwellings stand: for each hex, the share of the seats at home there that begin on it."""
    totals = _totals(analysis)
    if not totals.first_sites.any():
        raise TooLittleData("no_starts")
    seats = totals.seats @ _at_home()  # terrain -> seats of the factions at home there
    share = totals.first_sites.sum(axis=0) / np.maximum(seats[np.maximum(_terrain(), 0)], 1)
    return _draw(share, seats[np.maximum(_terrain(), 0)], names, "starts", names.label("of_seats"))


def draw_sites(analysis: TerraAnalysis, names: TerraNames) -> Figure:
    """Draws where structures stand at the end: for each hex, in which share of the games."""
    totals = _totals(analysis)
    if not totals.built.any():
        raise TooLittleData("no_sites")
    games = totals.seats.sum() / analysis.games.main.players  # type: ignore[union-attr]
    share = totals.built.sum(axis=0) / games
    return _draw(share, np.full(len(share), games), names, "sites", names.label("share_of_games"))


def _totals(analysis: TerraAnalysis) -> Totals:
    if analysis.totals is None:
        raise TooLittleData("all_taken")
    return analysis.totals


def _terrain() -> np.ndarray:
    """Returns the printed terrain of each hex, -1 for river."""
    terrain = find_game("terra_mystica").content().tables[0]["terrain"].astype(int)
    return np.where(terrain == v.RIVER, -1, terrain)


def _at_home() -> np.ndarray:
    """Returns which faction is at home in which terrain, faction × terrain."""
    home = find_game("terra_mystica").content().tables[0]["home"].astype(int)
    return np.eye(len(v.TERRAINS))[home]


def _draw(share: np.ndarray, of: np.ndarray, names: TerraNames, chart: str, words: str) -> Figure:
    """Draws the map; the area of a circle is a share, written into its hex in percent."""
    content = find_game("terra_mystica").content()
    figure, (axes,) = new_figure(3.9)
    terrain, largest = _terrain(), max(float(share.max()), 1e-9)
    for hexagon, cell in enumerate(content.island.cells):
        x, down = place(cell)
        y = -down
        colour = WATER if terrain[hexagon] < 0 else LAND[terrain[hexagon]]
        axes.add_patch(RegularPolygon((x, y), 6, radius=RADIUS, facecolor=colour, edgecolor="#fefefe", linewidth=0.8))
        if terrain[hexagon] >= 0:
            _mark(axes, x, y, share[hexagon], largest)
            low, high = rate_interval(share[hexagon] * of[hexagon], of[hexagon])
            text = told(percent(share[hexagon]), percent(float(low)), percent(float(high)), of[hexagon])
            add_tip(axes, (x - 0.45, x + 0.45), (y - 0.45, y + 0.45), content.hexes[hexagon], text)
    axes.set_xlim(-0.7, 13.2)
    axes.set_ylim(-8 * UP - 0.75, 0.75)
    axes.set_aspect("equal")
    axes.axis("off")
    axes.text(0.0, -0.02, words, transform=axes.transAxes, fontsize=11, color=INK, va="top", wrap=True)
    return figure


def _mark(axes: Axes, x: float, y: float, share: float, largest: float) -> None:
    """Draws one hex: a circle as large as its share, and the share itself where there is room for it."""
    if share <= 0:
        return
    axes.add_patch(_circle(x, y, LARGEST * np.sqrt(share / largest)))
    if share >= WRITTEN * largest:
        axes.text(x, y, f"{100 * share:.0f}", ha="center", va="center", fontsize=11, color=readable_on((0.1, 0.15, 0.2)))


def _circle(x: float, y: float, radius: float) -> RegularPolygon:
    return RegularPolygon((x, y), 40, radius=radius, facecolor=CIRCLE, edgecolor="none", alpha=0.85)
