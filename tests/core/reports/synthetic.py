"""Runs in memory with a known truth, of whatever game: shares drawn cell by cell, with luck shared between cells."""

from pathlib import Path

import numpy as np
from scipy.stats import norm

from reports.core.dataset import Run
from reports.core.rates import Sums


def draw_luck(cells, games, rng, shared):
    """Draws standard normal luck by cell and game; `shared` is how much of a game's luck all cells have in common."""
    luck = np.sqrt(shared) * rng.standard_normal(games)[None, :]
    return luck + np.sqrt(1 - shared) * rng.standard_normal((cells, games))


def draw_shares(probability, games, rng, shared=0.1):
    """Draws zeros and ones by cell and game."""
    return (draw_luck(len(probability), games, rng, shared) < norm.ppf(probability)[:, None]).astype(np.int8)


def cut(played, games):
    """Leaves each cell its first so many games."""
    none = -1 if played.dtype == np.int8 else np.nan
    return np.where(np.arange(played.shape[1]) < np.asarray(games)[:, None], played, none).astype(played.dtype)


def sums_of(played):
    """Adds up a table of games, cell row × game."""
    there = played >= 0 if played.dtype == np.int8 else ~np.isnan(played)
    values = np.where(there, played, 0).astype(float)
    return Sums(there.sum(axis=1).astype(float), values.sum(axis=1), (values**2).sum(axis=1))


def run_of(game, cells, played):
    """Makes a run of a table of games for each column of a measure."""
    sums = {column: sums_of(table) for column, table in played.items()}
    games = next(iter(sums.values())).games.astype(int)
    return Run(Path("synthetic"), {}, game, cells.assign(games=games, errors=0), sums, played)
