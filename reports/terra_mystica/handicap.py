"""The start points that would let every faction win equally often: more for the weak, fewer for the strong, 20 on average.

Play is taken as it was: points at the start are added to the final ones and the winners of each game are found anew.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
from scipy.stats import t as student

from reports.core.rates import LEVEL
from reports.terra_mystica.games import Tables, faction_names
from simulator.terra_mystica.record import vocabulary as v

GAMES_AT_LEAST = 100  # of a faction
GAMES_AT_MOST = 200_000  # that are looked at
ROUNDS = 30
SETTLED = 0.02  # points
STEP = 4.0  # points on either side, over which the slope of a share of wins is taken
FARTHEST = 15.0  # points that one round may move


def even_start(tables: Tables) -> pd.DataFrame:
    """Returns start points with intervals for each faction; empty where there are too few games or no common scale."""
    rows = np.linspace(0, len(tables.vp) - 1, min(len(tables.vp), GAMES_AT_MOST)).astype(int)
    tables = tables.chosen(rows)
    count = np.bincount(tables.faction.ravel(), minlength=v.FACTIONS)
    played = np.flatnonzero(count)
    if len(played) < 2 or count[played].min() < GAMES_AT_LEAST or tables.cluster.max() < 1:
        return pd.DataFrame()
    # Points are whole, so wins would jump with fractions of a point: each is taken to lie somewhere in its whole point.
    tables = replace(tables, vp=tables.vp + np.random.default_rng(0).uniform(-0.5, 0.5, tables.vp.shape).astype(np.float32))
    fair, start = 1 / tables.key.players, np.zeros(v.FACTIONS)
    slope = np.eye(v.FACTIONS)
    for number in range(ROUNDS):
        share = shares(tables, start)
        if number % 5 == 0:
            slope = _slope(tables, start, played)
        if np.linalg.matrix_rank(slope, tol=1e-5) < len(played) - 1:
            return pd.DataFrame()  # nobody's share depends on the points, or line-ups fall apart into separate circles
        step = np.clip(np.linalg.pinv(slope, rcond=1e-3) @ (fair - share[played]), -FARTHEST, FARTHEST)
        start[played] += step - step.mean()
        if np.abs(step).max() < SETTLED:
            break
    error = _errors(tables, start, played, slope)
    reach = student.isf((1 - LEVEL) / 2, int(tables.cluster.max())) * error
    usual = v.START_VP
    table = pd.DataFrame({
        "faction": np.array(faction_names())[played], "games": count[played], "start": usual + start[played],
        "error": error, "low": usual + start[played] - reach, "high": usual + start[played] + reach,
        "evened": shares(tables, start)[played],
    })  # fmt: skip
    return table.sort_values("start").reset_index(drop=True)


def _won(tables: Tables, start: np.ndarray) -> np.ndarray:
    """Tells which seat wins each game with other points at the start, game × seat."""
    points = tables.vp + start[tables.faction]
    return (points == points.max(axis=1, keepdims=True)).astype(float)


def shares(tables: Tables, start: np.ndarray) -> np.ndarray:
    """Returns each faction's mean share of the win with other points at the start."""
    who = tables.faction.ravel()
    count = np.bincount(who, minlength=v.FACTIONS)
    return np.bincount(who, _won(tables, start).ravel(), v.FACTIONS) / np.maximum(count, 1)


def _slope(tables: Tables, start: np.ndarray, played: np.ndarray) -> np.ndarray:
    """Returns how the shares of all change with the points of each."""
    slope = np.zeros((len(played), len(played)))
    for column, faction in enumerate(played):
        moved = np.zeros(v.FACTIONS)
        moved[faction] = STEP
        slope[:, column] = (shares(tables, start + moved) - shares(tables, start - moved))[played] / (2 * STEP)
    return slope


def _errors(tables: Tables, start: np.ndarray, played: np.ndarray, slope: np.ndarray) -> np.ndarray:
    """Returns standard errors: what chance does to the shares, carried over to the points."""
    rest = _won(tables, start) - 1 / tables.key.players
    size, count = int(tables.cluster.max()) + 1, np.bincount(tables.faction.ravel(), minlength=v.FACTIONS)
    added = np.zeros((size, v.FACTIONS))
    for seat in range(tables.key.players):
        place = tables.cluster.astype(np.int64) * v.FACTIONS + tables.faction[:, seat]
        added += np.bincount(place, rest[:, seat], size * v.FACTIONS).reshape(size, v.FACTIONS)
    added = added[:, played] / count[played]
    back = np.linalg.pinv(slope, rcond=1e-3)
    covariance = back @ (added.T @ added * size / (size - 1)) @ back.T
    return np.sqrt(np.clip(np.diag(covariance), 0, None))
