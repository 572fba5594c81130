"""Results as Parquet: the columns of a dataset, and one chunk of games as the bytes of one file.

A file carries in its footer which games it covers, so a dataset can be understood from its files alone.
"""

from __future__ import annotations

import io
import json
import math
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from experiments.core.cells import Cell, columns_of
from experiments.core.study import find_study
from simulator.core.errors import UserError
from simulator.core.game import find_game
from simulator.core.results import ResultColumn, result_columns

FOOTER = b"evenkeel"
LISTED_ERRORS = 100
MASK = (1 << 64) - 1
MOST_GAMES = 1 << 62  # numbers beyond are damage
NAMES = pa.dictionary(pa.int32(), pa.string())  # int32: more than 127 teams in one sweep are usual
TYPES = {"text": NAMES, "bool": pa.bool_(), "int8": pa.int8(), "int16": pa.int16(), "int64": pa.int64()}
Sums = dict[str, tuple[float, float]]  # column of a measure -> sum and sum of squares


@dataclass(frozen=True)
class Chunk:
    """A range of games of one cell."""

    cell: int
    first: int
    count: int

    @property
    def end(self) -> int:
        """The first game after the chunk."""
        return self.first + self.count


@dataclass
class Summary:
    """What a chunk adds up to; games that went wrong are counted apart and appear in no rate."""

    cell: int
    first: int
    count: int
    counted: int
    sums: Sums
    digest: int  # sum over games, so that it does not depend on how games are cut into chunks
    errors: int = 0
    failed: list[tuple[int, int]] = field(default_factory=list)  # (game, error bits), the first few


def schema(game: str) -> pa.Schema:
    """Returns the columns of a dataset, in order: what was played, the number of the game, how it ended."""
    configuration = [(column.name, TYPES[column.type]) for column in columns_of(find_study(game).axes)]
    played = [("cell", pa.int32()), ("seed", pa.int64()), *configuration, ("game", pa.int64())]
    return pa.schema([*played, *result_names(game).items()])


def result_names(game: str) -> dict[str, pa.DataType]:
    """Returns the columns that a game's results make: those computed from them, then the fields of the record."""
    found = find_game(game)
    computed = {name: pa.from_numpy_dtype(kind) for name, kind in found.derived.items()}
    fields = {column.name: NAMES if column.codes else pa.from_numpy_dtype(column.kind) for column in result_columns(found)}
    return computed | fields


def result_values(game: str, results: np.ndarray) -> dict[str, np.ndarray]:
    """Returns the values of those columns."""
    found = find_game(game)
    return found.derive(results) | {column.name: column.values(results) for column in result_columns(found)}


def summarize(chunk: Chunk, game: str, table: pa.Table, failed: list[tuple[int, int]]) -> Summary:
    """Adds up the games of a chunk that count; those that are not in the table went wrong."""
    return Summary(
        **asdict(chunk),
        counted=len(table),
        sums=_sums(game, table),
        digest=_digest(table["game"].to_numpy(), table["digest"].to_numpy()),
        errors=chunk.count - len(table),
        failed=failed[:LISTED_ERRORS],
    )


def _sums(game: str, table: pa.Table) -> Sums:
    """Adds up every measure; a seat that nobody holds has none."""
    found = find_game(game)
    if not len(table):
        return {}
    wanted = [name for measure in found.measures for name in measure.columns(found.seats[-1])]
    values = {name: table[name].to_numpy().astype(np.float64) for name in wanted if not table[name].null_count}
    return {name: (float(numbers.sum()), float(numbers @ numbers)) for name, numbers in values.items()}


def list_failed(chunk: Chunk, results: np.ndarray) -> list[tuple[int, int]]:
    """Returns number and error bits of the games of a chunk that went wrong."""
    return [(chunk.first + int(game), int(results["error"][game])) for game in np.flatnonzero(results["error"])]


def _digest(games: np.ndarray, digests: np.ndarray) -> int:
    """Returns the sum of one hash per game: its digest tied to its number."""
    tied = digests ^ (games.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    tied = (tied ^ tied >> np.uint64(31)) * np.uint64(0xBF58476D1CE4E5B9)
    return int(tied.sum(dtype=np.uint64)) & MASK


def make_table(chunk: Chunk, cell: Cell, results: np.ndarray) -> pa.Table:
    """Returns the games of a chunk that count, with their configuration; columns of seats that nobody holds are empty."""
    good = results["error"] == 0
    counted = results[good]
    rows, seats, columns = len(counted), find_study(cell.game).seats(cell), schema(cell.game)
    arrays = {"game": pa.array(chunk.first + np.flatnonzero(good), pa.int64())}
    for name, value in {"cell": chunk.cell, **cell.values()}.items():
        arrays[name] = _constant(value, columns.field(name).type, rows)
    arrays |= {name: pa.array(values) for name, values in find_game(cell.game).derive(counted).items()}
    for column in result_columns(find_game(cell.game)):
        arrays[column.name] = _result_array(column, counted, columns.field(column.name).type, column.seat <= seats)
    return pa.Table.from_arrays([arrays[name] for name in columns.names], schema=columns)


def _result_array(column: ResultColumn, results: np.ndarray, kind: pa.DataType, held: bool) -> pa.Array:
    if not held:
        return pa.nulls(len(results), kind)
    values = column.values(results)
    if column.codes:
        return pa.DictionaryArray.from_arrays(pa.array(values.astype(np.int32)), pa.array(column.codes))
    return pa.array(values)


def _constant(value: Any, kind: pa.DataType, rows: int) -> pa.Array:
    if kind == NAMES:
        return pa.DictionaryArray.from_arrays(pa.array(np.zeros(rows, np.int32)), pa.array([value]))
    return pa.repeat(pa.scalar(value, kind), rows)


def encode(table: pa.Table, summary: Summary) -> bytes:
    """Returns a table as a Parquet file that names the games it covers in its footer."""
    table = table.replace_schema_metadata({FOOTER: json.dumps(asdict(summary))})
    incompressible = ("digest",)
    buffer = io.BytesIO()
    pq.write_table(
        table,
        buffer,
        compression={name: "none" if name in incompressible else "zstd" for name in table.column_names},
        compression_level={name: 1 for name in table.column_names if name not in incompressible},
        use_dictionary=[name for name in table.column_names if name not in ("digest", "game")],
        column_encoding={"game": "DELTA_BINARY_PACKED", "digest": "PLAIN"},
        write_page_checksum=True,
    )
    return buffer.getvalue()


def read_summary(path: Path, game: str, cells: int) -> Summary:
    """Reads what a file of a run with so many cells covers; what is damaged or not ours raises a UserError."""
    try:
        footer = pq.read_metadata(path).metadata or {}
        if FOOTER not in footer:
            raise UserError("not a file of a sweep")
        summary = check_summary(_with_sums(json.loads(footer[FOOTER]), game))
    except (OSError, pa.ArrowException, ValueError, RecursionError) as error:
        raise UserError(f"damaged ({_in_one_line(error)})") from None
    if summary.cell >= cells:
        raise UserError(f"damaged (cell {summary.cell} of {cells})")
    return summary


def check_summary(footer: Any) -> Summary:
    """Returns a footer as a summary after checking every field of it."""
    try:
        numbers = [footer[key] for key in ("cell", "first", "count", "counted", "digest", "errors")]
        sums = {name: (total + 0.0, squares + 0.0) for name, (total, squares) in footer["sums"].items()}
        failed = [(game, bits) for game, bits in footer["failed"]]
        numbers += [number for pair in failed for number in pair]
        if any(type(number) is not int or number < 0 for number in numbers):
            raise UserError("damaged (its footer holds other than numbers)")
        summary = Summary(**footer | {"sums": sums, "failed": failed})
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise UserError(f"damaged (its footer makes no sense: {_in_one_line(error)})") from None
    if summary.count < 1 or summary.first >= MOST_GAMES or summary.counted + summary.errors != summary.count:
        raise UserError("damaged (its footer contradicts itself)")
    return summary


def _in_one_line(error: Exception) -> str:
    """Returns what a library says, printable and short."""
    text = "".join(character if character.isprintable() else " " for character in str(error))
    return f"{type(error).__name__}: {' '.join(text.split())[:200]}"


def _with_sums(footer: dict[str, Any], game: str) -> dict[str, Any]:
    """Returns a footer in its present form; earlier ones only counted the games with a share of one."""
    if not isinstance(footer, dict):
        raise UserError("damaged (its footer makes no sense)")
    sums = {
        measure.name: (total, total)
        for measure in find_game(game).measures
        if measure.count and (total := footer.pop(measure.count, None)) is not None
    }
    return {"sums": sums, **footer}


def read_rows(path: Path) -> pa.Table:
    """Reads a whole file and verifies its checksums."""
    try:
        return pq.read_table(path, page_checksum_verification=True, partitioning=None)
    except (OSError, pa.ArrowException, ValueError) as error:
        raise UserError(f"damaged ({_in_one_line(error)})") from None


def check_rows(path: Path, cell: Cell, summary: Summary) -> None:
    """Verifies that the rows of a file are the games its footer names, of its cell, and add up to what it says."""
    rows = read_rows(path)
    try:
        games = rows["game"].to_numpy()
        found = summarize(Chunk(summary.cell, summary.first, summary.count), cell.game, rows, summary.failed)
        for name, value in {"cell": summary.cell, **cell.values()}.items():
            if len(rows) and name in rows.column_names and rows[name].unique().to_pylist() != [value]:
                raise UserError(f"damaged (its rows are not of cell {summary.cell}: other {name})")
    except (KeyError, TypeError, ValueError, pa.ArrowException) as error:
        raise UserError(f"damaged ({_in_one_line(error)})") from None
    inside = len(games) == 0 or (summary.first <= games.min() and games.max() < summary.first + summary.count)
    if not inside or len(np.unique(games)) != len(games):
        raise UserError("damaged (its rows are not the games its footer names)")
    wrong = [name for name in ("counted", "errors", "digest") if getattr(found, name) != getattr(summary, name)]
    both = found.sums.keys() | summary.sums.keys()
    empty = (math.nan, math.nan)
    wrong += sorted(name for name in both if not _same(found.sums.get(name, empty), summary.sums.get(name, empty)))
    if wrong:
        raise UserError(f"damaged (its rows and its footer differ in {', '.join(wrong)})")


def _same(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Tells whether two sums are of the same rows: machines add up in different orders."""
    return all(math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9) for a, b in zip(one, other))
