"""What is tuned of a spirit, against what, and what a game is worth to the search (policies/core/tuning.py).

The result is judged on games that no generation has seen. Tuning seeds lie far from those used in reports.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from policies.core.gain import Gain, compare_shares
from policies.core.tuning import TUNING_SEED, Effort, Space, Weights
from policies.spirit_island.batch import play_games
from policies.spirit_island.gain import held_out_wins, name_opponents
from policies.spirit_island.knowledge import make_knowledge, save_weights, weights_of
from simulator.spirit_island.language.assembler import Content
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.setups import Setup

CONSOLATION = 0.15  # of a lost game, for fear made and turns survived: wins alone are too coarse to climb


@dataclass
class Task:
    """What is tuned, against what, and how hard."""

    content: Content
    spirit: str
    setups: list[Setup]
    policy: str = "greedy"
    sections: tuple[str, ...] = ("habits",)
    games: int = 300
    effort: Effort = Effort()
    space: Space = field(init=False)

    def __post_init__(self) -> None:
        self.space = Space(weights_of(self.spirit), self.sections)

    def merit(self, weights: Weights, seed: int) -> float:
        """Returns what the games of a seed are worth, played with some weights."""
        knowledge = make_knowledge(self.content, {self.spirit: weights})
        records = [setup.record(self.content) for setup in self.setups]
        played = [play_games(self.content, record, seed, 0, self.games, self.policy, knowledge) for record in records]
        return float(merit(np.concatenate(played)).mean())


def merit(results: np.ndarray) -> np.ndarray:
    """Returns what each game is worth to the search: 1 for a victory, a consolation for a good defeat."""
    progress = np.clip(results["fear_cards"] / 9.0, 0.0, 1.0) * 0.5 + results["turns"] / 24.0
    return np.where(results["outcome"] == v.VICTORY, 1.0, CONSOLATION * progress)


def validate(task: Task, point: np.ndarray, games: int) -> Gain:
    """Compares start and result on held-out games."""
    found = {task.spirit: task.space.weights_at(point)}
    return compare_shares(*held_out_wins(task.content, task.setups, task.policy, games, found))


def save_result(task: Task, point: np.ndarray, gain: Gain, generations: int) -> Path:
    """Writes the tuned weights of the spirit, with what produced them."""
    return save_weights(task.spirit, task.space.weights_at(point), "tune", {
        "made_by": f"CMA-ES on {', '.join(task.sections)}",
        "policy": task.policy,
        "against": name_opponents(task.setups),
        "budget": f"{generations} generations of {task.effort.population} candidates, {task.games} games each",
        "seeds": f"{TUNING_SEED}-{TUNING_SEED + generations - 1}",
        **gain.provenance(),
    })  # fmt: skip
