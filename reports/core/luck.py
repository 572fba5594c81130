"""The luck that cells share: game 1234 meets the same decks in every cell, so cells are not independent samples.

Averages over cells are less certain than their number of games suggests, differences between cells are more certain.
Both follow from the covariance estimated here, game by game.
"""

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from scipy import sparse

BLOCK = 8_000_000  # entries worked on at a time


def is_counted(values: np.ndarray) -> np.ndarray:
    """Tells which entries of a table of games hold a value: whole numbers have -1 for none, others no number."""
    return values >= 0 if values.dtype == np.int8 else ~np.isnan(values)


class Luck:
    """The centred values of one column of a run by cell and game."""

    def __init__(self, values: np.ndarray):
        self.values = values

    @cached_property
    def means(self) -> np.ndarray:
        """The mean of each cell."""
        there = is_counted(self.values)
        return self.values.sum(axis=1, where=there, dtype=float) / np.maximum(np.count_nonzero(there, axis=1), 1)

    def shared_covariance(self, weights: np.ndarray | sparse.spmatrix) -> np.ndarray:
        """Returns the covariance that shared luck adds to weighted sums over cells (cells × sums weights).

        It is what stands beside the diagonal: the variance of each cell on its own is left to the caller.
        """
        across = sparse.csr_matrix(weights).T.astype(np.float32).tocsr()
        own = np.zeros(len(self.values))
        total = np.zeros((weights.shape[1], weights.shape[1]))
        for luck in self._blocks():
            own += np.einsum("cg,cg->c", luck, luck, dtype=np.float64)
            sums = across @ luck
            total += sums @ sums.T
        return total - (across.multiply(own).astype(float) @ across.T.astype(float)).toarray()

    def shared_variance(self, weights: sparse.spmatrix) -> np.ndarray:
        """Returns only the diagonal of that covariance: what shared luck adds to the variance of each sum."""
        across = sparse.csr_matrix(weights).T.astype(np.float32).tocsr()
        total, own = np.zeros(weights.shape[1]), np.zeros(len(self.values))
        for luck in self._blocks():
            own += np.einsum("cg,cg->c", luck, luck, dtype=np.float64)
            sums = across @ luck
            total += np.einsum("sg,sg->s", sums, sums, dtype=np.float64)
        return total - across.multiply(across).astype(float) @ own

    def _blocks(self) -> Iterator[np.ndarray]:
        """Yields the luck of some games at a time, cell × game: by how much each value is above the mean of its cell."""
        step = max(1, BLOCK // len(self.values))
        for first in range(0, self.values.shape[1], step):
            block = self.values[:, first : first + step]
            yield np.where(is_counted(block), block - self.means[:, None].astype(np.float32), np.float32(0))
