"""Intervals hold the truth as often as they say."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import t as student

from reports.core.luck import Luck
from reports.core.rates import add_intervals, group_means, intervals, rate_interval
from simulator.core.game import Measure
from tests.core.reports.calibration import CASES, coverage_of
from tests.core.reports.synthetic import cut, draw_shares, sums_of

SHARE, NUMBER = Measure("won", "share", count="wins"), Measure("points", "number")


@pytest.mark.parametrize("method", ["wilson", "jeffreys"])
@pytest.mark.parametrize("games", [20, 100, 400])
def test_coverage_is_nominal(method, games):
    rng = np.random.default_rng(1)
    rates = rng.uniform(0.01, 0.99, 50_000)  # at a single rate, coverage jumps about with the counts
    low, high = rate_interval(rng.binomial(games, rates), games, method)
    assert np.mean((low <= rates) & (rates <= high)) == pytest.approx(0.95, abs=0.01)


def test_bounds():
    low, high = rate_interval([0, 10, 0], [10, 10, 0])
    assert low.tolist() == [0, pytest.approx(0.7225, abs=1e-3), 0]
    assert high.tolist() == [pytest.approx(0.2775, abs=1e-3), 1, 1]


def groups(cells, groups):
    return pd.DataFrame({"cell": range(cells), "side": np.arange(cells) % groups})


def test_groups_of_cells_that_share_their_luck():
    covered, naive, cells = [], [], groups(30, 3)
    for seed in range(300):
        won = draw_shares(np.full(30, 0.6), 60, np.random.default_rng(seed), shared=0.3)
        group = group_means(cells, SHARE, sums_of(won), Luck(won), ["side"]).iloc[0]
        plain = add_intervals(group.to_frame().T[["games", "total"]].astype(float), "total").iloc[0]
        covered.append(group.low <= 0.6 <= group.high)
        naive.append(plain.low <= 0.6 <= plain.high)
    assert np.mean(covered) == pytest.approx(0.95, abs=0.035)
    assert np.mean(naive) < 0.85


def test_a_group_is_the_mean_of_its_cells_however_often_each_was_played():
    won = cut(draw_shares(np.array([0.98, 0.90, 0.50]), 4000, np.random.default_rng(1)), [500, 500, 4000])
    group = group_means(groups(3, 1), SHARE, sums_of(won), Luck(won), []).iloc[0]
    assert group["rate"] == pytest.approx(np.mean([won[0, :500].mean(), won[1, :500].mean(), won[2].mean()]))
    assert (group["games"], group["total"]) == (5000, (won == 1).sum())
    assert group["low"] < 0.7933 < group["high"]
    assert group["high"] - group["low"] < 0.04
    weighted = group_means(groups(3, 1), SHARE, sums_of(won), Luck(won), [], np.array([2.0, 1.0, 0.0])).iloc[0]
    assert weighted["rate"] == pytest.approx((2 * won[0, :500].mean() + won[1, :500].mean()) / 3)


def test_one_game_of_each_cell_is_one_game_if_all_luck_may_be_shared():
    won = np.array([[1], [0], [1], [1]], np.int8)
    group = group_means(groups(4, 1), SHARE, sums_of(won), Luck(won), []).iloc[0]
    assert (group["low"], group["high"]) == pytest.approx(tuple(float(end) for end in rate_interval(0.75, 1)), abs=0.02)
    points = won.astype(np.float32)
    ends = group_means(groups(4, 1), NUMBER, sums_of(points), Luck(points), []).iloc[0]
    assert (ends["low"], ends["high"]) == (-np.inf, np.inf)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.method}, {case.synthetic}")
def test_intervals_hold_the_truth_as_often_as_they_say(case):
    coverage, _, _ = coverage_of(case, 300)
    assert 0.915 < coverage < 0.995  # 95 % less three standard errors of 300 repetitions


def draw_numbers(cells, games, rng, shared):
    """Draws numbers of mean 5 and spread 2 that share a part of their luck, as a run lays them out."""
    luck = np.sqrt(shared) * rng.standard_normal(games) + np.sqrt(1 - shared) * rng.standard_normal((cells, games))
    return (5 + 2 * luck).astype(np.float32)


def test_groups_of_numbers_that_share_their_luck():
    covered, cells = [], groups(12, 2)
    for seed in range(300):
        points = draw_numbers(12, 50, np.random.default_rng(seed), shared=0.4)
        group = group_means(cells, NUMBER, sums_of(points), Luck(points), ["side"]).iloc[1]
        covered.append(group.low <= 5 <= group.high)
    assert np.mean(covered) == pytest.approx(0.95, abs=0.035)


def test_a_group_of_one_cell_is_a_plain_mean():
    cells, rng = groups(4, 4), np.random.default_rng(1)
    for measure, played in ((SHARE, draw_shares(np.full(4, 0.5), 100, rng)), (NUMBER, draw_numbers(4, 100, rng, 0.0))):
        group = group_means(cells, measure, sums_of(played), Luck(played), ["side"])
        plain = intervals(measure, sums_of(played))
        assert np.allclose(group["low"], plain["low"], atol=1e-5)
        assert np.allclose(group["rate"], plain["mean"])


def test_intervals_of_numbers_are_students():
    values = np.array([[3.0, 4.0, 8.0, 5.0]])
    low, high = student.interval(0.95, 3, values.mean(), values.std(ddof=1) / 2)
    found = intervals(NUMBER, sums_of(values)).iloc[0]
    assert (found["mean"], found["low"], found["high"]) == (5, pytest.approx(low), pytest.approx(high))
    alone = intervals(NUMBER, sums_of(values[:, :1])).iloc[0]
    assert (alone["mean"], alone["low"], alone["high"]) == (3, -np.inf, np.inf)
