"""Fits the worth of positions to results: a logistic regression of victory on positions of played games.

All spirits asked for are fitted together: each has weights of its own, pulled to common ones, which are pulled to those
in use. Weights keep the sign a player would give them. Each configuration has a constant of its own, so that no weight
has to stand for how hard an adversary is. The result lies half way between the weights in use and the fitted ones:
those come from positions that play with the weights in use has led to.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from policies.spirit_island import vocabulary as p
from policies.spirit_island.batch import record_positions
from policies.spirit_island.knowledge import Weights, vector, weights_of
from simulator.spirit_island.game import Setup
from simulator.spirit_island.language.assembler import Content

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
# Not at the start of a turn, not in the games fitted, or (threat) losing only games that the policy lets come so far.
UNTOLD = ("blight_coming", "presence_dying", "dahan_dying", "doomed", "time_left", "scenario_goal", "threat")
DECK = 12
FITTING_SEED = 800_000_000  # configuration c plays the games of master seed FITTING_SEED + c
SMALLEST_SPREAD = 0.05  # of a feature that hardly varies: its weight must not run away
COMMON_PULL, OWN_PULL = 30.0, 100.0  # how many positions' worth the weights in use and the common weights weigh
LOOSE = 0.01  # share of these for constants
STEP = 0.5
VALUE_SECTIONS = ("early", "late")
Cell = tuple[str, str | None, int]  # expansion, adversary, level
NAMES = p.FEATURES * 2  # early, then late
FIXED = np.array([name in UNTOLD for name in NAMES])
FIRMNESS = np.array([LOOSE if name == "constant" else 1.0 for name in NAMES])


@dataclass(frozen=True)
class Positions:
    """The starts of turns in games of one spirit."""

    features: np.ndarray  # one row each, early columns before late ones
    gone: np.ndarray  # share of the invader deck that is gone
    won: np.ndarray
    cell: np.ndarray  # configuration each comes from


def sign_bounds() -> list[tuple[float | None, float | None]]:
    """Returns the range of each weight, early ones first."""
    return [(None, 0.0) if name in BAD else (0.0, None) if name in GOOD else (None, None) for name in NAMES]


def read_samples(samples: np.ndarray, cell: np.ndarray) -> Positions:
    """Splits recorded samples; between the first and the last invader card both kinds of weights count in part."""
    features, won = samples[:, :-1], samples[:, -1]
    gone = 1.0 - features[:, p.P_TIME_LEFT] / DECK
    return Positions(np.hstack([features * (1.0 - gone[:, None]), features * gone[:, None]]), gone, won, cell)


class Loss:
    """What the fit makes small; its argument joins common weights, those of each spirit, and constants of cells.

    Weights are scaled by the spread of their features.
    """

    def __init__(self, spirits: list[Positions], start: np.ndarray) -> None:
        every = np.vstack([positions.features for positions in spirits])
        self.scale = np.maximum(every.std(axis=0), SMALLEST_SPREAD)
        self.spirits = spirits
        self.columns = [positions.features / self.scale for positions in spirits]
        self.cells = 1 + max(int(positions.cell.max()) for positions in spirits)
        self.start = start.mean(axis=0) * self.scale

    def first(self) -> np.ndarray:
        """Returns the argument the search starts from."""
        return np.concatenate([np.tile(self.start, 1 + len(self.spirits)), np.zeros(2 * self.cells)])

    def split(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Returns common weights, weights by spirit, constants (early and late) by cell."""
        weights = x[: -2 * self.cells].reshape(1 + len(self.spirits), -1)
        return weights[0], weights[1:], x[-2 * self.cells :].reshape(2, self.cells)

    def __call__(self, x: np.ndarray) -> tuple[float, np.ndarray]:
        """Returns the loss and its slope."""
        common, own, constants = self.split(x)
        to_common, to_start = OWN_PULL * FIRMNESS * (own - common), COMMON_PULL * FIRMNESS * (common - self.start)
        total = 0.5 * ((to_common * (own - common)).sum() + (to_start * (common - self.start)).sum() + (constants**2).sum())
        own_slope, constant_slope = to_common.copy(), constants.copy()
        for k, (positions, columns) in enumerate(zip(self.spirits, self.columns, strict=True)):
            early, late = constants[:, positions.cell]
            score = columns @ own[k] + early * (1.0 - positions.gone) + late * positions.gone
            excess = expit(score) - positions.won
            total += np.logaddexp(0.0, score).sum() - (positions.won * score).sum()
            own_slope[k] += columns.T @ excess
            constant_slope[0] += np.bincount(positions.cell, excess * (1.0 - positions.gone), self.cells)
            constant_slope[1] += np.bincount(positions.cell, excess * positions.gone, self.cells)
        slope = np.vstack([to_start - to_common.sum(axis=0), own_slope])
        slope[:, FIXED] = 0.0
        return total, np.concatenate([slope.reshape(-1), constant_slope.reshape(-1)])


def fit_value(spirits: list[Positions], start: np.ndarray) -> np.ndarray:
    """Returns the weights of each spirit fitted to its positions; `start` holds those in use, a row per spirit."""
    loss = Loss(spirits, start)
    limits = sign_bounds() * (1 + len(spirits)) + [(None, None)] * (2 * loss.cells)
    found = minimize(loss, loss.first(), jac=True, method="L-BFGS-B", bounds=limits, options={"maxiter": 400}).x
    _, own, constants = loss.split(found)
    weights = own / loss.scale
    weights[:, np.array(NAMES) == "constant"] += constants.mean(axis=1)
    return weights


def cell_of(setup: Setup) -> Cell:
    """Returns the configuration of a set-up, whoever plays it."""
    return setup.expansion, setup.adversary, setup.level


def list_cells(setups: Iterable[Setup]) -> list[Cell]:
    """Returns the different configurations of set-ups."""
    return list(dict.fromkeys(map(cell_of, setups)))


def collect(content: Content, setups: list[Setup], cells: list[Cell], policy: str, games: int) -> Positions:
    """Plays games of each set-up and returns the positions at the start of turns; `cells` gives them their numbers."""
    numbers = [cells.index(cell_of(setup)) for setup in setups]
    played = [
        record_positions(content, setup.record(content), FITTING_SEED + number, games, policy)
        for setup, number in zip(setups, numbers, strict=True)
    ]
    return read_samples(np.concatenate(played), np.repeat(numbers, [len(samples) for samples in played]))


def weights_in_use(spirit: str) -> np.ndarray:
    """Returns the present weights of a spirit, early ones before late ones."""
    return np.concatenate([vector(weights_of(spirit)[section], p.FEATURES) for section in VALUE_SECTIONS])


def improved_weights(spirits: dict[str, Positions]) -> dict[str, Weights]:
    """Returns new weights of positions for each spirit, half way to the fitted ones."""
    start = np.array([weights_in_use(name) for name in spirits])
    improved = start + STEP * (fit_value(list(spirits.values()), start) - start)
    return {
        name: {
            section: dict(zip(p.FEATURES, part.round(4).tolist(), strict=True))
            for section, part in zip(VALUE_SECTIONS, np.split(row, 2), strict=True)
        }
        for name, row in zip(spirits, improved, strict=True)
    }
