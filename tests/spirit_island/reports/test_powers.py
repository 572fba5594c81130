"""Why: traced games are the games of the run, what powers do is counted right, and going without one costs what it must."""

import json

import pandas as pd
import pytest

import evenkeel
from experiments.core.recall import deal_again
from experiments.core.records import make_chooser
from experiments.core.trace import read_trace, traced
from experiments.spirit_island.study import Cell
from experiments.spirit_island.tracing import changed, trace, without
from reports.core.analysis import analysis_of
from reports.spirit_island.names import IslandNames
from reports.spirit_island.powers import power_table
from simulator.core.game import find_game

RIVER = "river_surges_in_sunlight"


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    out = tmp_path_factory.mktemp("runs") / "traced"
    options = ["--spirits", RIVER, "--adversaries", "none,england:1", "--policy", "greedy", "--games", "20", "--jobs", "1"]
    assert evenkeel.main(["sweep", *options, "--out", str(out), "--trace", "2"]) in (None, 0)
    return out


def rows_of(game):
    cell = Cell(RIVER, policy="greedy", seed=3)
    match = deal_again(cell, game)
    return match, trace(match, make_chooser(match, "greedy"))


def test_a_traced_game_is_the_game_of_the_sweep():
    from policies.core.playing import play_games

    cell = Cell(RIVER, policy="greedy", seed=3)
    batch = play_games("spirit_island", find_game("spirit_island").content(), cell.record(), 3, 0, 3, "greedy")
    for game in range(3):
        match, rows = rows_of(game)
        assert match.result_record()["digest"][0] == batch["digest"][game]
        assert 0 < sum(row["fear"] for row in rows) <= batch["fear"][game]
        growth = [row for row in rows if row["kind"] == "growth"]
        assert sum(row["taken"] for row in growth) in (batch["turns"][game], batch["turns"][game] + 1)
        assert sum(row["taken"] for row in rows if row["kind"] in ("minor", "major")) == batch["cards_gained"][game]


def test_what_a_use_changes():
    before = {"fear": 3, "blight": 4, "explorers": 5, "towns": 2, "cities": 1, "dahan": 6}
    after = {"fear": 5, "blight": 3, "explorers": 1, "towns": 2, "cities": 0, "dahan": 5}
    assert changed(before, after) == {"fear": 2, "blight": 1, "explorers": 4, "towns": 0, "cities": 1, "dahan": -1}


def test_means_are_of_all_games_of_a_spirit():
    row = {"taken": 0, "played": 0, "blight": 0, "explorers": 0, "towns": 1, "cities": 0, "dahan": 0}
    one = {"spirit": RIVER, "kind": "unique", "item": "wash_away", "used": 2, "fear": 4, **row}
    every = [{"cell": 0, "game": game, **one, "kind": "growth", "item": "1", "used": 0, "fear": 0} for game in range(4)]
    table = power_table(pd.DataFrame([{"cell": 0, "game": 0, **one}, *every])).set_index("item")
    assert table.loc["wash_away", ["games", "used", "fear", "invaders"]].tolist() == [4, 0.5, 1.0, 0.25]
    assert table.loc["wash_away", "fear_low"] < 1 < table.loc["wash_away", "fear_high"]


def test_nobody_can_use_what_is_out_of_reach():
    content = find_game("spirit_island").content()
    for kind, item in (("unique", "wash_away"), ("innate", "massive_flooding"), ("minor", "drought")):
        patched = find_game("spirit_island").content(without(content, kind, item))
        cell = Cell(RIVER, policy="greedy", seed=3)
        match = find_game("spirit_island").play(cell.setup(), 3, 0, patched)
        used = {row["item"] for row in trace(match, make_chooser(match, "greedy")) if row["used"]}
        if kind != "minor":
            assert item in {row["item"] for row in rows_of(0)[1] if row["used"]}
        assert item not in used
    assert without(content, "growth", "1") is None


def test_powers(run, capsys):
    capsys.readouterr()
    assert traced(run, 0) == 2
    assert evenkeel.main(["powers", str(run), "--games", "4", "--without", "20", "--jobs", "1", "--json"]) in (None, 0)
    rows = json.loads(capsys.readouterr().out)
    assert traced(run, 1) == 4
    assert set(read_trace(run)["game"]) == {0, 1, 2, 3}
    assert len(pd.read_parquet(run)) == 40  # who reads a run as files sees its games only
    flood = next(row for row in rows if row["item"] == "massive_flooding")
    assert flood["games"] == 8  # 4 of each of 2 cells
    assert flood["worth"] == pytest.approx(100 * (flood["won_with"] - flood["won_without"]))
    assert flood["low"] <= flood["worth"] <= flood["high"]
    assert flood["forced_games"] == 40
    assert evenkeel.main(["powers", str(run), "--games", "4", "--jobs", "1"]) in (None, 0)
    out = capsys.readouterr().out
    assert "Massive Flooding" in out
    assert "cards of the decks" in out
    analysis = analysis_of(run)
    tables = analysis.report.tables(analysis, IslandNames("pl"))
    assert len(tables["powers"].rows) == len(rows)


def test_a_run_without_traced_games_says_what_to_do(rich):
    assert rich.powers.empty


def test_damage_is_named(run, capsys):
    (run / "_trace" / "without.json").write_text("{")
    assert evenkeel.main(["powers", str(run), "--games", "2", "--jobs", "1"]) == 2
    assert "without.json is damaged" in capsys.readouterr().err
    (run / "_trace" / "without.json").unlink()
