"""The compiled loop: plays many games and writes one result each, or answers one decision.

Policies are chosen by number inside the compiled code; a function passed as an argument could not be cached.
"""

import numpy as np

from policies.spirit_island import vocabulary as p
from policies.spirit_island.greedy import TARGETS_TRIED, choose_greedy, copy_state
from policies.spirit_island.hidden import forget_order, imagine
from policies.spirit_island.planner import choose_planned
from policies.spirit_island.position import read_turn_start
from simulator.core.compiled import entry, kernel
from simulator.core.machine import answer, deal_game, run_game
from simulator.core.streams import below, mix
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.results import write_result
from simulator.spirit_island.record.state import STATE

UNIFORM, GREEDY, PLANNER = range(3)
START = 6  # place of the position from which games go on, behind the working room of the policies
TURN_UNIT = 1_000_000  # courses and turns of the planner's budget travel as one number

assert STATE.itemsize % 8 == 0, "a state must be whole 8-byte words"


@kernel
def choose_uniform(s):
    """Returns a random legal option, from the game's own policy stream."""
    choice = below(s.seed_key[v.STREAM_POLICY], s.draws[v.STREAM_POLICY], s.options)
    s.draws[v.STREAM_POLICY] += 1
    return choice


@kernel
def choose(machine, policy, budget, states, rows, t, k, m):
    """Answers the open decision of the first state."""
    if policy == UNIFORM:
        return choose_uniform(states[0])
    if policy == GREEDY:
        return choose_greedy(machine, states, rows, t, k, m, 0)
    return choose_planned(machine, states, rows, t, k, m, budget % TURN_UNIT, budget // TURN_UNIT)


@kernel
def clear_mind(m):
    """Forgets everything about the game before."""
    m.weights_for = -1
    m.cards_key = -1
    m.foreseen = 0
    m.plan_size = 0
    m.plan_at = 0
    m.targets_tried = TARGETS_TRIED


@kernel
def write_sample(s, t, k, m, samples, row):
    """Writes the features of a turn's start."""
    read_turn_start(s, t, k, m)
    for feature in range(len(p.FEATURES)):
        samples[row, feature] = m.features[feature]


@kernel
def begin(machine, states, rows, t, m, setups, seed, game):
    """Deals a game; without a set-up it goes on from the position at START, as that may be for all that players see."""
    s = states[0]
    if len(setups) == 0:
        copy_state(rows, START, 0)
        m.key = mix(np.uint64(seed + game))
        forget_order(s)
        imagine(s, t, m, 0)
    else:
        for word in range(p.WORDS):
            rows[0, word] = 0
        deal_game(machine, s, t, setups[0], seed, game)
    clear_mind(m)
    if s.decision == 0:
        run_game(machine, s, t, -1)


@entry
def run_policy(machine, policy, budget, states, rows, tables, knowledge, minds, setups, seed, first_game, results, samples):
    """Plays consecutive games on the first state and fills one result each; without results, answers one decision.

    One entry for all uses: each further one would compile the policies again. With room for samples, the start of
    each turn is written there; returns how many rows were filled, or the answer.
    """
    s = states[0]
    t = tables[0]
    k = knowledge[0]
    m = minds[0]
    if len(results) == 0:
        return choose(machine, policy, budget, states, rows, t, k, m)
    filled = 0
    for game in range(len(results)):
        if t.stop:
            break
        begin(machine, states, rows, t, m, setups, seed, first_game + game)
        turn = 0
        first = filled
        while s.decision != 0 and s.error == 0:
            if s.turn != turn and filled < len(samples):
                turn = s.turn
                write_sample(s, t, k, m, samples, filled)
                filled += 1
            answer(s, choose(machine, policy, budget, states, rows, t, k, m))
            run_game(machine, s, t, -1)
        write_result(s, rows[0], results[game])
        for row in range(first, filled):
            samples[row, len(p.FEATURES)] = s.outcome == v.VICTORY
    return filled
