"""Random play under invariants, a sample of `python -m tests.terra_mystica.soak`; and the same luck everywhere."""

import numpy as np
import pytest

from policies.terra_mystica.batch import Chooser, play_games
from simulator import terra_mystica as tm
from simulator.core.records import words
from tests.terra_mystica.invariants import check
from tests.terra_mystica.naive import CONTENT
from tests.terra_mystica.soak import CELLS, play_checked, soak

DUEL = tm.Setup(["witches", "giants"])
TABLE = tm.Setup(["cultists", "alchemists", "fakirs", "dwarves", "auren"])


def test_games_of_all_cells_are_sound() -> None:
    assert soak(range(25 * len(CELLS)), deep=10**9) == 0


@pytest.mark.parametrize("game", range(0, len(CELLS), 7))
def test_sets_reach_towns_and_networks_are_those_of_slow_algorithms(game: int) -> None:
    play_checked(game)


def test_the_check_sees_a_token_too_many() -> None:
    game = tm.Game(DUEL, seed=1)
    game.advance()
    game.state["bowls"][0, 2] += 1
    with pytest.raises(AssertionError):
        check(game)


def luck(setup: tm.Setup, game: int) -> tuple[list[int], list[int]]:
    """Returns tiles and cards of a game."""
    s = tm.Game(setup, seed=5, game=game).state
    return s["scoring"].tolist(), s["card_holder"].tolist()


def test_a_game_has_the_same_tiles_and_cards_whoever_plays() -> None:
    other = tm.Setup(["nomads", "mermaids"])
    for game in range(20):
        assert luck(DUEL, game) == luck(other, game) == luck(tm.Setup(players=2), game)
        assert luck(DUEL, game)[0] == luck(TABLE, game)[0]  # tiles do not depend on the number of seats either
    assert luck(DUEL, 1) != luck(DUEL, 2)


def test_a_batch_does_not_depend_on_how_it_is_cut() -> None:
    setup = TABLE.record(CONTENT)
    whole = play_games(CONTENT, setup, 3, 0, 12)
    parts = np.concatenate([play_games(CONTENT, setup, 3, first, 4) for first in (0, 4, 8)])
    assert whole["digest"].tolist() == parts["digest"].tolist()
    assert len(set(whole["digest"].tolist())) == 12


def test_a_game_played_one_decision_at_a_time_is_that_of_the_batch() -> None:
    game = tm.Game(TABLE, seed=3, game=7)
    choose = Chooser(CONTENT, ("uniform",))
    while game.advance() != "none":
        game.choose(choose(game.state))
    row = play_games(CONTENT, TABLE.record(CONTENT), 3, 7, 1)
    assert game.result_record()[0].tobytes() == row[0].tobytes()


def test_a_copy_in_the_middle_goes_its_own_way() -> None:
    game = tm.Game(DUEL, seed=3)
    for _ in range(9):
        game.advance()
        game.choose(0)
    game.advance()
    before = words(game.states).tolist()
    twin = game.copy()
    twin.choose(1)
    twin.advance()
    assert words(game.states).tolist() == before
    assert words(twin.states).tolist() != before


def test_stepping_frame_by_frame_ends_in_the_same_state() -> None:
    whole, stepped = tm.Game(DUEL, seed=4), tm.Game(DUEL, seed=4)
    choose = Chooser(CONTENT, ("uniform",))
    while whole.advance() != "none":
        whole.choose(choose(whole.state))
    while stepped.outcome == "ongoing":
        if stepped.advance(limit=1) != "none":
            stepped.choose(choose(stepped.state))
    assert words(whole.states).tolist() == words(stepped.states).tolist()


def test_uniform_makes_few_conversions() -> None:
    results = play_games(CONTENT, TABLE.record(CONTENT), 1, 0, 200)
    assert 0 < results["conversions"].sum() < 0.1 * results["decisions"].sum()


def test_results_tell_who_won_and_by_what() -> None:
    results = play_games(CONTENT, TABLE.record(CONTENT), 1, 0, 300)
    assert (results["vp_source"].sum(axis=2) == results["vp"]).all()
    assert np.allclose(results["win"].sum(axis=1), 1)
    best = results["vp"] == results["vp"].max(axis=1, keepdims=True)
    assert ((results["win"] > 0) == best).all()
    assert ((results["rank"] == 1) == best).all()
    assert not results["error"].any()
