"""The win model recovers what was planted, says how sure it is, and survives extreme data."""

import numpy as np
import pandas as pd
import pytest
from scipy.special import expit
from statsmodels.genmod.bayes_mixed_glm import BinomialBayesMixedGLM

from reports.spirit_island.synergy import spirit_strengths
from reports.spirit_island.terms import win_model
from tests.spirit_island.reports.synthetic import CHALLENGES, SPIRITS, make_cells, make_run, true_logit


def planted(seed, spirits=SPIRITS):
    rng = np.random.default_rng(seed)
    return dict(zip(spirits, rng.normal(0, 0.5, len(spirits)))), rng


@pytest.mark.parametrize(("players", "shared"), [(1, 0.0), (1, 0.2), (2, 0.1)])
def test_strengths_are_covered(players, shared):
    covered = []
    cells = make_cells(SPIRITS[:6], players, CHALLENGES[::4])
    for seed in range(40):
        strength, rng = planted(seed, SPIRITS[:6])
        model = win_model(make_run(cells, true_logit(cells, strength=strength), 150, rng, shared))
        table = spirit_strengths(model)
        mean = np.mean(list(strength.values()))
        truth = np.array([strength[spirit] - mean for spirit in table["spirit"]])
        covered.append(np.abs(table["odds"] - truth) < 1.96 * table["error"])
    assert np.mean(covered) == pytest.approx(0.95, abs=0.035)


def test_shared_luck_makes_differences_surer():
    strength, rng = planted(1)
    cells = make_cells(challenges=CHALLENGES[::3])
    errors = [
        spirit_strengths(win_model(make_run(cells, true_logit(cells, strength=strength), 400, rng, shared)))["error"].mean()
        for shared in (0.0, 0.5)
    ]
    assert errors[1] < 0.85 * errors[0]


@pytest.mark.parametrize("players", [1, 2])
def test_points_are_what_one_spirit_in_the_team_is_worth(players):
    strength, rng = dict.fromkeys(SPIRITS[:6], 0.0) | {SPIRITS[0]: 1.5}, np.random.default_rng(4)
    cells = make_cells(SPIRITS[:6], players, CHALLENGES)  # many of them hopeless
    run = make_run(cells, true_logit(cells, base=0.3, strength=strength), 2000, rng, shared=0.0)
    has = cells["spirits"].str.contains(SPIRITS[0])
    rates = run.cells["wins"] / run.cells["games"]
    first = spirit_strengths(win_model(run)).iloc[0]
    assert first.spirit == SPIRITS[0]
    mean_spirit = rates[has].mean() / 6 + rates[~has].mean() * 5 / 6
    assert first.points == pytest.approx(100 * (rates[has].mean() - mean_spirit), abs=1.5)


@pytest.mark.parametrize("games", [300, np.where(np.arange(30) % 3, 100, 3000)])
def test_points_do_not_depend_on_which_cells_were_played_most(games):
    strength, rng = planted(5, SPIRITS[:5])
    cells = make_cells(SPIRITS[:5], challenges=CHALLENGES[:6])
    truth = true_logit(cells, strength=strength, match_ups={(SPIRITS[0], "brandenburg_prussia"): 1.5})
    table = spirit_strengths(win_model(make_run(cells, truth, games, rng, 0.0))).set_index("spirit")
    rates = pd.Series(expit(truth)).groupby(cells["spirits"]).mean()
    own = 100 * (rates - rates.mean())
    assert np.abs(table["points"] - own[table.index]).max() < 4


def test_small_samples_are_drawn_to_the_mean():
    strength, rng = planted(2)
    cells = make_cells(challenges=CHALLENGES[:2])
    few, many = (
        win_model(make_run(cells, true_logit(cells, strength=strength), games, rng, 0.0)).effects[2:12].std()
        for games in (15, 5000)
    )
    assert few < many


def test_agrees_with_the_mixed_model_of_statsmodels():
    strength, rng = planted(3)
    cells = make_cells(challenges=[("england", level) for level in range(3)])
    run = make_run(cells, true_logit(cells, strength=strength), 60, rng, shared=0.0)
    rows = run.cells.loc[np.repeat(run.cells.index, 60)].assign(win=run.played["win"].ravel())
    groups = pd.get_dummies(rows["spirits"]).astype(float)
    levels = np.column_stack([np.ones(len(rows)), rows["difficulty"]])
    other = BinomialBayesMixedGLM(rows["win"], levels, groups, ident=np.zeros(10, int), vcp_p=2).fit_map()
    model = win_model(run)
    ours = spirit_strengths(model).set_index("spirit")["odds"]
    theirs = pd.Series(other.vc_mean, groups.columns)
    assert np.corrcoef(ours[theirs.index], theirs)[0, 1] > 0.98
    assert np.abs(ours[theirs.index] - (theirs - theirs.mean())).max() < 0.15


@pytest.mark.parametrize("logit", [-50.0, 50.0])
def test_all_games_alike(logit):
    cells = make_cells(SPIRITS[:3], challenges=CHALLENGES[:5])
    model = win_model(make_run(cells, np.full(len(cells), logit), 50, np.random.default_rng(1)))
    assert np.isfinite(model.effects).all()
    assert np.allclose(model.probability, expit(np.sign(logit) * 9), atol=0.1)


def test_cells_without_games_are_left_out():
    cells = make_cells(SPIRITS[:3], challenges=CHALLENGES[:4])
    run = make_run(cells, true_logit(cells), 50, np.random.default_rng(1))
    run.sums["win"].games[2] = 0
    run.played["win"][2] = -1
    assert len(win_model(run).cells) == len(cells) - 1
