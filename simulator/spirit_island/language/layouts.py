"""Writes the islands into the tables: every ordered choice of boards, with terrains, distances and printed pieces.

Land number = slot of the board * 11 + printed number; number 0 of a slot is the board's ocean.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np

from simulator.spirit_island.language.board_schema import BALANCED, THEMATIC
from simulator.spirit_island.language.island import adjacency
from simulator.spirit_island.record import vocabulary as v

BOARDS = (*BALANCED, *THEMATIC)
Layout = tuple[str, ...]


CENTRE_CORNER = {"A": 7, "B": 7, "C": 4, "D": 6}  # land at corner 1 of each board


def board_orders(boards: dict[str, Any]) -> list[Layout]:
    """Returns all islands: 1 to 4 balanced boards in every order, then the thematic island of each size."""
    balanced = [order for size in range(1, v.MAX_PLAYERS + 1) for order in permutations(BALANCED, size)]
    return balanced + [tuple(order) for _, order in sorted(boards["thematic_boards_by_players"].items())]


def land_number(land: str, order: Layout) -> int:
    """Returns the number of a land such as 'A7' on an island; 'A0' is the ocean of board A."""
    board = land.rstrip("0123456789")
    return order.index(board) * v.SPACES_PER_BOARD + int(land[len(board) :])


def inner_lands(order: Layout) -> list[str]:
    """Returns the inner land of each board (Guard the Isle's Heart): where the boards meet."""
    if len(order) < 3:
        return [f"{board}7" for board in order]
    if len(order) == 3:
        return [f"{board}{CENTRE_CORNER[board]}" for board in order]
    # Bottom left and top right meet the centre with their acute corner, top left and bottom right with corner 1.
    return [f"{board}{8 if slot in (0, 2) else CENTRE_CORNER[board]}" for slot, board in enumerate(order)]


def write_layouts(tables: np.ndarray, boards: dict[str, Any]) -> dict[Layout, int]:
    """Fills the layout_ and near columns and returns the number of each island."""
    orders = board_orders(boards)
    tables["layouts"] = len(orders)
    tables["layout_terrain"] = -1
    tables["layout_board"] = -1
    for layout, order in enumerate(orders):
        _write_layout(tables[0], layout, order, boards)
    return {order: layout for layout, order in enumerate(orders)}


def _write_layout(row: np.void, layout: int, order: Layout, boards: dict[str, Any]) -> None:
    kind = "balanced" if order[0] in boards["balanced"] else "thematic"
    row["layout_players"][layout] = len(order)
    row["layout_thematic"][layout] = kind == "thematic"
    row["layout_board"][layout, : len(order)] = [BOARDS.index(board) for board in order]
    steps = np.zeros((v.MAX_LANDS, v.MAX_LANDS), bool)
    lands = coastal = 0
    for slot, board in enumerate(order):
        ocean = slot * v.SPACES_PER_BOARD
        row["layout_terrain"][layout, ocean] = v.OCEAN
        for name, facts in boards[kind][board]["lands"].items():
            land = land_number(name, order)
            lands |= 1 << land
            row["layout_terrain"][layout, land] = v.TERRAINS.index(facts["terrain"])
            if facts.get("coastal"):
                coastal |= 1 << land
                steps[land, ocean] = steps[ocean, land] = True
            _write_pieces(row, layout, land, facts)
    for name, neighbours in adjacency(boards, list(order)).items():
        for neighbour in neighbours:
            steps[land_number(name, order), land_number(neighbour, order)] = True
    row["layout_lands"][layout], row["layout_coastal"][layout] = lands, coastal
    if kind == "balanced":
        row["layout_inner"][layout] = sum(1 << land_number(land, order) for land in inner_lands(order))
    terrain = row["layout_terrain"][layout]
    row["layout_lands_of"][layout] = [(terrain == kind) @ _BITS for kind in range(len(v.TERRAINS))]
    row["near"][layout] = _near(steps, terrain)


def _write_pieces(row: np.void, layout: int, land: int, facts: dict[str, Any]) -> None:
    for piece, count in facts.get("setup", {}).items():
        row["layout_pieces"][layout, land, v.PIECES.index(piece)] = count
    for token, count in facts.get("tokens", {}).items():
        if token.startswith("strife_on_"):
            row["layout_strife"][layout, land] = v.PIECES.index(token.removeprefix("strife_on_")) + 1
        else:
            row["layout_tokens"][layout, land, v.PIECES.index(token)] = count


_BITS = np.int64(1) << np.arange(v.MAX_LANDS, dtype=np.int64)


def _near(steps: np.ndarray, terrain: np.ndarray) -> np.ndarray:
    """Returns, for each range and space, the bit set of spaces within that range.

    Oceans are ends of a path, never passed (R14.5): a step from an ocean counts only as the first one.
    """
    onward = steps & (terrain != v.OCEAN)[:, None]
    within = np.diag(terrain >= 0)
    near = np.zeros((v.MAX_RANGE + 1, v.MAX_LANDS), np.int64)
    near[0] = within @ _BITS
    for distance in range(1, v.MAX_RANGE + 1):
        within = within | (within @ (steps if distance == 1 else onward))
        near[distance] = within @ _BITS
    return near
