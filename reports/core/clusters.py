"""Means and regressions of observations that come in clusters: what one cluster holds is alike, clusters are independent.

Games that share their luck, or are played at one table, are one cluster; errors come from what clusters add up to, so a
hundred copies of a game tell no more than one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy import sparse
from scipy.stats import t as student

from reports.core.rates import LEVEL, mean_interval, rate_interval

CLUSTERS_AT_MOST = 8192  # clusters are put together beyond: what is independent stays so
RANK = 1e-9  # directions of a regression that are smaller than this, of the largest, are told by nothing


def numbered(keys: np.ndarray) -> tuple[np.ndarray, int]:
    """Returns the cluster of each observation from what tells clusters apart, and how many there were."""
    _, number = np.unique(keys, return_inverse=True)
    return (number % CLUSTERS_AT_MOST).astype(np.int32), int(number.max(initial=-1)) + 1


def clustered_means(values: np.ndarray, group: np.ndarray, cluster: np.ndarray, groups: int, share: bool) -> pd.DataFrame:
    """Returns games, mean, error, low and high of each group; one seen in a single cluster has an interval without end."""
    size = int(cluster.max(initial=0)) + 1
    place = group.astype(np.int64) * size + cluster
    games = np.bincount(place, minlength=groups * size).reshape(groups, size)
    total = np.bincount(place, weights=values, minlength=groups * size).reshape(groups, size)
    squares = np.bincount(group, weights=np.square(values, dtype=float), minlength=groups)
    n, held = games.sum(axis=1), (games > 0).sum(axis=1)
    mean = total.sum(axis=1) / np.maximum(n, 1)
    together = ((total - mean[:, None] * games) ** 2).sum(axis=1) * held / np.maximum(held - 1, 1)
    alone = np.clip(squares - n * mean**2, 0, None) * n / np.maximum(n - 1, 1)
    squared = np.maximum(together, alone)  # never below independent games: a smaller estimate is noise
    if share:
        effect = np.divide(squared, alone, out=np.ones(groups), where=alone > 0)
        low, high = rate_interval(np.clip(mean, 0, 1) * n / effect, n / effect)
        low, high = np.where(held > 1, low, 0.0), np.where(held > 1, high, 1.0)
    else:
        low, high = mean_interval(mean, squared / np.maximum(n, 1) ** 2, held - 1)
    error = np.where(held > 1, np.sqrt(squared) / np.maximum(n, 1), np.inf)
    return pd.DataFrame({"games": n, "mean": np.where(n > 0, mean, np.nan), "error": error, "low": low, "high": high})


@dataclass(frozen=True)
class Fit:
    """Effects of a regression with their covariance, robust against clusters."""

    effects: np.ndarray
    covariance: np.ndarray
    clusters: int

    def contrast(self, matrix: np.ndarray) -> pd.DataFrame:
        """Returns linear combinations of effects (rows × effects): value, error, low, high."""
        value = matrix @ self.effects
        error = np.sqrt(np.clip(np.einsum("ij,jk,ik->i", matrix, self.covariance, matrix), 0, None))
        if self.clusters < 2:
            error = np.full(len(value), np.inf)
        reach = student.isf((1 - LEVEL) / 2, max(self.clusters - 1, 1)) * error
        return pd.DataFrame({"value": value, "error": error, "low": value - reach, "high": value + reach})


def inverse(information: np.ndarray) -> np.ndarray:
    """Returns the inverse of a symmetric matrix on what it tells anything about."""
    return np.linalg.pinv(information, rcond=RANK, hermitian=True)


def least_squares(design: np.ndarray, values: np.ndarray, cluster: np.ndarray) -> Fit:
    """Fits values by columns of a design; what the design cannot tell apart gets the smallest effects."""
    bread = inverse(design.T.astype(float) @ design)
    effects = bread @ (design.T @ values)
    rest = values - design @ effects
    return Fit(effects, sandwich(bread, scores(design * rest[:, None], cluster)), int(cluster.max(initial=-1)) + 1)


def scores(rows: np.ndarray, cluster: np.ndarray) -> np.ndarray:
    """Adds rows up cluster by cluster."""
    size = int(cluster.max(initial=-1)) + 1
    member = sparse.csr_matrix((np.ones(len(cluster), rows.dtype), (cluster, np.arange(len(cluster)))), (size, len(cluster)))
    return np.asarray(member @ rows, float)


def sandwich(bread: np.ndarray, added: np.ndarray) -> np.ndarray:
    """Returns the covariance of effects from the inverse information and what clusters add up to."""
    clusters = max(len(added), 2)
    meat = added.T @ added * clusters / (clusters - 1)
    return bread @ meat @ bread
