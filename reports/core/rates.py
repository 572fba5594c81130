"""Means of measures with intervals: of one cell, and of groups of cells that share their luck."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import sparse
from scipy.stats import t as student
from statsmodels.stats.proportion import proportion_confint

from reports.core.luck import Luck
from simulator.core.game import Measure

Numbers = npt.ArrayLike

LEVEL = 0.95


@dataclass(frozen=True)
class Sums:
    """What the values of a column add up to, cell by cell or group by group."""

    games: np.ndarray  # that have a value
    total: np.ndarray
    squares: np.ndarray

    def mean(self) -> np.ndarray:
        """Returns the means; without games there is none."""
        return np.divide(self.total, self.games, out=np.full(len(self.games), np.nan), where=self.games > 0)

    def spread(self) -> np.ndarray:
        """Returns the sums of squared distances from the mean."""
        return np.clip(self.squares - self.total**2 / np.maximum(self.games, 1), 0, None)

    def grouped(self, member: sparse.spmatrix) -> Sums:
        """Adds up the cells of each group (cells × groups)."""
        return Sums(member.T @ self.games, member.T @ self.total, member.T @ self.squares)


def rate_interval(total: Numbers, games: Numbers, method: str = "wilson") -> tuple[np.ndarray, np.ndarray]:
    """Returns the interval of a mean share: `wilson` (its coverage is closest to nominal) or `jeffreys`.

    No games give the interval from 0 to 1; a rate of exactly 0 or 1 keeps its bound there. Games that count in part (a
    shared first place) vary less than whole ones with the same mean: their interval is then wide.
    """
    total, games = np.broadcast_arrays(np.asarray(total, float), np.asarray(games, float))
    low, high = proportion_confint(total, np.maximum(games, 1e-9), alpha=1 - LEVEL, method=method)
    low = np.where((games == 0) | (total == 0), 0.0, low)
    high = np.where((games == 0) | (total == games), 1.0, high)
    return np.clip(low, 0, 1), np.clip(high, 0, 1)


def mean_interval(mean: Numbers, variance: Numbers, freedom: Numbers) -> tuple[np.ndarray, np.ndarray]:
    """Returns the t interval of a mean of numbers, from the variance of the mean; without freedom it has no end."""
    freedom = np.asarray(freedom, float)
    with np.errstate(invalid="ignore"):
        reach = student.isf((1 - LEVEL) / 2, np.maximum(freedom, 1)) * np.sqrt(variance)
    reach = np.where(freedom > 0, reach, np.inf)
    return mean - reach, mean + reach


def intervals(measure: Measure, sums: Sums) -> pd.DataFrame:
    """Returns mean, low and high of a column of a measure, one independent sample per row."""
    if measure.kind == "share":
        low, high = rate_interval(sums.total, sums.games)
    else:
        variance = sums.spread() / np.maximum(sums.games - 1, 1) / np.maximum(sums.games, 1)
        low, high = mean_interval(sums.mean(), variance, sums.games - 1)
    return pd.DataFrame({"mean": sums.mean(), "low": low, "high": high})


def add_intervals(table: pd.DataFrame, count: str) -> pd.DataFrame:
    """Adds rate, low and high to a table whose column `count` tells in how many of its `games` a share was one."""
    low, high = rate_interval(table[count], table["games"])
    return table.assign(rate=table[count] / table["games"].where(table["games"] > 0), low=low, high=high)


def group_means(cells: pd.DataFrame, measure: Measure, sums: Sums, luck: Luck, keys: list[str]) -> pd.DataFrame:
    """Computes the mean of each group of cells, its interval widened for the luck that its cells share.

    A group of many cells on the same seeds holds less information than as many separate games; the interval is that of
    as many separate games as would be as informative.
    """
    if keys:
        group = cells.groupby(keys, sort=True, observed=True)
        number, labels = group.ngroup().to_numpy(), group.size().reset_index()[keys]
    else:
        number, labels = np.zeros(len(cells), int), pd.DataFrame(index=[0])
    member = sparse.csr_matrix((np.ones(len(cells)), (np.arange(len(cells)), number)), shape=(len(cells), len(labels)))
    group_sums = sums.grouped(member)
    alone, together = member.T @ sums.spread(), np.diag(luck.shared_covariance(member))
    # Never below independent games: luck shared between cells adds, and a negative estimate is noise.
    effect = 1 + np.clip(np.divide(together, alone, out=np.zeros_like(alone), where=alone > 0), 0, None)
    games = np.maximum(group_sums.games, 1)
    mean = group_sums.total / games
    if measure.kind == "share":
        low, high = rate_interval(group_sums.total / effect, group_sums.games / effect)
    else:
        freedom = group_sums.games - np.bincount(number, minlength=len(labels))
        low, high = mean_interval(mean, alone * effect / np.maximum(freedom, 1) / games, freedom)
    return labels.assign(games=group_sums.games.astype(int), total=group_sums.total, rate=mean, low=low, high=high)
