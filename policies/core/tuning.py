"""Looks for better weights with CMA-ES: all candidates of a generation meet the same games.

Every generation plays new games. The log holds the state of the optimiser, so that an interrupted search goes on where
it stopped. Knows no game: a game says which weights there are and what a game played with them is worth.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import cma
import numpy as np

from simulator.core.errors import UserError

TUNING_SEED = 900_000_000  # generation g plays the games of master seed TUNING_SEED + g
SMALLEST_STEP = 0.15  # first step of a weight near 0; bigger weights move by a share of themselves
SHARE = 0.35
Weights = dict[str, dict[str, float]]  # section -> name -> weight
Merit = Callable[[Weights, int], float]  # weights and the seed of a generation -> worth, more is better


class Space:
    """The weights that are tuned, as a vector that counts in first steps from where they start."""

    def __init__(self, weights: Mapping[str, Mapping[str, float]], sections: tuple[str, ...]) -> None:
        self.names = [(section, name) for section in sections for name in weights[section]]
        if not self.names:
            raise UserError(f"nothing to tune in the sections {', '.join(sections)}")
        self.start = np.array([weights[section][name] for section, name in self.names])
        self.scale = np.maximum(SMALLEST_STEP, SHARE * np.abs(self.start))

    def weights_at(self, point: np.ndarray) -> Weights:
        """Returns the weights at a point of the search."""
        found: Weights = {}
        for (section, name), value in zip(self.names, self.start + self.scale * np.asarray(point), strict=True):
            found.setdefault(section, {})[name] = float(value)
        return found


@dataclass(frozen=True)
class Effort:
    """How hard a search is."""

    population: int = 14
    jobs: int = 1  # candidates judged at the same time
    seed: int = 1


@dataclass(frozen=True)
class Generation:
    """One line of the log."""

    number: int
    best: float
    mean: float


def search(
    space: Space, merit: Merit, effort: Effort, generations: int, log: Path | None
) -> Iterator[tuple[Generation, np.ndarray]]:
    """Yields each generation and the point the search favours; continues the log if there is one."""
    optimiser, done = _load(log) if log is not None and log.exists() else (_begin(space, effort), 0)
    with ThreadPoolExecutor(effort.jobs) as pool:
        for number in range(done, generations):
            points = optimiser.ask()
            losses = list(pool.map(lambda point, g=number: -merit(space.weights_at(point), TUNING_SEED + g), points))
            optimiser.tell(points, losses)
            line = Generation(number, -float(min(losses)), -float(np.mean(losses)))
            if log is not None:
                _save(log, optimiser, line)
            yield line, np.array(optimiser.result.xfavorite)


def _begin(space: Space, effort: Effort) -> cma.CMAEvolutionStrategy:
    options = {"seed": effort.seed, "popsize": effort.population, "verbose": -9, "tolfun": 0, "tolflatfitness": 10**6}
    return cma.CMAEvolutionStrategy(np.zeros(len(space.names)), 0.5, options)


def _save(log: Path, optimiser: cma.CMAEvolutionStrategy, line: Generation) -> None:
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line.__dict__) + "\n")
    kept = log.with_suffix(".search")
    kept.with_suffix(".new").write_bytes(pickle.dumps(optimiser))
    kept.with_suffix(".new").replace(kept)


def _load(log: Path) -> tuple[cma.CMAEvolutionStrategy, int]:
    try:
        lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
        return pickle.loads(log.with_suffix(".search").read_bytes()), len(lines)
    except (OSError, ValueError, pickle.UnpicklingError) as error:
        raise UserError(f"{log}: cannot be continued ({error}); remove it to begin anew") from None
