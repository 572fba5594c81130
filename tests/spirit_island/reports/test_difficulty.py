"""The inferred scale recovers planted difficulties and does not cry wolf."""

import numpy as np
import pandas as pd
import pytest

from reports.spirit_island.difficulty import infer_difficulty
from reports.spirit_island.scale import Judgement, fit_scale
from reports.spirit_island.terms import win_model
from tests.core.reports.calibration import coverage_of
from tests.spirit_island.reports.calibration import CASES
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


@pytest.mark.parametrize("case", [case for case in CASES if "difficulty" in case.method], ids=lambda case: case.synthetic)
def test_intervals_hold_official_number_and_departure(case):
    # Intervals that leave out the calibration hold a third to two thirds; those of one repetition stand and fall together.
    coverage, error, _ = coverage_of(case, 10)
    assert coverage > 0.95 - 3 * max(error, 0.015)


def test_intervals_do_not_shrink_below_the_calibration():
    rng, cells = np.random.default_rng(5), make_cells(SPIRITS[:6])
    planted = {challenge: rng.normal(0, 1) for challenge in CHALLENGES}
    few, many = (infer(cells, true_logit(cells, departures=planted), games).challenges for games in (200, 20_000))
    assert (few["high"] - few["low"]).median() / 2 > 1.2 * few["remaining"].median()
    assert (many["high"] - many["low"]).median() / 2 == pytest.approx(many["remaining"].median(), rel=0.15)
    assert many["remaining"].median() > 0.25


def test_a_challenge_has_no_say_in_the_scale_that_judges_it():
    official = np.array([0.0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    hardness, covariance = 0.3 * official, 1e-4 * np.eye(10)
    anchors, off = np.ones(10, bool), np.arange(10) == 4
    judged = [Judgement(official, hardness + shift * off, covariance, anchors) for shift in (0.0, 3.0)]
    for one in judged:
        assert one.scales[4].hardness(official) == pytest.approx(hardness, abs=1e-6)
    assert judged[1].whole.hardness(official[4:5]) > hardness[4] + 0.2
    assert judged[0].inferred[4] == pytest.approx(4, abs=1e-3)


def test_one_challenge_has_one_verdict():
    levels, others = make_cells(SPIRITS[:5], challenges=CHALLENGES), make_cells(SPIRITS[:5], 1, [("none", 0)], ("blitz",))
    cells = pd.concat([levels, others], ignore_index=True)
    cells["cell"] = np.arange(len(cells))
    found = infer(cells, true_logit(cells, base=1.5, departures={"blitz": 2.5}), games=400)
    blitz = found.challenges.set_index("scenario").loc["blitz"]
    assert np.isnan(blitz["p"])
    assert np.isnan(blitz["q"])
    assert not blitz["significant"]
    assert found.additions.set_index("addition").loc["blitz", "significant"]
    tested = np.concatenate([found.challenges["p"].dropna(), found.additions["p"]])
    assert len(tested) == 30  # 29 levels and one scenario, corrected together
    assert found.additions["q"].iloc[0] == pytest.approx(min(1, found.additions["p"].iloc[0] * 30), rel=0.05)


def test_challenges_never_or_always_won_have_one_bound():
    cells = make_cells(SPIRITS[:5], challenges=CHALLENGES)
    hopeless, easy = (cells["adversary"] + cells["level"].astype(str) == name for name in ("england6", "none0"))
    table = infer(cells, true_logit(cells, base=1.5) - 50 * hopeless + 50 * easy, games=200).challenges
    table = table.set_index(["adversary", "level"])
    never, always = table.loc[("england", 6)], table.loc[("none", 0)]
    assert (never["beyond"], never["extreme"], never["inferred"], never["high"]) == (1, -1, never["low"], np.inf)
    assert (always["beyond"], always["extreme"], always["inferred"], always["low"]) == (-1, 1, always["high"], -np.inf)
    assert never["departure"] == never["low"] - 11
    assert always["departure"] == always["high"]
    assert 8 < never["low"] < 15
    assert (table.drop(index=[("england", 6), ("none", 0)])["beyond"] == 0).all()


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
    assert (scale.slopes > 0).all()


def test_a_falling_scale_stays_increasing():
    scale = fit_scale(np.arange(6.0), -np.arange(6.0), np.ones(6))
    assert (scale.slopes > 0).all()


def test_too_few_difficulties():
    cells = make_cells(challenges=CHALLENGES[:3])
    assert infer(cells, true_logit(cells)).missing == "four_difficulties"


def test_no_scale_when_difficulty_does_not_show():
    cells = make_cells(SPIRITS[:3])
    assert infer(cells, np.zeros(len(cells)), games=30).missing == "no_fall"
