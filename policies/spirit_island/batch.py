"""Plays games with a policy: many at once, or decision by decision. The work is done by the compiled loop (loop.py).

Lives in `policies` because it joins the machine and the choosers.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from policies.spirit_island import vocabulary as p
from policies.spirit_island.greedy import TARGETS_TRIED
from policies.spirit_island.hidden import make_up
from policies.spirit_island.knowledge import make_knowledge
from policies.spirit_island.loop import START, TURN_UNIT, run_policy
from simulator.core.errors import UnknownName, UserError
from simulator.core.interrupts import interruptible
from simulator.core.reading import natural
from simulator.core.records import words
from simulator.spirit_island.language.assembler import Content
from simulator.spirit_island.machine.machine import gate
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.results import RESULT
from simulator.spirit_island.record.setup_record import SETUP
from simulator.spirit_island.record.state import new_states

POLICIES = ("uniform", "greedy", "planner")  # in the order of their numbers in the compiled loop
DEFAULT_BUDGET = 64  # courses that the planner tries for each plan, each in one imagined world
MOST_BUDGET = 10_000
DEFAULT_TURNS = 2  # how many turns each course lasts
STATES = START + 1  # the game itself, working room for looking ahead, and where games go on from


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
        return POLICIES.index(name), DEFAULT_BUDGET + DEFAULT_TURNS * TURN_UNIT
    courses, _, turns = budget.partition("x")
    numbers = [natural(number) for number in (courses, turns or str(DEFAULT_TURNS))]
    if name != "planner":
        raise UserError(f"policy {spec!r}: only planner takes a budget, as in planner:200 (or planner:200x3 for 3 turns)")
    if not all(number and number < MOST_BUDGET for number in numbers):
        raise UserError(f"policy {spec!r}: expected planner:COURSES or planner:COURSESxTURNS, each below {MOST_BUDGET}")
    return POLICIES.index(name), (numbers[0] or 0) + (numbers[1] or 0) * TURN_UNIT


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
        tables = self.content.tables
        return interruptible(
            tables,
            lambda: run_policy(
                gate(), self.policy, self.budget, self.states, words(self.states), tables, self.knowledge, self.minds, setup,
                seed, first_game, results, samples,
            ),
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


def outlook(content: Content, state: np.void, games: int, seed: int) -> float:
    """Returns the share of games that greedy wins from a position, each in a world that players may take it for."""
    desk, results = Desk(content, "greedy"), np.zeros(games, RESULT)
    desk.states[START] = state
    desk.run(NO_SETUP[:0], seed, 0, results, NO_SAMPLES)
    return float((results["outcome"] == v.VICTORY).mean())


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
            desk.minds["weights_for"] = desk.minds["cards_key"] = -1
            desk.minds["targets_tried"] = TARGETS_TRIED
            self.game_key = key
        option = int(desk.run(NO_SETUP, 0, 0, NO_RESULTS, NO_SAMPLES))
        state["draws"][v.STREAM_POLICY] = desk.states[0]["draws"][v.STREAM_POLICY]  # in a batch it draws from the game
        return option


def seen(content: Content, state: np.void) -> np.void:
    """Returns a copy of a state in which all that players cannot see is made up."""
    states = new_states(1)
    states[0] = state
    make_up(states[0], content.tables[0], np.zeros(1, p.MIND)[0])
    return states[0]
