"""Fits the weights of position features to results: a logistic regression of victory on positions of played games.

Weights keep the sign a player would give them and stay near those they start from where the data say little.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from policies.spirit_island import vocabulary as p

# Features that can only hurt; those in neither list may go either way.
BAD = ("explorers", "towns", "cities", "invader_lands", "ravages", "ravage_cascades", "ravage_presence", "ravage_dahan",
       "ravage_damage", "builds", "city_builds", "latent_ravages", "threat",
       "towns_scarcity", "blight_scarcity", "doomed", "buildings_in_terror_2",
       "cities_in_terror_3", "explore_reach", "presence_scarcity", "blight_coming", "presence_dying",
       "dahan_dying")  # fmt: skip
GOOD = ("wilds", "disease", "strife", "beasts", "beasts_among_invaders", "invaders_in_reach", "scenario_goal",
        "dahan", "dahan_among_invaders", "blight_left", "fear", "terror_2", "terror_3", "presence", "presence_lands",
        "sacred_sites", "income", "plays", "track_elements", "reclaim_spaces", "energy", "energy_to_spare", "hand",
        "card_quality", "hand_quality")  # fmt: skip
# not at the start of a turn, or not in the games fitted
NEVER_SEEN = ("blight_coming", "presence_dying", "dahan_dying", "doomed", "time_left", "scenario_goal")
DECK = 12


def bounds() -> list[tuple[float | None, float | None]]:
    """Returns the range of each weight, early ones first."""
    signs = [(None, 0.0) if name in BAD else (0.0, None) if name in GOOD else (None, None) for name in p.FEATURES]
    return signs * 2


def fit_value(samples: np.ndarray, start: np.ndarray, pull: float) -> np.ndarray:
    """Returns weights (early, late) fitted to samples; `pull` says how many samples' worth the start weighs."""
    features, won = samples[:, :-1], samples[:, -1]
    gone = 1.0 - features[:, [p.P_TIME_LEFT]] / DECK
    fixed = np.array([name in NEVER_SEEN for name in p.FEATURES] * 2)
    free = np.array([name != "constant" for name in p.FEATURES] * 2)
    design = np.hstack([features * (1.0 - gone), features * gone])
    scale = np.maximum(design.std(axis=0), 0.05)
    w0 = start.reshape(-1)

    def loss(x: np.ndarray) -> tuple[float, np.ndarray]:
        weights = x / scale
        score = design @ weights
        away = np.where(free, x - w0 * scale, 0.01 * x)
        total = np.logaddexp(0.0, score).sum() - (won * score).sum() + 0.5 * pull * (away**2).sum()
        slope = (design.T @ (expit(score) - won)) / scale + pull * away * np.where(free, 1.0, 0.01)
        slope[fixed] = 0.0
        return total, slope

    found = minimize(loss, w0 * scale, jac=True, method="L-BFGS-B", bounds=bounds(), options={"maxiter": 100})
    return (found.x / scale).reshape(start.shape)
