"""Plays games with policies: many at once, or decision by decision. The work is done by the compiled loop (loop.py)."""

from __future__ import annotations

from functools import cache

import numpy as np

from policies.terra_mystica import vocabulary as p
from policies.terra_mystica.knowledge import make_knowledge
from policies.terra_mystica.loop import START, run_policies
from simulator.core.errors import UnknownName, UserError
from simulator.core.interrupts import interruptible
from simulator.core.reading import natural
from simulator.core.records import new_records, words
from simulator.terra_mystica.language.content import Content
from simulator.terra_mystica.machine.machine import MACHINE
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.record.results import RESULT
from simulator.terra_mystica.record.setup_record import SETUP
from simulator.terra_mystica.record.state import STATE

POLICIES = ("uniform", "greedy", "planner")  # in the order of their numbers in the compiled loop
PLANNER = POLICIES[-1]
TIMES = "x"  # planner:8x2: eight courses of two rounds
USUAL_ROUNDS = 1
USUAL_COURSES, LEAST_COURSES, MOST_COURSES = 6, 2, 1000
STATES = START + 1  # the game, a course of the planner, an action that is tried, and where games go on from
NOISE = "@"  # greedy@0.1: one decision in ten is left to chance


def read_policy(spec: str) -> tuple[int, float, int, int]:
    """Returns number, noise, courses and rounds of a policy; what does not exist is a user's mistake."""
    plain, at, noise = spec.partition(NOISE)
    name, colon, budget = plain.partition(":")
    if name not in POLICIES:
        raise UnknownName("policy", name, POLICIES)
    courses, rounds = read_budget(spec, budget) if colon else (USUAL_COURSES, USUAL_ROUNDS)
    if colon and name != PLANNER:
        raise UserError(f"policy {spec!r}: {name} takes no budget")
    return POLICIES.index(name), read_noise(spec, name, noise) if at else 0.0, courses, rounds


def read_budget(spec: str, budget: str) -> tuple[int, int]:
    """Returns the courses of a budget, and how many rounds they last."""
    first, cross, second = budget.partition(TIMES)
    courses, rounds = natural(first), natural(second) if cross else USUAL_ROUNDS
    if courses is None or not LEAST_COURSES <= courses <= MOST_COURSES:
        raise UserError(f"policy {spec!r}: a budget is a number of courses from {LEAST_COURSES} to {MOST_COURSES}")
    if rounds is None or not 1 <= rounds <= v.ROUNDS:
        raise UserError(f"policy {spec!r}: a course lasts 1 to {v.ROUNDS} rounds")
    return courses, rounds


def read_noise(spec: str, name: str, noise: str) -> float:
    """Returns the share of answers that are left to chance."""
    try:
        share = float(noise)
    except ValueError:
        share = -1.0
    if name == POLICIES[0] or not 0.0 <= share <= 1.0:
        raise UserError(f"policy {spec!r}: noise is a share from 0 to 1, as in greedy@0.1; uniform takes none")
    return share


@cache
def knowledge_of(content: Content) -> np.ndarray:
    """Returns the knowledge made from the weight files, once per content."""
    return make_knowledge(content)


class Desk:
    """Everything the compiled code needs to play: content, policies of the seats, working memory."""

    def __init__(
        self,
        content: Content,
        policies: tuple[str, ...],
        knowledge: np.ndarray | None = None,
        which: tuple[int, ...] = (),
    ) -> None:
        read = [read_policy(policy) for policy in policies]
        seats = read * v.MAX_SEATS if len(read) == 1 else read
        self.policies = np.zeros((v.MAX_SEATS, 5))
        self.policies[: len(seats), :4] = seats[: v.MAX_SEATS]
        self.policies[: len(which), 4] = which
        self.content = content
        self.knowledge = knowledge if knowledge is not None else knowledge_of(content)
        self.states = new_records(STATES, STATE)
        self.minds = np.zeros(1, p.MIND)

    def run(self, setup: np.ndarray, seed: int, first: int, results: np.ndarray, samples: np.ndarray) -> int:
        """Calls the compiled loop."""
        tables = self.content.tables
        return interruptible(
            tables,
            lambda: run_policies(
                MACHINE.gate(), self.policies, self.states, words(self.states), tables, self.knowledge, self.minds, setup,
                seed, first, results, samples,
            ),
        )  # fmt: skip


NO_RESULTS = np.zeros(0, RESULT)
NO_SAMPLES = np.zeros((0, v.ROUNDS, v.MAX_SEATS, len(p.FEATURES)), np.float32)
NO_SETUP = np.zeros(1, SETUP)


def play_games(
    content: Content,
    setup: np.ndarray,
    seed: int,
    first: int,
    count: int,
    policies: tuple[str, ...] = ("uniform",),
    knowledge: np.ndarray | None = None,
    which: tuple[int, ...] = (),
) -> np.ndarray:
    """Plays consecutive games of one set-up and returns their results; one policy for all seats, or one for each.

    `which` says which row of the knowledge each seat plays by: the first, if nothing is said.
    """
    results = np.zeros(count, RESULT)
    if count > 0:
        Desk(content, policies, knowledge, which).run(setup, seed, first, results, NO_SAMPLES)
    return results


def record_positions(
    content: Content, setup: np.ndarray, seed: int, games: int, policy: str, knowledge: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Plays games and returns their results and the features of every seat at the start of each round."""
    results = np.zeros(games, RESULT)
    samples = np.zeros((games, *NO_SAMPLES.shape[1:]), NO_SAMPLES.dtype)
    Desk(content, (policy,), knowledge).run(setup, seed, 0, results, samples)
    return results, samples


OUTLOOK = "greedy@0.1"  # nothing is hidden: without some noise every game would be the same


def outlook(content: Content, state: np.void, games: int, seed: int) -> np.ndarray:
    """Returns the share of games that each seat wins from a position when all play on like greedy, with some noise."""
    desk, results = Desk(content, (OUTLOOK,)), np.zeros(games, RESULT)
    desk.states[START] = state
    desk.run(NO_SETUP[:0], seed, 0, results, NO_SAMPLES)
    return results["win"].mean(axis=0)[: int(state["players"])]


class Chooser:
    """Answers the decisions of a game, just as the batch loop would."""

    def __init__(self, content: Content, policies: tuple[str, ...]) -> None:
        self.desk = Desk(content, policies)

    def __call__(self, state: np.void, tables: np.void | None = None) -> int:
        """Returns the number of the option to choose."""
        self.desk.states[0] = state
        option = int(self.desk.run(NO_SETUP, 0, 0, NO_RESULTS, NO_SAMPLES))
        state["draws"][v.STREAM_POLICY] = self.desk.states[0]["draws"][v.STREAM_POLICY]  # in a batch it draws from the game
        return option
