"""Effects of one kind drawn together: each towards none, the more, the less certain it is. How far they spread is
estimated from all of them (empirical Bayes). Readers see pooled effects, tests use those as they were estimated."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

ROUNDS = 200
SETTLED = 1e-3  # relative change of a spread that no longer matters
SMALLEST = 1e-6  # of a variance, relative to the mean sampling variance


@dataclass(frozen=True)
class Pooled:
    """Pooled effects of one group of estimates, and their covariance."""

    effects: np.ndarray
    covariance: np.ndarray


def pool(estimates: list[np.ndarray], covariances: list[np.ndarray], kind: np.ndarray) -> tuple[list[Pooled], np.ndarray]:
    """Pools groups of estimates; `kind` numbers what each entry of a group is, entries of a kind share a variance.

    Groups are independent of each other, entries of a group need not be. Returns the pooled groups and the variances.
    """
    kinds = int(kind.max(initial=-1)) + 1
    noise = np.mean([np.diag(covariance) for covariance in covariances], axis=0)
    of_kind = np.array([noise[kind == number].mean() for number in range(kinds)])
    least = np.maximum(SMALLEST * of_kind, 1e-12)
    variance = np.maximum([np.mean([e[kind == k] ** 2 for e in estimates]) - of_kind[k] for k in range(kinds)], of_kind / 4)
    variance = np.maximum(variance, least)
    groups: list[Pooled] = []
    for _ in range(ROUNDS):
        groups = [_pooled(*group, variance[kind]) for group in zip(estimates, covariances)]
        squares = np.sum([group.effects**2 for group in groups], axis=0)
        free = np.sum([1 - np.diag(group.covariance) / variance[kind] for group in groups], axis=0)  # how much was learned
        found = [squares[kind == k].sum() / max(free[kind == k].sum(), 1e-9) for k in range(kinds)]
        found = np.clip(found, least, None)
        settled = np.all(np.abs(found - variance) < SETTLED * np.maximum(variance, 0.01 * of_kind))
        variance = found
        if settled:
            break
    return groups, variance


def _pooled(estimate: np.ndarray, covariance: np.ndarray, spread: np.ndarray) -> Pooled:
    """Returns the posterior of effects with independent normal priors around none."""
    gain = np.linalg.solve(covariance + np.diag(spread), np.diag(spread)).T  # of the estimate
    rest = np.diag(spread) - gain @ np.diag(spread)
    return Pooled(gain @ estimate, (rest + rest.T) / 2)
