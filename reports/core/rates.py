"""Win rates with intervals: of one cell, and of groups of cells that share their luck."""

import numpy as np
import pandas as pd
from scipy import sparse
from statsmodels.stats.proportion import proportion_confint

from reports.core.luck import Luck

LEVEL = 0.95


def rate_interval(wins, games, method: str = "wilson") -> tuple[np.ndarray, np.ndarray]:
    """Returns the interval of a win rate: `wilson` (its coverage is closest to nominal) or `jeffreys`.

    No games give the interval from 0 to 1; a rate of exactly 0 or 1 keeps its bound there.
    """
    wins, games = np.broadcast_arrays(np.asarray(wins, float), np.asarray(games, float))
    low, high = proportion_confint(wins, np.maximum(games, 1e-9), alpha=1 - LEVEL, method=method)
    low = np.where((games == 0) | (wins == 0), 0.0, low)
    high = np.where((games == 0) | (wins == games), 1.0, high)
    return np.clip(low, 0, 1), np.clip(high, 0, 1)


def add_intervals(table: pd.DataFrame) -> pd.DataFrame:
    """Adds rate, low and high to a table with columns games and wins, one independent sample per row."""
    low, high = rate_interval(table["wins"], table["games"])
    return table.assign(rate=table["wins"] / table["games"].where(table["games"] > 0), low=low, high=high)


def group_rates(cells: pd.DataFrame, luck: Luck, keys: list[str]) -> pd.DataFrame:
    """Computes the win rate of each group of cells, its interval widened for the luck that its cells share.

    A group of many cells on the same seeds holds less information than as many separate games; the interval is
    Wilson's with the number of separate games that would be as informative.
    """
    if keys:
        group = cells.groupby(keys, sort=True, observed=True)
        number, labels = group.ngroup().to_numpy(), group[["games", "wins"]].sum().reset_index()
    else:
        number, labels = np.zeros(len(cells), int), pd.DataFrame({name: [cells[name].sum()] for name in ("games", "wins")})
    member = sparse.csr_matrix((np.ones(len(cells)), (np.arange(len(cells)), number)), shape=(len(cells), len(labels)))
    rate = cells["wins"] / cells["games"].clip(lower=1)
    alone = member.T @ (cells["games"] * rate * (1 - rate)).to_numpy()
    together = np.diag(luck.shared_covariance(member))
    # Never below the plain binomial: luck shared between cells adds, and a negative estimate is noise.
    effect = 1 + np.clip(np.divide(together, alone, out=np.zeros_like(alone), where=alone > 0), 0, None)
    low, high = rate_interval(labels["wins"] / effect, labels["games"] / effect)
    return labels.assign(rate=labels["wins"] / labels["games"].clip(lower=1), low=low, high=high)
