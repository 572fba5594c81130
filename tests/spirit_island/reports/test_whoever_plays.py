"""What holds whoever plays is told from what does not; beside people's games it is said plainly what agrees."""

import numpy as np
import pandas as pd
import pytest

from reports.core.analysis import analysis_of
from reports.core.policies import AGREE, DIFFER, OPEN
from reports.core.policy_page import policy_sentences
from reports.spirit_island.names import IslandNames
from reports.spirit_island.people import agreement, figures
from simulator.core.game import find_game
from tests.spirit_island.reports.synthetic import CHALLENGES, SPIRITS, make_cells, true_logit, write_run

STEADY, TURNED, ALIKE = SPIRITS[0], SPIRITS[1], SPIRITS[2]


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    """A run of two policies: one spirit is strong for both, one strong for one and weak for the other."""
    cells = make_cells(SPIRITS[:6], 1, CHALLENGES[::3])
    strength = {STEADY: 1.2, TURNED: 1.0}, {STEADY: 1.2, TURNED: -1.6}
    both = pd.concat([cells, cells.assign(policy="planner:30")], ignore_index=True)
    both["cell"] = np.arange(len(both))
    logit = np.concatenate([true_logit(cells, strength=own, base=base) for own, base in zip(strength, (2.0, 3.0))])
    return analysis_of(write_run(tmp_path_factory.mktemp("runs") / "two", both, logit, games=300))


def test_findings_that_hold_are_told_from_those_that_do_not(two):
    table = two.policy_findings["strength_of_spirits"].set_index("name")
    assert list(two.by_policy) == ["greedy", "planner:30"]
    assert table.loc[STEADY, "verdict"] == AGREE
    assert table.loc[TURNED, "verdict"] == DIFFER
    assert table.loc[TURNED, "rank_0"] < 3 < table.loc[TURNED, "rank_1"]
    assert table.loc[TURNED, "low_0"] > 0 > table.loc[TURNED, "high_1"]
    assert set(table["verdict"]) <= {AGREE, DIFFER, OPEN}
    challenges = two.policy_findings["inferred"].set_index("name")
    assert (challenges["verdict"] != DIFFER).all()  # difficulty was planted alike for both


def test_it_is_said(two):
    (said, *_) = policy_sentences(two, IslandNames("en"))
    alike, other = said.split("; not for ")
    assert "Lightning's Swift Strike" in alike
    assert "Vital Strength of the Earth" in other


def test_one_policy_has_nothing_to_compare(rich):
    assert rich.policy_findings == {}
    assert policy_sentences(rich, IslandNames("en")) == []


# --- beside people


def test_people_are_known_of_what_there_is():
    content = find_game("spirit_island").content()
    assert set(figures()["spirit"]) <= set(content.spirits)
    assert set(figures()["adversary"]) == {"none", *content.adversaries}
    assert set(figures()["scenario"]) == set(content.scenarios)
    assert all(0 < wins < games for rows in figures().values() for games, wins in rows.values())


@pytest.fixture(scope="module")
def varied(tmp_path_factory):
    """A run of two adversaries at the same levels, and of two scenarios."""
    levels = make_cells(SPIRITS[:3], 1, [("none", 0), ("england", 1), ("england", 4), ("sweden", 1), ("sweden", 4)])
    others = make_cells(SPIRITS[:3], 1, [("none", 0)], scenarios=("blitz", "rituals_of_terror"))
    cells = pd.concat([levels, others], ignore_index=True)
    cells["cell"] = np.arange(len(cells))
    return analysis_of(write_run(tmp_path_factory.mktemp("runs") / "varied", cells, true_logit(cells), games=200))


def test_adversaries_are_compared_at_common_levels(varied, rich):
    assert "adversary" not in set(rich.people["group"])  # none of its levels is common to all
    table = varied.people[varied.people["group"] == "adversary"].set_index("name")
    cells = varied.run.cells
    own = (cells["adversary"] == "sweden") & (cells["scenario"] == "none")
    assert table.loc["sweden", "rate"] == pytest.approx((cells["wins"] / cells["games"])[own].mean())


def test_rates_of_people_stand_beside_ours(varied):
    table = varied.people
    assert set(table["group"]) == {"adversary", "scenario", "spirit"}
    england = table[(table["group"] == "adversary") & (table["name"] == "england")].iloc[0]
    assert england["people"] == pytest.approx(1239 / 1864)
    assert england["people_low"] == pytest.approx(0.643, abs=0.001)  # as published
    assert england["low"] < england["rate"] < england["high"]


def outcome(ours, theirs, games=5000):
    names = ["none", "sweden", "england"]
    frame = pd.DataFrame({"group": "adversary", "name": names, "rate": ours, "people": theirs})
    for side, reach in (("", 0.01), ("people_", 0.01)):
        middle = frame["people" if side else "rate"]
        frame[f"{side}low"], frame[f"{side}high"] = middle - reach, middle + reach
    return agreement(frame.assign(games=games, people_games=games)).iloc[0]


def test_orders_are_compared_where_both_sides_are_sure():
    same = outcome([0.9, 0.5, 0.3], [0.83, 0.74, 0.66])
    assert (same["verdict"], same["pairs"], same["same"], same["spearman"]) == ("agree", 3, 3, pytest.approx(1.0))
    turned = outcome([0.9, 0.3, 0.5], [0.83, 0.74, 0.66])
    assert (turned["verdict"], turned["pairs"], turned["same"]) == ("differ", 3, 2)
    unsure = outcome([0.5, 0.501, 0.499], [0.83, 0.74, 0.66])
    assert (unsure["verdict"], unsure["pairs"]) == ("open", 0)
