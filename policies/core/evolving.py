"""Looks for better weights of many players at once: every game is played by several of them and judges each.

An evolution strategy with mirrored changes: each player's weights are moved at random, the same games are played with
the opposite move, and what a player gained by its own move tells where its weights should go. Part of the way is common
to all. Every pair of changes plays new games. The log holds the state of the search, so that an interrupted one goes on
where it stopped. Knows no game.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from simulator.core.errors import UserError

EVOLVING_SEED = 900_000_000  # pair n plays the games of master seed EVOLVING_SEED + n
SMALLEST_STEP = 0.15  # unit of a weight near 0; bigger weights move by a share of themselves
SHARE = 0.35
MOMENTUM, MEMORY = 0.9, 0.97  # how slowly direction and size of the steps change
SETTLING = 0.05  # how fast the average follows
Merit = Callable[[np.ndarray, int], tuple[np.ndarray, np.ndarray]]  # weights, seed -> sum of points and games per player


@dataclass(frozen=True)
class Effort:
    """How hard a search is."""

    pairs: int = 16  # of mirrored changes in a generation
    change: float = 0.4  # size of a change, in units of the weights
    step: float = 0.06
    own: float = 0.3  # share of the way that a player goes alone
    seed: int = 1


@dataclass
class Search:
    """Where a search stands: one row of weights for each player."""

    points: np.ndarray
    unit: np.ndarray
    generation: int = 0
    average: np.ndarray = field(init=False)  # of the last generations: steadier than the points
    heading: np.ndarray = field(init=False)
    size: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        self.average = self.points.copy()
        self.heading = np.zeros_like(self.points)
        self.size = np.zeros(self.points.shape[1])


def units_of(points: np.ndarray) -> np.ndarray:
    """Returns the unit in which each weight is changed."""
    return np.maximum(SMALLEST_STEP, SHARE * np.abs(points.mean(axis=0)))


def slope(search: Search, merit: Merit, effort: Effort) -> tuple[np.ndarray, float]:
    """Returns what each player gains by more of each weight, and the mean merit of all games played."""
    numbers = np.random.default_rng([effort.seed, search.generation])
    gains, games = np.zeros_like(search.points), np.zeros(len(search.points))
    total = played = 0.0
    for pair in range(effort.pairs):
        change = numbers.normal(size=search.points.shape)
        seed = EVOLVING_SEED + search.generation * effort.pairs + pair
        up, count = merit(search.points + effort.change * search.unit * change, seed)
        down, _ = merit(search.points - effort.change * search.unit * change, seed)
        gains += ((up - down) / (2 * effort.change))[:, None] * change
        games += count
        total += up.sum() + down.sum()
        played += 2 * count.sum()
    common = gains.sum(axis=0) / games.sum()
    return (1 - effort.own) * common + effort.own * gains / np.maximum(games, 1)[:, None], float(total / played)


def advance(search: Search, merit: Merit, effort: Effort) -> float:
    """Plays one generation; returns its mean merit."""
    way, mean = slope(search, merit, effort)
    search.generation += 1
    search.heading = MOMENTUM * search.heading + (1 - MOMENTUM) * way
    search.size = MEMORY * search.size + (1 - MEMORY) * (way**2).mean(axis=0)
    heading = search.heading / (1 - MOMENTUM**search.generation)
    size = np.sqrt(search.size / (1 - MEMORY**search.generation))
    search.points = search.points + effort.step * search.unit * heading / (size + 1e-3)
    search.average += max(SETTLING, 1 / search.generation) * (search.points - search.average)
    return mean


def evolve(
    start: np.ndarray, merit: Merit, effort: Effort, generations: int, log: Path | None
) -> Iterator[tuple[Search, float]]:
    """Yields the search after each generation, and the mean merit of its games; continues the log if there is one."""
    search = _load(log) if log is not None and log.exists() else Search(start, units_of(start))
    while search.generation < generations:
        mean = advance(search, merit, effort)
        if log is not None:
            kept = log.with_suffix(".new")
            kept.write_bytes(pickle.dumps(search))
            kept.replace(log)
        yield search, mean


def _load(log: Path) -> Search:
    try:
        return pickle.loads(log.read_bytes())
    except (OSError, pickle.UnpicklingError, EOFError, AttributeError) as error:
        raise UserError(f"{log}: cannot be continued ({error}); remove it to begin anew") from None
