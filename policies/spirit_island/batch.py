"""The compiled batch loop: plays many games and writes one result each.

Lives in `policies` because it calls both the machine and the chooser. Policies are chosen by number inside the
compiled code; a function passed as an argument could not be cached.
"""

import numpy as np

from simulator.core.compiled import entry, kernel
from simulator.core.streams import below
from simulator.spirit_island import vocabulary as v
from simulator.spirit_island.assembler import Content
from simulator.spirit_island.machine import answer, deal_game, gate, run_game
from simulator.spirit_island.results import RESULT, write_result
from simulator.spirit_island.state import STATE, new_states, words

POLICIES = ("uniform",)
UNIFORM = 0


@kernel
def choose_uniform(s):
    """Returns a random legal option, from the game's own policy stream."""
    choice = below(s.seed_key[v.STREAM_POLICY], s.draws[v.STREAM_POLICY], s.options)
    s.draws[v.STREAM_POLICY] += 1
    return choice


@entry
def play_batch(machine, states, state_words, tables, setups, seed, first_game, results):
    """Plays consecutive games on one state and fills one result per game."""
    s = states[0]
    t = tables[0]
    setup = setups[0]
    row = state_words[0]
    for k in range(len(results)):
        for word in range(len(row)):
            row[word] = 0
        deal_game(machine, s, t, setup, seed, first_game + k)
        run_game(machine, s, t, -1)
        while s.decision != 0 and s.error == 0:
            answer(s, choose_uniform(s))
            run_game(machine, s, t, -1)
        write_result(s, row, results[k])


def play_games(content: Content, setup: np.ndarray, seed: int, first_game: int, count: int) -> np.ndarray:
    """Plays `count` games of one configuration with uniform choices and returns their results."""
    states = new_states(1)
    results = np.zeros(count, RESULT)
    play_batch(gate(), states, words(states), content.tables, setup, seed, first_game, results)
    return results


assert STATE.itemsize % 8 == 0, "a state must be whole 8-byte words"
