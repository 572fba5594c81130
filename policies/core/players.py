"""Who can play a game: one list of policies for every command, and the functions that let them play.

`find_players("name")` gives the `PLAYERS` that `policies/<name>/players.py` declares. Knows no game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np

from simulator.core import registry
from simulator.core.game import Chooser


@dataclass(frozen=True)
class Strength:
    """How well a policy plays, as measured."""

    policy: str
    what: str  # in words: which games
    scope: Literal["summary", "part"]  # of all, or of one component
    measure: str
    value: float
    low: float
    high: float
    games: int
    seeds: str


class Players(Protocol):
    """The policies of one game."""

    policies: Mapping[str, str]  # name -> what it does, in one line
    data: tuple[Path, ...]  # files that decide how they play: weights

    def check(self, spec: str) -> None:
        """Complains about a policy that does not exist, as written: `greedy`, `planner:200`, `greedy+planner`."""
        ...

    def play_games(
        self, content: Any, setup: np.ndarray, seed: int, first: int, count: int, spec: str
    ) -> np.ndarray:
        """Plays consecutive games of one set-up and returns their result records."""
        ...

    def chooser(self, content: Any, spec: str) -> Chooser:
        """Returns what answers the decisions of a game as `play_games` would."""
        ...

    def explain(self, chooser: Chooser, state: np.void, names: list[str], choice: int) -> list[str]:
        """Returns lines on how the last choice of a chooser came about."""
        ...

    def strength(self) -> Sequence[Strength]:
        """Returns what was measured of the policies."""
        ...


def find_players(game: str) -> Players:
    """Returns the policies of a game."""
    return registry.part("policies", game)
