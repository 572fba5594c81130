"""The shape of an island as it is drawn: where each land lies, how its borders run, where its pieces have most room.

The points come from `island.yaml` (see `survey.py`); between them borders are roughened, the same way for both lands.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import yaml

from reports.spirit_island.watch.survey import CORNERS, FILE, UP
from simulator.spirit_island.language.island import DIRECTIONS

SCALE = 460.0  # length of a side of a balanced board in the units of the drawing
ROUGH, ROUGH_COAST = 0.10, 0.22  # how far the middle of a border may lie beside it, in its lengths
HALVINGS = 4
OFFSHORE = 0.13  # how far from the coast the pieces in an ocean lie
CELLS = 24  # of the grid on which the place with most room is looked for
ASPECT = 1.45  # of an island: its width by its height
Point = tuple[float, float]
Path = list[Point]


@dataclass
class Shape:
    """A land as it is drawn; an ocean has only a middle."""

    outline: Path
    middle: Point
    coast: list[Path] = field(default_factory=list)


@cache
def surveyed() -> dict[str, Any]:
    """Returns what was surveyed, by board; thematic boards lie on one island."""
    return yaml.safe_load(FILE.read_text("utf-8"))


def island_shapes(boards: Mapping[str, Any], order: Sequence[str]) -> dict[str, Shape]:
    """Returns the shape of every land of an island by its name, oceans (`A0`) included."""
    if order[0] in boards["thematic"]:
        return _thematic(boards, order)
    shapes: dict[str, Shape] = {}
    turn = _turn([_laid(corner, place) for place in boards["layouts"][len(order)] for corner in CORNERS])
    for board, place in zip(order, boards["layouts"][len(order)]):
        places = {name: _pair(turn @ _laid(point, place)) for name, point in surveyed()[board]["points"].items()}
        shapes |= _shapes(surveyed()[board], boards["balanced"][board]["lands"], places)
        coast = (np.array(places["corner 0"]) + np.array(places["corner 3"])) / 2
        away = coast - (np.array(places["corner 1"]) + np.array(places["corner 2"])) / 2
        shapes[f"{board}0"] = Shape([], _pair(coast + SCALE * OFFSHORE * away / np.linalg.norm(away)))
    return shapes


def _thematic(boards: Mapping[str, Any], order: Sequence[str]) -> dict[str, Shape]:
    kept = surveyed()["thematic"]
    places = {name: (SCALE * x, -SCALE * y) for name, (x, y) in kept["points"].items()}
    heart = np.mean(list(places.values()), axis=0)
    shapes: dict[str, Shape] = {}
    for board in order:
        lands = boards["thematic"][board]["lands"]
        shapes |= _shapes(kept, lands, places)
        shore = [point for piece in kept["coast"] for point in piece if point.partition(" outside")[0] in lands]
        coast = np.mean([places[point] for point in shore], axis=0)
        away = coast - heart
        shapes[f"{board}0"] = Shape([], _pair(coast + SCALE * 1.6 * OFFSHORE * away / np.linalg.norm(away)))
    return shapes


def _turn(corners: list[Point]) -> np.ndarray:
    """Returns the turn of the whole island after which it fits a screen best."""

    def misfit(turn: np.ndarray) -> float:
        width, height = np.ptp(turn @ np.array(corners).T, axis=1)
        return float(abs(np.log(width / height / ASPECT)))

    angles = [np.pi * number / 12 for number in range(12)]
    return min((np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) for a in angles), key=misfit)


def _laid(point: Sequence[float], place: Mapping[str, Any]) -> Point:
    """Returns a point of a board where the board lies on the table, y downwards."""
    turned = _turned(point, place["rotation"])
    x, u = place["offset"]
    return (SCALE * (turned[0] + x + u / 2), -SCALE * (turned[1] + u * UP))


def _turned(point: Sequence[float], rotation: int) -> Point:
    """Returns a point turned by so many times 60 degrees around corner 0."""
    along, up = (np.array(DIRECTIONS[(rotation + turn) % 6]) for turn in (0, 1))
    u = point[1] / UP
    x = point[0] - u / 2
    step = x * along + u * up  # on the lattice
    return (float(step[0] + step[1] / 2), float(step[1] * UP))


def _pair(point: Any) -> Point:
    return (float(point[0]), float(point[1]))


# --- lands


def _shapes(kept: Mapping[str, Any], lands: Sequence[str], places: Mapping[str, Point]) -> dict[str, Shape]:
    """Returns the shapes of some lands."""
    coast = {frozenset(piece) for piece in kept["coast"]}
    straight = {frozenset(piece) for piece in kept["straight"]}
    shapes = {}
    for land in lands:
        outline: Path = []
        shores = []
        ring = kept["lands"][land]
        for one, other in zip(ring, [*ring[1:], ring[0]]):
            piece = frozenset((one, other))
            border = rough_border(places, one, other, 0.0 if piece in straight else ROUGH_COAST if piece in coast else ROUGH)
            outline += border[:-1]
            shores += [border] * (piece in coast)
        shapes[land] = Shape(outline, roomiest(outline), shores)
    return shapes


def rough_border(places: Mapping[str, Point], one: str, other: str, rough: float) -> Path:
    """Returns the border between two points: halved again and again, each middle put a little to the side."""
    first, last = sorted((one, other))
    luck = random.Random(f"{first}|{last}")
    path = [np.array(places[first]), np.array(places[last])]
    for _ in range(HALVINGS):
        longer = [path[0]]
        for start, end in zip(path, path[1:]):
            along = end - start
            across = np.array((-along[1], along[0]))
            longer += [(start + end) / 2 + across * luck.uniform(-rough, rough), end]
        path = longer
    return [_pair(point) for point in (path if one == first else path[::-1])]


def roomiest(outline: Path) -> Point:
    """Returns the place inside an outline that is furthest from it."""
    corners = np.array(outline)
    grid = [np.linspace(low, high, CELLS) for low, high in zip(corners.min(axis=0), corners.max(axis=0))]
    places = np.stack(np.meshgrid(*grid), axis=-1).reshape(-1, 2)
    start, end = corners, np.roll(corners, -1, axis=0)
    free = np.min(np.linalg.norm(places[:, None] - start[None], axis=2), axis=1)
    above = (start[None, :, 1] > places[:, None, 1]) != (end[None, :, 1] > places[:, None, 1])
    slope = (end[:, 0] - start[:, 0]) / np.where(end[:, 1] == start[:, 1], 1.0, end[:, 1] - start[:, 1])
    crossing = start[None, :, 0] + (places[:, None, 1] - start[None, :, 1]) * slope[None]
    inside = (above & (places[:, None, 0] < crossing)).sum(axis=1) % 2 == 1
    return _pair(places[np.argmax(np.where(inside, free, -1.0))])


def as_path(outline: Path, is_closed: bool = True) -> str:
    """Returns an outline as SVG writes it."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in outline) + "Z" * is_closed
