"""A regression on cells with partially pooled effects: what makes a share large or small.

The log-odds of the share are a sum of effects that a game's report names block by block: of components, of opponents and
of their interactions. Each kind of effect has its own spread, estimated from the data (penalised quasi-likelihood with
Fellner-Schall updates), so that an effect seen in few games is drawn towards its kind's mean.

Why not statsmodels' BinomialBayesMixedGLM: it takes one row per game (ten million) and assumes that games are
independent. Here cells are counts, and `Luck` supplies the covariance of cells that share their seeds; a test compares
the two on data that suits both.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse
from scipy.linalg import cho_factor, cho_solve
from scipy.special import expit, logit
from threadpoolctl import threadpool_limits

from reports.core.dataset import Run
from reports.core.luck import Luck

ROUNDS = 80
GAMES_AT_LEAST = 30  # fewer say nothing about the many correlations of cells: effects, differences, seem less sure
SMALLEST, LARGEST = 1e-4, 9.0  # bounds of a variance of pooled effects, in squared log-odds
LOOSE = 4.0  # variance that keeps unpooled effects finite when all games end alike
STEEPEST = 9.0  # log-odds beyond this are certain
Contrast = dict[tuple[str, Hashable], float]  # (block, label): weight
Weights = dict[Any, float]  # column label: weight, of one cell


@dataclass(frozen=True)
class Block:
    """Columns that share one spread: the effects of all components of a kind, of all opponents, …"""

    name: str
    labels: list[Any]
    columns: sparse.csr_matrix  # cells × labels
    pooled: bool = True
    smallest: float = SMALLEST  # variance of pooled effects
    loose: Mapping[Any, float] = field(default_factory=dict)  # variances of unpooled effects, if not LOOSE


def make_block(name: str, rows: list, weights: Callable[..., Weights], smallest: float = SMALLEST) -> Block:
    """Makes a block of the weights that each row of cells gives to its columns."""
    found = [weights(row) for row in rows]
    labels: list[Any] = sorted({label for row in found for label in row})
    place = {label: column for column, label in enumerate(labels)}
    entries = [(number, place[label], weight) for number, row in enumerate(found) for label, weight in row.items()]
    row, column, value = zip(*entries) if entries else ((), (), ())
    columns = sparse.csr_matrix((value, (row, column)), shape=(len(rows), len(labels)), dtype=float)
    return Block(name, labels, columns, smallest=smallest)


class ShareModel:
    """The fitted model of a share: effects, their covariance and unpooled estimates for tests."""

    def __init__(self, run: Run, share: str, make_blocks: Callable[[pd.DataFrame], list[Block]], luck: Luck | None = None):
        played = (run.sums[share].games > 0).nonzero()[0]
        self.luck = luck if luck is not None and len(played) == len(run.cells) else Luck(run.played[share][played])
        self.cells = run.cells.iloc[played].reset_index(drop=True)
        self.games = run.sums[share].games[played].astype(float)
        self.total = run.sums[share].total[played].astype(float)
        self.blocks = make_blocks(self.cells)
        self.columns = sparse.hstack([block.columns for block in self.blocks], format="csr")
        starts = np.cumsum([0, *(len(block.labels) for block in self.blocks)])
        self.part = {block.name: slice(a, b) for block, a, b in zip(self.blocks, starts, starts[1:])}
        self.place = {
            (block.name, label): start + number
            for block, start in zip(self.blocks, starts)
            for number, label in enumerate(block.labels)
        }
        self._fit()

    def labels(self, name: str) -> list[Any]:
        """Returns what a block has effects of; nothing, if this run cannot tell them apart."""
        return next((block.labels for block in self.blocks if block.name == name), [])

    @threadpool_limits.wrap(limits=1)  # matrices this small only lose time to threads, on a busy machine a hundredfold
    def _fit(self) -> None:
        pooled = [block for block in self.blocks if block.pooled]
        # A block with a column per cell already takes up what differs from cell to cell.
        spread = not any(len(block.labels) >= len(self.games) for block in pooled)
        self.variance = {block.name: 0.1 for block in pooled}
        self.cell_variance = 0.01 if spread else 0.0
        eta = logit((self.total + 0.5) / (self.games + 1))
        for _ in range(ROUNDS):
            fitted, extra = self._solve(eta)
            step = np.clip(fitted + extra, -STEEPEST, STEEPEST)
            moved, eta = np.max(np.abs(step - eta)), step
            if max(self._update_variances(extra), moved) < 0.005:
                break
        self._solve(eta)  # so that effects and covariance belong to the final variances
        self.probability = expit(eta)

    def _solve(self, eta: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Solves for all effects near the given log-odds; returns the fit and what is peculiar to each cell."""
        response, self.own = _working(eta, self.total, self.games)
        self.weight = 1 / (1 / self.own + self.cell_variance)
        self.precision = self._precision()
        self.bread = _inverse(self._information() + np.diag(self.precision))
        self.effects = self.bread @ (self.columns.T @ (self.weight * response))
        fitted = self.columns @ self.effects
        return fitted, self.cell_variance * self.weight * (response - fitted)

    def _information(self) -> np.ndarray:
        return (self.columns.T @ self.columns.multiply(self.weight[:, None])).toarray()

    def _precision(self) -> np.ndarray:
        parts = []
        for block in self.blocks:
            if block.pooled:
                parts.append(np.full(len(block.labels), 1 / self.variance[block.name]))
            else:
                parts.append(np.array([1 / block.loose.get(label, LOOSE) for label in block.labels]))
        return np.concatenate(parts)

    def _update_variances(self, extra: np.ndarray) -> float:
        """Sets each variance to what its effects suggest and returns the largest relative change."""
        largest = 0.0
        smallest = {block.name: block.smallest for block in self.blocks}
        for name, old in self.variance.items():
            part = self.part[name]
            effects = self.effects[part]
            free = len(effects) - np.trace(self.bread[part, part]) / old
            new = float(np.clip(effects @ effects / max(free, 1e-9), smallest[name], LARGEST))
            self.variance[name] = new
            largest = max(largest, _change(old, new))
        if self.cell_variance:
            old = self.cell_variance
            leverage = self.columns.multiply(self.columns @ self.bread).sum(axis=1).A1
            free = old * np.sum(self.weight * (1 - self.weight * leverage))
            self.cell_variance = float(np.clip(extra @ extra / max(free, 1e-9), SMALLEST, LARGEST))
            largest = max(largest, _change(old, self.cell_variance))
        return largest

    def contrasts(self, rows: list[Contrast]) -> np.ndarray:
        """Makes the matrix of linear combinations of effects (rows × effects); unknown effects count as zero."""
        matrix = np.zeros((len(rows), len(self.effects)))
        for number, row in enumerate(rows):
            for key, weight in row.items():
                if key in self.place:
                    matrix[number, self.place[key]] += weight
        return matrix

    @threadpool_limits.wrap(limits=1)
    def estimate(self, matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Returns the values of contrasts and their posterior covariance, shared luck included."""
        spread = matrix @ self.bread
        weighted = self.columns.multiply(self.weight[:, None]).tocsr() @ spread.T  # cells × rows
        covariance = self._sampling(weighted) + (spread * self.precision) @ spread.T
        return matrix @ self.effects, covariance

    def _sampling(self, weights: np.ndarray) -> np.ndarray:
        """Returns the sampling covariance of weighted sums over cells of the working response."""
        alone = weights.T @ (weights * (1 / self.own + self.cell_variance)[:, None])
        if self.luck.values.shape[1] < GAMES_AT_LEAST:
            return alone
        return alone + self.luck.shared_covariance(weights / self.own[:, None])

    def unpooled(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        """Estimates each effect of a block with its own pooling undone and all others kept.

        Returns estimates and standard errors. Under the hypothesis that one effect is zero their ratio is standard
        normal, which pooled estimates do not promise; so tests use these, and readers see the pooled ones.
        """
        part = self.part[name]
        chosen = np.eye(len(self.effects))[part]
        values, covariance = self.estimate(chosen)
        own = np.diag(self.bread)[part]
        reliability = 1 - own / self.variance[name]  # removing one prior is a rank-one update of the bread
        variance = np.diag(covariance) - own**2 / self.variance[name]
        usable = reliability > 1e-7
        scale = np.where(usable, reliability, np.nan)
        return values / scale, np.sqrt(np.clip(variance, 0, None)) / scale


def _working(eta: np.ndarray, total: np.ndarray, games: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns the working response and weight of a logistic regression at the given log-odds."""
    rate = expit(np.clip(eta, -STEEPEST, STEEPEST))
    weight = games * rate * (1 - rate)
    return eta + (total - games * rate) / weight, weight


def _inverse(matrix: np.ndarray) -> np.ndarray:
    return cho_solve(cho_factor(matrix), np.eye(len(matrix)))


def _change(old: float, new: float) -> float:
    """Returns by how much a variance changed, in spreads; variances that hardly matter count as settled."""
    return abs(np.sqrt(new) - np.sqrt(old)) / max(np.sqrt(old), 0.03)
