"""Paired comparisons: the same games played in two ways (another policy, rule flag, version or component).

The first measure of the game leads: its change is tested cell by cell. The other measures stand beside it with
intervals. If the first measure has a value for each seat, so has everything here: one row per seat.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from scipy.stats import norm, ttest_ind
from scipy.stats import t as student
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.proportion import confint_proportions_2indep, test_proportions_2indep

from reports.core.discovery import ALPHA, with_q
from simulator.core.game import Measure

EXACT_UP_TO = 1000  # discordant games; beyond, McNemar's chi-square is as good and quick
Row = dict[str, float]


@dataclass(frozen=True)
class Comparison:
    """What changed from A to B: rows of each cell, and of all cells together; one per seat, if seats are measured."""

    cells: pd.DataFrame
    totals: tuple[Row, ...]
    paired: bool

    @property
    def overall(self) -> Row:
        """All cells together; of the first seat, if seats are measured."""
        return self.totals[0]


@dataclass(frozen=True)
class Compared:
    """A column of the first measure, and the columns of others that are told beside it."""

    column: str
    measure: Measure
    seat: int = 0  # 0: of the whole game
    beside: dict[str, str] = field(default_factory=dict)  # column -> what its keys begin with

    @property
    def columns(self) -> tuple[str, ...]:
        """All of its columns."""
        return (self.column, *self.beside)

    @property
    def is_counted(self) -> bool:
        """Tells whether each game counts whole or not at all."""
        return self.measure.kind == "share" and bool(self.measure.count)

    @property
    def keys(self) -> Row:
        """What its rows begin with."""
        return {"seat": self.seat} if self.seat else {}


def compared(measures: tuple[Measure, ...], there: set[str], seats: int) -> list[Compared]:
    """Returns what two versions are compared by, of the columns that are there."""
    lead, *others = measures
    found = []
    for place, column in enumerate(lead.columns(seats)):
        seat = place + 1 if lead.per == "seat" else 0
        beside = {}
        for other in others:
            columns = other.columns(seats)
            if seat and other.per == "seat":
                beside[columns[place]] = f"{other.name}_"
            else:
                beside |= {name: f"{name}_" for name in columns}
        if column in there:
            beside = {name: prefix for name, prefix in beside.items() if name in there}
            found.append(Compared(column, lead, seat, beside))
    return found


def paired_difference(frame_a: pd.DataFrame, frame_b: pd.DataFrame, wanted: list[Compared]) -> Comparison:
    """Compares two versions of the same games (columns cell, game and those of measures), B minus A.

    Games are matched by cell and game; those that only one side has are left out.
    """
    both = matched(frame_a, frame_b, list(dict.fromkeys(name for one in wanted for name in one.columns)))
    rows = [
        _paired_row(cell, one, part)
        for cell, part in both.groupby("cell", sort=True)
        for one in wanted
        if part[f"{one.column}_a"].notna().all()
    ]
    totals = tuple(_clustered_row(one, both[both[f"{one.column}_a"].notna()]) for one in wanted)
    return Comparison(_with_q(rows), totals, paired=True)


def independent_difference(frame_a: pd.DataFrame, frame_b: pd.DataFrame, wanted: list[Compared]) -> Comparison:
    """Compares two runs on different seeds, whose games cannot be matched, B minus A."""
    cells = np.intersect1d(frame_a["cell"].unique(), frame_b["cell"].unique())
    sides = [frame[frame["cell"].isin(cells)] for frame in (frame_a, frame_b)]
    groups = [dict(iter(side.groupby("cell"))) for side in sides]
    rows = [
        _independent_row(cell, one, groups[0][cell][one.column], groups[1][cell][one.column])
        for cell in cells
        for one in wanted
        if groups[0][cell][one.column].notna().all()
    ]
    totals = tuple(_two_clustered_row(one, *(side[side[one.column].notna()] for side in sides)) for one in wanted)
    return Comparison(_with_q(rows), totals, paired=False)


def _with_q(rows: list[Row]) -> pd.DataFrame:
    table = pd.DataFrame(rows)
    return with_q(table, table["p"]) if len(table) else table


# --- the same games


def matched(frame_a: pd.DataFrame, frame_b: pd.DataFrame, columns: list[str]) -> pd.DataFrame:
    """Joins two frames on cell and game, by one integer key: a tenth of the memory of a merge."""
    key_a, key_b = (f["cell"].to_numpy(np.int64) << 32 | f["game"].to_numpy(np.int64) for f in (frame_a, frame_b))
    order = np.argsort(key_b, kind="stable").astype(np.int32)
    key_b = key_b[order]
    place = np.searchsorted(key_b, key_a).astype(np.int32)
    at_a = np.flatnonzero(key_b.take(place, mode="clip") == key_a) if len(key_b) else np.empty(0, np.int64)
    at_b = order[place[at_a]]
    joined = {name: frame_a[name].to_numpy()[at_a] for name in ("cell", "game")}
    for name in columns:
        joined[f"{name}_a"], joined[f"{name}_b"] = frame_a[name].to_numpy()[at_a], frame_b[name].to_numpy()[at_b]
    return pd.DataFrame(joined, copy=False)


def _change(both: pd.DataFrame, name: str) -> np.ndarray:
    return both[f"{name}_b"].to_numpy(np.float32) - both[f"{name}_a"].to_numpy(np.float32)


def _paired_row(cell: int, one: Compared, part: pd.DataFrame) -> Row:
    a, b = part[f"{one.column}_a"].to_numpy(), part[f"{one.column}_b"].to_numpy()
    row = {"cell": cell, **one.keys, "games": len(a), "rate_a": a.mean(dtype=float), "rate_b": b.mean(dtype=float)}
    row |= _counted_change(a.astype(bool), b.astype(bool)) if one.is_counted else _mean_change(_change(part, one.column))
    for name, prefix in one.beside.items():
        mean, low, high = _mean_interval(_change(part, name))
        row |= {f"{prefix}difference": mean, f"{prefix}low": low, f"{prefix}high": high}
    return row


def _counted_change(a: np.ndarray, b: np.ndarray) -> Row:
    """Compares games that count whole or not at all by McNemar's test."""
    gained, lost, games = int((~a & b).sum()), int((a & ~b).sum()), len(a)
    low, high = paired_interval(gained, lost, games)
    table = [[int((a & b).sum()), lost], [gained, int((~a & ~b).sum())]]
    p = mcnemar(table, exact=gained + lost <= EXACT_UP_TO).pvalue if gained + lost else 1.0
    return {"difference": (gained - lost) / games, "low": low, "high": high, "gained": gained, "lost": lost, "p": float(p)}


def paired_interval(gained: int, lost: int, games: int) -> tuple[float, float]:
    """Returns the interval of a difference of paired rates (Bonett and Price's adjusted Wald, good for few games)."""
    more, less = (gained + 1) / (games + 2), (lost + 1) / (games + 2)
    half = norm.isf(ALPHA / 2) * np.sqrt((more + less - (more - less) ** 2) / (games + 2))
    return max(more - less - half, -1.0), min(more - less + half, 1.0)


def _mean_change(values: np.ndarray) -> Row:
    """Compares the means of paired games by Student's test."""
    mean, low, high = _mean_interval(values)
    error = values.std(ddof=1) / np.sqrt(len(values)) if len(values) > 1 else 0.0
    p = 2 * student.sf(abs(mean) / error, len(values) - 1) if error > 0 else float(mean == 0 or len(values) < 2)
    return {"difference": mean, "low": low, "high": high, "p": float(p)}


def _mean_interval(values: np.ndarray) -> tuple[float, float, float]:
    half = student.isf(ALPHA / 2, len(values) - 1) * values.std(ddof=1) / np.sqrt(len(values)) if len(values) > 1 else np.nan
    mean = values.mean()
    return mean, mean - half, mean + half


def _clustered_row(one: Compared, both: pd.DataFrame) -> Row:
    """Compares all cells together; games with the same number share their luck, so each number is one observation."""
    if both.empty:
        return {**one.keys, "games": 0}
    row = {**one.keys, "games": len(both)}
    row |= {f"rate_{side}": float(both[f"{one.column}_{side}"].mean()) for side in "ab"}
    game = both["game"].to_numpy()
    row |= _clustered(game, _change(both, one.column), "")
    for name, prefix in one.beside.items():
        change = _change(both, name)
        there = ~np.isnan(change)
        if there.any():
            row |= _clustered(game[there], change[there], prefix)
    return row


def _clustered(game: np.ndarray, values: np.ndarray, prefix: str) -> Row:
    mean, error, clusters = _cluster_mean(game, values)
    half = student.isf(ALPHA / 2, max(clusters - 1, 1)) * error
    p = 2 * student.sf(abs(mean) / error, max(clusters - 1, 1)) if error > 0 else float(mean == 0)
    return {f"{prefix}difference": mean, f"{prefix}low": mean - half, f"{prefix}high": mean + half, f"{prefix}p": p}


def _cluster_mean(game: np.ndarray, values: np.ndarray) -> tuple[float, float, int]:
    """Returns the mean over games, its standard error clustered by game number, and the number of clusters."""
    mean = float(values.mean(dtype=float))
    number = game - game.min()
    sums = np.bincount(number, weights=values - mean)[np.bincount(number) > 0]
    clusters = len(sums)
    error = np.sqrt(clusters / max(clusters - 1, 1) * np.sum(sums**2)) / len(values)
    return mean, float(error), clusters


# --- separate samples


def _independent_row(cell: int, one: Compared, a: pd.Series, b: pd.Series) -> Row:
    row = {"cell": cell, **one.keys, "games": min(len(a), len(b)), "rate_a": a.mean(), "rate_b": b.mean()}
    row["difference"] = row["rate_b"] - row["rate_a"]
    return row | (_counted_apart(a, b) if one.is_counted else _means_apart(a.to_numpy(float), b.to_numpy(float)))


def _counted_apart(a: pd.Series, b: pd.Series) -> Row:
    counts = int(b.sum()), len(b), int(a.sum()), len(a)
    low, high = confint_proportions_2indep(*counts, method="newcomb", compare="diff")
    alike = counts[0] * counts[3] == counts[2] * counts[1]
    p = 1.0 if alike else float(test_proportions_2indep(*counts, method="score", compare="diff").pvalue)
    return {"low": low, "high": high, "p": p}


def _means_apart(a: np.ndarray, b: np.ndarray) -> Row:
    """Compares the means of two samples by Welch's test."""
    if min(len(a), len(b)) < 2 or a.std() + b.std() == 0:
        return {"low": np.nan, "high": np.nan, "p": 1.0}
    found = ttest_ind(b, a, equal_var=False)
    low, high = found.confidence_interval(1 - ALPHA)
    return {"low": float(low), "high": float(high), "p": float(found.pvalue)}


def _two_clustered_row(one: Compared, a: pd.DataFrame, b: pd.DataFrame) -> Row:
    if a.empty or b.empty:
        return {**one.keys, "games": 0}
    mean_a, error_a, _ = _cluster_mean(a["game"].to_numpy(), a[one.column].to_numpy(float))
    mean_b, error_b, _ = _cluster_mean(b["game"].to_numpy(), b[one.column].to_numpy(float))
    difference, error = mean_b - mean_a, float(np.hypot(error_a, error_b))
    half = norm.isf(ALPHA / 2) * error
    p = 2 * norm.sf(abs(difference) / error) if error > 0 else float(difference == 0)
    return {**one.keys, "games": min(len(a), len(b)), "rate_a": mean_a, "rate_b": mean_b, "difference": difference,
            "low": difference - half, "high": difference + half, "p": p}  # fmt: skip
