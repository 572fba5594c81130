"""Compares two policies on the same games: who does better, by how much, and when that is clear.

What counts is the first measure of the game. Where seats compete, both policies sit at the same table and every deal
is played twice, with seats exchanged. Statistics are pure functions of paired values; playing is a loop of blocks of
fixed size, so that a duel is as reproducible as a fixed number of games. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import betaln
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.weightstats import DescrStatsW

from policies.core.playing import SEATS, check_policy, play_games
from simulator.core.errors import UserError
from simulator.core.game import Game, Measure, find_game

BLOCK = 50


@dataclass(frozen=True)
class Bounds:
    """What a duel tests, of the games that differ: H0, each policy does better in half of them; H1, one in `share`.

    It ends with a winner by mistake in at most alpha of the duels between equals, and without one in at most beta of
    those in which one of them is as much better as H1 says: at any time, however often one looks.
    """

    alpha: float = 0.01
    beta: float = 0.05
    share: float = 0.55

    def told(self) -> str:
        """Says what is tested, in one line."""
        return (
            f"H0: each does better in half of the games that differ; H1: one of them in {self.share:.0%} or more; "
            f"risks α {self.alpha:g}, β {self.beta:g}"
        )

    def ends(self, verdict: Verdict) -> bool:
        """Tells whether nothing more need be played."""
        return self.is_clear(verdict) or self.is_equal(verdict)

    def is_clear(self, verdict: Verdict) -> bool:
        """Tells whether H0 is refuted."""
        return verdict.evidence >= 1.0 / self.alpha

    def is_equal(self, verdict: Verdict) -> bool:
        """Tells whether H1 is refuted, whichever of the two it says is better."""
        return evidence_against_difference(verdict.better_a, verdict.better_b, self.share) >= 1.0 / self.beta


@dataclass(frozen=True)
class Table:
    """A set-up that is played by both policies, and for how many seats."""

    record: np.ndarray
    seats: int


@dataclass(frozen=True)
class Difference:
    """The mean difference of a measure between paired games: b minus a."""

    measure: Measure
    value: float
    low: float  # 95 % interval
    high: float


@dataclass(frozen=True)
class Verdict:
    """How a duel stands."""

    measure: Measure  # the one that decides
    games: int
    mean_a: float
    mean_b: float
    better_a: int  # games in which a did better than b
    better_b: int
    p_value: float  # exact test of these (McNemar's for games won), as if the number of games had been fixed
    evidence: float  # against "equally strong", valid however often one looks
    differences: tuple[Difference, ...]  # of every measure, in the game's order

    @property
    def winner(self) -> str | None:
        """The policy that does better in more games."""
        if self.better_a == self.better_b:
            return None
        return "a" if self.better_a > self.better_b else "b"


# --- statistics


def evidence_against_equality(better_a: int, better_b: int) -> float:
    """Returns how many times likelier the games that differ are if one policy is better than if both are equal.

    The mixture over all shares is a martingale under equality: it exceeds 1/alpha ever with chance alpha at most.
    """
    n = better_a + better_b
    return float(np.exp(n * np.log(2.0) + betaln(better_a + 1, better_b + 1)))


def evidence_against_difference(better_a: int, better_b: int, share: float) -> float:
    """Returns how many times likelier the games that differ are if both are equal than if one is better in `share`.

    The one that fits better is meant. Each ratio is a supermartingale if one is better in `share` or more of the games:
    it exceeds 1/beta ever with chance beta at most.
    """
    n, more = better_a + better_b, max(better_a, better_b)
    return float(np.exp(n * np.log(0.5) - more * np.log(share) - (n - more) * np.log1p(-share)))


def judge(measures: Sequence[Measure], a: Sequence[np.ndarray], b: Sequence[np.ndarray]) -> Verdict:
    """Compares two policies by the values of each measure, game by game; the first measure decides."""
    first = measures[0]
    gain = (b[0] - a[0]) * (1 if first.good == "high" else -1)
    better_a, better_b = int((gain < 0).sum()), int((gain > 0).sum())
    return Verdict(
        first, len(gain), _mean(a[0]), _mean(b[0]), better_a, better_b,
        float(mcnemar([[0, better_a], [better_b, 0]], exact=True).pvalue), evidence_against_equality(better_a, better_b),
        tuple(_difference(measure, y - x) for measure, x, y in zip(measures, a, b, strict=True)),
    )  # fmt: skip


def _mean(values: np.ndarray) -> float:
    return float(values.mean()) if len(values) else 0.0


def _difference(measure: Measure, gain: np.ndarray) -> Difference:
    low, high = DescrStatsW(gain).tconfint_mean() if len(gain) > 1 else (-np.inf, np.inf)
    return Difference(measure, _mean(gain), float(low), float(high))


# --- playing


def duel(
    game: str, content: Any, tables: Sequence[Table], a: str, b: str, *, seed: int, most: int, bounds: Bounds
) -> Iterator[Verdict]:
    """Checks who plays; then plays blocks of games with both and yields the verdict after each, until the bounds end it."""
    for policy in (a, b):
        check_policy(game, policy)
        if SEATS in policy:
            raise UserError(f"policy {policy!r}: a duel seats two policies itself, name one for each side")

    played = find_game(game)
    blocks = (
        [play_both(played, content, table, (a, b), seed, first, min(BLOCK, most - first)) for table in tables]
        for first in range(0, most, BLOCK)
    )
    return _verdicts(compared(played), blocks, bounds)


def _verdicts(measures: list[Measure], blocks: Iterable[list], bounds: Bounds) -> Iterator[Verdict]:
    """Yields how a duel stands after each block: what both sides reached at every table."""
    sides: tuple[list, list] = ([], [])
    for block in blocks:
        for pair in block:
            for side, values in zip(sides, pair, strict=True):
                side.append(values)
        verdict = judge(measures, *(list(np.concatenate(side, axis=1)) for side in sides))
        yield verdict
        if bounds.ends(verdict):
            return


def compared(game: Game) -> list[Measure]:
    """Returns the measures that tell two policies apart: where seats compete, those of single seats."""
    return [measure for measure in game.measures if measure.per == ("seat" if game.competitive else "game")]


def seatings(game: Game, seats: int, a: str, b: str) -> list[tuple[str, np.ndarray]]:
    """Returns the games of one deal: who plays, and which values are those of a."""
    if not game.competitive:
        return [(a, np.ones(1, bool)), (b, np.zeros(1, bool))]
    if seats < 2:
        raise UserError(f"a duel of {game.title} needs at least 2 seats")
    of_a = np.arange(seats) % 2 == 0
    return [(SEATS.join(a if mine else b for mine in held), held) for held in (of_a, ~of_a)]


def play_both(
    game: Game, content: Any, table: Table, policies: tuple[str, str], seed: int, first: int, count: int
) -> tuple[np.ndarray, np.ndarray]:
    """Plays the same games with both policies; returns the values of each, a row per measure, without games gone wrong."""
    fine = np.ones(count, bool)
    totals = np.zeros((2, len(compared(game)), count))
    weights = np.zeros(2)
    for spec, of_a in seatings(game, table.seats, *policies):
        results = play_games(game.name, content, table.record, seed, first, count, spec)
        fine &= results["error"] == 0
        values = np.array([values_of(game, measure, results, table.seats) for measure in compared(game)])
        for side, mine in enumerate((of_a, ~of_a)):
            totals[side] += values[:, :, mine].sum(axis=2)
            weights[side] += mine.sum()
    return totals[0][:, fine] / weights[0], totals[1][:, fine] / weights[1]


def values_of(game: Game, measure: Measure, results: np.ndarray, seats: int) -> np.ndarray:
    """Returns the values of a measure: a row per game, a column per seat or a single one."""
    derived = game.derive(results)
    columns = [derived[column] for column in measure.columns(seats) if column in derived]
    if columns:
        return np.column_stack(columns).astype(float)
    return results[measure.name].reshape(len(results), -1)[:, : len(measure.columns(seats))].astype(float)
