"""Runs in memory with a known truth, of whatever game: shares drawn cell by cell, with luck shared between cells."""

from pathlib import Path

import numpy as np
from scipy.stats import norm

from reports.core.dataset import Run
from reports.core.rates import Sums


def draw_shares(probability, games, rng, shared=0.1):
    """Draws zeros and ones by cell and game; `shared` is how much of a game's luck all cells have in common."""
    luck = np.sqrt(shared) * rng.standard_normal(games)[None, :]
    luck = luck + np.sqrt(1 - shared) * rng.standard_normal((len(probability), games))
    return (norm.cdf(luck) < np.asarray(probability)[:, None]).astype(np.int8)


def sums_of(played):
    """Adds up a table of games, cell row × game, all of them counted."""
    games = np.full(len(played), float(played.shape[1]))
    return Sums(games, played.sum(axis=1, dtype=float), (played.astype(float) ** 2).sum(axis=1))


def run_of(game, cells, played):
    """Makes a run of a table of games for each column of a measure."""
    games = next(iter(played.values())).shape[1]
    sums = {column: sums_of(table) for column, table in played.items()}
    return Run(Path("synthetic"), {}, game, cells.assign(games=games, errors=0), sums, played)
