"""Weighted sums of the means of cells: differences between cells of a run, with errors that know their common luck.

What cells share when they share their seeds falls out of a difference, so a contrast is surer than its games suggest.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse

from reports.core.luck import Luck
from reports.core.model import GAMES_AT_LEAST
from reports.core.rates import AGRESTI, Sums

LEAST = 0.02  # of the variance that independent games would have: a smaller estimate is noise


def contrasts(sums: Sums, luck: Luck, weights: sparse.csr_matrix) -> tuple[np.ndarray, np.ndarray]:
    """Returns value and standard error of weighted sums of shares (cells × sums weights)."""
    games = np.maximum(sums.games, 1)
    weights = sparse.csr_matrix(weights)
    rate = (sums.total + AGRESTI / 2) / (sums.games + AGRESTI)  # a cell that was always won is not certain
    alone = weights.multiply(weights).T @ (rate * (1 - rate) / games)
    variance = alone
    if luck.values.shape[1] >= GAMES_AT_LEAST:
        each = sparse.diags(1 / np.sqrt(np.maximum(games * (games - 1), 1))) @ weights
        variance = np.maximum(alone + luck.shared_variance(each), LEAST * alone)
    return np.asarray(weights.T @ np.nan_to_num(sums.mean())).ravel(), np.sqrt(np.asarray(variance).ravel())
