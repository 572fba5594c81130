"""Tunes the weights of a spirit with CMA-ES: all candidates of a generation meet the same games.

Every generation plays new games; the result is judged on games that no generation has seen. Tuning seeds lie far from
those used in reports. The log holds the state of the optimiser, so that an interrupted run goes on where it stopped.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import cma
import numpy as np

from policies.spirit_island.batch import play_games
from policies.spirit_island.gain import Gain, compare_wins, held_out_wins, name_opponents
from policies.spirit_island.knowledge import Weights, make_knowledge, save_weights, weights_of
from simulator.core.errors import UserError
from simulator.spirit_island.game import Setup
from simulator.spirit_island.language.assembler import Content
from simulator.spirit_island.record import vocabulary as v

TUNING_SEED = 900_000_000  # generation g plays the games of master seed TUNING_SEED + g
SMALLEST_STEP = 0.15  # first step of a weight near 0; bigger weights move by a share of themselves
SHARE = 0.35
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
    population: int = 14
    jobs: int = 1
    seed: int = 1
    names: list[tuple[str, str]] = field(init=False)
    start: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        weights = weights_of(self.spirit)
        self.names = [(section, name) for section in self.sections for name in weights[section]]
        if not self.names:
            raise UserError(f"nothing to tune in the sections {', '.join(self.sections)}")
        self.start = np.array([weights[section][name] for section, name in self.names])

    @property
    def scale(self) -> np.ndarray:
        """First step of each weight."""
        return np.maximum(SMALLEST_STEP, SHARE * np.abs(self.start))

    def weights_at(self, point: np.ndarray) -> Weights:
        """Returns the weights at a point of the search, which counts in first steps from the start."""
        found: Weights = {}
        for (section, name), value in zip(self.names, self.start + self.scale * np.asarray(point), strict=True):
            found.setdefault(section, {})[name] = float(value)
        return found


def merit(results: np.ndarray) -> np.ndarray:
    """Returns what each game is worth to the tuner: 1 for a victory, a consolation for a good defeat."""
    progress = np.clip(results["fear_cards"] / 9.0, 0.0, 1.0) * 0.5 + results["turns"] / 24.0
    return np.where(results["outcome"] == v.VICTORY, 1.0, CONSOLATION * progress)


def play_at(task: Task, point: np.ndarray, seed: int, games: int) -> np.ndarray:
    """Plays the task's games with the weights at a point and returns their results."""
    knowledge = make_knowledge(task.content, {task.spirit: task.weights_at(point)})
    played = [play_games(task.content, s.record(task.content), seed, 0, games, task.policy, knowledge) for s in task.setups]
    return np.concatenate(played)


@dataclass(frozen=True)
class Generation:
    """One line of the log."""

    number: int
    best: float
    mean: float


def run(task: Task, generations: int, log: Path | None) -> Iterator[tuple[Generation, np.ndarray]]:
    """Yields each generation and the point the search favours; continues the log if there is one."""
    search, done = _load(log) if log is not None and log.exists() else (_new_search(task), 0)
    with ThreadPoolExecutor(task.jobs) as pool:
        for number in range(done, generations):
            points = search.ask()
            losses = list(pool.map(_loss_of(task, TUNING_SEED + number), points))
            search.tell(points, losses)
            line = Generation(number, -float(min(losses)), -float(np.mean(losses)))
            if log is not None:
                _save(log, search, line)
            yield line, np.array(search.result.xfavorite)


def _new_search(task: Task) -> cma.CMAEvolutionStrategy:
    options = {"seed": task.seed, "popsize": task.population, "verbose": -9, "tolfun": 0, "tolflatfitness": 10**6}
    return cma.CMAEvolutionStrategy(np.zeros(len(task.names)), 0.5, options)


def _loss_of(task: Task, seed: int) -> Callable[[np.ndarray], float]:
    return lambda point: -float(merit(play_at(task, point, seed, task.games)).mean())


def _save(log: Path, search: cma.CMAEvolutionStrategy, line: Generation) -> None:
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line.__dict__) + "\n")
    kept = log.with_suffix(".search")
    kept.with_suffix(".new").write_bytes(pickle.dumps(search))
    kept.with_suffix(".new").replace(kept)


def _load(log: Path) -> tuple[cma.CMAEvolutionStrategy, int]:
    try:
        lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
        return pickle.loads(log.with_suffix(".search").read_bytes()), len(lines)
    except (OSError, ValueError, pickle.UnpicklingError) as error:
        raise UserError(f"{log}: cannot be continued ({error}); remove it to begin anew") from None


def validate(task: Task, point: np.ndarray, games: int) -> Gain:
    """Compares start and result on held-out games."""
    found = {task.spirit: task.weights_at(point)}
    return compare_wins(*held_out_wins(task.content, task.setups, task.policy, games, found))


def save_result(task: Task, point: np.ndarray, gain: Gain, generations: int) -> Path:
    """Writes the tuned weights of the spirit, with what produced them."""
    return save_weights(task.spirit, task.weights_at(point), "tune", {
        "made_by": f"CMA-ES on {', '.join(task.sections)}",
        "policy": task.policy,
        "against": name_opponents(task.setups),
        "budget": f"{generations} generations of {task.population} candidates, {task.games} games each",
        "seeds": f"{TUNING_SEED}-{TUNING_SEED + generations - 1}",
        **gain.provenance(),
    })  # fmt: skip
