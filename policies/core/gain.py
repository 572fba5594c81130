"""What new weights bring, on games that were never used to find them. Knows no game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from statsmodels.stats.weightstats import DescrStatsW

HELD_OUT_SEED = 990_000_000


@dataclass(frozen=True)
class Gain:
    """A share before and after, on the same games."""

    games: int
    before: float
    after: float
    low: float  # 95 % interval of the difference
    high: float

    def __str__(self) -> str:
        return (f"{self.before:.1%} to {self.after:.1%} in {self.games} held-out games, "
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
            "share_before": round(self.before, 4),
            "share_after": round(self.after, 4),
            "gain_interval_95": self.interval,
        }


def compare_shares(before: np.ndarray, after: np.ndarray) -> Gain:
    """Compares the same games before and after, each with a share from 0 to 1."""
    low, high = DescrStatsW(after.astype(float) - before).tconfint_mean() if (after != before).any() else (0.0, 0.0)
    return Gain(len(before), float(before.mean()), float(after.mean()), float(low), float(high))
