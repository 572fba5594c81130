"""Fits what the start of a round promises: a regression of the points at the end on what every seat has there.

Weights common to all factions are pulled to zero, those of each faction to the common ones; a faction's own level does
not count, for only positions of one faction are ever compared. Chance in some of the games shows what answers lead to
that the policy would not have chosen.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from policies.terra_mystica import vocabulary as p
from policies.terra_mystica.batch import record_positions
from policies.terra_mystica.knowledge import VALUE_SECTIONS, Weights
from simulator.terra_mystica.language.content import Content
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.setups import Setup

FITTING_SEED = 800_000_000  # policy number n plays the games of master seed FITTING_SEED + n
SMALLEST_SPREAD = 0.05  # of a feature that hardly varies: its weight must not run away
COMMON_PULL, OWN_PULL = 30.0, 150.0  # how many positions' worth nothing, and the common weights, weigh
PLAYERS = 4
FIRST_ROUND = 2  # nothing is compared at the start of the first


@dataclass(frozen=True)
class Positions:
    """The starts of rounds in games: one row for each game, round and seat."""

    features: np.ndarray  # game, round, seat, feature
    points: np.ndarray  # game, seat: at the end
    faction: np.ndarray  # game, seat


def collect(content: Content, policies: tuple[str, ...], games: int) -> Positions:
    """Plays games of drawn tables with each policy and returns the starts of their rounds."""
    record = Setup(players=PLAYERS, choice="drawn").record(content)
    played = [record_positions(content, record, FITTING_SEED + n, games, policy) for n, policy in enumerate(policies)]
    results = np.concatenate([result for result, _ in played])
    fine = results["error"] == 0
    features = np.concatenate([samples for _, samples in played])[fine][:, :, :PLAYERS].astype(float)
    return Positions(features, results["vp"][fine][:, :PLAYERS].astype(float), results["faction"][fine][:, :PLAYERS] - 1)


def centred(values: np.ndarray, group: np.ndarray) -> np.ndarray:
    """Returns values less the mean of their group."""
    moved = values.copy()
    for number in np.unique(group):
        moved[group == number] -= values[group == number].mean(axis=0)
    return moved


def pulled(features: np.ndarray, points: np.ndarray, pull: float) -> np.ndarray:
    """Returns the weights of a regression that is pulled to zero."""
    return np.linalg.solve(features.T @ features + pull * np.eye(features.shape[1]), features.T @ points)


def fit_round(positions: Positions, number: int) -> tuple[np.ndarray, float]:
    """Returns the weights of each faction at the start of a round, and the share of the spread that they explain."""
    features = positions.features[:, number - 1].reshape(-1, len(p.FEATURES))
    faction = positions.faction.reshape(-1)
    spread = np.maximum(SMALLEST_SPREAD, features.std(axis=0))
    columns, points = centred(features / spread, faction), centred(positions.points.reshape(-1), faction)
    common = pulled(columns, points, COMMON_PULL)
    weights, rest = np.tile(common, (v.FACTIONS, 1)), points.copy()
    for own in range(v.FACTIONS):
        mine = faction == own
        weights[own] += pulled(columns[mine], points[mine] - columns[mine] @ common, OWN_PULL)
        rest[mine] -= columns[mine] @ weights[own]
    return weights / spread, float(1.0 - (rest**2).mean() / (points**2).mean())


def fit_value(content: Content, positions: Positions) -> tuple[dict[str, Weights], list[float]]:
    """Returns the weights of each faction by sections, and the share of the spread explained in each round."""
    fitted = [fit_round(positions, number) for number in range(FIRST_ROUND, v.ROUNDS + 1)]
    found = {
        faction: {
            section: dict(zip(p.FEATURES, weights[number].round(4).tolist(), strict=True))
            for section, (weights, _) in zip(VALUE_SECTIONS, fitted, strict=True)
        }
        for number, faction in enumerate(content.factions)
    }
    return found, [explained for _, explained in fitted]


def provenance(policies: tuple[str, ...], games: int) -> dict[str, str]:
    """Returns what produced fitted weights, as their files tell it."""
    return {
        "made_by": "regression of the points at the end on the starts of rounds, all factions together",
        "policy": ", ".join(policies),
        "against": f"drawn tables of {PLAYERS}",
        "budget": f"{games} games of each policy",
        "seeds": f"{FITTING_SEED}-{FITTING_SEED + len(policies) - 1}",
    }
