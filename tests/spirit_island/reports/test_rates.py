"""Intervals hold the truth as often as they say."""

import numpy as np
import pytest
from scipy.special import logit

from reports.core.luck import Luck
from reports.core.rates import add_intervals, group_rates, rate_interval
from tests.spirit_island.reports.synthetic import CHALLENGES, SPIRITS, make_cells, make_run


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


def test_groups_of_cells_that_share_their_luck():
    cells = make_cells(SPIRITS, challenges=CHALLENGES[:3])
    covered, naive = [], []
    for seed in range(300):
        run = make_run(cells, np.full(len(cells), logit(0.6)), 60, np.random.default_rng(seed), shared=0.3)
        group = group_rates(run.cells, Luck(run.wins), ["adversary", "level"]).iloc[0]
        plain = add_intervals(group.to_frame().T[["games", "wins"]].astype(float)).iloc[0]
        covered.append(group.low <= 0.6 <= group.high)
        naive.append(plain.low <= 0.6 <= plain.high)
    assert np.mean(covered) == pytest.approx(0.95, abs=0.035)
    assert np.mean(naive) < 0.85


def test_a_group_of_one_cell_is_a_plain_rate():
    cells = make_cells(SPIRITS[:4], challenges=CHALLENGES[:1])
    run = make_run(cells, np.zeros(4), 100, np.random.default_rng(1))
    group = group_rates(run.cells, Luck(run.wins), ["spirits"]).set_index("spirits")
    plain = add_intervals(run.cells).set_index("spirits")
    assert np.allclose(group["low"], plain.loc[group.index, "low"], atol=1e-5)
