"""Synergies: planted ones are found, and false discoveries stay within their rate."""

import numpy as np
import pytest

from reports.core.effects import pooled
from reports.spirit_island.synergy import extremes, match_ups, pair_synergies
from reports.spirit_island.terms import win_model
from tests.core.reports.calibration import coverage_of
from tests.spirit_island.reports.calibration import CASES
from tests.spirit_island.reports.synthetic import CHALLENGES, SPIRITS, make_cells, make_run, true_logit

CELLS = make_cells(players=2, challenges=CHALLENGES[::7])
PAIRS = list(CELLS["spirits"].unique())


def discoveries(seed, count, shared):
    """Plants synergies; returns the shares of false ones among the found and of found ones among the planted."""
    rng = np.random.default_rng(seed)
    strength = dict(zip(SPIRITS, rng.normal(0, 0.5, 10)))
    planted = dict(zip(rng.choice(PAIRS, count, replace=False), rng.choice([-0.6, 0.6], count)))
    run = make_run(CELLS, true_logit(CELLS, strength=strength, synergy=planted), 200, rng, shared)
    table = pair_synergies(win_model(run))
    found = {frozenset(row) for row in table.loc[table["significant"], ["first", "second"]].itertuples(index=False)}
    real = {frozenset(pair.split("+")) for pair in planted}
    return len(found - real) / max(1, len(found)), len(found & real) / max(1, len(real))


@pytest.mark.parametrize(("count", "shared"), [(0, 0.1), (5, 0.0), (5, 0.2)])
def test_false_discovery_rate(count, shared):
    results = np.array([discoveries(seed, count, shared) for seed in range(60)])
    # 5 % nominal; the tolerance is two standard errors of 60 repetitions.
    assert results[:, 0].mean() < 0.05 + 2 * 0.22 / np.sqrt(60)
    if count:
        assert results[:, 1].mean() > 0.8


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.method in ("synergy", "match-ups")], ids=lambda case: case.synthetic
)
def test_pooled_intervals_hold_the_truth(case):
    coverage, error, _ = coverage_of(case, 30)
    assert coverage > 0.95 - 3 * max(error, 0.008)


def test_pooled_effects_are_drawn_together_as_far_as_they_are_alike():
    noise = np.full(40, 0.2)
    alike, _ = pooled(np.random.default_rng(1).normal(0, 0.2, 40), noise)
    apart = np.random.default_rng(1).normal(0, 1.0, 40)
    kept, error = pooled(apart, noise)
    assert np.abs(alike).max() < 0.2
    assert kept == pytest.approx(apart / 1.04, rel=0.05)
    assert error == pytest.approx(0.2 / np.sqrt(1.04), rel=0.05)
    unknown, widest = pooled(np.array([0.5, np.nan]), np.array([0.1, np.nan]))
    assert unknown[1] == 0
    assert widest[1] > widest[0]


def test_pooled_estimates_are_near_the_truth():
    planted = {PAIRS[3]: 0.6, PAIRS[20]: -0.6}
    run = make_run(CELLS, true_logit(CELLS, synergy=planted), 600, np.random.default_rng(1))
    table = pair_synergies(win_model(run))
    assert {table["first"].iloc[0], table["second"].iloc[0]} == set(PAIRS[3].split("+"))
    assert {table["first"].iloc[-1], table["second"].iloc[-1]} == set(PAIRS[20].split("+"))
    assert table["odds"].iloc[0] == pytest.approx(0.6, abs=0.2)


def test_match_ups_and_extremes():
    cells = make_cells(SPIRITS[:6])
    logit = true_logit(cells, match_ups={(SPIRITS[2], "england"): -1.0})
    model = win_model(make_run(cells, logit, 300, np.random.default_rng(1)))
    table = match_ups(model)
    marked = table[table["significant"]]
    assert (SPIRITS[2], "england") in set(zip(marked["spirit"], marked["adversary"]))
    challenge = {"adversary": "england", "level": 4, "scenario": "none", "thematic": False}
    assert extremes(model, challenge)[0] == SPIRITS[2]


def test_no_extremes_among_equals():
    cells = make_cells(SPIRITS[:4], challenges=CHALLENGES[:6])
    model = win_model(make_run(cells, true_logit(cells), 50, np.random.default_rng(1)))
    challenge = {"adversary": "none", "level": 0, "scenario": "none", "thematic": False}
    assert extremes(model, challenge) is None


def test_nothing_to_say_without_pairs():
    cells = make_cells(SPIRITS[:2], challenges=CHALLENGES[:1])
    model = win_model(make_run(cells, true_logit(cells), 50, np.random.default_rng(1)))
    assert pair_synergies(model).empty
    assert match_ups(model).empty
