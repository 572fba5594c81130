"""How often intervals hold a truth that is known because it was made up: `make calibrate` writes the table of it.

A case draws a synthetic run from a generator and tells which of its intervals hold their truth. The table stands in the
methods of every report; tests play a few of the repetitions and refuse a method that no longer holds what it says.
"""

import csv
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

import reports.core
from experiments.core.sampling import Budget, Precision, Tally
from reports.core.luck import Luck
from reports.core.rates import group_means
from simulator.core.game import Measure
from tests.core.reports.synthetic import cut, draw_luck, draw_shares, sums_of

SHARE, NUMBER = Measure("won", "share", count="wins"), Measure("points", "number")
COLUMNS = ("method", "synthetic", "repetitions", "coverage", "error")


class Case(NamedTuple):
    """A made-up world: which intervals of one repetition hold the truth (0 and 1, or the share of them)."""

    method: str
    synthetic: str
    repeat: Callable[[np.random.Generator], np.ndarray]
    repetitions: int = 4000


def coverage_of(case: Case, repetitions: int, seed: int = 1) -> tuple[float, float, int]:
    """Returns how often the intervals of a case hold the truth, the standard error of that, and how many there were."""
    held = [np.atleast_1d(case.repeat(np.random.default_rng([seed, number]))) for number in range(repetitions)]
    each = np.array([np.mean(one) for one in held])
    return float(each.mean()), float(each.std(ddof=1) / np.sqrt(len(each))), sum(len(one) for one in held)


def write_table(cases: tuple[Case, ...], file: Path) -> None:
    """Plays all repetitions of all cases and writes how often their intervals held the truth."""
    rows = []
    for case in cases:
        began = time.process_time()
        coverage, error, _ = coverage_of(case, case.repetitions)
        rows.append((case.method, case.synthetic, case.repetitions, f"{coverage:.4f}", f"{error:.4f}"))
        print(f"{coverage:.4f} ± {error:.4f}  {case.method}: {case.synthetic} ({time.process_time() - began:.0f} s)")
    with file.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out, lineterminator="\n").writerows([COLUMNS, *rows])


# --- groups of cells


def shares(rates, games, shared: float) -> Callable[[np.random.Generator], np.ndarray]:
    """Draws cells with these rates and so many games each, some luck in common; is the mean of the rates held?"""
    rates, games = np.asarray(rates, float), np.broadcast_to(games, len(rates))

    def repeat(rng: np.random.Generator) -> np.ndarray:
        return _held(SHARE, cut(draw_shares(rates, games.max(), rng, shared), games), rates.mean())

    return repeat


def numbers(means, games, shared: float) -> Callable[[np.random.Generator], np.ndarray]:
    """Draws numbers around these means, spread twice as wide in every other cell; is the mean of the means held?"""
    means, games = np.asarray(means, float), np.broadcast_to(games, len(means))

    def repeat(rng: np.random.Generator) -> np.ndarray:
        spread = 1.0 + np.arange(len(means)) % 2
        played = means[:, None] + spread[:, None] * draw_luck(len(means), games.max(), rng, shared)
        return _held(NUMBER, cut(played.astype(np.float32), games), means.mean())

    return repeat


def adaptive(rates, sampling: Precision | Budget, shared: float, rounds: int) -> Callable[[np.random.Generator], np.ndarray]:
    """Plays cells as a sampling asks for more games of them, so many rounds; is the mean of the rates held?"""

    def repeat(rng: np.random.Generator) -> np.ndarray:
        games, most = np.zeros(len(rates), int), MOST
        won = draw_shares(np.asarray(rates), most, rng, shared)
        for _ in range(rounds):
            for cell, target in sampling.targets(_tallies(won, games)).items():
                games[cell] = min(target, most)
        return _held(SHARE, cut(won, games), np.mean(rates))

    return repeat


MOST = 6000  # games of an adaptive case


def _tallies(won: np.ndarray, games: np.ndarray) -> dict[int, Tally]:
    totals = [float(row[:count].sum()) for row, count in zip(won, games)]
    return {
        cell: Tally(ranges=[(0, count)] if count else [], counted=count, sums={"won": (total, total)})
        for cell, (count, total) in enumerate(zip(games.tolist(), totals))
    }


def _held(measure: Measure, played: np.ndarray, truth: float) -> np.ndarray:
    cells = pd.DataFrame({"cell": range(len(played))})
    row = group_means(cells, measure, sums_of(played), Luck(played), []).iloc[0]
    return np.array([row["low"] <= truth <= row["high"]])


SPREAD_OUT, NEVER, EVER = np.linspace(0.05, 0.95, 40), np.linspace(0.001, 0.02, 40), np.linspace(0.98, 0.999, 40)
FEW = np.linspace(0.2, 0.6, 5)
UNBALANCED = np.geomspace(20, 2000, 12).astype(int)
CASES = (
    Case("mean of rates", "40 cells, 5 to 95 %, 100 games each, no luck shared", shares(SPREAD_OUT, 100, 0.0)),
    Case("mean of rates", "40 cells, 5 to 95 %, 100 games each, half the luck shared", shares(SPREAD_OUT, 100, 0.5)),
    Case("mean of rates", "100 cells, 60 %, 20 games each, no luck shared", shares(np.full(100, 0.6), 20, 0.0)),
    Case("mean of rates", "100 cells, 60 %, 20 games each, a fifth of the luck shared", shares(np.full(100, 0.6), 20, 0.2)),
    Case("mean of rates", "100 cells, 60 %, 5 games each, a fifth of the luck shared", shares(np.full(100, 0.6), 5, 0.2)),
    Case("mean of rates", "5 cells, 20 to 60 %, 100 games each, all luck shared", shares(FEW, 100, 1.0)),
    Case("mean of rates", "40 cells, 0.1 to 2 %, 200 games each, a tenth of the luck shared", shares(NEVER, 200, 0.1)),
    Case("mean of rates", "40 cells, 98 to 99.9 %, 200 games each, a tenth of the luck shared", shares(EVER, 200, 0.1)),
    Case("mean of rates", "12 cells, 5 to 95 %, 20 to 2,000 games, a tenth of the luck shared",
         shares(np.linspace(0.05, 0.95, 12), UNBALANCED, 0.1)),
    Case("mean of rates", "2 cells, 2 %, 20 and 2,000 games, no luck shared", shares([0.02, 0.02], [20, 2000], 0.0)),
    Case("mean of rates", "cells of 98, 90 and 50 %, played to a precision of 2 %, a tenth of the luck shared",
         adaptive((0.98, 0.90, 0.50), Precision(0.02, SHARE), 0.1, 8), 2000),
    Case("mean of rates", "12 cells, 1 to 60 %, played by budget, a tenth of the luck shared",
         adaptive(np.linspace(0.01, 0.6, 12), Budget(1, SHARE), 0.1, 8), 2000),
    Case("mean of numbers", "12 cells, 50 games each, no luck shared", numbers(np.linspace(3, 8, 12), 50, 0.0)),
    Case("mean of numbers", "12 cells, 50 games each, half the luck shared", numbers(np.linspace(3, 8, 12), 50, 0.5)),
    Case("mean of numbers", "5 cells, 100 games each, all luck shared", numbers(np.linspace(3, 8, 5), 100, 1.0)),
    Case("mean of numbers", "12 cells, 20 to 2,000 games, a fifth of the luck shared",
         numbers(np.linspace(3, 8, 12), UNBALANCED, 0.2)),
    Case("mean of numbers", "100 cells, 5 games each, a fifth of the luck shared", numbers(np.zeros(100), 5, 0.2)),
)  # fmt: skip

if __name__ == "__main__":
    write_table(CASES, Path(reports.core.__file__).parent / "calibration.csv")
