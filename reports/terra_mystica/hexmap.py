"""The map of hexes as charts and pages draw it: where each hex lies and what colour its terrain has."""

from __future__ import annotations

import math

# In the order of v.TERRAINS: light enough for dark circles, apart enough to be told.
LAND = ("#e9d16c", "#c39a6b", "#7d7a78", "#7fb2dd", "#7fb77e", "#c9cdd2", "#d98a76")
STRONG = ("#d9a800", "#8a5424", "#4b4643", "#1f6fb5", "#2c8a43", "#7d8b99", "#c8372d")  # of the factions at home there
WATER = "#dcecf7"
UP = math.sqrt(3) / 2  # from row to row, in hexes
RADIUS = 1 / math.sqrt(3)  # of a hex, from its middle to its corners


def place(cell: tuple[int, int]) -> tuple[float, float]:
    """Returns where the middle of a hex lies, in hexes, y downwards: every other row is half a hex further right."""
    row, column = cell
    return column + (row % 2) / 2, row * UP


def corners(cell: tuple[int, int], size: float = 1.0) -> list[tuple[float, float]]:
    """Returns the corners of a hex."""
    x, y = place(cell)
    angles = [math.pi * (2 * number + 1) / 6 for number in range(6)]
    return [(x + size * RADIUS * math.cos(angle), y + size * RADIUS * math.sin(angle)) for angle in angles]
