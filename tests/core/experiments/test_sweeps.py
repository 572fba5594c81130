"""Sweeps as a user runs them: reproducible, resumable, extendable, queried, merged and replayed."""

import json
import shutil

import numpy as np
import pandas as pd
import pytest

import evenkeel
from experiments.core import engine
from experiments.core.sampling import Precision
from experiments.core.store import data_files, read_manifest
from experiments.core.tables import read_summary
from simulator.core.game import find_game
from simulator.core.header import E_OPTIONS_FULL
from simulator.spirit_island.record import vocabulary as v

RIVER, EARTH = "river_surges_in_sunlight", "vital_strength_of_the_earth"
PLAN = ["--policy", "uniform", "--jobs", "1"]
BOTH = ["--spirits", f"{RIVER},{EARTH}", "--seed", "5"]
GAMES = 300


def sweep(out, *more, spirits=(RIVER, EARTH), games=GAMES, seed=5):
    named = [option for spirit in spirits for option in ("--spirits", spirit)]
    return evenkeel.main(["sweep", *PLAN, *named, "--games", str(games), "--seed", str(seed), "--out", str(out), *more])


def rows(run):
    return pd.read_parquet(run).sort_values(["cell", "game"], ignore_index=True)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    directory = tmp_path_factory.mktemp("runs") / "solo"
    assert sweep(directory) == 0
    return directory


@pytest.fixture
def copy(run, tmp_path):
    return shutil.copytree(run, tmp_path / "copy")


def test_pandas_reads_a_run(run):
    games = rows(run)
    assert len(games) == 2 * GAMES
    assert list(games["game"][:GAMES]) == list(range(GAMES))
    wanted = {
        "cell": 0, "seed": 5, "spirits": RIVER, "boards": "random", "players": 1, "expansion": "base", "adversary": "none",
        "level": 0, "scenario": "none", "thematic": False, "difficulty": 0, "policy": "uniform", "flags": "", "game": 0,
    }  # fmt: skip
    assert games.loc[0, list(wanted)].to_dict() == wanted
    assert set(games["outcome"]) <= set(v.OUTCOMES)
    assert set(games["cause"]) <= set(v.CAUSES)
    assert (games["win"] == (games["outcome"] == "victory")).all()
    assert games["digest"].is_unique
    assert games["digest"].dtype == np.uint64


def test_rows_are_the_games_of_the_kernel(run):
    cell = engine.play(rows_cell(run, 1), 0, GAMES)
    stored = rows(run).query("cell == 1")
    for name in ("turns", "score", "digest", "decisions", "fear"):
        assert (stored[name].to_numpy() == cell[name]).all()


def rows_cell(run, number):
    from experiments.core.store import read_cells

    return read_cells(read_manifest(run))[number]


def test_the_manifest_says_what_was_done(run):
    manifest = read_manifest(run)
    assert manifest["rules"] == engine.fingerprint("spirit_island")
    assert manifest["plan"]["seed"] == 5
    assert manifest["totals"]["games"] == 2 * GAMES
    session = manifest["sessions"][-1]
    assert session["ending"] == "finished"
    assert session["games"] == 2 * GAMES
    assert session["machine"]["libraries"]["numba"]


def test_the_same_command_again_plays_nothing(copy, capsys):
    before = {path: path.stat().st_mtime_ns for path in data_files(copy)}
    assert sweep(copy) == 0
    assert "nothing left to play" in capsys.readouterr().out
    assert {path: path.stat().st_mtime_ns for path in data_files(copy)} == before


def test_more_games_extend_a_run(copy, run, tmp_path):
    assert sweep(copy, games=GAMES + 50) == 0
    assert sweep(tmp_path / "whole", games=GAMES + 50) == 0
    pd.testing.assert_frame_equal(rows(copy), rows(tmp_path / "whole"))
    assert read_manifest(copy)["totals"] == read_manifest(tmp_path / "whole")["totals"]
    assert len(rows(run)) == 2 * GAMES


def test_lost_files_are_played_again(copy, run):
    data_files(copy)[0].unlink()
    assert sweep(copy) == 0
    pd.testing.assert_frame_equal(rows(copy), rows(run))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 6}, "holds another plan (seed 5, here 6)"),
        ({"spirits": [RIVER]}, "holds another plan (2 cells, here 1)"),
        ({"spirits": [EARTH, RIVER]}, "holds another plan (cell 0:"),
    ],
)
def test_another_plan_is_refused(run, change, message, capsys):
    assert sweep(run, **change) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("key", ["content", "code", "version", "policies"])
def test_other_rules_are_refused(copy, key, capsys):
    manifest = read_manifest(copy)
    manifest["rules"][key] = "0000"
    (copy / "_manifest.json").write_text(json.dumps(manifest))
    assert sweep(copy, games=GAMES + 1) == 2
    message = capsys.readouterr().err
    assert f"played by other rules ({key} 0000, here" in message
    assert message.count("\n") == 1


def test_games_that_went_wrong_count_in_no_rate(tmp_path, monkeypatch, capsys):
    def faulty(cell, first, count):
        results = play(cell, first, count)
        results["error"][(first + np.arange(count)) % 10 == 3] = E_OPTIONS_FULL
        return results

    play = engine.play
    monkeypatch.setattr(engine, "play", faulty)
    assert sweep(tmp_path / "run", games=50) == 0
    told = capsys.readouterr().out
    assert "10 games went wrong and count in no rate" in told
    assert f"evenkeel replay {tmp_path / 'run'} --cell 0 --game 3" in told
    games = rows(tmp_path / "run")
    assert len(games) == 90
    assert not (games["game"] % 10 == 3).any()
    assert read_manifest(tmp_path / "run")["totals"]["errors"] == 10
    failed = read_summary(data_files(tmp_path / "run")[0], "spirit_island", 2).failed
    assert failed[:2] == [(3, E_OPTIONS_FULL), (13, E_OPTIONS_FULL)]
    assert sweep(tmp_path / "run", games=50) == 0
    assert "nothing left to play" in capsys.readouterr().out


def test_precision_stops_every_cell_at_a_look(tmp_path, capsys):
    command = ["sweep", *PLAN, *BOTH, "--precision", "0.02", "--min-games", "200", "--out", str(tmp_path / "run")]
    assert evenkeel.main(command) == 0
    capsys.readouterr()
    assert set(rows(tmp_path / "run").groupby("cell").size()) == {200}  # random play never wins: the first look is enough
    assert evenkeel.main(command) == 0
    assert "nothing left to play" in capsys.readouterr().out


@pytest.fixture
def some_wins(monkeypatch):
    """Lets three games in ten be won, which random play never does."""

    def play_better(cell, first, count):
        results = play(cell, first, count)
        results["outcome"] = np.where(results["digest"] % 10 < 3, v.VICTORY, v.DEFEAT)
        return results

    play = engine.play
    monkeypatch.setattr(engine, "play", play_better)


@pytest.mark.usefixtures("some_wins")
def test_a_precision_gives_the_same_rows_when_interrupted(tmp_path, capsys):
    def run_to(out):
        return evenkeel.main(["sweep", *PLAN, *BOTH, "--precision", "0.03", "--out", str(out)])

    whole, broken = tmp_path / "whole", tmp_path / "broken"
    assert run_to(whole) == 0
    assert "not reached" not in capsys.readouterr().out
    sizes = rows(whole).groupby("cell").size()
    assert set(sizes) <= set(Precision(0.03, find_game("spirit_island").measures[0]).looks[1:])
    shutil.copytree(whole, broken)
    files = data_files(broken)
    for path in files[1::2]:
        path.unlink()
    assert run_to(broken) == 0
    pd.testing.assert_frame_equal(rows(broken), rows(whole))


def test_a_budget_ends_in_time(tmp_path):
    command = ["sweep", *PLAN, *BOTH, "--budget", "1s", "--min-games", "100", "--out", str(tmp_path / "run")]
    assert evenkeel.main(command) == 0
    session = read_manifest(tmp_path / "run")["sessions"][-1]
    assert 0.5 < session["seconds"] < 5
    assert rows(tmp_path / "run").groupby("cell").size().min() >= 100


def test_a_dry_run_plays_and_writes_nothing(tmp_path, capsys):
    assert sweep(tmp_path / "run", "--dry-run") == 0
    told = capsys.readouterr().out
    assert "2 cells, 300 games per cell" in told
    assert "600 games" in told
    assert "MB on disk" in told
    assert not (tmp_path / "run").exists()


def test_a_plan_file_runs(tmp_path, capsys):
    plan = tmp_path / "mine.toml"
    plan.write_text(f'games = 20\n[axes]\nspirits = "{RIVER}"\nboards = ["A", "B"]\n')
    assert evenkeel.main(["sweep", str(plan), "--out", str(tmp_path / "run"), "--games", "10"]) == 0
    assert list(rows(tmp_path / "run").groupby("boards", observed=True).size()) == [10, 10]


def test_a_shipped_plan_runs_in_its_own_directory(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert evenkeel.main(["sweep", "quick", "--policy", "uniform", "--games", "5", "--jobs", "1"]) == 0
    assert len(rows(tmp_path / "runs" / "quick")) == 40


# --- looking inside


def test_query_answers_in_text_and_json(run, capsys):
    sql = "select spirit, avg(win) as rate, count(*) as n from games group by spirit order by spirit"
    assert evenkeel.main(["query", str(run), sql]) == 0
    assert capsys.readouterr().out.splitlines()[0].split() == ["spirit", "rate", "n"]
    assert evenkeel.main(["query", str(run), sql, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [(row["spirit"], row["n"]) for row in answer] == [(RIVER, GAMES), (EARTH, GAMES)]


def test_a_bad_query_is_one_line(run, capsys):
    assert evenkeel.main(["query", str(run), "select colour from games"]) == 2
    message = capsys.readouterr().err
    assert "colour" in message
    assert message.count("\n") == 1


def test_runs_lists_and_describes(run, capsys):
    (run.parent / "broken").mkdir()
    (run.parent / "broken" / "_manifest.json").write_text("{")
    assert evenkeel.main(["runs", str(run.parent)]) == 0
    told = capsys.readouterr().out
    assert "finished" in told
    assert "unreadable" in told
    assert evenkeel.main(["runs", str(run), "--check"]) == 0
    told = capsys.readouterr().out
    assert EARTH in told
    assert "every row reads well" in told
    assert evenkeel.main(["runs", str(run), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["cells"][1]["games"] == GAMES


def test_any_row_gives_its_game_back(run, capsys):
    row = rows(run).query("cell == 1 and game == 77").iloc[0]
    assert evenkeel.main(["replay", str(run), "--cell", "1", "--game", "77"]) == 0
    told = capsys.readouterr().out
    assert f" in turn {row['turns']}: " in told
    assert f"Score {row['score']}, {row['decisions']} decisions." in told
    assert told.endswith("the same game as stored\n")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "name the game with --cell and --game"),
        (["--cell", "2", "--game", "0"], "there is no cell 2, only 0 to 1"),
        (["--cell", "0", "--game", str(GAMES)], f"game {GAMES} of cell 0 is not stored"),
    ],
)
def test_a_row_that_is_not_there_is_named(run, options, message, capsys):
    assert evenkeel.main(["replay", str(run), *options]) == 2
    assert message in capsys.readouterr().err


# --- fingerprints


# --- merging


def test_merging_takes_every_game_once(run, tmp_path, capsys):
    longer, other = tmp_path / "longer", tmp_path / "other"
    assert sweep(longer, spirits=[EARTH], games=GAMES + 40) == 0
    assert sweep(other, games=30, seed=9) == 0
    capsys.readouterr()
    merged = tmp_path / "merged"
    assert evenkeel.main(["merge", str(merged), str(run), str(longer), str(other)]) == 0
    sizes = rows(merged).groupby(["cell", "seed", "spirits"], observed=True).size().to_dict()
    assert sizes == {(0, 5, RIVER): GAMES, (1, 5, EARTH): GAMES + 40, (2, 9, RIVER): 30, (3, 9, EARTH): 30}
    pd.testing.assert_series_equal(rows(merged).query("cell == 1")["digest"], rows(longer)["digest"], check_index=False)
    assert evenkeel.main(["replay", str(merged), "--cell", "3", "--game", "29", "--quiet"]) == 0
    assert evenkeel.main(["merge", str(merged), str(run), str(other)]) == 2
    assert "there is a run already" in capsys.readouterr().err


def test_merging_refuses_other_rules(run, copy, tmp_path, capsys):
    manifest = read_manifest(copy)
    manifest["rules"]["content"] = "0000"
    (copy / "_manifest.json").write_text(json.dumps(manifest))
    assert evenkeel.main(["merge", str(tmp_path / "merged"), str(run), str(copy)]) == 2
    assert "cannot be mixed" in capsys.readouterr().err


# --- mistakes


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "name a plan"),
        (["--spirits", "rivr"], "unknown spirit 'rivr'"),
        (["--spirits", RIVER, "--games", "0"], "games: expected 1 to"),
        (["--spirits", RIVER, "--games", "5", "--precision", "0.1"], "contradictory sampling"),
        (["--spirits", RIVER, "--jobs", "0"], "jobs: expected 1 to 1000, got 0"),
        (["--spirits", RIVER, "--backend", "spark"], "unknown backend 'spark'"),
        (["--spirits", RIVER, "--backend", "dask"], "go together"),
        (["--spirits", RIVER, "--players", "x"], "players: expected numbers"),
        (["--spirits", RIVER, "--players", "-1"], "players: expected 1 to 4"),
        (["--spirits", RIVER, "--sample", "teams"], "sample: expected axis=number"),
        (["quik"], "unknown plan 'quik'"),
    ],
)
def test_a_bad_command_is_one_line(options, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert evenkeel.main(["sweep", *options]) == 2
    told = capsys.readouterr()
    assert message in told.err
    assert told.err.count("\n") == 1
    assert not list(tmp_path.iterdir())
