"""Comparisons of the same games played in two ways."""

import numpy as np
import pandas as pd
import pytest
from statsmodels.stats.contingency_tables import mcnemar

from reports.core.paired import compared, independent_difference, paired_difference, paired_interval
from simulator.core.game import Measure
from tests.core.reports.synthetic import draw_shares

SHARE, SCORE = Measure("won", "share", count="wins"), Measure("score", "number")
WANTED = compared((SHARE, SCORE), {"won", "score"}, 1)


def frame(won, score=0):
    cells, games = won.shape
    return pd.DataFrame({
        "cell": np.repeat(np.arange(cells), games), "game": np.tile(np.arange(games), cells), "won": won.ravel(),
        "score": 20 * won.ravel() + score,
    })  # fmt: skip


def test_known_values():
    a, b = np.array([[1, 1, 1, 0, 0, 0, 0, 0, 0, 0]]), np.array([[1, 1, 0, 1, 1, 1, 1, 1, 0, 0]])
    found = paired_difference(frame(a), frame(b, score=3), WANTED)
    row = found.cells.iloc[0]
    assert (row.gained, row.lost, row.games) == (5, 1, 10)
    assert row.difference == pytest.approx(0.4)
    assert row.p == pytest.approx(mcnemar([[2, 1], [5, 2]], exact=True).pvalue)
    assert row.score_difference == pytest.approx(11)
    assert found.overall["difference"] == pytest.approx(0.4)


def test_only_common_games_count():
    won = np.ones((2, 30), np.int8)
    a, b = frame(won), frame(won).query("cell == 1 and game >= 10")
    found = paired_difference(a, b.sample(frac=1, random_state=1), WANTED)
    assert found.cells[["cell", "games"]].values.tolist() == [[1, 20]]
    assert found.overall["p"] == 1
    assert not found.cells["significant"].any()


def test_nothing_in_common():
    won = np.ones((1, 5), np.int8)
    assert paired_difference(frame(won), frame(won).assign(cell=7), WANTED).overall == {"games": 0}


def two_versions(rng, rate_a, rate_b, games, cells=1):
    """Draws games that share most of their luck between versions and some between cells."""
    both = draw_shares(np.r_[np.full(cells, rate_a), np.full(cells, rate_b)], games, rng, shared=0.6)
    return frame(both[:cells]), frame(both[cells:])


@pytest.mark.parametrize(("rate_a", "rate_b", "games"), [(0.5, 0.55, 40), (0.9, 0.95, 60), (0.3, 0.3, 200)])
def test_coverage_of_one_cell(rate_a, rate_b, games):
    rng, covered = np.random.default_rng(2), []
    for _ in range(1500):
        a, b = draw_shares([rate_a, rate_b], games, rng, shared=0.6)
        low, high = paired_interval(int((~a.astype(bool) & b).sum()), int((a & ~b.astype(bool)).sum()), games)
        covered.append(low <= rate_b - rate_a <= high)
    assert np.mean(covered) == pytest.approx(0.955, abs=0.025)


@pytest.mark.parametrize("compare", [paired_difference, independent_difference])
def test_coverage_over_many_cells(compare):
    rng, covered = np.random.default_rng(3), []
    for _ in range(200):
        a, b = two_versions(rng, 0.5, 0.53, 80, cells=8)
        if compare is independent_difference:
            b = two_versions(rng, 0.5, 0.53, 80, cells=8)[1]
        overall = compare(a, b, WANTED).overall
        covered.append(overall["low"] <= 0.03 <= overall["high"])
    assert np.mean(covered) == pytest.approx(0.95, abs=0.045)


def test_pairing_sees_more_than_independent_samples():
    a, b = two_versions(np.random.default_rng(4), 0.5, 0.54, 2000, cells=4)
    paired, apart = paired_difference(a, b, WANTED), independent_difference(a, b, WANTED)
    width = [found.overall["high"] - found.overall["low"] for found in (paired, apart)]
    assert width[0] < 0.8 * width[1]
    assert paired.cells["significant"].sum() >= apart.cells["significant"].sum()
