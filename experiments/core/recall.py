"""Gives a stored row its game back: finds it, deals the same position and decides as the policy did."""

from __future__ import annotations

from pathlib import Path

import pyarrow.compute as pc
import pyarrow.parquet as pq

from experiments.core.cells import Cell
from experiments.core.chunks import data_files
from experiments.core.manifest import check_rules, read_cells, read_manifest
from experiments.core.tables import read_summary
from simulator.core.errors import UserError
from simulator.core.game import find_game
from simulator.core.match import Match


def find_row(run: Path, number: int, game: int) -> tuple[Cell, int | None]:
    """Returns the cell of a stored game and its digest; a game that went wrong has none."""
    manifest = read_manifest(run)
    check_rules(run, manifest)
    cells = read_cells(manifest)
    if not 0 <= number < len(cells):
        raise UserError(f"{run}: there is no cell {number}, only 0 to {len(cells) - 1}")
    for path in data_files(run, number):
        try:
            summary = read_summary(path, cells[number].game, len(cells))
        except UserError as error:
            raise UserError(f"{path}: {error}") from None
        if summary.first <= game < summary.first + summary.count:
            found = pq.read_table(path, columns=["digest"], filters=pc.field("game") == game, partitioning=None)
            return cells[number], found["digest"][0].as_py() if len(found) else None
    raise UserError(f"{run}: game {game} of cell {number} is not stored")


def deal_again(cell: Cell, game: int) -> Match:
    """Deals the position of a stored game."""
    return find_game(cell.game).play(cell.setup(), cell.seed, game)


def check_row(match: Match, digest: int | None) -> None:
    """Complains when a game went differently from what is stored."""
    found = match.result()["digest"]
    if digest is not None and found != digest:
        raise UserError(f"the replay went differently: digest {found:016x}, stored {digest:016x}")
