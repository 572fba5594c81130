"""Duels of Spirit Island: stopped early, told as always, with a user's own policy too."""

import json
from pathlib import Path

import pytest

import evenkeel
from policies.core.duel import Bounds, Table, duel, play_both
from policies.core.playing import play_games
from simulator.core.errors import UserError
from simulator.core.game import find_game
from simulator.spirit_island.record import vocabulary as v

GAME = "spirit_island"
SI = find_game(GAME)
CONTENT = SI.content()
SETUP = SI.setup_record(SI.read_setup({"spirits": ["shadows_flicker_like_flame"]}, CONTENT), CONTENT)
TABLES = [Table(SETUP, 1)]


def test_a_clear_duel_stops_early() -> None:
    verdicts = list(duel(GAME, CONTENT, TABLES, "uniform", "greedy", seed=3, most=1000, bounds=Bounds()))
    assert verdicts[-1].winner == "b"
    assert verdicts[-1].games < 1000


def test_a_policy_is_no_better_than_itself() -> None:
    *_, verdict = duel(GAME, CONTENT, TABLES, "greedy", "greedy", seed=3, most=100, bounds=Bounds())
    assert (verdict.games, verdict.better_a, verdict.better_b, verdict.winner) == (100, 0, 0, None)
    assert [difference.value for difference in verdict.differences] == [0.0, 0.0]


def test_values_are_victory_and_score() -> None:
    a, _ = play_both(SI, CONTENT, TABLES[0], ("greedy", "uniform"), 5, 0, 30)
    results = play_games(GAME, CONTENT, SETUP, 5, 0, 30, "greedy")
    assert a.tolist() == [(results["outcome"] == v.VICTORY).tolist(), results["score"].tolist()]


def test_two_policies_are_named_one_by_one() -> None:
    with pytest.raises(UserError, match="unknown policy 'gready'"):
        duel(GAME, CONTENT, TABLES, "uniform", "gready", seed=3, most=10, bounds=Bounds())


def test_the_command_tells_games_test_score_and_winner(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def choose(position, options):\n    return 0\n")
    options = ["--spirit", "shadows_flicker_like_flame", "--games", "10", "--seed", "3", "--game", GAME]
    assert evenkeel.main(["duel", "--a", str(path), "--b", "first", *options]) == 0
    printed = capsys.readouterr()
    games, only, score, winner = printed.out.splitlines()
    assert printed.err.startswith("H0: each does better in half of the games that differ; H1: one of them in 55%")
    assert games.startswith(f"10 games each: {path} wins ")
    assert only == f"only {path}: 0, only first: 0; McNemar p = 1"
    assert score == f"score of first minus {path}: +0.00 (95 %: +0.00 to +0.00)"
    assert winner == "open: H0 and H1 still stand"
    assert evenkeel.main(["duel", "--a", str(path), "--b", "first", *options, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["stronger"], told["equal"], told["bounds"]["beta"]) == (10, None, False, 0.05)
