"""Reads a run (a manifest and Parquet files) into one table of cells and counts per cell.

Ten million games pass through here column by column, in batches; nothing above this file sees a single row,
except the wins per cell and game that paired comparisons need. Knows no statistics.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.dataset as ds

from simulator.core.errors import UserError
from simulator.spirit_island.record.vocabulary import CAUSES

# What a cell is, with the value that stands for a missing column.
CONFIGURATION = {
    "spirits": "", "boards": "random", "players": 0, "expansion": "base", "adversary": "none", "level": 0,
    "scenario": "none", "thematic": False, "difficulty": 0, "policy": "", "flags": "", "seed": 0,
}  # fmt: skip
TEXTS = [name for name, default in CONFIGURATION.items() if isinstance(default, str)]
REQUIRED = ["cell", "game", "win"]
MANIFEST = "_manifest.json"  # as experiments/store.py writes it; read here plainly, so that a report needs no compiler
MEANS = [
    "score", "turns", "fear", "fear_cards", "blight", "dahan", "explorers", "towns", "cities", "invader_cards",
    "presence", "cards_gained", "decisions",
]  # fmt: skip
TURNS = 64  # longer games are counted in the last bin
TERRORS = 4  # levels 1 to 3
SCORE_FROM, SCORES = -64, 256  # bins of one point; scores beyond are counted in the outer bins
WINS_AT_MOST = 400_000_000  # bytes of the table of wins; games beyond it count in the rates but are not paired


@dataclass
class Run:
    """A dataset reduced to what reports need."""

    path: Path
    manifest: dict[str, Any]
    cells: pd.DataFrame  # one row per cell: cell, the configuration, games, wins, errors and means
    wins: np.ndarray  # int8, cell row × game: 1, 0, or -1 where no game was counted
    counts: dict[str, np.ndarray] = field(default_factory=dict)  # histograms by cell row; absent columns are absent

    @property
    def games(self) -> int:
        return int(self.cells["games"].sum())


def is_plain(cells: pd.DataFrame) -> np.ndarray:
    """Chooses the cells that tell about adversary levels alone: no scenario, no thematic map; all, if none are plain."""
    plain = ((cells["scenario"] == "none") & ~cells["thematic"]).to_numpy(bool)
    return plain if plain.any() else np.ones(len(cells), bool)


def read_run(path: Path | str) -> Run:
    """Reads a run; raises one clear UserError when there is nothing to read or the data is damaged."""
    path = Path(path)
    manifest = read_manifest(path)
    data, columns = open_dataset(path)
    cells = _find_cells(data, columns)
    if cells.empty:
        raise UserError(f"{path} holds no games")
    totals, counts, wins = _count_games(data, columns, cells["cell"].to_numpy())
    cells = pd.concat([cells, totals], axis=1)
    if not cells["games"].sum():
        raise UserError(f"{path} holds no countable games: all {int(cells['errors'].sum())} ended with an error")
    return Run(path, manifest, cells, wins, counts)


def read_manifest(path: Path) -> dict[str, Any]:
    """Reads the manifest of a run; a run without one is still readable."""
    if not path.is_dir():
        raise UserError(f"{path} is not a run (no such directory)")
    file = path / MANIFEST
    if not file.exists():
        return {}
    try:
        manifest = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UserError(f"{file} is damaged: {error}") from None
    if not isinstance(manifest, dict):
        raise UserError(f"{file} is damaged: not a JSON object")
    return manifest


def open_dataset(path: Path) -> tuple[ds.Dataset, set[str]]:
    """Opens the Parquet files of a run and returns them with the names of their columns."""
    if not path.is_dir():
        raise UserError(f"{path} is not a run (no such directory)")
    files = sorted(str(file) for file in path.rglob("*.parquet") if not _is_aside(file.relative_to(path)))
    if not files:
        raise UserError(f"{path} holds no games (no Parquet files)")
    for file in files:
        _check_file(file)
    layout = ds.ParquetFileFormat(read_options=ds.ParquetReadOptions(dictionary_columns=[*TEXTS, "cause", "outcome"]))
    try:
        data = ds.dataset(files, format=layout)
    except (pa.ArrowException, OSError) as error:
        raise _damaged(error) from None
    columns = set(data.schema.names)
    if missing := [name for name in REQUIRED if name not in columns]:
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


def _find_cells(data: ds.Dataset, columns: set[str]) -> pd.DataFrame:
    """Finds all cells and their configuration, taken from the first row of each."""
    known = [name for name in CONFIGURATION if name in columns]
    found: dict[int, dict[str, Any]] = {}
    for batch in batches(data, ["cell", *known]):
        cells = integers(batch, "cell")
        ids, first = np.unique(cells, return_index=True) if cells.min() != cells.max() else (cells[:1], [0])
        for cell, row in zip(ids.tolist(), first):
            if cell not in found:
                found[cell] = {name: batch.column(name)[int(row)].as_py() for name in known}
    rows = [{"cell": cell, **_complete(found[cell])} for cell in sorted(found)]
    return pd.DataFrame(rows, columns=["cell", *CONFIGURATION])


def _complete(row: dict[str, Any]) -> dict[str, Any]:
    """Fills missing values of a configuration and gives each the right type."""
    complete = {
        name: default if row.get(name) is None else type(default)(row[name]) for name, default in CONFIGURATION.items()
    }
    complete["players"] = complete["players"] or complete["spirits"].count("+") + 1
    return complete


def _count_games(
    data: ds.Dataset, columns: set[str], ids: np.ndarray
) -> tuple[pd.DataFrame, dict[str, np.ndarray], np.ndarray]:
    """Counts everything in one pass: totals per cell, histograms per cell, and wins per cell and game."""
    tally = _Tally(columns, len(ids))
    wanted = [name for name in [*REQUIRED, "error", "cause", "terror_level", "blighted_turn", *MEANS] if name in columns]
    for batch in batches(data, wanted):
        tally.add(batch, np.searchsorted(ids, integers(batch, "cell")))
    return tally.totals(), tally.counts, tally.wins()


class _Tally:
    """Adds up batches of games."""

    def __init__(self, columns: set[str], cells: int):
        self.cells = cells
        self.games = np.zeros(cells, np.int64)
        self.won = np.zeros(cells, np.int64)
        self.errors = np.zeros(cells, np.int64)
        self.sums = {name: np.zeros(cells) for name in MEANS if name in columns}
        shapes = {
            "turns": (2, TURNS), "score": (2, SCORES), "terror_level": (2, TERRORS), "cause": (2, len(CAUSES)),
            "blighted_turn": (2, TURNS),  # the last turn of games whose card never flipped; the turn of its flip
        }  # fmt: skip
        self.counts = {name: np.zeros((cells, *shape), np.int32) for name, shape in shapes.items() if name in columns}
        self.pieces: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []

    def add(self, batch: pa.RecordBatch, cell: np.ndarray) -> None:
        """Adds a batch; games with an error are counted apart and nowhere else."""
        if "error" in batch.schema.names:
            wrong = integers(batch, "error") != 0
            if wrong.any():
                self.errors += np.bincount(cell[wrong], minlength=self.cells)
                batch, cell = batch.filter(pa.array(~wrong)), cell[~wrong]
        if not batch.num_rows:
            return
        game, win = integers(batch, "game"), integers(batch, "win")
        if win.min() < 0 or win.max() > 1 or game.min() < 0:
            raise UserError("the data is damaged: win must be 0 or 1 and game must not be negative")
        self.pieces.append((cell.astype(np.int32), game.astype(np.int32), win.astype(np.int8)))
        self.games += np.bincount(cell, minlength=self.cells)
        self.won += np.bincount(cell[win == 1], minlength=self.cells)
        for name, total in self.sums.items():
            total += np.bincount(cell, weights=integers(batch, name), minlength=self.cells)
        for name in self.counts:
            self._count(name, batch, cell, win)

    def _count(self, name: str, batch: pa.RecordBatch, cell: np.ndarray, win: np.ndarray) -> None:
        if name == "cause":
            side, value = win, _cause_numbers(batch.column(name))
        elif name == "score":
            side, value = win, integers(batch, name) - SCORE_FROM
        elif name == "blighted_turn":
            flip = integers(batch, name)
            side = (flip > 0).astype(np.int64)
            value = np.where(side, flip, integers(batch, "turns") if "turns" in batch.schema.names else TURNS - 1)
        else:
            side, value = win, integers(batch, name)
        counts = self.counts[name]
        width = counts.shape[2]
        place = (cell * 2 + side) * width + np.clip(value, 0, width - 1)
        low, high = int(cell.min()), int(cell.max()) + 1  # a batch holds few cells
        part = np.bincount(place - low * 2 * width, minlength=(high - low) * 2 * width)
        counts[low:high] += part.reshape(high - low, 2, width).astype(np.int32)

    def totals(self) -> pd.DataFrame:
        with np.errstate(invalid="ignore"):
            means = {f"mean_{name}": total / self.games for name, total in self.sums.items()}
        return pd.DataFrame({"games": self.games, "wins": self.won, "errors": self.errors, **means})

    def wins(self) -> np.ndarray:
        """Lays the wins out by cell and game, and refuses a game that was recorded twice."""
        games = max((int(game.max()) + 1 for _, game, _ in self.pieces), default=0)
        games = min(games, max(1, WINS_AT_MOST // self.cells))
        table = np.full((self.cells, games), -1, np.int8)
        placed = 0
        for cell, game, win in self.pieces:
            inside = game < games
            table[cell[inside], game[inside]] = win[inside]
            placed += int(inside.sum())
        if placed != np.count_nonzero(table >= 0):
            raise UserError("the data is damaged: some games are recorded twice")
        return table


def _cause_numbers(column: pa.Array) -> np.ndarray:
    """Turns a column of causes into numbers of vocabulary.CAUSES; unknown causes count as none."""
    if not pa.types.is_dictionary(column.type):
        column = column.dictionary_encode()
    known = np.array([CAUSES.index(name) if name in CAUSES else 0 for name in column.dictionary.to_pylist()], np.int64)
    return known[column.indices.to_numpy(zero_copy_only=False)]


def read_cells(path: Path | str) -> pd.DataFrame:
    """Reads only what the cells of a run are."""
    return _find_cells(*open_dataset(Path(path)))


def read_games(path: Path | str) -> pd.DataFrame:
    """Reads cell, game, win and score of every counted game, for comparisons game by game."""
    data, columns = open_dataset(Path(path))
    types = {"cell": np.int32, "game": np.int32, "win": np.int8, "score": np.int16}
    wanted = [name for name in types if name in columns]
    parts: dict[str, list[np.ndarray]] = {name: [] for name in wanted}
    for batch in batches(data, [*wanted, *({"error"} & columns)]):
        keep = integers(batch, "error") == 0 if "error" in columns else slice(None)
        for name in wanted:
            parts[name].append(integers(batch, name)[keep].astype(types[name]))
    return pd.DataFrame({name: np.concatenate(part) if part else np.empty(0, types[name]) for name, part in parts.items()})
