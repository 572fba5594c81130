"""The inferred scale recovers planted difficulties and does not cry wolf."""

import numpy as np
import pytest

from reports.spirit_island.difficulty import fit_scale, infer_difficulty
from reports.spirit_island.terms import win_model
from tests.spirit_island.reports.synthetic import CHALLENGES, SPIRITS, make_cells, make_run, true_logit


def infer(cells, logit, games=300, seed=1, shared=0.1):
    return infer_difficulty(win_model(make_run(cells, logit, games, np.random.default_rng(seed), shared)))


def test_planted_departures_are_recovered():
    planted = {("england", 4): 1.5, ("sweden", 2): -1.2}
    found = infer(cells := make_cells(), true_logit(cells, departures=planted), games=500).challenges
    for row in found.itertuples():
        truth = row.difficulty + planted.get((row.adversary, row.level), 0)
        assert row.inferred == pytest.approx(truth, abs=0.45), row
    marked = found[found["significant"]]
    assert set(zip(marked["adversary"], marked["level"])) == set(planted)


def test_intervals_cover_and_no_false_departures():
    covered, marked = [], 0
    cells = make_cells(SPIRITS[:6])
    for seed in range(25):
        rng = np.random.default_rng(seed)
        planted = {challenge: rng.normal(0, 0.4) for challenge in CHALLENGES}
        strength = dict(zip(SPIRITS, rng.normal(0, 0.5, 6)))
        found = infer(cells, true_logit(cells, strength=strength, departures=planted), 200, seed, 0.15).challenges
        # The truth is the same scale fitted to the true hardness, which a finite set of challenges defines.
        hardness = 0.35 * np.array([row.difficulty + planted[row.adversary, row.level] for row in found.itertuples()])
        truth = fit_scale(found["difficulty"].to_numpy(float), hardness, np.ones(len(found))).difficulty(hardness)
        covered.append((found["low"] <= truth) & (truth <= found["high"]))
        small = np.abs(truth - found["difficulty"]) <= 0.5
        marked += int((found["significant"] & small).sum() > 0)
    assert np.mean(covered) == pytest.approx(0.95, abs=0.03)
    assert marked <= 4


def test_what_a_scenario_adds():
    challenges = [("none", 0), ("england", 1), ("england", 3), ("sweden", 2), ("sweden", 4)]
    cells = make_cells(SPIRITS[:5], challenges=challenges, scenarios=("none", "blitz", "rituals_of_terror"))
    found = infer(cells, true_logit(cells, departures={"blitz": 1.5}), games=400).additions.set_index("addition")
    assert found.loc["blitz", "adds"] == pytest.approx(1.5, abs=0.35)
    assert found.loc["blitz", "significant"]
    assert found.loc["rituals_of_terror", "adds"] == pytest.approx(3, abs=0.45)
    assert not found.loc["rituals_of_terror", "significant"]


def test_a_bent_scale_is_followed():
    official = np.arange(12.0)
    hardness = 0.05 * official**2
    scale = fit_scale(np.repeat(official, 4), np.repeat(hardness, 4), np.ones(48))
    assert np.abs(scale.difficulty(hardness) - official)[2:].max() < 0.8
    assert (np.diff(scale.values) > 0).all()


def test_a_falling_scale_stays_increasing():
    scale = fit_scale(np.arange(6.0), -np.arange(6.0), np.ones(6))
    assert (np.diff(scale.values) > 0).all()


def test_too_few_difficulties():
    cells = make_cells(challenges=CHALLENGES[:3])
    assert "four different" in infer(cells, true_logit(cells)).missing


def test_no_scale_when_difficulty_does_not_show():
    cells = make_cells(SPIRITS[:3])
    assert "does not fall" in infer(cells, np.zeros(len(cells)), games=30).missing
