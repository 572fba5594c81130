"""The pairing matrix: who does better or worse together than apart."""

import numpy as np
from matplotlib import colormaps
from matplotlib.figure import Figure

from reports.core.style import MUTED, TooLittleData, new_figure, readable_on
from reports.spirit_island.analysis import IslandAnalysis
from reports.spirit_island.names import IslandNames


def draw_pairings(analysis: IslandAnalysis, names: IslandNames) -> Figure:
    """Draws the synergy of each pair in percentage points; a star marks what is significant."""
    table = analysis.pairs
    if table.empty:
        raise TooLittleData("needs several pairs of spirits, with both victories and defeats")
    spirits = sorted({*table["first"], *table["second"]})
    size = len(spirits)
    limit = max(float(table["points"].abs().max()), 2.0)
    colours = colormaps["RdBu"]
    figure, (axes,) = new_figure(4.5 + 0.72 * size, 3.2 + 0.52 * size)
    values = np.full((size, size), np.nan)
    for row in table.itertuples():
        a, b = sorted((spirits.index(row.first), spirits.index(row.second)))
        values[b, a] = row.points
        colour = readable_on(colours(0.5 + row.points / limit / 2))
        weight = "bold" if row.significant else "normal"
        axes.text(
            a + 0.5, b + 0.5, f"{row.points:+.1f}{'*' if row.significant else ''}", ha="center", va="center",
            color=colour, fontsize=11, fontweight=weight,
        )  # fmt: skip
    shown = np.ma.masked_invalid(values)
    mesh = axes.pcolormesh(shown, cmap=colours, vmin=-limit, vmax=limit, edgecolors="face", linewidth=0.2)
    axes.set_xlim(0, size)
    axes.set_ylim(size, 0)
    labels = [names.spirit(spirit) for spirit in spirits]
    axes.set_yticks(np.arange(size) + 0.5, labels)
    axes.set_xticks(np.arange(size) + 0.5, labels, rotation=35, ha="right", rotation_mode="anchor")
    axes.tick_params(length=0)
    axes.grid(visible=False)
    for side in axes.spines.values():
        side.set_visible(False)
    axes.set_title(names.text("charts", "pairings"))
    bar = figure.colorbar(mesh, ax=axes, pad=0.01, aspect=30)
    bar.outline.set_visible(False)
    bar.set_label(names.label("synergy"))
    if table["significant"].any():
        stars = f"* {names.label('significant')}"
        axes.annotate(stars, (1, 1), xycoords="axes fraction", ha="right", va="top", color=MUTED, fontsize=11)
    return figure
