"""The luck that cells share: game 1234 meets the same decks in every cell, so cells are not independent samples.

Averages over cells are less certain than their number of games suggests, differences between cells are more certain.
Both follow from the covariance estimated here, game by game.
"""

from functools import cached_property

import numpy as np
from scipy import sparse

GAMES_AT_LEAST = 30  # fewer games say nothing about correlation
BLOCK = 8_000_000  # entries worked on at a time


class Luck:
    """The centred wins of a run by cell and game."""

    def __init__(self, wins: np.ndarray):
        self.wins = wins
        self.known = wins.shape[1] >= GAMES_AT_LEAST

    @cached_property
    def means(self) -> np.ndarray:
        played = np.count_nonzero(self.wins >= 0, axis=1)
        return np.count_nonzero(self.wins == 1, axis=1) / np.maximum(played, 1)

    def shared_covariance(self, weights: np.ndarray | sparse.spmatrix) -> np.ndarray:
        """Returns the covariance that shared luck adds to sums of wins over cells (cells × sums weights).

        It is what stands beside the diagonal: the variance of each cell on its own is left to the caller.
        """
        size = weights.shape[1]
        if not self.known or len(self.wins) < 2:
            return np.zeros((size, size))
        across = sparse.csr_matrix(weights).T.astype(np.float32).tocsr()
        own = np.zeros(len(self.wins))
        total = np.zeros((size, size))
        step = max(1, BLOCK // len(self.wins))
        for first in range(0, self.wins.shape[1], step):
            block = self.wins[:, first : first + step]
            luck = np.where(block >= 0, block - self.means[:, None].astype(np.float32), np.float32(0))
            own += np.einsum("cg,cg->c", luck, luck, dtype=np.float64)
            sums = across @ luck
            total += sums @ sums.T
        return total - (across.multiply(own).astype(float) @ across.T.astype(float)).toarray()
