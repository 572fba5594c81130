"""The compiled loop: plays many games and writes one result each, or answers one decision.

Policies are chosen by number inside the compiled code; a function passed as an argument could not be cached.
"""

import numpy as np

from policies.terra_mystica import vocabulary as p
from policies.terra_mystica.greedy import choose_greedy, copy_state
from policies.terra_mystica.planner import choose_planned
from policies.terra_mystica.position import note_networks, value_position
from simulator.core.agenda import option_a, option_kind
from simulator.core.compiled import entry, kernel
from simulator.core.machine import answer, deal_game, run_game
from simulator.core.streams import below, mix
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.record.results import write_result
from simulator.terra_mystica.record.state import STATE

UNIFORM, GREEDY, PLANNER = range(3)
FREE_ODDS = 24  # uniform makes a conversion in one of so many decisions that offer any: about 0.1 in a turn
FINE = 1 << 20
START = 3  # place of the position from which games go on, behind the working room of the policies

assert STATE.itemsize % 8 == 0, "a state must be whole 8-byte words"


@kernel
def draw(s, bound):
    """Draws a number from the game's own policy stream."""
    number = below(s.seed_key[v.STREAM_POLICY], s.draws[v.STREAM_POLICY], bound)
    s.draws[v.STREAM_POLICY] += 1
    return number


@kernel
def conversion(option):
    """Returns the conversion of an option that is one."""
    return option_a(option) if option_kind(option) == v.O_CONVERT else v.BURN


@kernel
def choose_uniform(s):
    """Returns a random legal option; conversions are rare and none is repeated, or they would be half of all answers."""
    others = s.options
    while others > 0 and option_kind(s.option[others - 1]) >= v.FIRST_FREE:
        others -= 1
    if others < s.options and draw(s, FREE_ODDS) == 0:
        free = others + draw(s, s.options - others)
        if conversion(s.option[free]) != s.free_kind:
            return free
    return draw(s, others)


@kernel
def choose(machine, policies, states, rows, t, knowledge, m):
    """Answers the open decision of the first state."""
    s = states[0]
    policy = policies[s.asked, 0]
    noise = policies[s.asked, 1]
    k = knowledge[int(policies[s.asked, 4])]
    if policy == UNIFORM or (noise > 0.0 and draw(s, FINE) < noise * FINE):
        return choose_uniform(s)
    if policy == PLANNER:
        return choose_planned(machine, states, rows, t, k, m, policies[s.asked, 2], int(policies[s.asked, 3]))
    return choose_greedy(machine, states, rows, t, k, m, 0)


@kernel
def write_sample(s, t, k, m, sample):
    """Writes what every seat has at the start of a round."""
    note_networks(s, t, m)
    for seat in range(s.players):
        value_position(s, t, k, m, seat)
        for feature in range(len(p.FEATURES)):
            sample[seat, feature] = m.x[feature]


@kernel
def begin(machine, states, rows, t, setups, seed, game):
    """Deals a game; without a set-up it goes on from the position at START, with luck of its own for the policies."""
    s = states[0]
    if len(setups) == 0:
        copy_state(rows, START, 0)
        s.seed_key[v.STREAM_POLICY] = mix(np.uint64(seed + game))
    else:
        for word in range(p.WORDS):
            rows[0, word] = 0
        deal_game(machine, s, t, setups[0], seed, game)
    if s.decision == 0:
        run_game(machine, s, t, -1)


@entry
def run_policies(machine, policies, states, rows, tables, knowledge, minds, setups, seed, first_game, results, samples):
    """Plays consecutive games on the first state and fills one result each; without results, answers one decision.

    `policies` holds number, noise, courses, rounds and row of the knowledge for
    each seat. One entry for all uses: each further one would compile the policies
    again. With room for samples, the start of each round is written there: game, round, seat, features.
    """
    s = states[0]
    t = tables[0]
    m = minds[0]
    if len(results) == 0:
        return choose(machine, policies, states, rows, t, knowledge, m)
    for game in range(len(results)):
        if t.stop:
            break
        begin(machine, states, rows, t, setups, seed, first_game + game)
        number = 0
        while s.decision != 0 and s.error == 0:
            if len(samples) > 0 and s.round > number and s.decision == v.D_ACTION:
                number = s.round
                write_sample(s, t, knowledge[0], m, samples[game, number - 1])
            answer(s, choose(machine, policies, states, rows, t, knowledge, m))
            run_game(machine, s, t, -1)
        write_result(s, rows[0], results[game])
    return 0
