"""A second, optional table of a run: what the parts of each side did in some of its games, played again step by step.

Sweeps are none the slower for it: games are traced afterwards, decision by decision, and are game for game those of the
run. The rows of each cell are one Parquet file under RUN/_trace. Knows no game.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import joblib
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from experiments.core.cells import Cell
from experiments.core.manifest import check_rules, read_cells, read_manifest
from experiments.core.recall import deal_again
from experiments.core.records import make_chooser
from experiments.core.study import find_study
from simulator.core.errors import UserError
from simulator.core.game import find_game

DIRECTORY = "_trace"  # what begins with _ is no data to those who read all files of a run
GAMES = b"games"  # in the footer: how many games of the cell are in the file
WITHOUT = "without.json"


def trace_run(run: Path, games: int, jobs: int, tell: Callable[[int, int], None]) -> None:
    """Traces the first games of every cell of a run; what is traced already is left as it is."""
    manifest = read_manifest(run)
    check_rules(run, manifest)
    cells = read_cells(manifest)
    if find_study(cells[0].game).trace is None:
        raise UserError(f"{run}: games of {find_game(cells[0].game).title} cannot be traced")
    todo = [(number, cell) for number, cell in enumerate(cells) if traced(run, number) < games]
    tasks = (joblib.delayed(_trace_cell)(run, number, cell, games) for number, cell in todo)
    for done, _ in enumerate(joblib.Parallel(n_jobs=jobs, return_as="generator_unordered")(tasks), 1):
        tell(done, len(todo))


def trace_with_progress(run: Path, games: int, jobs: int) -> None:
    """Traces a run and says how far it is, where somebody looks."""

    def tell(done: int, of: int) -> None:
        if sys.stderr.isatty():
            print(f"\r\x1b[Ktracing {done}/{of} cells", end="\n" if done == of else "", file=sys.stderr, flush=True)

    trace_run(run, games, jobs, tell)


def traced(run: Path, cell: int) -> int:
    """Returns how many games of a cell are traced."""
    path = _path(run, cell)
    if not path.exists():
        return 0
    try:
        return int((pq.read_metadata(path).metadata or {})[GAMES])
    except (OSError, pa.ArrowException, KeyError, ValueError):
        raise UserError(f"{path} is damaged; remove it and trace again") from None


def read_trace(run: Path) -> pd.DataFrame:
    """Reads what is traced of a run; nothing, if nothing is."""
    files = sorted((run / DIRECTORY).glob("cell-*.parquet"))
    try:
        return pd.concat([pq.read_table(file).to_pandas() for file in files], ignore_index=True) if files else pd.DataFrame()
    except (OSError, pa.ArrowException) as error:
        raise UserError(f"{run / DIRECTORY}: damaged ({str(error).splitlines()[0]})") from None


def _path(run: Path, cell: int) -> Path:
    return run / DIRECTORY / f"cell-{cell:05}.parquet"


def _trace_cell(run: Path, number: int, cell: Cell, games: int) -> None:
    """Traces a cell into its file, written whole or not at all."""
    trace = find_study(cell.game).trace
    assert trace is not None
    lead, rows = find_game(cell.game).measures[0], []
    for game in range(games):
        match = deal_again(cell, game)
        found = trace(match, make_chooser(match, cell.policy))
        result = match.result()
        rows += [
            {"cell": number, "game": game, **row, lead.name: result.get(lead.name, result.get("outcome"))} for row in found
        ]
    path = _path(run, number)
    path.parent.mkdir(exist_ok=True)
    table = pa.Table.from_pandas(pd.DataFrame(rows), preserve_index=False)
    half = path.with_name(f"_{path.name}.{os.getpid()}")
    pq.write_table(table.replace_schema_metadata({GAMES: str(games)}), half, compression="zstd")
    half.replace(path)
