"""What new weights bring, on games that were never used to find them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from statsmodels.stats.weightstats import DescrStatsW

from policies.spirit_island.batch import play_games
from policies.spirit_island.knowledge import Weights, make_knowledge
from simulator.spirit_island.game import Setup
from simulator.spirit_island.language.assembler import Content
from simulator.spirit_island.record import vocabulary as v

HELD_OUT_SEED = 990_000_000


@dataclass(frozen=True)
class Gain:
    """Shares of victories before and after, on the same games."""

    games: int
    before: float
    after: float
    low: float  # 95 % interval of the difference
    high: float

    def __str__(self) -> str:
        return (f"{self.before:.1%} to {self.after:.1%} wins in {self.games} held-out games, "
                f"difference {self.low:+.1%} to {self.high:+.1%}")  # fmt: skip

    @property
    def interval(self) -> str:
        """The interval as written in weight files."""
        return f"{self.low:+.4f} to {self.high:+.4f}"

    def provenance(self) -> dict[str, float | str]:
        """Returns the entries that tell of the gain in a weight file."""
        return {
            "held_out_seed": HELD_OUT_SEED,
            "games_held_out": self.games,
            "wins_before": round(self.before, 4),
            "wins_after": round(self.after, 4),
            "gain_interval_95": self.interval,
        }


def name_opponents(setups: list[Setup]) -> str:
    """Returns the adversaries of set-ups as a list, each once."""
    names = [f"{setup.adversary} {setup.level}" if setup.adversary else "no adversary" for setup in setups]
    return ", ".join(dict.fromkeys(names))


def held_out_wins(
    content: Content, setups: list[Setup], policy: str, games: int, found: dict[str, Weights]
) -> tuple[np.ndarray, np.ndarray]:
    """Plays the held-out games of each set-up with the weights in use and with those found; tells which were won."""

    def wins(knowledge: np.ndarray) -> np.ndarray:
        played = [play_games(content, s.record(content), HELD_OUT_SEED, 0, games, policy, knowledge) for s in setups]
        return np.concatenate(played)["outcome"] == v.VICTORY

    return wins(make_knowledge(content)), wins(make_knowledge(content, found))


def compare_wins(before: np.ndarray, after: np.ndarray) -> Gain:
    """Compares victories game by game."""
    low, high = DescrStatsW(after.astype(float) - before).tconfint_mean() if (after != before).any() else (0.0, 0.0)
    return Gain(len(before), float(before.mean()), float(after.mean()), float(low), float(high))
