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
from policies.spirit_island.planner import choose_planned
from policies.spirit_island.position import read_turn_start
from simulator.core.compiled import entry, kernel
from simulator.core.errors import UnknownName, UserError
from simulator.core.streams import below
from simulator.spirit_island import vocabulary as v
from simulator.spirit_island.assembler import Content
from simulator.spirit_island.machine import answer, deal_game, gate, run_game
from simulator.spirit_island.results import RESULT, write_result
from simulator.spirit_island.setup import SETUP
from simulator.spirit_island.state import STATE, new_states, words

POLICIES = ("uniform", "greedy", "planner")
UNIFORM, GREEDY, PLANNER = range(len(POLICIES))
DEFAULT_BUDGET = 60  # courses of a turn that the planner tries
TURN_UNIT = 1_000_000  # a budget above this looks one turn further
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
    if policy == GREEDY:
        return choose_greedy(machine, states, rows, t, k, m, 0)
    return choose_planned(machine, states, rows, t, k, m, budget % TURN_UNIT, 1 + budget // TURN_UNIT)


@kernel
def clear_mind(m):
    """Forgets everything about the game before."""
    m.weights_for = -1
    m.foreseen = 0
    m.plan_size = 0
    m.plan_at = 0


@kernel
def write_sample(s, t, k, m, samples, row):
    """Writes the features of a turn's start."""
    read_turn_start(s, t, k, m)
    for feature in range(len(p.FEATURES)):
        samples[row, feature] = m.features[feature]


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
        for word in range(p.WORDS):
            rows[0, word] = 0
        deal_game(machine, s, t, setups[0], seed, first_game + game)
        clear_mind(m)
        run_game(machine, s, t, -1)
        turn = 0
        begin = filled
        while s.decision != 0 and s.error == 0:
            if s.turn != turn and filled < len(samples):
                turn = s.turn
                write_sample(s, t, k, m, samples, filled)
                filled += 1
            answer(s, choose(machine, policy, budget, states, rows, t, k, m))
            run_game(machine, s, t, -1)
        write_result(s, rows[0], results[game])
        for row in range(begin, filled):
            samples[row, len(p.FEATURES)] = s.outcome == v.VICTORY
    return filled


@cache
def knowledge_of(content: Content) -> np.ndarray:
    """Returns the knowledge made from the weight files, once per content."""
    return make_knowledge(content)


def check_policy(spec: str) -> tuple[int, int]:
    """Returns number and budget of a policy given as `name` or `name:budget`; anything else is a user's mistake."""
    name, colon, budget = spec.partition(":")
    if name not in POLICIES:
        raise UnknownName("policy", name, POLICIES)
    if not colon:
        return POLICIES.index(name), DEFAULT_BUDGET
    if name != "planner" or not budget.isdigit() or int(budget) < 1:
        raise UserError(f"policy {spec!r}: only planner takes a budget, as in planner:200")
    return POLICIES.index(name), int(budget)


class Desk:
    """Everything the compiled code needs to play: content, knowledge, working memory."""

    def __init__(self, content: Content, policy: str, knowledge: np.ndarray | None = None) -> None:
        self.policy, self.budget = check_policy(policy)
        self.content = content
        self.knowledge = knowledge_of(content) if knowledge is None else knowledge
        self.states = new_states(STATES)
        self.minds = np.zeros(1, p.MIND)

    def run(self, setup: np.ndarray, seed: int, first_game: int, results: np.ndarray, samples: np.ndarray) -> int:
        """Calls the compiled loop."""
        return run_policy(
            gate(), self.policy, self.budget, self.states, words(self.states), self.content.tables, self.knowledge,
            self.minds, setup, seed, first_game, results, samples,
        )  # fmt: skip


NO_RESULTS = np.zeros(0, RESULT)
NO_SAMPLES = np.zeros((0, len(p.FEATURES) + 1))
NO_SETUP = np.zeros(1, SETUP)


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
    results = np.zeros(count, RESULT)
    if count > 0:
        Desk(content, policy, knowledge).run(setup, seed, first_game, results, NO_SAMPLES)
    return results


def record_positions(
    content: Content, setup: np.ndarray, seed: int, games: int, policy: str, knowledge: np.ndarray | None = None
) -> np.ndarray:
    """Plays games and returns the features of each turn's start, with 1 in the last column if the game was won."""
    samples = np.zeros((14 * games, NO_SAMPLES.shape[1]))
    return samples[: Desk(content, policy, knowledge).run(setup, seed, 0, np.zeros(games, RESULT), samples)]


class Chooser:
    """Answers the decisions of one game after another, just as the batch loop would."""

    def __init__(self, content: Content, policy: str, knowledge: np.ndarray | None = None) -> None:
        self.desk = Desk(content, policy, knowledge)
        self.game_key: int | None = None

    def __call__(self, state: np.void, tables: np.void | None = None) -> int:
        """Returns the number of the option to choose; another seed means another game."""
        desk = self.desk
        desk.states[0] = state
        key = int(state["seed_key"][v.STREAM_POLICY])
        if key != self.game_key:
            desk.minds[:] = np.zeros(1, p.MIND)
            desk.minds["weights_for"] = -1
            self.game_key = key
        return int(desk.run(NO_SETUP, 0, 0, NO_RESULTS, NO_SAMPLES))


def choose_option(content: Content, state: np.void, policy: str) -> int:
    """Answers a single decision of a position, without memory of what came before."""
    return Chooser(content, policy)(state)


assert STATE.itemsize % 8 == 0, "a state must be whole 8-byte words"
