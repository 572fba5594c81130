"""Tunes greedy's weights of all factions at once: drawn tables play, and every seat judges the weights of its faction.

Whole tables play with changed weights, each faction with a change of its own, and a faction is judged by its own points
(policies/core/evolving.py). Tuning seeds lie far from those used in reports.
"""

from __future__ import annotations

import numpy as np

from policies.core.evolving import EVOLVING_SEED, Effort, Merit
from policies.terra_mystica.batch import play_games
from policies.terra_mystica.knowledge import Weights, make_knowledge, weights_of
from simulator.terra_mystica.language.content import Content
from simulator.terra_mystica.setups import Setup

TUNED = ("early", "middle", "late", "habits")
PLAYERS = 4


def names_of(sections: tuple[str, ...]) -> list[tuple[str, str]]:
    """Returns the weights of sections, in a fixed order."""
    return [(section, name) for section in sections for name in weights_of("default")[section]]


def points_in_use(content: Content, sections: tuple[str, ...]) -> np.ndarray:
    """Returns the present weights, one row for each faction."""
    names = names_of(sections)
    return np.array([[weights_of(faction)[section][name] for section, name in names] for faction in content.factions])


def weights_at(content: Content, sections: tuple[str, ...], points: np.ndarray) -> dict[str, Weights]:
    """Returns rows of weights as sections of each faction."""
    names = names_of(sections)
    found: dict[str, Weights] = {faction: {} for faction in content.factions}
    for faction, row in zip(content.factions, points, strict=True):
        for (section, name), value in zip(names, row, strict=True):
            found[faction].setdefault(section, {})[name] = float(value)
    return found


def points_by_faction(content: Content, results: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns the sum of victory points of each faction and how often it played; games gone wrong do not count."""
    fine = results[results["error"] == 0]
    seated = fine["faction"] > 0
    faction = fine["faction"][seated] - 1
    points = fine["vp"][seated].astype(float)
    every = len(content.factions)
    return np.bincount(faction, points, every), np.bincount(faction, minlength=every).astype(float)


def merit(content: Content, sections: tuple[str, ...], games: int) -> Merit:
    """Returns what judges weights by games of drawn factions."""
    record = Setup(players=PLAYERS, choice="drawn").record(content)

    def judged(points: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray]:
        knowledge = make_knowledge(content, weights_at(content, sections, points))
        return points_by_faction(content, play_games(content, record, seed, 0, games, ("greedy",), knowledge))

    return judged


def provenance(effort: Effort, generations: int, games: int, sections: tuple[str, ...]) -> dict[str, str]:
    """Returns what produced tuned weights, as their files tell it."""
    pairs = generations * effort.pairs
    return {
        "made_by": f"evolution strategy on {', '.join(sections)}, all factions at once",
        "policy": "greedy",
        "against": f"drawn tables of {PLAYERS}",
        "budget": f"{generations} generations of {effort.pairs} pairs of changes, {games} games each",
        "seeds": f"{EVOLVING_SEED}-{EVOLVING_SEED + pairs - 1}",
    }
