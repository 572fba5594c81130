"""Gives a stored row its game back: finds it, deals the same position and decides as the policy did."""

from __future__ import annotations

from pathlib import Path

import pyarrow.compute as pc
import pyarrow.parquet as pq

from experiments.core.store import check_rules, data_files, read_cells, read_manifest
from experiments.core.tables import read_summary
from experiments.spirit_island.cells import Cell
from simulator.core.errors import UserError
from simulator.spirit_island.match import Game


def find_row(run: Path, number: int, game: int) -> tuple[Cell, int | None]:
    """Returns the cell of a stored game and its digest; a game that went wrong has none."""
    manifest = read_manifest(run)
    check_rules(run, manifest)
    cells = read_cells(manifest)
    if not 0 <= number < len(cells):
        raise UserError(f"{run}: there is no cell {number}, only 0 to {len(cells) - 1}")
    for path in data_files(run, number):
        summary = read_summary(path)
        if summary.first <= game < summary.first + summary.count:
            found = pq.read_table(path, columns=["digest"], filters=pc.field("game") == game, partitioning=None)
            return cells[number], found["digest"][0].as_py() if len(found) else None
    raise UserError(f"{run}: game {game} of cell {number} is not stored")


def deal_again(cell: Cell, game: int) -> Game:
    """Deals the position of a stored game."""
    return Game(cell.setup(), seed=cell.seed, game=game)


def check_row(game: Game, digest: int | None) -> None:
    """Complains when a game went differently from what is stored."""
    found = game.result()["digest"]
    if digest is not None and found != digest:
        raise UserError(f"the replay went differently: digest {found:016x}, stored {digest:016x}")
