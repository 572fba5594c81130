"""Charts beside people's games: factions, and what tiles and cards do, coefficient by coefficient."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reports.core.style import BLUE, MUTED, ORANGE, TooLittleData, new_figure
from reports.terra_mystica import people
from reports.terra_mystica.analysis import TerraAnalysis
from reports.terra_mystica.names import TerraNames

NEEDS = "needs four-player games: people's figures are about those"


def draw_people(analysis: TerraAnalysis, names: TerraNames) -> Figure:
    """Draws our strength of each faction against people's; on the line both agree."""
    if analysis.agreement.empty or analysis.main is None:
        raise TooLittleData(NEEDS)
    table = analysis.faction_tables[analysis.main.key].set_index("faction")
    theirs = people.of_factions("strength").reindex(table.index)
    ours = table["strength"]
    figure, (axes,) = new_figure(9.5, 7.4)
    arms = np.clip([ours - table["low"], table["high"] - ours], 0, None)
    centred = theirs - theirs.mean()
    axes.errorbar(centred, ours, yerr=arms, fmt="o", color=BLUE, capsize=3, elinewidth=1.5)
    points = {names.faction(faction): (float(centred[faction]), float(ours[faction])) for faction in table.index}
    _name_points(axes, points)
    _draw_even(axes, centred.to_numpy(), ours.to_numpy())
    axes.set_xlabel(names.label("people_strength"))
    axes.set_ylabel(names.label("strength"))
    axes.set_title(names.text("charts", "people"))
    axes.margins(x=0.14)
    return figure


def _name_points(axes: Axes, points: dict[str, tuple[float, float]]) -> None:
    """Names points to their right; where that would hide the name of a neighbour, to their left."""
    wide, high = (max(values) - min(values) or 1.0 for values in zip(*points.values()))
    right: list[tuple[float, float]] = []
    for name, (x, y) in sorted(points.items(), key=lambda item: item[1][0]):
        crowded = any(abs(y - other[1]) < 0.045 * high and abs(x - other[0]) < 0.2 * wide for other in right)
        side, place = ("right", -7) if crowded else ("left", 7)
        axes.annotate(name, (x, y), xytext=(place, 4), textcoords="offset points", ha=side, fontsize=11)
        if not crowded:
            right.append((x, y))


def draw_people_setups(analysis: TerraAnalysis, names: TerraNames) -> Figure:
    """Draws our effects of cards and tiles against people's."""
    table = analysis.setups
    if table.empty or analysis.agreement.empty:
        raise TooLittleData(analysis.setup_missing or NEEDS)
    table = table[np.isfinite(table["people"].to_numpy(float))]
    figure, both = new_figure(12, 6, columns=2)
    for axes, chosen, colour, title in (
        (both[0], table["round"] == 0, BLUE, "cards"),
        (both[1], table["round"] > 0, ORANGE, "tiles"),
    ):
        part = table[chosen]
        axes.scatter(part["people"], part["points"], s=22, color=colour, alpha=0.6, edgecolors="none")
        _draw_even(axes, part["people"].to_numpy(float), part["points"].to_numpy(float))
        rank = people.spearman(part["points"].to_numpy(float), part["people"].to_numpy(float)) if len(part) > 3 else np.nan
        axes.set_title(f"{names.text('charts', title)} (n = {len(part)}, ρ = {rank:+.2f})", fontsize=12)
        axes.set_xlabel(names.label("people_effect"))
        axes.set_ylabel(names.label("our_effect"))
    return figure


def _draw_even(axes: Axes, across: np.ndarray, up: np.ndarray) -> None:
    """Draws the line of equal values, and the axes through none."""
    low, high = min(across.min(), up.min(), 0), max(across.max(), up.max(), 0)
    axes.plot([low, high], [low, high], color=MUTED, linestyle=":", linewidth=1.4, zorder=0)
    axes.axhline(0, color=MUTED, linewidth=0.8, zorder=0)
    axes.axvline(0, color=MUTED, linewidth=0.8, zorder=0)
