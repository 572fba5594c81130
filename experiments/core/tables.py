"""Results as Parquet: the columns of a dataset, and one chunk of games as the bytes of one file.

A file carries in its footer which games it covers, so a dataset can be understood from its files alone.
"""

from __future__ import annotations

import io
import json
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from experiments.spirit_island.cells import Cell
from simulator.core.errors import UserError
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.results import RESULT

FOOTER = b"evenkeel"
LISTED_ERRORS = 100
MASK = (1 << 64) - 1
CONFIGURATION = ("spirits", "boards", "expansion", "adversary", "scenario", "policy", "flags")
NAMED = {"outcome": v.OUTCOMES, "cause": v.CAUSES}
NAMES = pa.dictionary(pa.int32(), pa.string())  # int32: more than 127 teams in one sweep are usual


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
    wins: int
    digest: int  # sum over games, so that it does not depend on how games are cut into chunks
    errors: int = 0
    failed: list[tuple[int, int]] = field(default_factory=list)  # (game, error bits), the first few


def schema() -> pa.Schema:
    """Returns the columns of a dataset, in order."""
    columns = [
        ("cell", pa.int32()), ("seed", pa.int64()), ("spirits", NAMES), ("boards", NAMES), ("players", pa.int8()),
        ("expansion", NAMES), ("adversary", NAMES), ("level", pa.int8()), ("scenario", NAMES), ("thematic", pa.bool_()),
        ("difficulty", pa.int16()), ("policy", NAMES), ("flags", NAMES), ("game", pa.int64()), ("win", pa.int8()),
    ]  # fmt: skip
    columns += [(name, NAMES if name in NAMED else pa.from_numpy_dtype(RESULT[name])) for name in RESULT.names]
    return pa.schema(columns)


def summarize(chunk: Chunk, table: pa.Table, failed: list[tuple[int, int]]) -> Summary:
    """Adds up the games of a chunk that count; those that are not in the table went wrong."""
    return Summary(
        **asdict(chunk),
        counted=len(table),
        wins=int(table["win"].to_numpy().sum()),
        digest=_digest(table["game"].to_numpy(), table["digest"].to_numpy()),
        errors=chunk.count - len(table),
        failed=failed[:LISTED_ERRORS],
    )


def list_failed(chunk: Chunk, results: np.ndarray) -> list[tuple[int, int]]:
    """Returns number and error bits of the games of a chunk that went wrong."""
    return [(chunk.first + int(game), int(results["error"][game])) for game in np.flatnonzero(results["error"])]


def _digest(games: np.ndarray, digests: np.ndarray) -> int:
    """Returns the sum of one hash per game: its digest tied to its number."""
    tied = digests ^ (games.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    tied = (tied ^ tied >> np.uint64(31)) * np.uint64(0xBF58476D1CE4E5B9)
    return int(tied.sum(dtype=np.uint64)) & MASK


def make_table(chunk: Chunk, cell: Cell, difficulty: int, results: np.ndarray) -> pa.Table:
    """Returns the games of a chunk that count, with their configuration."""
    good = results["error"] == 0
    counted = results[good]
    rows = len(counted)
    constants = {**cell.as_dict(), "cell": chunk.cell, "players": cell.players, "difficulty": difficulty}
    columns = {
        "game": chunk.first + np.flatnonzero(good),
        "win": (counted["outcome"] == v.VICTORY).astype(np.int8),
    }
    arrays = []
    for column in schema():
        if column.name in columns:
            arrays.append(pa.array(columns[column.name], column.type))
        elif column.name in NAMED:
            codes = pa.array(counted[column.name].astype(np.int32))
            arrays.append(pa.DictionaryArray.from_arrays(codes, pa.array(NAMED[column.name])))
        elif column.name in RESULT.names:
            arrays.append(pa.array(np.ascontiguousarray(counted[column.name])))
        elif column.name in CONFIGURATION:
            codes = pa.array(np.zeros(rows, np.int32))
            arrays.append(pa.DictionaryArray.from_arrays(codes, pa.array([constants[column.name]])))
        else:
            arrays.append(pa.repeat(pa.scalar(constants[column.name], column.type), rows))
    return pa.Table.from_arrays(arrays, schema=schema())


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


def read_summary(path: Any) -> Summary:
    """Reads what a file covers; a file that is damaged or not ours raises a UserError."""
    try:
        footer = pq.read_metadata(path).metadata or {}
        summary = Summary(**json.loads(footer[FOOTER]))
    except (OSError, pa.ArrowException, KeyError, TypeError, ValueError) as error:
        raise UserError(f"{path}: damaged or not a file of a sweep ({type(error).__name__}: {error})") from None
    return summary


def read_rows(path: Any) -> pa.Table:
    """Reads a whole file and verifies its checksums."""
    try:
        return pq.read_table(path, page_checksum_verification=True, partitioning=None)
    except (OSError, pa.ArrowException) as error:
        raise UserError(f"{path}: damaged ({error})") from None
