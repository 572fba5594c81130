"""Adds up the games of a run, batch by batch: totals, sums of measures and histograms by cell. Knows no statistics."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.dataset as ds

from reports.core.files import batches, coded, coded_columns, drawn_parts, integers, measure_columns, numbers, required
from reports.core.luck import is_counted
from reports.core.rates import Sums
from reports.core.report import Histogram, Read, Report
from simulator.core.errors import UserError
from simulator.core.game import Game, Measure

LAID_OUT_AT_MOST = 400_000_000  # bytes of the tables of games; games beyond it count in the means but share no luck
BINS_AT_MOST = 64  # of a histogram that is made as its values need


class Bins(NamedTuple):
    """Where the bins of a histogram lie."""

    first: float
    width: float
    whole: bool  # only whole numbers are counted: a bin of 3 to 5 ends where that of 6 to 8 begins, half way


class Tally:
    """Adds up batches of games."""

    def __init__(self, game: Game, report: Report, data: ds.Dataset, columns: set[str], cells: int):
        self.cells, self.codes = cells, coded_columns(game)
        self.measures = measure_columns(game, columns)
        self.sitting = [name for names in drawn_parts(game).values() for name in names if name in columns]
        self.games, self.errors = np.zeros((2, cells), np.int64)
        self.means = {name: np.zeros(cells) for name in report.means if name in columns}
        self._sums = {name: np.zeros((3, cells)) for name in self.measures}
        self.histograms = [histogram for histogram in report.histograms if set(histogram.columns) <= columns]
        self.bins: dict[str, Bins] = {}
        self.counts: dict[str, np.ndarray] = {}
        for histogram in self.histograms:
            self._make_bins(histogram, data)
        read = [name for histogram in self.histograms for name in histogram.columns]
        error = {"error"} & columns
        self.wanted = list(dict.fromkeys([*required(game), *error, *self.measures, *self.means, *self.sitting, *read]))
        self.pieces: list[tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]] = []

    def _make_bins(self, histogram: Histogram, data: ds.Dataset) -> None:
        """Fixes the bins of a histogram, after a look at its values if need be."""
        first, width, bins, whole = float(histogram.first), 1.0, histogram.bins, True
        if not bins and histogram.columns[0] in self.codes:
            bins = len(self.codes[histogram.columns[0]])
        elif not bins:
            low, high, whole = _range(data, histogram.columns)
            first, width = low, (high - low) / BINS_AT_MOST or 1.0
            width = float(np.ceil((high - low + 1) / BINS_AT_MOST)) if whole else width
            bins = min(BINS_AT_MOST, int((high - low) // width) + 1)
        self.bins[histogram.name] = Bins(first, width, whole)
        self.counts[histogram.name] = np.zeros((self.cells, histogram.sides, bins), np.int32)

    def add(self, batch: pa.RecordBatch, cell: np.ndarray) -> None:
        """Adds a batch; games with an error are counted apart and nowhere else."""
        if "error" in self.wanted:
            wrong = integers(batch, "error") != 0
            if wrong.any():
                self.errors += np.bincount(cell[wrong], minlength=self.cells)
                batch, cell = batch.filter(pa.array(~wrong)), cell[~wrong]
        if not batch.num_rows:
            return
        read = {name: self._values(batch, name) for name in self.wanted if name not in ("cell", "error")}
        self._check(read)
        kept: dict[str, np.ndarray] = {name: read[name].astype(_kept_as(measure)) for name, measure in self.measures.items()}
        kept |= {name: read[name].astype(np.int16) for name in self.sitting}
        self.pieces.append((cell.astype(np.int32), read["game"].astype(np.int32), kept))
        self.games += np.bincount(cell, minlength=self.cells)
        for name in self.measures:
            self._add_up(name, cell, read[name])
        for name, total in self.means.items():
            total += np.bincount(cell, weights=read[name], minlength=self.cells)
        for histogram in self.histograms:
            for side, values in histogram.place(read):
                self._count(histogram.name, cell, side, values)

    def _values(self, batch: pa.RecordBatch, name: str) -> np.ndarray:
        if name in self.codes:
            return coded(batch, name, self.codes[name])
        may_be_empty = name in self.measures and self.measures[name].per == "seat"
        return numbers(batch, name) if may_be_empty or not batch.column(name).null_count else integers(batch, name)

    def _check(self, read: Read) -> None:
        """Refuses values that no game can have."""
        if read["game"].min() < 0:
            raise UserError("the data is damaged: game must not be negative")
        for name, measure in self.measures.items():
            if measure.kind == "share" and ((read[name] < 0) | (read[name] > 1)).any():
                between = "0 or 1" if measure.count else "between 0 and 1"
                raise UserError(f"the data is damaged: {name} must be {between}")

    def _add_up(self, name: str, cell: np.ndarray, values: np.ndarray) -> None:
        there = ~np.isnan(values) if values.dtype.kind == "f" else slice(None)
        cell, values = cell[there], values[there].astype(float)
        for place, weights in enumerate((None, values, values**2)):
            self._sums[name][place] += np.bincount(cell, weights=weights, minlength=self.cells)

    def _count(self, name: str, cell: np.ndarray, side: Any, values: np.ndarray) -> None:
        counts, (first, width, _) = self.counts[name], self.bins[name]
        sides, bins = counts.shape[1:]
        there = ~np.isnan(values) if values.dtype.kind == "f" else np.ones(len(values), bool)
        if not there.any():
            return
        bin_number = np.clip((values[there] - first) // width, 0, bins - 1).astype(np.int64)
        cell, side = cell[there], np.broadcast_to(side, len(there))[there]
        place = (cell * sides + side) * bins + bin_number
        low, high = int(cell.min()), int(cell.max()) + 1  # a batch holds few cells
        part = np.bincount(place - low * sides * bins, minlength=(high - low) * sides * bins)
        counts[low:high] += part.reshape(high - low, sides, bins).astype(np.int32)

    def totals(self) -> pd.DataFrame:
        """Returns what belongs into the table of cells."""
        counted = {
            measure.count: self._sums[name][1].astype(np.int64)
            for name, measure in self.measures.items()
            if measure.count and measure.per == "game"
        }
        with np.errstate(invalid="ignore"):
            means = {f"mean_{name}": total / self.games for name, total in self.means.items()}
        return pd.DataFrame({"games": self.games, **counted, "errors": self.errors, **means})

    def sums(self) -> dict[str, Sums]:
        """Returns what the measures add up to; a seat is held in all games of a cell or in none."""
        for name, (games, _, _) in self._sums.items():
            if ((games > 0) & (games < self.games)).any():
                raise UserError(f"the data is damaged: column {name} has empty values")
        return {name: Sums(*sums) for name, sums in self._sums.items()}

    def played(self) -> dict[str, np.ndarray]:
        """Lays the measures, and what sat at the seats, out by cell and game; refuses a game that was recorded twice."""
        kinds = {name: _kept_as(measure) for name, measure in self.measures.items()} | dict.fromkeys(self.sitting, np.int16)
        games = max((int(game.max()) + 1 for _, game, _ in self.pieces), default=0)
        bytes_each = sum(np.dtype(kind).itemsize for kind in kinds.values())
        games = min(games, max(1, LAID_OUT_AT_MOST // (self.cells * bytes_each)))
        tables: dict[str, np.ndarray] = {
            name: np.full((self.cells, games), np.nan if kind == np.float32 else -1, kind) for name, kind in kinds.items()
        }
        placed = 0
        for cell, game, values in self.pieces:
            inside = game < games
            for name, table in tables.items():
                table[cell[inside], game[inside]] = values[name][inside]
            placed += int(inside.sum())
        if placed != np.count_nonzero(is_counted(next(iter(tables.values())))):
            raise UserError("the data is damaged: some games are recorded twice")
        return tables


def _kept_as(measure: Measure) -> type:
    """Returns the type that a table of games has: small for what counts whole or not at all and is never missing."""
    return np.int8 if measure.count and measure.per == "game" else np.float32


def _range(data: ds.Dataset, columns: tuple[str, ...]) -> tuple[float, float, bool]:
    """Returns the least and the greatest value of some columns, and whether all are whole."""
    ends, whole = [], all(pa.types.is_integer(data.schema.field(name).type) for name in columns)
    for batch in batches(data, list(columns)):
        for name in columns:
            values = numbers(batch, name)
            if np.isfinite(values).any():
                ends += [float(np.nanmin(values)), float(np.nanmax(values))]
    return (min(ends), max(ends), whole) if ends else (0.0, 0.0, True)
