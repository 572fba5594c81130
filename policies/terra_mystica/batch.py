"""Plays games with policies: many at once, or decision by decision. The work is done by the compiled loop (loop.py)."""

from __future__ import annotations

from functools import cache

import numpy as np

from policies.terra_mystica import vocabulary as p
from policies.terra_mystica.knowledge import make_knowledge
from policies.terra_mystica.loop import run_policies
from simulator.core.errors import UnknownName, UserError
from simulator.core.interrupts import interruptible
from simulator.core.records import new_records, words
from simulator.terra_mystica.language.content import Content
from simulator.terra_mystica.machine.machine import MACHINE
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.record.results import RESULT
from simulator.terra_mystica.record.setup_record import SETUP
from simulator.terra_mystica.record.state import STATE

POLICIES = ("uniform", "greedy")  # in the order of their numbers in the compiled loop
STATES = 8  # the game itself and working room for looking ahead
NOISE = "@"  # greedy@0.1: one decision in ten is left to chance


def read_policy(spec: str) -> tuple[int, float]:
    """Returns number and noise of a policy; a name that is none, or a parameter it does not take, is a user's mistake."""
    plain, at, noise = spec.partition(NOISE)
    name, colon, _ = plain.partition(":")
    if name not in POLICIES:
        raise UnknownName("policy", name, POLICIES)
    if colon:
        raise UserError(f"policy {spec!r}: {name} takes no budget")
    if not at:
        return POLICIES.index(name), 0.0
    try:
        share = float(noise)
    except ValueError:
        share = -1.0
    if name == POLICIES[0] or not 0.0 <= share <= 1.0:
        raise UserError(f"policy {spec!r}: noise is a share from 0 to 1, as in greedy@0.1; uniform takes none")
    return POLICIES.index(name), share


@cache
def knowledge_of(content: Content) -> np.ndarray:
    """Returns the knowledge made from the weight files, once per content."""
    return make_knowledge(content)


class Desk:
    """Everything the compiled code needs to play: content, policies of the seats, working memory."""

    def __init__(self, content: Content, policies: tuple[str, ...], knowledge: np.ndarray | None = None) -> None:
        read = [read_policy(policy) for policy in policies]
        seats = read * v.MAX_SEATS if len(read) == 1 else read
        self.policies = np.zeros((v.MAX_SEATS, 2))
        self.policies[: len(seats)] = seats[: v.MAX_SEATS]
        self.content = content
        self.knowledge = knowledge if knowledge is not None else knowledge_of(content)
        self.states = new_records(STATES, STATE)
        self.minds = np.zeros(1, p.MIND)

    def run(self, setup: np.ndarray, seed: int, first: int, results: np.ndarray) -> int:
        """Calls the compiled loop."""
        tables = self.content.tables
        return interruptible(
            tables,
            lambda: run_policies(
                MACHINE.gate(), self.policies, self.states, words(self.states), tables, self.knowledge, self.minds, setup,
                seed, first, results,
            ),
        )  # fmt: skip


NO_RESULTS = np.zeros(0, RESULT)
NO_SETUP = np.zeros(1, SETUP)


def play_games(
    content: Content,
    setup: np.ndarray,
    seed: int,
    first: int,
    count: int,
    policies: tuple[str, ...] = ("uniform",),
    knowledge: np.ndarray | None = None,
) -> np.ndarray:
    """Plays consecutive games of one set-up and returns their results; one policy for all seats, or one for each."""
    results = np.zeros(count, RESULT)
    if count > 0:
        Desk(content, policies, knowledge).run(setup, seed, first, results)
    return results


class Chooser:
    """Answers the decisions of a game, just as the batch loop would."""

    def __init__(self, content: Content, policies: tuple[str, ...]) -> None:
        self.desk = Desk(content, policies)

    def __call__(self, state: np.void, tables: np.void | None = None) -> int:
        """Returns the number of the option to choose."""
        self.desk.states[0] = state
        option = int(self.desk.run(NO_SETUP, 0, 0, NO_RESULTS))
        state["draws"][v.STREAM_POLICY] = self.desk.states[0]["draws"][v.STREAM_POLICY]  # in a batch it draws from the game
        return option
