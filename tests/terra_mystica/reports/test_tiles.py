"""What cards and tiles do to factions is found again, drawn together, and little else is called a discovery."""

import numpy as np
import pytest

from reports.core.analysis import analysis_of
from reports.terra_mystica.cli import promised
from reports.terra_mystica.names import TerraNames
from simulator.core.errors import UserError
from tests.terra_mystica.reports.synthetic import CONTENT, FACTIONS, Truth, cell, draw_games, write_run

GAMES = 6000
SCORING = ["SCORE3", "SCORE4", "SCORE5", "SCORE6", "SCORE7", "SCORE8"]
CARDS = ["BON1", "BON2", "BON3", "BON4", "BON5", "BON6", "BON7"]


@pytest.fixture(scope="module")
def truth():
    found = Truth(strength=np.linspace(-4, 4, 14), noise=10.0, luck=3.0)
    found.card[FACTIONS.index("witches"), 0] = 9  # BON1 in play
    found.card[FACTIONS.index("giants"), 5] = -9
    found.tile[FACTIONS.index("halflings"), 3, 0] = 12  # SCORE1 in round 4
    found.tile[FACTIONS.index("nomads"), 0, 3] = 8
    return found


@pytest.fixture(scope="module")
def analysis(tmp_path_factory, truth):
    frame = draw_games(0, cell(), GAMES, truth, np.random.default_rng(1))
    return analysis_of(write_run(tmp_path_factory.mktemp("runs") / "setups", [frame]))


def row_of(table, faction, what, number=0):
    return table[(table["faction"] == faction) & (table["what"] == what) & (table["round"] == number)].iloc[0]


@pytest.mark.parametrize(
    ("faction", "what", "number", "planted"),
    [("witches", "BON1", 0, 9), ("giants", "BON6", 0, -9), ("halflings", "SCORE1", 4, 12), ("nomads", "SCORE4", 1, 8)],
)
def test_planted_effects_are_found(analysis, faction, what, number, planted):
    row = row_of(analysis.setups, faction, what, number)
    lies = 1 / 9 if number == 0 else row["games"] / GAMES * 14 / 4
    # Against the mean card or tile, and against the mean of the four at the table.
    expected = planted * (1 - lies) * 3 / 4
    assert row["significant"]
    assert abs(row["raw"] - expected) < 4 * row["error"]
    assert abs(row["points"]) < abs(row["raw"]), "drawn towards none"
    assert np.sign(row["points"]) == np.sign(planted)


def test_little_else_is_called_a_discovery(analysis):
    table = analysis.setups
    planted = {("witches", "BON1"), ("giants", "BON6"), ("halflings", "SCORE1"), ("nomads", "SCORE4")}
    others = [(row.faction, row.what) for row in table[table["significant"]].itertuples()]
    # A card that helps one faction seems to hurt the other cards' games with it; those share its faction.
    false = [found for found in others if found[0] not in {faction for faction, _ in planted}]
    assert len(table) == 14 * (9 + 4 * 8 + 2 * 7)
    assert len(false) <= 2


def test_without_effects_the_pooled_ones_vanish(tmp_path):
    frame = draw_games(0, cell(), 3000, Truth(noise=10.0), np.random.default_rng(2))
    table = analysis_of(write_run(tmp_path / "none", [frame])).setups
    assert table["significant"].sum() <= 2
    assert np.sqrt((table["points"] ** 2).mean()) < 0.4 * np.sqrt((table["raw"] ** 2).mean())
    z = table["raw"] / table["error"]
    assert 0.8 < (z**2).mean() < 1.25, "errors say how far estimates are off"


def test_a_pick_promises_what_the_set_up_is_worth(analysis):
    usual = promised(analysis.setup_model, SCORING, CARDS).set_index("faction")
    other = promised(analysis.setup_model, SCORING, ["BON2", "BON3", "BON4", "BON5", "BON7", "BON8", "BON9"]).set_index(
        "faction"
    )
    gap = usual["margin"] - other["margin"]
    assert gap["witches"] > 4, "BON1 is in play"
    assert gap["giants"] < -4, "BON6 is in play"
    assert (usual["low"] < usual["margin"]).all()
    assert usual["people"].notna().all()
    assert (usual["usual"].to_numpy()[0] != usual["margin"].to_numpy()).any()


@pytest.mark.parametrize(
    ("scoring", "cards", "message"),
    [
        (SCORING[:5], CARDS, "5 scoring tiles"),
        (SCORING, CARDS[:5], "5 bonus cards for 4 seats"),
        (["SCORE0", *SCORING[1:]], CARDS, "unknown scoring tile 'SCORE0'"),
        ([*SCORING[:5], "SCORE1"], CARDS, "not in rounds 5 and 6"),
        (["SCORE9", *SCORING[1:]], CARDS, "this run says nothing of SCORE9 in round 1"),
    ],
)
def test_a_pick_of_what_cannot_be_is_refused(analysis, scoring, cards, message):
    with pytest.raises(UserError, match=message):
        promised(analysis.setup_model, scoring, cards)


def test_too_few_set_ups_tell_nothing(tmp_path):
    frame = draw_games(0, cell(), 1000, Truth(), np.random.default_rng(3), deal_of=lambda game: game % 50)
    analysis = analysis_of(write_run(tmp_path / "few", [frame]))
    assert analysis.setup_model is None
    assert "at least 200 different set-ups, this run has 50" in TerraNames("en").reason(analysis.setup_missing)
    assert analysis.setups.empty


def test_effects_have_the_names_of_the_content(analysis):
    assert set(analysis.setups["what"]) == {*CONTENT.cards[:9], *CONTENT.round_tiles[:8]}
