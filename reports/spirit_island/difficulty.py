"""Inferred difficulty: what each challenge plays like on the official scale, and where it departs from its number.

A challenge is an adversary level, a scenario, the thematic map, or a combination of them that was played. The win model
gives its hardness in log-odds; a monotone fit of hardness on the official numbers gives the scale.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.optimize import nnls
from scipy.stats import norm

from reports.core.discovery import SURE, with_q
from reports.core.model import Contrast, ShareModel

DRAWS = 1000
CHALLENGES_AT_LEAST = 4  # a scale through fewer points would fit them all
DIFFICULTIES_PER_PIECE = 3  # of the scale: enough to tell a bend from a departure
SLOPE_AT_LEAST = 0.02  # log-odds per point: keeps the scale invertible
STIFFNESS = 0.5  # how strongly neighbouring slopes are drawn together
ROUNDING = 0.5  # official numbers are whole, so a smaller departure is none
OUTSIDE = 4.0  # how far beyond the official numbers the scale may be continued
KEYS = ["adversary", "level", "scenario", "thematic", "difficulty"]


@dataclass(frozen=True)
class Scale:
    """A piecewise linear increasing function from official difficulty to hardness."""

    knots: np.ndarray
    values: np.ndarray

    def hardness(self, difficulty: np.ndarray) -> np.ndarray:
        return np.interp(difficulty, self.knots, self.values)

    def difficulty(self, hardness: np.ndarray) -> np.ndarray:
        return np.interp(hardness, self.values, self.knots)


@dataclass(frozen=True)
class Difficulty:
    """The inferred difficulties, what scenarios add, and the scale; or why there are none."""

    challenges: pd.DataFrame
    additions: pd.DataFrame
    scale: Scale | None
    missing: str = ""


def fit_scale(official: np.ndarray, hardness: np.ndarray, weights: np.ndarray) -> Scale:
    """Fits an increasing piecewise linear function by non-negative least squares on its slopes."""
    low, high = float(official.min()), float(official.max())
    pieces = int(np.clip(len(np.unique(official)) // DIFFICULTIES_PER_PIECE, 1, 4))
    knots = np.linspace(low, high, pieces + 1)
    width = knots[1] - knots[0]
    ramps = np.clip(official[:, None] - knots[None, :-1], 0, width)
    root = np.sqrt(weights / weights.mean())[:, None]
    ones = np.ones((len(official), 1))
    rows = root * np.hstack([ones, -ones, ramps])  # the intercept may have either sign
    smooth = np.zeros((pieces - 1, pieces + 2))
    for number in range(pieces - 1):
        smooth[number, 2 + number : 4 + number] = STIFFNESS * np.sqrt(len(official)) * np.array([-1, 1])
    target = root[:, 0] * (hardness - SLOPE_AT_LEAST * (official - low))
    found, _ = nnls(np.vstack([rows, smooth]), np.concatenate([target, np.zeros(pieces - 1)]))
    slopes = found[2:] + SLOPE_AT_LEAST
    values = found[0] - found[1] + np.concatenate([[0], np.cumsum(slopes * width)])
    # Continued in a straight line, so that a challenge may turn out easier or harder than all official numbers.
    knots = np.concatenate([[low - OUTSIDE], knots, [high + OUTSIDE]])
    values = np.concatenate([[values[0] - OUTSIDE * slopes[0]], values, [values[-1] + OUTSIDE * slopes[-1]]])
    return Scale(knots, values)


def challenge_effect(adversary: str, level: int, scenario: str, thematic: bool, difficulty: float) -> Contrast:
    """Returns the part of the model that makes up a challenge."""
    return {
        ("fixed", "difficulty"): float(difficulty),
        ("level", (adversary, level)): 1.0,
        ("scenario", scenario): 1.0,
        ("thematic", "thematic"): float(thematic),
        ("level_scenario", ((adversary, level), scenario)): 1.0,
    }


def infer_difficulty(model: ShareModel, seed: int = 0) -> Difficulty:
    """Infers the difficulty of every challenge played, with intervals and tests of its departure."""
    table = model.cells.groupby(KEYS, as_index=False)[["games", "wins"]].sum()
    anchors = _anchors(table)
    if table.loc[anchors, "difficulty"].nunique() < CHALLENGES_AT_LEAST:
        return no_scale("needs challenges of at least four different official difficulties")
    matrix = model.contrasts([challenge_effect(*row) for row in table[KEYS].itertuples(index=False)])
    values, covariance = model.estimate(-matrix)  # hardness is the opposite of the odds of victory
    slope, spread = model.estimate(model.contrasts([{("fixed", "difficulty"): -1.0}]))
    if slope[0] < SURE * np.sqrt(spread[0, 0]):
        return no_scale("the win rate does not fall with official difficulty, so there is no scale to fit")
    official = table["difficulty"].to_numpy(float)
    weights = 1 / (np.diag(covariance) + model.variance.get("level", 0) + 1e-3)
    draws = _draws(values, covariance, np.random.default_rng(seed))
    anchored = official[anchors], weights[anchors]
    scale = fit_scale(anchored[0], values[anchors], anchored[1])
    inferred = scale.difficulty(values)
    possible = np.array([fit_scale(anchored[0], draw[anchors], anchored[1]).difficulty(draw) for draw in draws])
    low, high = np.quantile(possible, [0.025, 0.975], axis=0)
    table = table.assign(inferred=inferred, low=np.minimum(low, inferred), high=np.maximum(high, inferred))
    table["departure"] = inferred - official
    # Never won, or off the end of the scale: the games give only a lower bound.
    table["beyond"] = (table["wins"] == 0) | (inferred >= scale.knots[-1])
    table = _with_tests(table, "departure", possible.std(axis=0))
    return Difficulty(table, _additions(table, possible), scale)


def _anchors(table: pd.DataFrame) -> np.ndarray:
    """Chooses the challenges that the scale is fitted to: plain adversary levels, or all when these are too few."""
    plain = ((table["scenario"] == "none") & ~table["thematic"]).to_numpy()
    return plain if table.loc[plain, "difficulty"].nunique() >= CHALLENGES_AT_LEAST else np.ones(len(table), bool)


def no_scale(why: str) -> Difficulty:
    """Returns the answer when there is no scale, with its reason."""
    return Difficulty(pd.DataFrame(), pd.DataFrame(), None, why)


def _draws(values: np.ndarray, covariance: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draws possible hardnesses; rounding may leave tiny negative variances, which count as zero."""
    spread, directions = np.linalg.eigh(covariance)
    root = directions * np.sqrt(np.clip(spread, 0, None))
    return values + rng.standard_normal((DRAWS, len(values))) @ root.T


def _with_tests(table: pd.DataFrame, column: str, error: np.ndarray) -> pd.DataFrame:
    """Adds the standard error, and the p- and q-value (Benjamini-Hochberg) of exceeding the rounding."""
    size, error = np.abs(table[column].to_numpy()), np.maximum(error, 1e-12)
    p = np.minimum(norm.sf((size - ROUNDING) / error) + norm.sf((size + ROUNDING) / error), 1)
    return with_q(table.assign(error=error), p)


def _additions(table: pd.DataFrame, possible: np.ndarray) -> pd.DataFrame:
    """Computes what a scenario or the thematic map adds, averaged over the challenges played with and without it."""
    keys = ["adversary", "level", "scenario", "thematic"]
    place = {tuple(key): row for row, key in enumerate(table[keys].itertuples(index=False, name=None))}
    pairs: dict[str, list[tuple[int, int]]] = {}
    for (adversary, level, scenario, thematic), row in place.items():
        if scenario != "none" and (without := place.get((adversary, level, "none", thematic))) is not None:
            pairs.setdefault(scenario, []).append((row, without))
        if thematic and (without := place.get((adversary, level, scenario, False))) is not None:
            pairs.setdefault("thematic", []).append((row, without))
    rows, errors = [], []
    for name, found in sorted(pairs.items()):
        there, without = np.array(found).T
        adds = (table["inferred"].to_numpy()[there] - table["inferred"].to_numpy()[without]).mean()
        chance = (possible[:, there] - possible[:, without]).mean(axis=1)
        official = (table["difficulty"].to_numpy()[there] - table["difficulty"].to_numpy()[without]).mean()
        low, high = np.quantile(chance, [0.025, 0.975])
        games = int(table["games"].to_numpy()[there].sum())
        rows.append(
            {"addition": name, "games": games, "official": official, "adds": adds, "low": low, "high": high,
             "departure": adds - official}
        )  # fmt: skip
        errors.append(chance.std())
    return _with_tests(pd.DataFrame(rows), "departure", np.array(errors)) if rows else pd.DataFrame()
