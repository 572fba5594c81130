"""Compares two policies on the same games: who wins more, by how much, and when that is clear.

Statistics are pure functions of paired results; playing is a loop of blocks of fixed size, so that a duel is as
reproducible as a fixed number of games.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.special import betaln
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.weightstats import DescrStatsW

from policies.spirit_island.batch import play_games
from simulator.spirit_island.game import Setup
from simulator.spirit_island.language.assembler import Content
from simulator.spirit_island.record import vocabulary as v

BLOCK = 50


@dataclass(frozen=True)
class Verdict:
    """How a duel stands."""

    games: int
    wins_a: int
    wins_b: int
    only_a: int  # games won by a alone
    only_b: int
    p_value: float  # McNemar's exact test, as if the number of games had been fixed
    evidence: float  # against "equally strong", valid however often one looks
    difference: float  # mean score of b minus that of a
    low: float  # 95 % interval of the difference
    high: float

    @property
    def winner(self) -> str | None:
        """The policy that wins more of the games that only one of them wins."""
        if self.only_a == self.only_b:
            return None
        return "a" if self.only_a > self.only_b else "b"


def evidence_against_equality(only_a: int, only_b: int) -> float:
    """Returns how many times likelier the discordant games are if one policy is better than if both are equal.

    The mixture over all win shares is a martingale under equality: it exceeds 1/alpha ever with chance alpha at most.
    """
    n = only_a + only_b
    return float(np.exp(n * np.log(2.0) + betaln(only_a + 1, only_b + 1)))


def judge(a: np.ndarray, b: np.ndarray) -> Verdict:
    """Compares the results of two policies on the same games; games with errors do not count."""
    fine = (a["error"] == 0) & (b["error"] == 0)
    a, b = a[fine], b[fine]
    won_a, won_b = a["outcome"] == v.VICTORY, b["outcome"] == v.VICTORY
    only_a, only_b = int((won_a & ~won_b).sum()), int((won_b & ~won_a).sum())
    table = [[int((won_a & won_b).sum()), only_a], [only_b, int((~won_a & ~won_b).sum())]]
    gain = b["score"].astype(float) - a["score"]
    low, high = DescrStatsW(gain).tconfint_mean() if len(gain) > 1 else (-np.inf, np.inf)
    return Verdict(
        len(a), int(won_a.sum()), int(won_b.sum()), only_a, only_b, float(mcnemar(table, exact=True).pvalue),
        evidence_against_equality(only_a, only_b), float(gain.mean()) if len(gain) else 0.0, float(low), float(high),
    )  # fmt: skip


def duel(content: Content, setups: list[Setup], a: str, b: str, seed: int, most: int, alpha: float) -> Iterator[Verdict]:
    """Plays blocks of games with both policies and yields the verdict after each, until it is clear."""
    records = [setup.record(content) for setup in setups]
    played_a, played_b = [], []
    first = 0
    while first < most:
        count = min(BLOCK, most - first)
        for record in records:
            played_a.append(play_games(content, record, seed, first, count, a))
            played_b.append(play_games(content, record, seed, first, count, b))
        first += count
        verdict = judge(np.concatenate(played_a), np.concatenate(played_b))
        yield verdict
        if verdict.evidence >= 1.0 / alpha:
            return
