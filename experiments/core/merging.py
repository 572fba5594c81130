"""Joins runs into one: cells are numbered anew, and a game that several runs hold is taken once."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from experiments.core.chunks import Stored, data_files, survey
from experiments.core.manifest import Manifest, game_of, new_manifest, now, read_cells, read_manifest
from experiments.core.store import Store, is_locked, locked
from experiments.core.tables import Chunk, encode, read_rows, summarize
from experiments.core.which_game import MANIFEST
from simulator.core.errors import UserError


def merge_runs(target: Path, sources: list[Path]) -> Store:
    """Makes a new run of the games of several; they must have been played by the same rules."""
    manifests = [read_manifest(source) for source in sources]
    _check(target, sources, manifests)
    cells = list(dict.fromkeys(cell for manifest in manifests for cell in read_cells(manifest)))
    with locked(target):
        merged = new_manifest(game_of(manifests[0]), target.name, {"merged": [str(source) for source in sources]}, cells)
        store = Store(target, merged | {"rules": manifests[0]["rules"]})
        for source, manifest in zip(sources, manifests):
            numbers = [cells.index(cell) for cell in read_cells(manifest)]
            files, rejected = survey(source, manifest, "all")
            for bad in rejected:
                raise UserError(f"{bad.path}: {bad.reason}; see `evenkeel runs {source} --check`")
            for file in files:
                _copy(store, file, numbers)
        store.manifest["sessions"] = [{"started": store.manifest["created"], "ended": now(), "ending": "finished"}]
        store.save_manifest()
    return store


def _check(target: Path, sources: list[Path], manifests: list[Manifest]) -> None:
    if len(sources) < 2 or len(set(sources)) < len(sources):
        raise UserError("merge: name two or more different runs")
    if (target / MANIFEST).exists() or data_files(target):
        raise UserError(f"{target}: there is a run already; merge into a new directory")
    for source, manifest in zip(sources, manifests):
        if is_locked(source):
            raise UserError(f"{source}: a sweep is writing here; merge when it has ended")
        if game_of(manifest) != game_of(manifests[0]):
            raise UserError(f"{source}: holds games of {game_of(manifest)}, {sources[0]} of {game_of(manifests[0])}")
        if manifest["rules"] != manifests[0]["rules"]:
            raise UserError(f"{source}: played by other rules than {sources[0]}; they cannot be mixed")


def _copy(store: Store, file: Stored, numbers: list[int]) -> None:
    """Copies the games of a file that the store does not hold yet, under the new number of their cell."""
    held = file.summary
    cell = numbers[held.cell]
    rows = read_rows(file.path)
    for first, end in store.tallies[cell].missing(held.first + held.count):
        first = max(first, held.first)
        if first < end:
            chunk = Chunk(cell, first, end - first)
            piece = _renumber(rows.filter((pc.field("game") >= first) & (pc.field("game") < end)), cell)
            failed = [(game, bits) for game, bits in held.failed if first <= game < end]
            summary = summarize(chunk, store.game, piece, failed)
            store.add(summary, encode(piece, summary))


def _renumber(rows: pa.Table, cell: int) -> pa.Table:
    place = rows.column_names.index("cell")
    return rows.set_column(place, rows.schema.field("cell"), pa.repeat(pa.scalar(cell, pa.int32()), len(rows)))
