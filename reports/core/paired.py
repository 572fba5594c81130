"""Paired comparisons: the same games played in two ways (another policy, rule flag, version or card)."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.stats import norm
from scipy.stats import t as student
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep, test_proportions_2indep

ALPHA = 0.05
EXACT_UP_TO = 1000  # discordant games; beyond, McNemar's chi-square is as good and quick


@dataclass(frozen=True)
class Comparison:
    """What changed from A to B: one row per cell, and one row for all cells together."""

    cells: pd.DataFrame
    overall: dict[str, float]
    paired: bool


def paired_difference(frame_a: pd.DataFrame, frame_b: pd.DataFrame) -> Comparison:
    """Compares two versions of the same games (columns cell, game, win and, if recorded, score), B minus A.

    Games are matched by cell and game; those that only one side has are left out.
    """
    both = _matched(frame_a, frame_b)
    rows = [_paired_row(cell, part) for cell, part in both.groupby("cell", sort=True)]
    return Comparison(_with_q(pd.DataFrame(rows)), _clustered_row(both), paired=True)


def independent_difference(frame_a: pd.DataFrame, frame_b: pd.DataFrame) -> Comparison:
    """Compares two runs on different seeds, whose games cannot be matched, B minus A."""
    cells = np.intersect1d(frame_a["cell"].unique(), frame_b["cell"].unique())
    sides = [frame[frame["cell"].isin(cells)] for frame in (frame_a, frame_b)]
    groups = [dict(iter(side.groupby("cell"))) for side in sides]
    rows = [_independent_row(cell, groups[0][cell], groups[1][cell]) for cell in cells]
    return Comparison(_with_q(pd.DataFrame(rows)), _two_clustered_row(*sides), paired=False)


def _matched(frame_a: pd.DataFrame, frame_b: pd.DataFrame) -> pd.DataFrame:
    """Joins two frames on cell and game, by one integer key: a tenth of the memory of a merge."""
    key_a, key_b = (f["cell"].to_numpy(np.int64) << 32 | f["game"].to_numpy(np.int64) for f in (frame_a, frame_b))
    order = np.argsort(key_b, kind="stable").astype(np.int32)
    key_b = key_b[order]
    place = np.searchsorted(key_b, key_a).astype(np.int32)
    at_a = np.flatnonzero(key_b.take(place, mode="clip") == key_a) if len(key_b) else np.empty(0, np.int64)
    at_b = order[place[at_a]]
    columns = {name: frame_a[name].to_numpy()[at_a] for name in ("cell", "game")}
    for name in ("win", "score"):
        if name in frame_a and name in frame_b:
            columns[f"{name}_a"], columns[f"{name}_b"] = frame_a[name].to_numpy()[at_a], frame_b[name].to_numpy()[at_b]
    return pd.DataFrame(columns, copy=False)


def _change(both: pd.DataFrame, name: str) -> np.ndarray:
    return both[f"{name}_b"].to_numpy(np.float32) - both[f"{name}_a"].to_numpy(np.float32)


def _paired_row(cell: int, part: pd.DataFrame) -> dict[str, float]:
    a, b = part["win_a"].to_numpy(bool), part["win_b"].to_numpy(bool)
    gained, lost, games = int((~a & b).sum()), int((a & ~b).sum()), len(a)
    low, high = paired_interval(gained, lost, games)
    table = [[int((a & b).sum()), lost], [gained, int((~a & ~b).sum())]]
    p = mcnemar(table, exact=gained + lost <= EXACT_UP_TO).pvalue if gained + lost else 1.0
    row = {"cell": cell, "games": games, "rate_a": a.mean(), "rate_b": b.mean(), "difference": (gained - lost) / games,
           "low": low, "high": high, "gained": gained, "lost": lost, "p": float(p)}  # fmt: skip
    if "score_a" in part:
        row |= _mean_interval(_change(part, "score"), "score")
    return row


def paired_interval(gained: int, lost: int, games: int) -> tuple[float, float]:
    """Returns the interval of a difference of paired rates (Bonett and Price's adjusted Wald, good for few games)."""
    more, less = (gained + 1) / (games + 2), (lost + 1) / (games + 2)
    half = norm.isf(ALPHA / 2) * np.sqrt((more + less - (more - less) ** 2) / (games + 2))
    return max(more - less - half, -1.0), min(more - less + half, 1.0)


def _mean_interval(values: np.ndarray, name: str) -> dict[str, float]:
    half = student.isf(ALPHA / 2, len(values) - 1) * values.std(ddof=1) / np.sqrt(len(values)) if len(values) > 1 else np.nan
    mean = values.mean()
    return {f"{name}_difference": mean, f"{name}_low": mean - half, f"{name}_high": mean + half}


def _clustered_row(both: pd.DataFrame) -> dict[str, float]:
    """Compares all cells together; games with the same number share their luck, so each number is one observation."""
    if both.empty:
        return {"games": 0}
    row = {"games": len(both), "rate_a": both["win_a"].mean(), "rate_b": both["win_b"].mean()}
    game = both["game"].to_numpy()
    row |= _clustered(game, _change(both, "win"), "")
    if "score_a" in both:
        row |= _clustered(game, _change(both, "score"), "score_")
    return row


def _clustered(game: np.ndarray, values: np.ndarray, prefix: str) -> dict[str, float]:
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


def _independent_row(cell: int, a: pd.DataFrame, b: pd.DataFrame) -> dict[str, float]:
    counts = int(b["win"].sum()), len(b), int(a["win"].sum()), len(a)
    low, high = confint_proportions_2indep(*counts, method="newcomb", compare="diff")
    alike = counts[0] * counts[3] == counts[2] * counts[1]
    p = 1.0 if alike else float(test_proportions_2indep(*counts, method="score", compare="diff").pvalue)
    rate_a, rate_b = a["win"].mean(), b["win"].mean()
    return {"cell": cell, "games": min(len(a), len(b)), "rate_a": rate_a, "rate_b": rate_b, "difference": rate_b - rate_a,
            "low": low, "high": high, "p": p}  # fmt: skip


def _two_clustered_row(a: pd.DataFrame, b: pd.DataFrame) -> dict[str, float]:
    if a.empty or b.empty:
        return {"games": 0}
    mean_a, error_a, _ = _cluster_mean(a["game"].to_numpy(), a["win"].to_numpy(float))
    mean_b, error_b, _ = _cluster_mean(b["game"].to_numpy(), b["win"].to_numpy(float))
    difference, error = mean_b - mean_a, float(np.hypot(error_a, error_b))
    half = norm.isf(ALPHA / 2) * error
    p = 2 * norm.sf(abs(difference) / error) if error > 0 else float(difference == 0)
    return {"games": min(len(a), len(b)), "rate_a": mean_a, "rate_b": mean_b, "difference": difference,
            "low": difference - half, "high": difference + half, "p": p}  # fmt: skip


def _with_q(rows: pd.DataFrame) -> pd.DataFrame:
    if rows.empty:
        return rows
    q = multipletests(rows["p"], ALPHA, method="fdr_bh")[1]
    return rows.assign(q=q, significant=q < ALPHA)
