"""The shape of the island: which lands are adjacent, on one board and across boards.

Works on the parsed ``content/boards.yaml``. Balanced boards lie on a lattice of triangles in the standard shape for
their number (R2.9): where a side of one board lies on a side of another, lands that share a stretch of it are
adjacent, and lands that meet in a lattice point touch there (R14.2). Thematic boards have fixed places and list their
borders (R30.3). Oceans are no lands and do not appear (R14.3).
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

Point = tuple[int, int]
Pair = tuple[str, str]
Stretch = tuple[str, int, int]

SIDE_LENGTH = 13
"""Length of a side in the units of ``breaks``."""

DIRECTIONS: tuple[Point, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Unit steps on the lattice, each turned 60 degrees counter-clockwise from the one before."""


def adjacency(boards: Mapping[str, Any], order: Sequence[str]) -> dict[str, set[str]]:
    """Return the neighbours of every land of the island made of the boards in ``order`` (R2.9, R14.2).

    ``boards`` is the parsed ``boards.yaml``. The order decides the place of each balanced board in the layout for
    their number; it does not matter for thematic boards. Lands come in the order of the boards and their numbers.
    """
    kind = _kind(boards, order)
    lands = {land: facts for board in order for land, facts in boards[kind][board]["lands"].items()}
    neighbours = {land: set(facts["adjacent"]) for land, facts in lands.items()}
    borders = _balanced_borders if kind == "balanced" else _thematic_borders
    for one, other in borders(boards, order):
        neighbours[one].add(other)
        neighbours[other].add(one)
    return neighbours


def _kind(boards: Mapping[str, Any], order: Sequence[str]) -> str:
    """Return which set of boards ``order`` belongs to, or say what is wrong with it."""
    known = {board: kind for kind in ("balanced", "thematic") for board in boards[kind]}
    for board in order:
        if board not in known:
            raise ValueError(f"unknown board {board!r}; boards are {', '.join(known)}")
    if len(set(order)) != len(order):
        raise ValueError(f"boards must be different, not {', '.join(order)}")
    if len(order) not in boards["layouts"]:
        raise ValueError(f"{len(order)} boards cannot be joined; the number of boards is 1 to {max(boards['layouts'])}")
    kinds = {known[board] for board in order}
    if len(kinds) > 1:
        raise ValueError(f"balanced and thematic boards cannot be mixed: {', '.join(order)}")
    return kinds.pop()


def _balanced_borders(boards: Mapping[str, Any], order: Sequence[str]) -> Iterator[Pair]:
    """Yield the pairs of lands on different balanced boards that touch in the standard layout (R2.9)."""
    layout = boards["layouts"][len(order)]
    placed = [
        (boards["balanced"][board]["sides"], _corners(place["offset"], place["rotation"]))
        for board, place in zip(order, layout, strict=True)
    ]
    for (sides, corners), (other_sides, other_corners) in combinations(placed, 2):
        for number, side in enumerate(sides):
            for other_number, other_side in enumerate(other_sides):
                start, end = corners[number], corners[number + 1]
                if (start, end) == (other_corners[other_number + 1], other_corners[other_number]):
                    yield from _join(side, other_side)
        if boards["corner_contacts"]:
            yield from _corner_contacts(sides, corners, other_sides, other_corners)


def _corners(offset: Sequence[int], rotation: int) -> list[Point]:
    """Return the lattice points of corners 0 to 3 of a board; side n runs from corner n to corner n + 1."""
    x, u = offset
    along, up = DIRECTIONS[rotation % 6], DIRECTIONS[(rotation + 1) % 6]
    return [
        (x, u),
        (x + along[0], u + along[1]),
        (x + along[0] + up[0], u + along[1] + up[1]),
        (x + up[0], u + up[1]),
    ]


def _join(side: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[Pair]:
    """Yield the pairs of lands that share a stretch of two sides laid on each other.

    Both sides are listed clockwise on their own board, so that one of them runs backwards along the other.
    """
    for land, start, end in _stretches(side):
        for other_land, other_start, other_end in _stretches(other):
            if min(end, SIDE_LENGTH - other_start) > max(start, SIDE_LENGTH - other_end):
                yield land, other_land


def _stretches(side: Mapping[str, Any]) -> Iterator[Stretch]:
    """Yield each land of a side with the places where it starts and ends."""
    marks = [0, *side["breaks"], SIDE_LENGTH]
    yield from zip(side["lands"], marks[:-1], marks[1:], strict=True)


def _corner_contacts(
    sides: Sequence[Mapping[str, Any]],
    corners: Sequence[Point],
    other_sides: Sequence[Mapping[str, Any]],
    other_corners: Sequence[Point],
) -> Iterator[Pair]:
    """Yield the pairs of lands of two boards that meet in a lattice point (R14.2: a corner is enough)."""
    for land, point in zip(_corner_lands(sides), corners, strict=True):
        for other_land, other_point in zip(_corner_lands(other_sides), other_corners, strict=True):
            if point == other_point:
                yield land, other_land


def _corner_lands(sides: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the lands at corners 0 to 3: side n is listed clockwise, so it ends at corner n."""
    return [*(side["lands"][-1] for side in sides), sides[-1]["lands"][0]]


def _thematic_borders(boards: Mapping[str, Any], order: Sequence[str]) -> Iterator[Pair]:
    """Yield the listed pairs of lands between thematic boards that are both in play (R30.3)."""
    listed = dict(boards["thematic_borders"])
    if boards["corner_contacts"]:
        listed |= boards["thematic_corner_contacts"]
    for seam, pairs in listed.items():
        if set(seam.split("-")) <= set(order):
            yield from ((one, other) for one, other in pairs)
