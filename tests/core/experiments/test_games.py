"""Recorded games: saved, loaded and played again, they go the same way."""

import pytest

from experiments.core.records import load_record, make_chooser, new_record, play_game, replay_game, save_record
from experiments.core.study import find_study
from experiments.spirit_island.options import first_game_from
from simulator.core.errors import UnknownName, UserError
from simulator.spirit_island.match import Game
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.scenarios.first_game import read_first_game
from simulator.spirit_island.setups import Setup

RIVER = "river_surges_in_sunlight"
FIRST = Setup([RIVER], ["A"], "branch_and_claw")


def play(setup, seed, policy):
    game = Game(setup, seed=seed)
    return game, play_game(game, make_chooser(game, policy))


@pytest.fixture(scope="module")
def played():
    return play(Setup(spirits=[RIVER], boards=["A"]), 7, "uniform")


def test_a_game_ends(played):
    game, record = played
    assert game.state["outcome"] != v.ONGOING
    assert len(record.choices) == game.state["decisions"]


def test_a_saved_game_replays_to_the_same_state(played, tmp_path):
    game, record = played
    save_record(record, tmp_path / "game.json")
    loaded = load_record(tmp_path / "game.json")
    assert loaded == record
    again = replay_game(loaded).state
    again["draws"][v.STREAM_POLICY] = game.state["draws"][v.STREAM_POLICY]  # a replay draws no choices
    assert again.tobytes() == game.state.tobytes()


def test_a_record_that_does_not_fit_is_an_error(played):
    _, record = played
    shortened = type(record)(record.setup, record.seed, record.choices[:-1], record.digest)
    with pytest.raises(UserError, match="does not fit"):
        replay_game(shortened)


def test_narration_plays_the_same_game(played):
    game, record = played
    choices = iter(record.choices)
    told = Game(Setup(**record.setup), seed=record.seed)
    lines = list(find_study("spirit_island").narrate(told, lambda state, tables: next(choices), new_record(told)))
    assert told.state["digest"] == game.state["digest"]
    assert any(line.startswith("== Turn 1 ==") for line in lines)


def test_an_unknown_policy_is_named():
    with pytest.raises(UnknownName, match="clever"):
        play(Setup(spirits=[RIVER]), 0, "clever")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"game": "go"}'])
def test_a_file_that_is_no_record_is_an_error(text, tmp_path):
    path = tmp_path / "game.json"
    path.write_text(text)
    with pytest.raises(UserError, match="game.json"):
        load_record(path)


def test_a_second_wave_after_a_saved_game_is_recorded_with_it(tmp_path):
    seed = next(seed for seed in range(30) if play(FIRST, seed, "greedy")[0].outcome == "victory")
    path = tmp_path / "first.json"
    save_record(play(FIRST, seed, "greedy")[1], path)
    setup = Setup(["lightnings_swift_strike"], None, "branch_and_claw", scenario="second_wave",
                  first_game=read_first_game(first_game_from(path, [])))  # fmt: skip
    game, record = play(setup, 1, "uniform")
    save_record(record, tmp_path / "second.json")
    again = replay_game(load_record(tmp_path / "second.json"))
    assert again.state["digest"] == game.state["digest"]
    assert again.setup == setup
    with pytest.raises(UserError, match="first.json: unknown card of the first game 'nix'"):
        first_game_from(path, ["nix"])


def test_a_lost_game_is_no_first_game(tmp_path):
    seed = next(seed for seed in range(30) if play(FIRST, seed, "first")[0].outcome == "defeat")
    save_record(play(FIRST, seed, "first")[1], tmp_path / "first.json")
    with pytest.raises(UserError, match="first.json: a second wave follows a won game"):
        first_game_from(tmp_path / "first.json", [])
