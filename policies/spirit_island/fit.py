"""Fits the weights of position features to results: a logistic regression of victory on positions of played games.

Weights keep the sign a player would give them and stay near those they start from where the data say little. Each
configuration has a constant of its own, so that no weight has to stand for how hard an adversary is.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from policies.spirit_island import vocabulary as p
from policies.spirit_island.batch import record_positions
from policies.spirit_island.knowledge import Weights, vector, weights_of
from simulator.spirit_island import Setup
from simulator.spirit_island.assembler import Content

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
FITTING_SEED = 800_000_000  # configuration c plays the games of master seed FITTING_SEED + c
SMALLEST_SPREAD = 0.05  # of a feature that hardly varies: its weight must not run away
VALUE_SECTIONS = ("early", "late")


def sign_bounds() -> list[tuple[float | None, float | None]]:
    """Returns the range of each weight, early ones first."""
    signs = [(None, 0.0) if name in BAD else (0.0, None) if name in GOOD else (None, None) for name in p.FEATURES]
    return signs * 2


def split_by_time(columns: np.ndarray, gone: np.ndarray) -> np.ndarray:
    """Returns columns for the early and for the late weights: in between, both count in part."""
    return np.hstack([columns * (1.0 - gone), columns * gone])


def fit_value(samples: np.ndarray, cells: np.ndarray, start: np.ndarray, pull: float) -> np.ndarray:
    """Returns weights (early, late) fitted to samples; `pull` says how many samples' worth the start weighs.

    `cells` tells which configuration each sample comes from; the mean of their constants becomes that of the result.
    """
    features, won = samples[:, :-1], samples[:, -1]
    gone = 1.0 - features[:, [p.P_TIME_LEFT]] / DECK
    values = split_by_time(features, gone)
    constants = split_by_time(np.eye(cells.max() + 1)[cells], gone)
    scale = np.concatenate([np.maximum(values.std(axis=0), SMALLEST_SPREAD), np.ones(constants.shape[1])])
    design = np.hstack([values, constants]) / scale
    first = np.concatenate([start.reshape(-1), np.zeros(constants.shape[1])]) * scale
    fixed = np.array([name in NEVER_SEEN for name in p.FEATURES] * 2 + [False] * constants.shape[1])
    pulls = np.array([0.0 if name == "constant" else pull for name in p.FEATURES] * 2 + [1.0] * constants.shape[1])

    def loss(x: np.ndarray) -> tuple[float, np.ndarray]:
        score, away = design @ x, x - first
        total = np.logaddexp(0.0, score).sum() - (won * score).sum() + 0.5 * (pulls * away**2).sum()
        slope = design.T @ (expit(score) - won) + pulls * away
        slope[fixed] = 0.0
        return total, slope

    limits = sign_bounds() + [(None, None)] * constants.shape[1]
    found = minimize(loss, first, jac=True, method="L-BFGS-B", bounds=limits, options={"maxiter": 300}).x / scale
    weights = found[: start.size].reshape(start.shape)
    weights[:, p.P_CONSTANT] += found[start.size :].reshape(2, -1).mean(axis=1)
    return weights


def collect(content: Content, setups: list[Setup], policy: str, games: int) -> tuple[np.ndarray, np.ndarray]:
    """Plays games of each set-up; returns the positions at the start of turns, and which set-up they come from."""
    played = [
        record_positions(content, setup.record(content), FITTING_SEED + cell, games, policy)
        for cell, setup in enumerate(setups)
    ]
    return np.concatenate(played), np.repeat(np.arange(len(setups)), [len(samples) for samples in played])


def fit_spirit(content: Content, spirit: str, setups: list[Setup], policy: str, games: int, pull: float) -> Weights:
    """Returns the weights of positions of a spirit, fitted to games it plays with the present ones."""
    start = np.array([vector(weights_of(spirit)[section], p.FEATURES) for section in VALUE_SECTIONS])
    fitted = fit_value(*collect(content, setups, policy, games), start, pull)
    return {
        section: {name: round(float(weight), 4) for name, weight in zip(p.FEATURES, row, strict=True)}
        for section, row in zip(VALUE_SECTIONS, fitted, strict=True)
    }
