"""The compiled batch loop: plays many games and writes one result each; and single decisions by the same code.

Lives in `policies` because it calls both the machine and the chooser. Policies are chosen by number inside the
compiled code; a function passed as an argument could not be cached.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from policies.spirit_island import vocabulary as p
from policies.spirit_island.greedy import choose_greedy
from policies.spirit_island.knowledge import make_knowledge
from simulator.core.compiled import entry, kernel
from simulator.core.errors import UnknownName
from simulator.core.streams import below
from simulator.spirit_island import vocabulary as v
from simulator.spirit_island.assembler import Content
from simulator.spirit_island.machine import answer, deal_game, gate, run_game
from simulator.spirit_island.results import RESULT, write_result
from simulator.spirit_island.state import STATE, new_states, words

POLICIES = ("uniform", "greedy")
UNIFORM, GREEDY = range(len(POLICIES))
STATES = 6  # the game itself and working room for looking ahead


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
    return choose_greedy(machine, states, rows, t, k, m, 0)


@kernel
def clear_mind(s, m):
    """Forgets everything about the game before."""
    m.weights_for = -1
    m.foreseen = 0
    m.plan_size = 0
    m.plan_at = 0
    m.draws = 0
    m.key = s.seed_key[v.STREAM_POLICY]


@entry
def play_batch(machine, policy, budget, states, rows, tables, knowledge, minds, setups, seed, first_game, results):
    """Plays consecutive games on the first state and fills one result per game."""
    s = states[0]
    t = tables[0]
    k = knowledge[0]
    m = minds[0]
    for game in range(len(results)):
        for word in range(p.WORDS):
            rows[0, word] = 0
        deal_game(machine, s, t, setups[0], seed, first_game + game)
        clear_mind(s, m)
        run_game(machine, s, t, -1)
        while s.decision != 0 and s.error == 0:
            answer(s, choose(machine, policy, budget, states, rows, t, k, m))
            run_game(machine, s, t, -1)
        write_result(s, rows[0], results[game])


@entry
def choose_once(machine, policy, budget, states, rows, tables, knowledge, minds):
    """Answers the open decision of the first state once, for callers from Python."""
    return choose(machine, policy, budget, states, rows, tables[0], knowledge[0], minds[0])


@entry
def begin_game(states, minds):
    """Readies a mind for a new game, for callers from Python."""
    clear_mind(states[0], minds[0])


@cache
def knowledge_of(content: Content) -> np.ndarray:
    """Returns the knowledge made from the weight files, once per content."""
    return make_knowledge(content)


def check_policy(spec: str) -> tuple[int, int]:
    """Returns number and budget of a policy given as `name` or `name:budget`; anything else is a user's mistake."""
    name, colon, budget = spec.partition(":")
    if name not in POLICIES:
        raise UnknownName("policy", spec, POLICIES)
    if colon:
        raise UnknownName("policy", spec, POLICIES)
    return POLICIES.index(name), 0


def play_games(
    content: Content,
    setup: np.ndarray,
    seed: int,
    first_game: int,
    count: int,
    policy: str = "uniform",
    knowledge: np.ndarray | None = None,
) -> np.ndarray:
    """Plays `count` games of one configuration and returns their results."""
    number, budget = check_policy(policy)
    states = new_states(STATES)
    results = np.zeros(count, RESULT)
    minds = np.zeros(1, p.MIND)
    known = knowledge_of(content) if knowledge is None else knowledge
    play_batch(gate(), number, budget, states, words(states), content.tables, known, minds, setup, seed, first_game, results)
    return results


class Chooser:
    """Answers the decisions of one game after another, just as the batch loop would."""

    def __init__(self, content: Content, policy: str, knowledge: np.ndarray | None = None) -> None:
        self.number, self.budget = check_policy(policy)
        self.content = content
        self.knowledge = knowledge_of(content) if knowledge is None else knowledge
        self.states = new_states(STATES)
        self.minds = np.zeros(1, p.MIND)
        self.game_key: int | None = None

    def __call__(self, state: np.void, tables: np.void | None = None) -> int:
        """Returns the number of the option to choose; a new seed begins a new game."""
        self.states[0] = state
        key = int(state["seed_key"][v.STREAM_POLICY])
        if key != self.game_key:
            begin_game(self.states, self.minds)
            self.game_key = key
        return int(
            choose_once(
                gate(),
                self.number,
                self.budget,
                self.states,
                words(self.states),
                self.content.tables,
                self.knowledge,
                self.minds,
            )
        )


def choose_option(content: Content, state: np.void, policy: str) -> int:
    """Answers a single decision of a position, without memory of what came before."""
    return Chooser(content, policy)(state)


assert STATE.itemsize % 8 == 0, "a state must be whole 8-byte words"
