"""What a reader is told who points at a mark of a chart: its value, interval and n, laid over the drawing as the page's.

A chart notes its tips in the coordinates of its axes; the page gets them as invisible boxes over the marks. Knows no game.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from markupsafe import escape
from matplotlib.axes import Axes
from matplotlib.figure import Figure

SMALLEST = 14.0  # width and height of a box, in points: what a finger can hit


class Tip(NamedTuple):
    """A box of a chart and what is told of it, line by line."""

    axes: Axes
    box: tuple[float, float, float, float]  # x and y from, x and y to
    text: str


class Drawing(Figure):
    """A figure that knows what can be told of its marks, and is drawn as SVG only once."""

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.tips: list[Tip] = []
        self.svg = ""  # once it is drawn


def add_tip(axes: Axes, x: float | tuple[float, float], y: float | tuple[float, float], *lines: str) -> None:
    """Notes what is told of a mark: a point, a line (an interval) or a box."""
    figure = axes.figure
    (left, right), (low, high) = (ends if isinstance(ends, tuple) else (ends, ends) for ends in (x, y))
    if isinstance(figure, Drawing) and np.isfinite([left, right, low, high]).all():
        figure.tips.append(Tip(axes, (float(left), float(low), float(right), float(high)), "\n".join(filter(None, lines))))


def told(value: str, low: str, high: str, games: float) -> str:
    """Writes a value with its interval and n, in any language."""
    return f"{value} ({low} … {high}), n = {games:,.0f}"


def boxes(figure: Figure) -> str:
    """Returns the tips of a figure as SVG, in its coordinates: the largest below, so that small marks can be hit."""
    found = []
    height = figure.bbox.height
    scale = 72 / figure.dpi
    for axes, (x0, y0, x1, y1), text in getattr(figure, "tips", ()):
        corners = axes.transData.transform([(x0, y0), (x1, y1)])
        (left, right), (top, bottom) = np.sort(corners[:, 0]), np.sort(height - corners[:, 1])
        sides = [_grown(*ends) for ends in ((left * scale, right * scale), (top * scale, bottom * scale))]
        found.append((sides, text))
    found.sort(key=lambda tip: -(tip[0][0][1] * tip[0][1][1]))
    rects = [
        f'<rect class="tip" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" data-tip="{escape(text)}"/>'
        for ((x, wide), (y, high)), text in found
    ]
    return f'<g fill="transparent">{"".join(rects)}</g>' if rects else ""


def _grown(low: float, high: float) -> tuple[float, float]:
    """Returns start and length of a side, at least as long as can be hit."""
    lacking = max(SMALLEST - (high - low), 0) / 2
    return low - lacking, high - low + 2 * lacking
