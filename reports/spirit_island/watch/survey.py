"""Surveys the island: finds a place for every border of the lands, once, from what `boards.yaml` says touches what.

The lands of a board are the faces of a planar graph. Three lands that touch each other in pairs meet in a point; at the
edge of a board a border ends in a point too. The points are first put in the middle of those they are joined to (after
Tutte: then no two borders cross), then moved until the lands are of like size and round, and no border is too short to
be seen. The result is kept in `island.yaml`; `python -m reports.spirit_island.watch.survey` makes it again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from scipy.optimize import minimize

from simulator.spirit_island.language.island import SIDE_LENGTH, adjacency
from simulator.spirit_island.language.schema import CONTENT

FILE = Path(__file__).parent / "island.yaml"
HEAD = (
    "# Where the borders of the lands run: points, and for each land those around it. Made by survey.py from boards.yaml.\n"
)
UP = np.sqrt(3) / 2
CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.5, UP), (0.5, UP))  # of a balanced board, 0 to 3
OCEAN_SIDE = 3
CENTRE = ("E10", "NE6", "NW9", "W6")  # the four corners of the thematic boards meet (R30.3)
OUTLINE = ("W9", "W1", "W2", "W3", "NW1", "NW2", "NW3", "NW4", "NW7", "NE9", "NE5", "NE1", "NE2", "NE3", "NE4", "E1", "E2",
           "E3", "E7", "W10")  # thematic lands around the island, clockwise from the south-west  # fmt: skip
WIDTH, HEIGHT, SQUARENESS = 2.6, 1.9, 2.8  # of the thematic island: a rounded rectangle
ROUNDNESS = 0.045  # how much round lands count against lands of like size
SHORTEST = 0.11  # length of a border below which it can hardly be seen
Point = tuple[float, float]


@dataclass
class Chart:
    """Lands to be placed: their points, and the borders between them."""

    lands: list[str]
    borders: dict[str, list[tuple[str, str]]] = field(default_factory=dict)  # land -> pairs of points
    fixed: dict[str, Point] = field(default_factory=dict)
    along: dict[str, float] = field(default_factory=dict)  # points that may slide along the outline: their place on it
    coast: list[tuple[str, str]] = field(default_factory=list)  # borders with the sea
    straight: list[tuple[str, str]] = field(default_factory=list)  # sides that boards have in common

    def add_border(self, land: str, one: str, other: str) -> None:
        """Adds a piece of the border of a land."""
        self.borders.setdefault(land, []).append((one, other))

    def ring(self, land: str) -> list[str]:
        """Returns the points around a land, in order."""
        pieces = list(self.borders[land])
        ring = list(pieces.pop(0))
        while pieces:
            piece = next(piece for piece in pieces if ring[-1] in piece)
            pieces.remove(piece)
            ring.append(piece[0] if piece[1] == ring[-1] else piece[1])
        return ring[:-1]


def meetings(neighbours: Mapping[str, set[str]], four: Sequence[str] = ()) -> list[tuple[str, ...]]:
    """Returns the lands that meet in each point inside: three that touch each other in pairs, or the four at the centre."""
    threes = [three for three in combinations(neighbours, 3) if all(b in neighbours[a] for a, b in combinations(three, 2))]
    return [three for three in threes if not set(three) <= set(four)] + [tuple(four)] * bool(four)


def join(chart: Chart, neighbours: Mapping[str, set[str]], points: Mapping[str, set[str]]) -> Chart:
    """Adds the borders between lands: each runs between the two points where both lands are."""
    for one, other in combinations(chart.lands, 2):
        ends = [point for point, lands in points.items() if {one, other} <= lands]
        if other in neighbours[one] and len(ends) == 2:  # the diagonals at the centre share a single point
            chart.add_border(one, *ends)
            chart.add_border(other, *ends)
    return chart


def balanced_chart(boards: Mapping[str, Any], board: str) -> Chart:
    """Returns a balanced board: its outline is given, what is inside is not."""
    facts = boards["balanced"][board]
    neighbours = adjacency(boards, [board])
    chart = Chart(list(neighbours))
    coast = [land for land, known in facts["lands"].items() if known.get("coastal")]
    steps = [SIDE_LENGTH * step / len(coast) for step in range(1, len(coast))]
    sides = [*facts["sides"], {"lands": coast[::-1], "breaks": steps}]
    points = {"-".join(lands): set(lands) for lands in meetings(neighbours)}
    for number, side in enumerate(sides):  # clockwise: from corner n + 1 to corner n
        start, end = np.array(CORNERS[(number + 1) % 4]), np.array(CORNERS[number])
        names = [f"corner {(number + 1) % 4}", *("-".join(pair) for pair in zip(side["lands"], side["lands"][1:]))]
        for name, place in zip(names, [0, *side["breaks"]]):
            x, y = start + (end - start) * place / SIDE_LENGTH
            chart.fixed[name] = (float(x), float(y))
        for land, one, other in zip(side["lands"], names, [*names[1:], f"corner {number}"]):
            chart.add_border(land, one, other)
            (chart.coast if number == OCEAN_SIDE else chart.straight).append((one, other))
        points |= {name: set(name.split("-")) for name in names[1:]}
    return join(chart, neighbours, points)


def outline(place: float) -> np.ndarray:
    """Returns a point of the outline of the thematic island; the place runs clockwise from 0 to 1, from the south-west."""
    angle = 2 * np.pi * (-0.375 - place)
    x, y = np.cos(angle), np.sin(angle)
    bend = (abs(x) ** SQUARENESS + abs(y) ** SQUARENESS) ** (-1 / SQUARENESS)
    return np.array((WIDTH / 2 * (1 + x * bend), HEIGHT / 2 * (1 + y * bend)))


def thematic_chart(boards: Mapping[str, Any]) -> Chart:
    """Returns the whole thematic island."""
    neighbours = adjacency(boards, list(boards["thematic"]))
    chart = Chart(list(neighbours))
    facts = {land: known for board in boards["thematic"].values() for land, known in board["lands"].items()}
    coastal = [land for land, known in facts.items() if known.get("coastal")]
    points = {"-".join(lands): set(lands) for lands in meetings(neighbours, CENTRE)}
    for number, land in enumerate(OUTLINE):
        names = [f"{OUTLINE[number - 1]}-{land}", f"{land} outside", f"{land}-{OUTLINE[(number + 1) % len(OUTLINE)]}"]
        for one, other in zip(names, names[1:]):
            chart.add_border(land, one, other)
            if land in coastal:
                chart.coast.append((one, other))
        points[names[0]] = {OUTLINE[number - 1], land}
        chart.along |= {names[0]: number / len(OUTLINE), names[1]: (number + 0.5) / len(OUTLINE)}
    return join(chart, neighbours, points)


# --- placing


def place_points(chart: Chart) -> dict[str, Point]:
    """Places the points of a chart: those inside in the middle of their neighbours, then better."""
    rings = {land: chart.ring(land) for land in chart.lands}
    names = list(dict.fromkeys(point for ring in rings.values() for point in ring))
    inside = [name for name in names if name not in chart.fixed and name not in chart.along]
    places = {**{name: np.array(place) for name, place in chart.fixed.items()},
              **{name: outline(place) for name, place in chart.along.items()}}  # fmt: skip
    places |= dict(zip(inside, _middles(rings, names, inside, places)))
    numbers = {name: number for number, name in enumerate(names)}
    rows = [[numbers[name] for name in _counter_clockwise(ring, places)] for ring in rings.values()]
    longest = max(map(len, rows))
    corners = np.array([row + row[-1:] * (longest - len(row)) for row in rows])

    def spread(moved: np.ndarray) -> np.ndarray:
        free, slid = moved[: 2 * len(inside)].reshape(-1, 2), moved[2 * len(inside) :]
        known = {**places, **dict(zip(inside, free)), **{name: outline(place) for name, place in zip(chart.along, slid)}}
        return np.array([known[name] for name in names])

    begin = np.concatenate([*(places[name] for name in inside), np.array(list(chart.along.values()))])
    best = minimize(lambda moved: _ugliness(spread(moved), corners), begin, method="L-BFGS-B", options={"maxfun": 400_000})
    return {name: (round(float(x), 3), round(float(y), 3)) for name, (x, y) in zip(names, spread(best.x))}


def _middles(
    rings: Mapping[str, list[str]], names: list[str], inside: list[str], places: Mapping[str, np.ndarray]
) -> np.ndarray:
    """Returns places for the points inside, each in the middle of those it is joined to."""
    joined = {name: set[str]() for name in names}
    for ring in rings.values():
        for one, other in zip(ring, [*ring[1:], ring[0]]):
            joined[one].add(other)
            joined[other].add(one)
    matrix, right = np.zeros((len(inside), len(inside))), np.zeros((len(inside), 2))
    for row, name in enumerate(inside):
        matrix[row, row] = len(joined[name])
        for other in sorted(joined[name]):
            if other in places:
                right[row] += places[other]
            else:
                matrix[row, inside.index(other)] -= 1
    return np.linalg.solve(matrix, right)


def _counter_clockwise(ring: list[str], places: Mapping[str, np.ndarray]) -> list[str]:
    return ring if _area(np.array([places[name] for name in ring])) > 0 else ring[::-1]


def _area(corners: np.ndarray) -> float:
    x, y = corners[:, 0], corners[:, 1]
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def _ugliness(points: np.ndarray, lands: np.ndarray) -> float:
    """Returns how far the lands are from being of like size and round; borders that cross cost most.

    `lands` holds the points around each land, its last one repeated to the end of the row.
    """
    start = points[lands]
    end = np.roll(start, -1, axis=1)
    areas = (start[..., 0] * end[..., 1] - start[..., 1] * end[..., 0]).sum(axis=1) / 2
    lengths = np.linalg.norm(start - end, axis=2)
    small = np.maximum(areas, 1e-4)
    uneven = np.log(small / areas.mean()) ** 2
    short = np.where(lands != np.roll(lands, -1, axis=1), np.maximum(SHORTEST - lengths, 0) ** 2, 0).sum()
    crossed = np.maximum(1e-4 - areas, 0).sum()
    return float((uneven + ROUNDNESS * lengths.sum(axis=1) ** 2 / small).sum() + 400 * short + 1e4 * crossed)


# --- the file


def survey(boards: Mapping[str, Any]) -> dict[str, Any]:
    """Returns points and lands of every balanced board and of the thematic island, as they are kept."""
    charts = {board: balanced_chart(boards, board) for board in boards["balanced"]}
    charts["thematic"] = thematic_chart(boards)
    return {name: kept(chart, place_points(chart)) for name, chart in charts.items()}


def kept(chart: Chart, places: Mapping[str, Point]) -> dict[str, Any]:
    """Returns a chart as it is kept."""
    return {
        "points": {name: list(place) for name, place in places.items()},
        "lands": {land: chart.ring(land) for land in chart.lands},
        "coast": [list(piece) for piece in chart.coast],
        "straight": [list(piece) for piece in chart.straight],
    }


def write(found: Mapping[str, Any]) -> None:
    """Writes the file."""
    FILE.write_text(HEAD + yaml.safe_dump(dict(found), sort_keys=False, default_flow_style=None, width=120), "utf-8")


if __name__ == "__main__":
    write(survey(yaml.safe_load((CONTENT / "boards.yaml").read_text("utf-8"))))
