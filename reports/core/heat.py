"""Heat maps that any game can use: a table of coloured fields, each with its number and what is told of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.collections import QuadMesh
from matplotlib.figure import Figure

from reports.core.style import percent_axis, readable_on, wrapped
from reports.core.tips import add_tip

EFFECTS, RATES = "RdBu", "cividis"  # colour maps: red is worse and blue is better than none; from nothing to all
ROW = 0.34  # inches, of a row whose label may have two lines
Tell = Callable[[int, int], Sequence[str]]  # row, column -> lines about a field


def heat_map(
    axes: Axes, values: np.ndarray, ends: tuple[float, float], show: Callable[[float], str], tell: Tell,
    colours: str = EFFECTS, sure: np.ndarray | None = None,
) -> QuadMesh:  # fmt: skip
    """Draws values, the first row on top; those that are `sure` are bold and have a star, missing ones empty."""
    palette, (low, high) = colormaps[colours], ends
    mesh = axes.pcolormesh(np.ma.masked_invalid(values), cmap=palette, vmin=low, vmax=high, edgecolors="face", linewidth=0.2)
    for (row, column), value in np.ndenumerate(values):
        if not np.isfinite(value):
            continue
        starred = sure is not None and bool(sure[row, column])
        axes.text(
            column + 0.5, row + 0.5, f"{show(value)}{'*' if starred else ''}", ha="center", va="center", fontsize=11,
            color=readable_on(palette((value - low) / (high - low))), fontweight="bold" if starred else "normal",
        )  # fmt: skip
        add_tip(axes, (column, column + 1), (row, row + 1), *tell(row, column))
    axes.set_ylim(len(values), 0)
    axes.grid(visible=False)
    axes.tick_params(length=0)
    for side in axes.spines.values():
        side.set_visible(False)
    return mesh


def name_fields(axes: Axes, rows: Sequence[str], columns: Sequence[str], letters: int = 17) -> None:
    """Writes the names of rows, and those of columns on top, so that they stand at the first row of a long table."""
    axes.set_yticks(np.arange(len(rows)) + 0.5, [wrapped(row, letters) for row in rows], fontsize=11, linespacing=0.95)
    axes.xaxis.tick_top()
    labels = [wrapped(column, 20) for column in columns]
    axes.set_xticks(np.arange(len(columns)) + 0.5, labels, fontsize=11)
    if max(map(len, columns), default=0) > 3:
        for label in axes.get_xticklabels():
            label.set(rotation=60, ha="left", rotation_mode="anchor")


def signed(columns: int) -> Callable[[float], str]:
    """Returns how points are written in fields of so many columns: narrow ones leave the plus to the colours."""
    sign = "+" if columns <= 10 else ""
    return lambda value: f"{value:{sign}.0f}" if abs(value) >= 0.5 else "0"


def add_bar(figure: Figure, mesh: QuadMesh, axes: Sequence[Axes], words: str, share: bool = False) -> None:
    """Adds the legend of the colours below."""
    bar = figure.colorbar(mesh, ax=list(axes), location="bottom", pad=0.02, aspect=35, fraction=0.03)
    bar.outline.set_visible(False)
    if share:
        percent_axis(bar.ax.xaxis)
    bar.set_label("\n".join(wrapped(line, 44) for line in words.split("\n")), fontsize=11)
