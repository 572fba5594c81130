"""How many games a cell gets: a fixed number, as many as a precision needs, or what a time budget allows.

A sampling looks at the tallies between rounds and says how far each cell should be played next. It never sees single
games, and it decides only at numbers of games fixed in advance, so that a sweep does not depend on speed or workers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from scipy.special import betainccinv, betaincinv, stdtrit

from experiments.core.tables import LISTED_ERRORS, MASK, Summary, Sums
from simulator.core.errors import UserError
from simulator.core.game import Measure

ALPHA = 0.05
GROWTH = 1.5  # each block ends at 1.5 times the games of the one before: few looks, little overshoot
MINIMUM = 500
MOST_GAMES = 10**9
MOST_FOR_NUMBERS = 10**6  # of a number, whose spread nobody knows beforehand


@dataclass
class Tally:
    """What is known of a cell: which games are stored, and what they add up to."""

    ranges: list[tuple[int, int]] = field(default_factory=list)  # (first, end), sorted and apart
    counted: int = 0
    sums: Sums = field(default_factory=dict)
    errors: int = 0
    digest: int = 0
    failed: list[tuple[int, int]] = field(default_factory=list)  # (game, error bits), the first few

    def add(self, summary: Summary) -> None:
        """Adds a chunk; one that overlaps what is there would count games twice."""
        first, end = summary.first, summary.first + summary.count
        if any(first < there_end and there_first < end for there_first, there_end in self.ranges):
            raise UserError(f"cell {summary.cell}: games {first} to {end - 1} are there twice")
        self.counted += summary.counted
        for column, added in summary.sums.items():
            total, squares = self.sums.get(column, (0.0, 0.0))
            self.sums[column] = (total + added[0], squares + added[1])
        self.errors += summary.errors
        self.failed = sorted([*self.failed, *((game, error) for game, error in summary.failed)])[:LISTED_ERRORS]
        self.digest = self.digest + summary.digest & MASK
        joined: list[tuple[int, int]] = []
        for start, stop in sorted([*self.ranges, (first, end)]):
            if joined and joined[-1][1] == start:
                start = joined.pop()[0]
            joined.append((start, stop))
        self.ranges = joined

    @property
    def played(self) -> int:
        """How many games from the first on are there without a gap."""
        return self.ranges[0][1] if self.ranges and self.ranges[0][0] == 0 else 0

    def mean(self, column: str) -> float:
        """Returns the mean of a measure's column."""
        return self.sums[column][0] / self.counted

    def interval(self, measure: Measure, column: str, alpha: float = ALPHA) -> tuple[float, float]:
        """Returns an interval of that mean: exact for shares, by t for numbers."""
        total, squares = self.sums.get(column, (0.0, 0.0))
        if measure.kind == "share":
            return interval(total, self.counted, alpha)
        return mean_interval(total, squares, self.counted, alpha)

    def half_width(self, measure: Measure, alpha: float = ALPHA) -> float:
        """Returns half the width of the widest interval of a measure, over the seats if it has a value for each."""
        ends = [self.interval(measure, column, alpha) for column in self.columns(measure) or (measure.name,)]
        return max((high - low) / 2 for low, high in ends)

    def columns(self, measure: Measure) -> list[str]:
        """Returns the columns of a measure that were counted."""
        return [column for column in self.sums if measure.owns(column)]

    def missing(self, target: int) -> list[tuple[int, int]]:
        """Returns the ranges of games below the target that are not there."""
        gaps, position = [], 0
        for first, end in [*self.ranges, (target, target)]:
            if position < min(first, target):
                gaps.append((position, min(first, target)))
            position = max(position, end)
        return gaps


Tallies = Mapping[int, Tally]


@dataclass(frozen=True)
class Fixed:
    """The same number of games for every cell."""

    games: int

    def targets(self, tallies: Tallies) -> dict[int, int]:
        """Returns how far the unfinished cells should be played."""
        return {cell: self.games for cell, tally in tallies.items() if tally.missing(self.games)}

    def most(self, cells: int) -> int:
        """Returns the most games this can lead to."""
        return self.games * cells

    def __str__(self) -> str:
        return f"{self.games} games per cell"


@dataclass(frozen=True)
class Precision:
    """Games until the 95 % interval of a measure's mean is narrow enough, for every seat if it has a value for each.

    The interval is looked at after each of a few blocks fixed in advance. Each look is an interval at level
    1 - 0.05 / looks (exact, Clopper-Pearson, for shares), so by Bonferroni all of them hold together with 95 %,
    whenever a cell stops. Shares have a number of games that is always enough; numbers stop at a maximum.
    """

    half_width: float
    measure: Measure
    minimum: int = MINIMUM
    maximum: int | None = None

    @cached_property
    def looks(self) -> tuple[int, ...]:
        """The numbers of games at which a cell may stop; the last is the maximum, or enough for any share."""
        looks = [self.minimum]
        while not self._is_last(looks):
            looks.append(min(self._most, math.ceil(looks[-1] * GROWTH)))
        return tuple(looks)

    @property
    def _most(self) -> int:
        return self.maximum or (MOST_GAMES if self.measure.kind == "share" else MOST_FOR_NUMBERS)

    def _is_last(self, looks: list[int]) -> bool:
        if self.maximum is not None or self.measure.kind == "number":
            return looks[-1] >= self._most
        return half_width(looks[-1] // 2, looks[-1], ALPHA / len(looks)) <= self.half_width

    def is_reached(self, tally: Tally) -> bool:
        """Tells whether a cell is precise enough; the interval stays valid at every look."""
        return tally.half_width(self.measure, ALPHA / len(self.looks)) <= self.half_width

    def targets(self, tallies: Tallies) -> dict[int, int]:
        """Returns the end of the next block for cells that go on."""
        wanted = {cell: self._next(tally) for cell, tally in tallies.items()}
        return {cell: target for cell, target in wanted.items() if target is not None}

    def _next(self, tally: Tally) -> int | None:
        for look in self.looks:
            if tally.missing(look):
                return look
            if tally.played == look and self.is_reached(tally):
                return None
        return None

    def most(self, cells: int) -> int:
        """Returns the most games this can lead to."""
        return self.looks[-1] * cells

    def __str__(self) -> str:
        games = f"{self.looks[0]} to {self.looks[-1]} games per cell, {len(self.looks)} looks"
        return f"precision {self.half_width:g} of the {self.measure.words} ({games})"


@dataclass(frozen=True)
class Budget:
    """As many games as fit into a time, given to the cells with the widest intervals."""

    seconds: float
    measure: Measure
    minimum: int = MINIMUM
    maximum: int | None = None

    def targets(self, tallies: Tallies) -> dict[int, int]:
        """Returns the next block of the widest quarter of the cells; cells below the minimum come first."""
        limit = self.maximum or MOST_GAMES
        least = min(self.minimum, limit)
        fresh = {cell: least for cell, tally in tallies.items() if tally.missing(least)}
        if fresh:
            return fresh
        going = [cell for cell, tally in tallies.items() if tally.played < limit]
        going.sort(key=lambda cell: (-tallies[cell].half_width(self.measure), cell))
        chosen = going[: math.ceil(len(tallies) / 4)]
        return {cell: min(limit, math.ceil(tallies[cell].played * GROWTH)) for cell in chosen}

    def most(self, cells: int) -> None:
        """A budget sets no number of games."""
        return None

    def __str__(self) -> str:
        return f"a budget of {self.seconds:g} s"


Sampling = Fixed | Precision | Budget


def describe(sampling: Sampling) -> dict[str, Any]:
    """Returns a sampling as plain values, for the manifest."""
    plain = {"kind": type(sampling).__name__.lower(), **asdict(sampling)}
    return plain | ({} if isinstance(sampling, Fixed) else {"measure": sampling.measure.name})


def interval(total: float, games: int, alpha: float = ALPHA) -> tuple[float, float]:
    """Returns the exact (Clopper-Pearson) interval of a share; nothing played means nothing known.

    Games that count in part (a tie) vary less than whole ones with the same mean: the interval is then wide.
    """
    if games == 0:
        return 0.0, 1.0
    low = betaincinv(total, games - total + 1, alpha / 2) if total > 0 else 0.0
    high = betainccinv(total + 1, games - total, alpha / 2) if total < games else 1.0
    return float(low), float(high)


def half_width(total: float, games: int, alpha: float = ALPHA) -> float:
    """Returns half the width of the interval of a share."""
    low, high = interval(total, games, alpha)
    return (high - low) / 2


def mean_interval(total: float, squares: float, games: int, alpha: float = ALPHA) -> tuple[float, float]:
    """Returns the t interval of the mean of a number; fewer than two games say nothing."""
    if games < 2:
        return -math.inf, math.inf
    mean = total / games
    error = math.sqrt(max(0.0, squares / games - mean * mean) / (games - 1))
    reach = float(stdtrit(games - 1, 1 - alpha / 2)) * error
    return mean - reach, mean + reach


# --- as users write it


def make_sampling(
    games: int | None, precision: float | None, budget: str | None, minimum: int | None, maximum: int | None,
    measure: Measure,
) -> Sampling:  # fmt: skip
    """Makes the sampling that a plan asks for and complains about contradictions."""
    given = [name for name, value in (("games", games), ("precision", precision), ("budget", budget)) if value is not None]
    if len(given) > 1:
        raise UserError(f"contradictory sampling: choose one of {', '.join(given)}")
    for name, value in (("games", games), ("min-games", minimum), ("max-games", maximum)):
        if value is not None and not 1 <= value <= MOST_GAMES:
            raise UserError(f"{name}: expected 1 to {MOST_GAMES}, got {value}")
    if minimum is not None and maximum is not None and minimum > maximum:
        raise UserError(f"min-games {minimum} is more than max-games {maximum}")
    if precision is None and budget is None:
        if minimum is not None or maximum is not None:
            raise UserError("min-games and max-games go with precision or budget, not with a fixed number of games")
        return Fixed(1000 if games is None else games)
    least = min(MINIMUM, maximum or MINIMUM) if minimum is None else minimum
    if precision is not None:
        return _precision(precision, measure, least, maximum)
    return Budget(parse_seconds(str(budget)), measure, least, maximum)


def _precision(half: float, measure: Measure, minimum: int, maximum: int | None) -> Precision:
    if measure.kind == "share" and not 0.0005 <= half <= 0.5:
        raise UserError(f"precision: expected a half-width from 0.0005 to 0.5, got {half:g}")
    if not half > 0:
        raise UserError(f"precision: expected a half-width above 0, got {half:g}")
    return Precision(half, measure, minimum, maximum)


def parse_seconds(text: str) -> float:
    """Reads a time such as 90s, 10m, 1.5h or 1h30m."""
    units = {"s": 1, "m": 60, "h": 3600}
    parts = re.findall(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)([smh])", text)
    if not parts or "".join(number + unit for number, unit in parts) != text:
        raise UserError(f"budget: expected a time such as 90s, 10m or 1h30m, got {text!r}")
    seconds = sum(float(number) * units[unit] for number, unit in parts)
    if seconds <= 0:
        raise UserError(f"budget: expected more than no time, got {text!r}")
    return seconds
