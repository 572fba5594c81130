"""What a tile is worth: the same games with and without it, paired."""

import numpy as np
import pytest

from reports.core.analysis import analysis_of
from tests.terra_mystica.reports.synthetic import Truth, cell, draw_games, write_run

GAMES = 400


def frames(rng_seed=1, without_seed=1, **cells):
    """Returns the usual cell, and one for each tile with what the seats lose by going without it."""
    truth = Truth(noise=15.0)
    found = [draw_games(0, cell(), GAMES, truth, np.random.default_rng(rng_seed))]
    for number, (tile, lost) in enumerate(cells.items(), 1):
        what = cell(without=tile.replace("_at_", "@"))
        found.append(draw_games(number, what, GAMES, truth, np.random.default_rng(without_seed), penalty=np.array(lost)))
    return found


def test_a_tile_is_worth_what_its_loss_costs(tmp_path):
    run = write_run(tmp_path / "run", frames(FAV11=[5, 0, 0, 0], FAV1=[0, 0, 0, 0], FAV9_at_2=[0, 3, 0, 0]))
    analysis = analysis_of(run)
    table = analysis.worth.set_index("tile")
    assert table.loc["FAV11", ["points", "low", "high"]].tolist() == pytest.approx([5, 5, 5])
    assert table.loc["FAV9", ["points", "seat"]].tolist() == [3, 2]
    assert table.loc["FAV1", "points"] == 0
    assert not table.loc["FAV1", "significant"]
    assert table.loc["FAV11", "felt"] == 1
    assert table.index[0] == "FAV11"
    assert set(analysis.games.tables) == {analysis.games.main}, "games with a forbidden tile are in no other table"
    assert analysis.factions["games"].sum() == 4 * GAMES


def test_pairing_counts_and_not_the_luck_of_games(tmp_path):
    """With other luck after the set-up the same loss is far less certain."""
    paired = analysis_of(write_run(tmp_path / "paired", frames(FAV11=[2, 0, 0, 0]))).worth.iloc[0]
    loose = analysis_of(write_run(tmp_path / "loose", frames(without_seed=2, FAV11=[2, 0, 0, 0]))).worth.iloc[0]
    assert paired["error"] < 0.1 < loose["error"]
    assert abs(loose["points"] - 2) < 4 * loose["error"]


def test_a_card_is_judged_where_it_is_in_play(tmp_path):
    analysis = analysis_of(write_run(tmp_path / "card", frames(BON1=[4, 0, 0, 0])))
    row = analysis.worth.iloc[0]
    there = np.count_nonzero(analysis.main.cards & 1)
    assert 0 < there < GAMES
    assert row["games"] == there
    assert row["points"] == pytest.approx(4)


def test_factions_are_told_apart(tmp_path):
    table = analysis_of(write_run(tmp_path / "run", frames(FAV11=[5, 0, 0, 0]))).worth_by_faction
    assert table["points"].to_numpy() == pytest.approx(5)
    assert (table["games"] >= 30).all()


def test_alone_it_tells_nothing(tmp_path):
    only = frames(FAV11=[5, 0, 0, 0])[1:]
    analysis = analysis_of(write_run(tmp_path / "run", only))
    assert analysis.worth.empty
    assert analysis.main is None
    assert "must go without" in analysis.report.summary(analysis, analysis.report.names("en"))[0]
