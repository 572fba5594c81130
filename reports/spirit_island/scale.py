"""The scale of difficulty: an increasing curve from official numbers to hardness, and what it makes of each challenge.

Official numbers are those of the box, give or take a *departure* of each challenge. So a curve through them is uncertain
not only by the luck of games: had other challenges been played, it would lie elsewhere. Each challenge is judged by the
curve through the others, and its interval contains both. Knows no games, only hardnesses and their covariance.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.optimize import nnls
from scipy.stats import t as student

DIFFICULTIES_PER_PIECE = 3  # of the scale: enough to tell a bend from a departure
SLOPE_AT_LEAST = 0.02  # log-odds per point: keeps the scale invertible
STIFFNESS = 0.5  # how strongly neighbouring slopes are drawn together
OUTSIDE = 4.0  # how far beyond the official numbers the scale is continued
STEP = 0.02  # of the numbers that are tried for an interval
LEAST_DEPARTURE = 12**-0.5  # points; whole numbers depart that much from exact ones
SURE = 0.975


@dataclass(frozen=True)
class Scale:
    """A piecewise linear increasing function from official difficulty to hardness, and how it follows from its data."""

    knots: np.ndarray
    level: float
    slopes: np.ndarray
    of_data: np.ndarray  # how level and slopes change with the hardness of each challenge: 1 + pieces × challenges

    def basis(self, difficulty: np.ndarray) -> np.ndarray:
        """Returns what multiplies level and slopes at some difficulties; beyond its ends the scale goes on straight."""
        starts, ends = self.knots[:-1].copy(), self.knots[1:].copy()
        starts[0], ends[-1] = self.knots[0] - OUTSIDE, self.knots[-1] + OUTSIDE
        ramps = np.clip(np.asarray(difficulty)[..., None], starts, ends) - self.knots[:-1]
        ramps[..., 1:] = np.clip(ramps[..., 1:], 0, None)
        return np.concatenate([np.ones((*ramps.shape[:-1], 1)), ramps], axis=-1)

    def hardness(self, difficulty: np.ndarray) -> np.ndarray:
        """Reads the scale."""
        return self.basis(difficulty) @ np.concatenate([[self.level], self.slopes])

    def difficulty(self, hardness: np.ndarray) -> np.ndarray:
        """Reads the scale the other way."""
        ends = np.concatenate([[self.lowest], self.knots[1:-1], [self.highest]])
        return np.interp(hardness, self.hardness(ends), ends)

    def slope(self, difficulty: np.ndarray) -> np.ndarray:
        """Returns how steep the scale is: log-odds per point."""
        return self.slopes[np.searchsorted(self.knots[1:-1], difficulty, side="right")]

    @property
    def lowest(self) -> float:
        """Where the scale ends, far below the least official number."""
        return float(self.knots[0] - OUTSIDE)

    @property
    def highest(self) -> float:
        """Where the scale ends, far above the greatest official number."""
        return float(self.knots[-1] + OUTSIDE)


def fit_scale(official: np.ndarray, hardness: np.ndarray, weights: np.ndarray) -> Scale:
    """Fits the scale by non-negative least squares on its slopes; challenges of no weight take no part."""
    used = weights > 0
    low, high = float(official[used].min()), float(official[used].max())
    pieces = int(np.clip(len(np.unique(official[used])) // DIFFICULTIES_PER_PIECE, 1, 4))
    knots = np.linspace(low, high, pieces + 1)
    width = knots[1] - knots[0]
    ramps = np.clip(official[:, None] - knots[None, :-1], 0, width)
    root = np.sqrt(weights / weights[used].mean())
    smooth = np.zeros((pieces - 1, pieces + 1))
    for number in range(pieces - 1):
        smooth[number, 1 + number : 3 + number] = STIFFNESS * np.sqrt(used.sum()) * np.array([-1, 1])
    rows = np.vstack([root[:, None] * np.hstack([np.ones((len(official), 1)), ramps]), smooth])
    target = np.concatenate([root * (hardness - SLOPE_AT_LEAST * (official - low)), np.zeros(pieces - 1)])
    found, _ = nnls(np.hstack([rows[:, :1], -rows[:, :1], rows[:, 1:]]), target)  # the level may have either sign
    free = np.concatenate([[True], found[2:] > 0])  # a slope at its least does not move with the data
    of_data = np.zeros((pieces + 1, len(official)))
    of_data[free] = np.linalg.pinv(rows[:, free])[:, : len(official)] * root
    return Scale(knots, float(found[0] - found[1]), found[2:] + SLOPE_AT_LEAST, of_data)


class Judgement:
    """What challenges play like, each judged by a scale fitted without it."""

    def __init__(self, official: np.ndarray, hardness: np.ndarray, covariance: np.ndarray, anchors: np.ndarray):
        self.official, self.hardness, self.covariance = official, hardness, covariance
        self.departures = 1.0  # standard deviation of departures from official numbers, in points
        self.slope = np.zeros(len(official))
        for _ in range(3):  # weights follow from departures, and these from the scales
            self._fit(anchors)
        self.freedom = max(int(anchors.sum()) - len(self.whole.slopes) - 1, 1)

    def _fit(self, anchors: np.ndarray) -> None:
        error = np.diag(self.covariance) + (self.departures * self.slope) ** 2 + 1e-3
        weights = np.where(anchors, 1 / error, 0)
        self.whole = fit_scale(self.official, self.hardness, weights)
        apart = np.eye(len(weights), dtype=bool)
        self.scales = [
            fit_scale(self.official, self.hardness, np.where(out, 0, weights)) if anchors[number] else self.whole
            for number, out in enumerate(apart)
        ]
        self.slope = self.whole.slope(self.official)
        self._estimate_departures(np.flatnonzero(anchors))

    def _estimate_departures(self, anchors: np.ndarray) -> None:
        """Finds departures that explain, with the luck of games, how far each challenge lies from the others' scale."""
        found = [self.off(number, self.official[[number]]) for number in anchors]
        off, luck, scale = (np.concatenate(part) for part in zip(*found))
        own = scale + self.slope[anchors] ** 2
        low, high = LEAST_DEPARTURE, 20.0
        for _ in range(40):
            middle = (low + high) / 2
            low, high = (middle, high) if np.mean(off**2 / (luck + middle**2 * own)) > 1 else (low, middle)
        self.departures = high

    def off(self, number: int, difficulty: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Returns how much harder a challenge is than the scale says of some difficulties, and the variance of that.

        The variance has two parts: of the luck of games, and, per squared point of departures, of the scale.
        """
        scale = self.scales[number]
        basis = scale.basis(difficulty)
        common = scale.of_data @ self.covariance[number]
        luck = self.covariance[number, number] - 2 * basis @ common
        luck += _square(basis, scale.of_data @ self.covariance @ scale.of_data.T)
        of_departures = (scale.of_data * self.slope**2) @ scale.of_data.T
        return self.hardness[number] - scale.hardness(difficulty), np.maximum(luck, 0), _square(basis, of_departures)

    def z(self, number: int, difficulty: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Returns the distance from the scale in standard errors, and the freedom that these have."""
        off, luck, scale = self.off(number, difficulty)
        uncertain = self.departures**2 * scale
        variance = np.maximum(luck + uncertain, 1e-12)
        return off / np.sqrt(variance), self.freedom * (variance / np.maximum(uncertain, 1e-12)) ** 2

    @cached_property
    def inferred(self) -> np.ndarray:
        """What each challenge plays like."""
        return np.array([scale.difficulty(hard) for scale, hard in zip(self.scales, self.hardness)])

    def interval(self, number: int) -> tuple[float, float]:
        """Returns the numbers that a challenge may truly play like; no end where the scale leaves off."""
        scale = self.scales[number]
        tried = np.arange(scale.lowest, scale.highest + STEP, STEP)
        z, freedom = self.z(number, tried)
        inside = np.flatnonzero(np.abs(z) <= student.isf(1 - SURE, freedom))
        if not len(inside):
            inside = np.array([np.abs(z).argmin()])
        low, high = tried[inside[0]], tried[inside[-1]]
        return (-np.inf if inside[0] == 0 else low), (np.inf if inside[-1] == len(tried) - 1 else high)

    def remaining(self, number: int) -> float:
        """Returns half the interval that would be left if the challenges were played without end."""
        difficulty = self.inferred[[number]]
        _, _, scale = self.off(number, difficulty)
        error = self.departures * np.sqrt(scale[0]) / self.scales[number].slope(difficulty)[0]
        return float(student.isf(1 - SURE, self.freedom) * error)

    def p(self, number: int, rounding: float) -> float:
        """Returns how likely a challenge that departs by no more than the rounding would be found so far off."""
        ends = self.official[number] + np.array([rounding, -rounding])
        z, freedom = self.z(number, ends)
        return float(min(student.sf(z, freedom).sum(), student.cdf(z, freedom).sum(), 1))  # as far off on either side

    def difference(self, there: np.ndarray, without: np.ndarray) -> tuple[float, float, float]:
        """Returns by how many points some challenges play harder than others, pair by pair: mean, error, freedom."""
        scale, gradient = self.whole, np.zeros(len(self.hardness))
        found, of_scale = 0.0, np.zeros(len(scale.slopes) + 1)
        for sign, rows in ((1, there), (-1, without)):
            place = scale.difficulty(self.hardness[rows])
            found += sign * place.mean()
            np.add.at(gradient, rows, sign / scale.slope(place) / len(rows))
            of_scale -= sign * (scale.basis(place) / scale.slope(place)[:, None]).mean(axis=0)
        through = of_scale @ scale.of_data
        uncertain = self.departures**2 * np.sum((through * self.slope) ** 2)
        variance = (gradient + through) @ self.covariance @ (gradient + through) + uncertain
        return found, float(np.sqrt(variance)), self.freedom * (variance / max(uncertain, 1e-12)) ** 2


def _square(rows: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    return np.sum(rows @ matrix * rows, axis=1)
