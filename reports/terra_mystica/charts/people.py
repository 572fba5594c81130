"""Charts beside people's games: factions, and what tiles and cards do, coefficient by coefficient."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reports.core.missing import TooLittleData
from reports.core.style import BLUE, MUTED, ORANGE, new_figure, wrapped
from reports.core.tips import add_tip, told
from reports.terra_mystica import people
from reports.terra_mystica.analysis import TerraAnalysis
from reports.terra_mystica.names import TerraNames

LETTER, LINE = 0.03, 0.055  # of a chart: how wide a letter and how high a line is
NEEDS = "fours"  # people's figures are about four-player games


def draw_people(analysis: TerraAnalysis, names: TerraNames) -> Figure:
    """Draws our strength of each faction against people's; on the line both agree."""
    if analysis.agreement.empty or analysis.main is None:
        raise TooLittleData(NEEDS)
    table = analysis.faction_tables[analysis.main.key].set_index("faction")
    theirs = people.of_factions("strength").reindex(table.index)
    ours = table["strength"]
    figure, (axes,) = new_figure(4.6)
    arms = np.clip([ours - table["low"], table["high"] - ours], 0, None)
    centred = theirs - theirs.mean()
    axes.errorbar(centred, ours, yerr=arms, fmt="o", color=BLUE, capsize=3, elinewidth=1.5)
    points = {names.faction(faction): (float(centred[faction]), float(ours[faction])) for faction in table.index}
    _name_points(axes, points)
    for faction, row in table.iterrows():
        value = told(f"{row['strength']:+.1f}", f"{row['low']:+.1f}", f"{row['high']:+.1f}", row["games"])
        theirs_told = f"{names.label('people')}: {centred[faction]:+.1f}"
        add_tip(axes, centred[faction], (row["low"], row["high"]), names.faction(faction), value, theirs_told)
    _draw_even(axes, centred.to_numpy(), ours.to_numpy())
    axes.set_xlabel(wrapped(names.label("people_strength"), 50))
    axes.set_ylabel(wrapped(names.label("strength"), 40))
    axes.margins(x=0.14)
    return figure


def _name_points(axes: Axes, points: dict[str, tuple[float, float]]) -> None:
    """Names points beside them, those that stand out first; one without room keeps its name for who points at it."""
    wide, high = (max(values) - min(values) or 1.0 for values in zip(*points.values()))
    taken: list[tuple[float, float, float]] = []  # left, right, height
    for name, (x, y) in sorted(points.items(), key=lambda item: -abs(item[1][1] - item[1][0])):
        for side, step in (("left", 1), ("right", -1)):
            ends = sorted((x, x + step * wide * LETTER * (len(name) + 2)))
            if all(ends[1] < left or ends[0] > right or abs(y - other) > LINE * high for left, right, other in taken):
                axes.annotate(name, (x, y), xytext=(6 * step, 4), textcoords="offset points", ha=side, fontsize=11)
                taken.append((ends[0], ends[1], y))
                break


def draw_people_setups(analysis: TerraAnalysis, names: TerraNames) -> Figure:
    """Draws our effects of cards and tiles against people's."""
    table = analysis.setups
    if table.empty or analysis.agreement.empty:
        raise analysis.setup_missing or TooLittleData(NEEDS)
    table = table[np.isfinite(table["people"].to_numpy(float))]
    figure, both = new_figure(7.4, 2)
    for axes, chosen, colour, title in (
        (both[0], table["round"] == 0, BLUE, "cards"),
        (both[1], table["round"] > 0, ORANGE, "tiles"),
    ):
        part = table[chosen]
        axes.scatter(part["people"], part["points"], s=22, color=colour, alpha=0.6, edgecolors="none")
        for row in part.itertuples():
            value = told(f"{row.points:+.1f}", f"{row.low:+.1f}", f"{row.high:+.1f}", row.games)
            what = f"{names.faction(row.faction)} · {names.what(row.what, row.round)}"
            add_tip(axes, row.people, row.points, what, value, f"{names.label('people')}: {row.people:+.1f}")
        _draw_even(axes, part["people"].to_numpy(float), part["points"].to_numpy(float))
        rank = people.spearman(part["points"].to_numpy(float), part["people"].to_numpy(float)) if len(part) > 3 else np.nan
        axes.set_title(f"{names.text('charts', title)} (n = {len(part)}, ρ = {rank:+.2f})", fontsize=11.5)
        axes.set_xlabel(names.label("people_effect"))
        axes.set_ylabel(names.label("our_effect"))
    return figure


def _draw_even(axes: Axes, across: np.ndarray, up: np.ndarray) -> None:
    """Draws the line of equal values, and the axes through none."""
    low, high = min(across.min(), up.min(), 0), max(across.max(), up.max(), 0)
    axes.plot([low, high], [low, high], color=MUTED, linestyle=":", linewidth=1.4, zorder=0)
    axes.axhline(0, color=MUTED, linewidth=0.8, zorder=0)
    axes.axvline(0, color=MUTED, linewidth=0.8, zorder=0)
