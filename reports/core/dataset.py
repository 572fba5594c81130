"""Reads a run (a manifest and Parquet files) into one table of cells and counts per cell.

Ten million games pass through here column by column, in batches; nothing above this file sees a single row,
except the values of measures that comparisons game by game need. Knows no statistics.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pyarrow.dataset as ds

from experiments.core.axes import Column
from experiments.core.cells import TYPES
from experiments.core.manifest import game_of
from reports.core.files import (
    batches,
    coded,
    coded_columns,
    configuration,
    drawn_parts,
    integers,
    measure_columns,
    numbers,
    open_dataset,
    read_manifest,
)
from reports.core.rates import Sums
from reports.core.report import find_report
from reports.core.tally import Bins, Tally
from simulator.core.errors import UserError
from simulator.core.game import find_game


@dataclass
class Run:
    """A dataset reduced to what reports need."""

    path: Path
    manifest: dict[str, Any]
    game: str
    cells: pd.DataFrame  # one row per cell: cell, the configuration, games, counts of measures, errors and means
    sums: dict[str, Sums]  # column of a measure -> what it adds up to, by cell row
    played: dict[str, np.ndarray]  # column of a measure, or of what sat at a seat -> cell row × game; see luck.is_counted
    counts: dict[str, np.ndarray] = field(default_factory=dict)  # histograms, cell row × side × bin
    bins: dict[str, Bins] = field(default_factory=dict)  # of the histograms

    @property
    def games(self) -> int:
        """How many games count."""
        return int(self.cells["games"].sum())


def read_run(path: Path | str) -> Run:
    """Reads a run; raises one clear UserError when there is nothing to read or the data is damaged."""
    path = Path(path)
    manifest = read_manifest(path)
    game = game_of(manifest)
    data, columns = open_dataset(path, game)
    cells = _find_cells(data, columns, game)
    if cells.empty:
        raise UserError(f"{path} holds no games")
    tally = Tally(find_game(game), find_report(game), data, columns, len(cells))
    ids = cells["cell"].to_numpy()
    for batch in batches(data, tally.wanted):
        tally.add(batch, np.searchsorted(ids, integers(batch, "cell")))
    cells = pd.concat([cells, tally.totals()], axis=1)
    if not cells["games"].sum():
        raise UserError(f"{path} holds no countable games: all {int(cells['errors'].sum())} ended with an error")
    return Run(path, manifest, game, cells, tally.sums(), tally.played(), tally.counts, tally.bins)


def read_cells(path: Path | str) -> pd.DataFrame:
    """Reads only what the cells of a run are."""
    game = game_of(read_manifest(Path(path)))
    return _find_cells(*open_dataset(Path(path), game), game)


def read_games(path: Path | str) -> pd.DataFrame:
    """Reads cell, game, measures and what sat at the seats of every counted game, for comparisons game by game."""
    game = game_of(read_manifest(Path(path)))
    data, columns = open_dataset(Path(path), game)
    codes, sat = coded_columns(find_game(game)), {name for names in drawn_parts(find_game(game)).values() for name in names}
    wanted = ["cell", "game", *measure_columns(find_game(game), columns), *sorted(sat & columns)]
    parts: dict[str, list[np.ndarray]] = {name: [] for name in wanted}
    for batch in batches(data, [*wanted, *({"error"} & columns)]):
        keep = integers(batch, "error") == 0 if "error" in columns else slice(None)
        for name in wanted:
            if name in sat:
                values = coded(batch, name, codes[name]).astype(np.int16)
            else:
                values = integers(batch, name).astype(np.int32) if name in ("cell", "game") else numbers(batch, name)
            parts[name].append(values[keep])
    return pd.DataFrame({name: np.concatenate(part) if part else np.empty(0, np.int32) for name, part in parts.items()})


def _find_cells(data: ds.Dataset, columns: set[str], game: str) -> pd.DataFrame:
    """Finds all cells and their configuration, taken from the first row of each."""
    declared = configuration(game)
    known = [name for name in declared if name in columns]
    found: dict[int, dict[str, Any]] = {}
    for batch in batches(data, ["cell", *known]):
        cells = integers(batch, "cell")
        ids, first = np.unique(cells, return_index=True) if cells.min() != cells.max() else (cells[:1], [0])
        for cell, row in zip(ids.tolist(), first):
            if cell not in found:
                found[cell] = {name: batch.column(name)[int(row)].as_py() for name in known}
    rows = [{"cell": cell, **_complete(found[cell], declared)} for cell in sorted(found)]
    return pd.DataFrame(rows, columns=["cell", *declared])


def _complete(row: dict[str, Any], declared: dict[str, Column]) -> dict[str, Any]:
    """Gives each value of a configuration its type; what is missing is as usual, or follows from the rest."""
    known = {name: row[name] for name in declared if row.get(name) is not None}
    complete = {name: TYPES[column.type](known.get(name, column.usual)) for name, column in declared.items()}
    for name, column in declared.items():
        if name not in known and column.of_cell is not None:
            complete[name] = column.of_cell(SimpleNamespace(**complete))
    return complete
