"""Means of measures with intervals: of one cell, and of groups of cells that share their luck.

The mean of a group is the mean of the means of its cells: a sampling that gives some cells more games makes their means
more exact, but no heavier.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import sparse
from scipy.stats import t as student
from statsmodels.stats.proportion import proportion_confint

from reports.core.discovery import SURE
from reports.core.luck import Luck
from simulator.core.game import Measure

Numbers = npt.ArrayLike

LEVEL = 0.95
AGRESTI = 4.0  # games that Agresti and Coull add to make intervals of rates hold


@dataclass(frozen=True)
class Sums:
    """What the values of a column add up to, cell by cell or group by group."""

    games: np.ndarray  # that have a value
    total: np.ndarray
    squares: np.ndarray

    def taken(self, rows: np.ndarray) -> Sums:
        """Returns the sums of some rows, in their order."""
        return Sums(self.games[rows], self.total[rows], self.squares[rows])

    def mean(self) -> np.ndarray:
        """Returns the means; without games there is none."""
        return np.divide(self.total, self.games, out=np.full(len(self.games), np.nan), where=self.games > 0)

    def spread(self) -> np.ndarray:
        """Returns the sums of squared distances from the mean."""
        return np.clip(self.squares - self.total**2 / np.maximum(self.games, 1), 0, None)


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


# --- groups of cells


def group_means(
    cells: pd.DataFrame,
    measure: Measure,
    sums: Sums,
    luck: Luck,
    keys: list[str],
    weights: np.ndarray | None = None,
    rows: np.ndarray | None = None,
) -> pd.DataFrame:
    """Computes the mean of each group of cells: games, total, rate, low, high.

    All cells of a group count the same unless weights are given. The interval allows for the luck that they share. Where
    a cell belongs to several groups, it stands in `cells` and `sums` once for each, and `rows` are its rows of the luck.
    """
    if keys:
        group = cells.groupby(keys, sort=True, observed=True)
        number, labels = group.ngroup().to_numpy(), group.size().reset_index()[keys]
    else:
        number, labels = np.zeros(len(cells), int), pd.DataFrame(index=[0])
    shares = shares_of(number, sums.games > 0, weights)
    # A game's distance from the mean of n games, its own among them, comes out too small by one part in n.
    each = shares / np.sqrt(np.maximum(sums.games * (sums.games - 1), 1))
    rows = np.arange(len(cells)) if rows is None else rows
    member = sparse.csr_matrix((each, (rows, number)), shape=(len(luck.values), len(labels)))
    return labels.assign(**stratified(measure, sums, shares, number, luck.shared_variance(member)))


def shares_of(group: np.ndarray, there: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
    """Returns weights that add up to one in each group; what is not there has none."""
    weights = np.where(there, 1.0 if weights is None else weights, 0.0)
    total = np.bincount(group, weights=weights)
    return weights / np.where(total > 0, total, 1)[group]


def stratified(
    measure: Measure, sums: Sums, shares: np.ndarray, group: np.ndarray, together: np.ndarray
) -> dict[str, np.ndarray]:
    """Computes the mean of each group of strata (cells, say), of which `shares` tell what each stratum counts.

    `together` is what luck that strata share adds to the variance of each group.
    """
    strata = np.bincount(group, weights=shares > 0)
    mean = np.where(strata > 0, np.bincount(group, weights=shares * np.nan_to_num(sums.mean())), np.nan)
    spread = _share_spread if measure.kind == "share" else _number_spread
    own, freedom, alike = spread(sums, shares, group, strata[group])
    alone = np.bincount(group, weights=own)
    # Never below independent games: luck shared between cells adds, and a negative estimate is noise.
    effect = 1 + np.clip(_ratio(together, alone), 0, None)
    # Games of the same number are one observation of shared luck; freedom is what that many leave.
    games = np.maximum(sums.games, 1)
    numbers = _ratio(alone**2, _overlap(own / games, games, group))
    freedom = np.where(strata > 1, np.minimum(freedom, numbers - 1), freedom)
    if measure.kind == "share":
        reach = student.isf((1 - LEVEL) / 2, np.where(freedom > 0, freedom, 1e-3)) / SURE
        # At worst all cells have all of their luck in common: then each number is one game.
        worst = _ratio(_overlap(np.sqrt(own / games), games, group), alone)
        informative = (_ratio(alike, alone) - AGRESTI) / np.maximum(np.minimum(effect * reach**2, worst), 1)
        informative = np.where(strata > 0, np.maximum(informative, 1), 0)
        low, high = rate_interval(np.nan_to_num(mean) * informative, informative)
    else:
        low, high = mean_interval(mean, alone * effect, freedom)
    played, total = (np.bincount(group, weights=values) for values in (sums.games, sums.total))
    return {"games": played.astype(int), "total": total, "rate": mean, "low": low, "high": high}


Spread = tuple[np.ndarray, np.ndarray, np.ndarray]  # variance of each share of a mean; of groups: freedom, see below


def _share_spread(sums: Sums, shares: np.ndarray, group: np.ndarray, strata: np.ndarray) -> Spread:
    """Returns the variances that shares of a rate have, after Price and Bonett (2004), and that of one game of the group.

    Four games, half of them counting whole, are dealt out to the strata: one where none counted is not certain of none.
    """
    extra = AGRESTI / np.maximum(strata, 1)
    rate = (sums.total + extra / 2) / (sums.games + extra)
    variance = np.minimum(rate * (1 - rate) / (sums.games + extra - 1 + 1 / np.maximum(strata, 1)), 0.25)
    mean = np.bincount(group, weights=shares * rate)
    return shares**2 * variance, np.full(len(mean), np.inf), mean * (1 - mean)


def _number_spread(sums: Sums, shares: np.ndarray, group: np.ndarray, strata: np.ndarray) -> Spread:
    """Returns the variances that shares of a mean have, each drawn to that of its group by two games, and freedoms."""
    left = np.maximum(sums.games - 1, 0)
    common = _ratio(*(np.bincount(group, weights=values) for values in (sums.spread(), left)))
    variance = (sums.spread() + 2 * common[group]) / (left + 2)
    own = shares**2 * variance / np.maximum(sums.games, 1)
    alone = np.bincount(group, weights=own)
    freedom = _ratio(alone**2, np.bincount(group, weights=_ratio(own**2, left + 2 * (strata > 1))))
    return own, np.where(alone > 0, freedom, np.bincount(group, weights=left)), alone


def _overlap(parts: np.ndarray, games: np.ndarray, group: np.ndarray) -> np.ndarray:
    """Adds up, in each group, the products of all pairs of parts times the games that both have (each the first ones)."""
    order = np.lexsort((-games, group))
    parts, games, group = parts[order], games[order], group[order]
    before = np.cumsum(parts) - parts  # those with at least as many games
    before -= before[np.searchsorted(group, group)]
    return np.bincount(group, weights=games * parts * (parts + 2 * before))


def _ratio(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Divides, and returns nothing for nothing."""
    return np.divide(a, b, out=np.zeros(len(b)), where=b > 0)
