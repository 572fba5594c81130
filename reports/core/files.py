"""The files of a run: which game they are of, which columns they have, their rows in batches.

Whatever is wrong with them ends in one clear UserError. Knows no statistics.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.dataset as ds

from experiments.core import chunks, manifest
from experiments.core.axes import Column
from experiments.core.cells import FLAGS, POLICY, SEED, columns_of
from experiments.core.study import find_study
from experiments.core.which_game import MANIFEST
from simulator.core.errors import UserError
from simulator.core.game import Game, Measure, find_game

# What may differ between versions of the same cells: who plays, by which rules, with which luck.
HOW_PLAYED = (POLICY.name, FLAGS.name, SEED.name)


def read_manifest(path: Path) -> dict[str, Any]:
    """Reads the manifest of a run, as all commands do; a run without one is still readable."""
    if not path.is_dir():
        raise UserError(f"{path} is not a run ({'no directory' if path.exists() else 'no such directory'})")
    return manifest.read_manifest(path) if (path / MANIFEST).exists() else {}


def data_files(path: Path) -> list[Path]:
    """Returns the Parquet files of a run; what a sweep has written must be sound, whatever command reads it."""
    if stored := chunks.data_files(path):
        if found := read_manifest(path):
            return [file.path for file in chunks.read_files(path, found)]
        return stored
    return sorted(file for file in path.rglob("*.parquet") if not _is_aside(file.relative_to(path)))


# --- columns


def configuration(game: str) -> dict[str, Column]:
    """Returns the columns that say what a cell is."""
    return {column.name: column for column in (*columns_of(find_study(game).axes), SEED)}


def measure_columns(game: Game, there: set[str]) -> dict[str, Measure]:
    """Returns the columns that hold measures, of those that are there."""
    named = {name: measure for measure in game.measures for name in measure.columns(game.seats[-1])}
    return {name: measure for name, measure in named.items() if name in there}


def coded_columns(game: Game) -> dict[str, tuple[str, ...]]:
    """Returns the columns that may hold names, with the names: one of the whole game, or one per seat."""
    return {column: names for field, names in game.codes.items() for column in (field, *seat_columns(field, game.seats[-1]))}


def drawn_parts(game: Game) -> dict[str, tuple[str, ...]]:
    """Returns what sits at the seats as results tell it, game by game: the columns of the seats."""
    if all(measure.per == "game" for measure in game.measures):
        return {}  # nothing is counted seat by seat
    fields = [field for field in game.codes if game.result[field].shape == (game.seats[-1],)]
    return {field: seat_columns(field, game.seats[-1]) for field in fields}


def seat_columns(name: str, seats: int) -> tuple[str, ...]:
    """Returns the columns of a field that has a value for each seat."""
    return tuple(f"{name}_{seat}" for seat in range(1, seats + 1))


def required(game: Game) -> list[str]:
    """Returns the columns without which nothing can be said."""
    return ["cell", "game", *game.measures[0].columns(1)]


# --- rows


def open_dataset(path: Path, game: str) -> tuple[ds.Dataset, set[str]]:
    """Opens the Parquet files of a run and returns them with the names of their columns."""
    read_manifest(path)
    files = [str(file) for file in data_files(path)]
    if not files:
        raise UserError(f"{path} holds no games (no Parquet files)")
    for file in files:
        _check_file(file)
    texts = [name for name, column in configuration(game).items() if column.type == "text"]
    layout = ds.ParquetFileFormat(
        read_options=ds.ParquetReadOptions(dictionary_columns=[*texts, *coded_columns(find_game(game))])
    )
    try:
        data = ds.dataset(files, format=layout)
    except (pa.ArrowException, OSError) as error:
        raise _damaged(error) from None
    columns = set(data.schema.names)
    if missing := [name for name in required(find_game(game)) if name not in columns]:
        raise UserError(f"{path} is not a run of evenkeel: its files have no column {', '.join(missing)}")
    return data, columns


def _is_aside(file: Path) -> bool:
    """Tells whether a file is no data: what begins with _ is half written, or damaged and set aside."""
    return any(part.startswith("_") for part in file.parts)


def _check_file(file: str) -> None:
    """Looks at both ends of a Parquet file: a truncated one has lost its footer."""
    with open(file, "rb") as stream:
        head = stream.read(4)
        stream.seek(max(-4, -stream.seek(0, 2)), 2)
        tail = stream.read(4)
    if head != b"PAR1" or tail != b"PAR1":
        raise UserError(f"{file} is damaged or truncated (not a whole Parquet file)")


def batches(data: ds.Dataset, columns: list[str]) -> Iterator[pa.RecordBatch]:
    """Yields the non-empty batches of some columns; a damaged file ends in one clear line."""
    try:
        for batch in data.to_batches(columns=columns, batch_size=1 << 18, fragment_readahead=2, batch_readahead=4):
            if batch.num_rows:
                yield batch
    except (pa.ArrowException, OSError) as error:
        raise _damaged(error) from None


def _damaged(error: Exception) -> UserError:
    """Says in one printable line what Arrow found."""
    text = "".join(character if character.isprintable() else " " for character in str(error))
    return UserError(f"the data is damaged: {' '.join(text.split())}")


def integers(batch: pa.RecordBatch, name: str) -> np.ndarray:
    """Returns a column as integers; a missing value counts as damage."""
    column = batch.column(name)
    if column.null_count:
        raise UserError(f"the data is damaged: column {name} has empty values")
    try:
        return column.cast(pa.int64()).to_numpy(zero_copy_only=False)
    except pa.ArrowException as error:
        raise UserError(f"the data is damaged: column {name}: {error}") from None


def numbers(batch: pa.RecordBatch, name: str) -> np.ndarray:
    """Returns a column as it is counted, with no number where a seat is not held."""
    column = batch.column(name)
    if not (pa.types.is_integer(column.type) or pa.types.is_floating(column.type) or pa.types.is_null(column.type)):
        raise UserError(f"the data is damaged: column {name} holds no numbers")
    if column.null_count:
        return column.cast(pa.float32()).to_numpy(zero_copy_only=False)
    return column.to_numpy(zero_copy_only=False)


@cache
def _numbers_of(names: tuple[str, ...]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}


def coded(batch: pa.RecordBatch, name: str, names: tuple[str, ...]) -> np.ndarray:
    """Turns a column of names into their numbers, -1 where a seat is not held; unknown names count as the first."""
    column = batch.column(name)
    if not pa.types.is_dictionary(column.type):
        column = column.dictionary_encode()
    numbers_of = _numbers_of(names)
    known = np.array([*(numbers_of.get(value, 0) for value in column.dictionary.to_pylist()), -1])
    return known[column.indices.fill_null(len(known) - 1).to_numpy(zero_copy_only=False)]
