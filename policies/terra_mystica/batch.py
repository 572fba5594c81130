"""Plays games with policies: many at once, or decision by decision. The work is done by the compiled loop (loop.py)."""

from __future__ import annotations

import numpy as np

from policies.terra_mystica.loop import run_policies
from simulator.core.errors import UnknownName, UserError
from simulator.core.records import new_records, words
from simulator.terra_mystica.language.content import Content
from simulator.terra_mystica.machine.machine import MACHINE
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.record.results import RESULT
from simulator.terra_mystica.record.setup_record import SETUP
from simulator.terra_mystica.record.state import STATE

POLICIES = ("uniform",)  # in the order of their numbers in the compiled loop


def policy_number(policy: str) -> int:
    """Returns the number of a policy; a name that is none, or a budget, is a user's mistake."""
    name, colon, _ = policy.partition(":")
    if name not in POLICIES:
        raise UnknownName("policy", name, POLICIES)
    if colon:
        raise UserError(f"policy {policy!r}: {name} takes no budget")
    return POLICIES.index(name)


class Desk:
    """Everything the compiled code needs to play: content, policies of the seats, working memory."""

    def __init__(self, content: Content, policies: tuple[str, ...]) -> None:
        numbers = [policy_number(policy) for policy in policies]
        seats = numbers * v.MAX_SEATS if len(numbers) == 1 else numbers
        self.policies = np.zeros(v.MAX_SEATS, np.int64)
        self.policies[: len(seats)] = seats[: v.MAX_SEATS]
        self.content = content
        self.states = new_records(1, STATE)

    def run(self, setup: np.ndarray, seed: int, first: int, results: np.ndarray) -> int:
        """Calls the compiled loop."""
        return run_policies(
            MACHINE.gate(), self.policies, self.states, words(self.states), self.content.tables, setup, seed, first, results
        )


NO_RESULTS = np.zeros(0, RESULT)
NO_SETUP = np.zeros(1, SETUP)


def play_games(
    content: Content, setup: np.ndarray, seed: int, first: int, count: int, policies: tuple[str, ...] = ("uniform",)
) -> np.ndarray:
    """Plays consecutive games of one set-up and returns their results; one policy for all seats, or one for each."""
    results = np.zeros(count, RESULT)
    if count > 0:
        Desk(content, policies).run(setup, seed, first, results)
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
