"""Games as environments of PettingZoo: its own tests, what seats see, and what games are worth."""

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from policies.core.environment import environment
from simulator.core.errors import UserError

GAMES = {
    "spirit_island": {"spirits": ["river_surges_in_sunlight", "thunderspeaker"]},
    "terra_mystica": {"factions": ["witches", "giants", "engineers"]},
}
every_game = pytest.mark.parametrize("game", GAMES)


def play(env, seed):
    """Plays the first legal answer to the end; returns what each seat got in all."""
    env.reset(seed=seed)
    got = dict.fromkeys(env.possible_agents, 0.0)
    for seat in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last()
        got[seat] += reward
        env.step(None if terminated or truncated else 0)
    return got


@every_game
@pytest.mark.filterwarnings("ignore::UserWarning")  # that observations are dicts with a mask
def test_it_passes_the_tests_of_pettingzoo(game):
    api_test(environment(game, GAMES[game]), num_cycles=300)
    seed_test(lambda: environment(game, GAMES[game]), num_cycles=100)


@every_game
def test_a_seed_is_the_game_of_that_seed(game):
    env = environment(game, GAMES[game])
    env.reset(seed=11)
    match = env.game.play(env.game.read_setup(GAMES[game], env.content), 11, content=env.content)
    match.advance()
    assert env.labels() == match.options
    assert env.observe(env.agent_selection)["action_mask"].sum() == len(match.options)


def test_seats_that_compete_share_one_win():
    env = environment("terra_mystica", GAMES["terra_mystica"])
    assert sum(play(env, 5).values()) == pytest.approx(1.0)
    assert env.render().startswith("finished in round 6")


def test_a_team_wins_or_loses_together():
    got = play(environment("spirit_island", GAMES["spirit_island"]), 5)
    assert len(set(got.values())) == 1
    assert set(got.values()) <= {0.0, 1.0}


def test_the_order_of_hidden_cards_is_not_seen():
    env = environment("spirit_island", GAMES["spirit_island"])
    env.reset(seed=3)
    seat, state = env.agent_selection, env.match.state
    before = env.observe(seat)["observation"]
    deck, top = state["deck"][0], int(state["deck_top"][0])
    deck[top], deck[top + 3] = int(deck[top + 3]), int(deck[top])
    assert (env.observe(seat)["observation"] == before).all()
    state["energy"][0] += 1
    assert np.count_nonzero(env.observe(seat)["observation"] != before) == 1


def test_only_the_seat_asked_may_answer():
    env = environment("terra_mystica", GAMES["terra_mystica"])
    env.reset(seed=1)
    for seat in env.agents:
        assert env.observe(seat)["action_mask"].any() == (seat == env.agent_selection)
    with pytest.raises(UserError, match="there are"):
        env.step(191)
