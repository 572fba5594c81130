"""Lifts: who carries whom is found where it was planted, with intervals that hold the truth."""

import json

import numpy as np
import pytest
from scipy.special import expit

import evenkeel
from reports.core.luck import Luck
from reports.spirit_island.lifts import lifts
from tests.core.reports.calibration import coverage_of
from tests.spirit_island.reports.calibration import CASES, true_lifts
from tests.spirit_island.reports.synthetic import SPIRITS, make_cells, make_run, true_logit

LEVELS = [("none", 0), ("england", 1), ("england", 4)]
RIVER, OCEAN = SPIRITS[2], SPIRITS[6]


def found(cells, logit, games=400, seed=1, **options):
    run = make_run(cells, logit, games, np.random.default_rng(seed), 0.2)
    return lifts(run, Luck(run.played["win"]), np.ones(len(cells), bool), **options)


def test_who_carries_whom():
    cells = make_cells([RIVER, OCEAN, *SPIRITS[:3][:2], SPIRITS[4]], 2, LEVELS)
    logit = true_logit(cells, match_ups={(OCEAN, "england"): 3.0})
    table = found(cells, logit).set_index(["spirit", "partners", "adversary"])
    carried = table.loc[(OCEAN, RIVER, "england")]
    assert carried["significant"]
    assert carried["ahead"]
    assert carried["points"] > 10
    assert carried["points"] > carried["partner_points"] == table.loc[(RIVER, OCEAN, "england"), "points"]
    alone = table.xs("none", level="adversary")
    assert not alone["significant"].any()


def test_a_lift_is_the_distance_from_the_mean_spirit_in_the_seat():
    cells = make_cells(SPIRITS[:5], 2, LEVELS)
    logit = true_logit(cells, base=1.0, strength=dict(zip(SPIRITS, np.linspace(-2, 2, 5))))
    table, truth = found(cells, logit, games=3000), true_lifts(cells, expit(logit))
    for row in table.itertuples():
        assert row.points == pytest.approx(100 * truth[row.spirit, row.partners, row.adversary], abs=4)
    in_seat = table[(table["partners"] == SPIRITS[0]) & (table["adversary"] == "england")]
    assert in_seat["points"].sum() == pytest.approx(0, abs=1)  # of the mean spirit nobody differs on average


def test_levels_apart():
    cells = make_cells(SPIRITS[:4], 2, LEVELS)
    table = found(cells, true_logit(cells, base=1.0, strength={SPIRITS[0]: 1.5}), by_level=True)
    assert len(table) == 4 * 3 * 3
    assert set(table["level"]) == {0, 1, 4}


def test_teams_of_three_and_one():
    three = found(cells := make_cells(SPIRITS[:4], 3, LEVELS[:1]), true_logit(cells, strength={SPIRITS[0]: 3.0}))
    assert len(three) == 4 * 3
    assert three["partner_points"].isna().all()
    assert three.loc[three["significant"], "spirit"].tolist()[0] == SPIRITS[0]
    one = found(cells := make_cells(SPIRITS[:3], 1, LEVELS[:1]), true_logit(cells, strength={SPIRITS[0]: 1.5}))
    assert set(one["partners"]) == {""}


def test_nobody_else_in_the_seat():
    cells = make_cells(SPIRITS[:2], 2, LEVELS)
    assert found(cells, true_logit(cells)).empty


@pytest.mark.parametrize("case", [case for case in CASES if case.method == "lifts"], ids=lambda case: case.synthetic)
def test_intervals_hold_the_truth(case):
    coverage, error, _ = coverage_of(case, 30)
    assert coverage > 0.95 - 3 * max(error, 0.008)


def run(capsys, *arguments):
    code = evenkeel.main(["pairings", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out, err


def test_against(capsys, rich_path):
    code, out, _ = run(capsys, rich_path, "--against", "england", "--top", 3)
    lines = out.splitlines()
    assert code == 0
    assert lines[0].split()[:2] == ["spirit", "adds"]
    assert len(lines) == 5
    assert all(" England " in line for line in lines[1:4])
    assert "mean spirit" in lines[4]
    rows = json.loads(run(capsys, rich_path, "--against", "england:4", "--json", "--top", 99)[1])
    assert len(rows) == 20
    assert {"spirit", "partners", "points", "low", "high", "games", "q", "partner_points", "ahead"} <= set(rows[0])
    levels = json.loads(run(capsys, rich_path, "--against", "england", "--against", "sweden", "--by-level", "--json")[1])
    assert {row["adversary"] for row in levels} <= {"england", "sweden"}
    assert all("level" in row for row in levels)


def test_mistakes_of_against(capsys, rich_path):
    for arguments, message in (
        (("--against", "englnd"), "did you mean england"),
        (("--against", "habsburg"), "unknown adversary"),
        (("--against", "england:2"), "has no games against england:2"),
        (("--by-level",), "name an adversary"),
    ):
        code, out, err = run(capsys, rich_path, *arguments)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert message in err
