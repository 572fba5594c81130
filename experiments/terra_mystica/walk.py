"""A game on the machine as recorded games see it: stopped at every answer, also at those with a single option.

The machine takes single options itself and runs through the phases of a round; here it works frame by frame, so that a
row is compared before the next phase begins.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from simulator.core.agenda import unpack
from simulator.core.errors import UserError
from simulator.core.records import words
from simulator.terra_mystica.machine.machine import MACHINE
from simulator.terra_mystica.match import Game
from simulator.terra_mystica.record import state as st
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.rules.rounds import BEGIN_ROUND, BONUS, FINISH
from simulator.terra_mystica.words.labels import option_labels

MARKS = {BEGIN_ROUND: "round {}", BONUS: "phase 3 of round {}", FINISH: "final"}
STEERING_NOTHING = ("digest", "decisions", "conversions", "answer")


class Walk:
    """A game under way, with the rows that were played before their turn."""

    def __init__(self, match: Game, ahead: frozenset[int] = frozenset()) -> None:
        self.match = match
        self.ahead = ahead  # numbers of rows
        self.sole = False  # the open answer is the only one: the machine has taken it
        self.resume()

    @property
    def state(self) -> np.void:
        """The state of the game."""
        return self.match.state

    def resume(self) -> None:
        """Works until somebody answers, if only in one way, or a phase ends."""
        state = self.state
        self.sole = False
        self.__dict__.pop("labels", None)
        while state["decision"] == 0 and state["frames"] > 0 and self.mark is None:
            self._work()
            if self.sole:
                return

    def _work(self) -> None:
        state = self.state
        state["options"] = 0
        self.match.advance(1)
        if state["error"]:
            raise UserError("the machine stopped with an error")
        self.sole = state["decision"] == 0 and state["options"] == 1

    def begin_phase(self, once: bool = False) -> None:
        """Begins the phase whose mark is reached; `once` does no more than its first step."""
        self._work()
        if not once:
            self.resume()

    @property
    def mark(self) -> str | None:
        """The mark of the phase that begins next, if nothing is left of the one before."""
        state = self.state
        top = state["frame"][state["frames"] - 1]
        if state["decision"] or state["frames"] == 0 or top[st.F_OP] != st.FR_GAME or top[st.F_STEP] not in MARKS:
            return None
        mark = MARKS[int(top[st.F_STEP])]
        return mark.format(int(state["round"]) + (mark == MARKS[BEGIN_ROUND]))

    @property
    def is_open(self) -> bool:
        """Tells whether somebody answers now."""
        return self.sole or self.state["decision"] != 0

    @property
    def asked(self) -> int:
        """The seat that answers."""
        state = self.state
        return int(state["frame"][state["frames"] - 1][st.F_SEAT]) if self.sole else int(state["asked"])

    @cached_property
    def labels(self) -> list[str]:
        """The legal answers."""
        return option_labels(self.state, self.match.content) if self.is_open else []

    def option(self, label: str) -> tuple[int, int, int, int]:
        """Returns kind and operands of an answer."""
        return unpack(self.state["option"][self.labels.index(label)])

    def answer(self, label: str) -> None:
        """Gives an answer, and runs to the next."""
        if not self.sole:
            MACHINE.choose(self.state, self.labels.index(label))
        self.resume()

    def copy(self) -> Walk:
        """Returns an independent copy."""
        twin = object.__new__(Walk)
        twin.__dict__.update(self.__dict__)
        twin.match = self.match.copy()
        return twin

    def key(self) -> bytes:
        """Returns what two walks share only if they go on in the same way."""
        copy = self.match.copy().states
        for name in STEERING_NOTHING:
            copy[name] = 0
        return words(copy).tobytes()

    def seat_state(self, seat: int) -> tuple:
        """Returns the state of a seat as rows write it."""
        state = self.state
        bowls = "/".join(str(tokens) for tokens in state["bowls"][seat])
        cults = "/".join(str(level) for level in state["cult"][seat])
        return (*(int(state[name][seat]) for name in ("VP", "C", "W", "P")), bowls, cults)

    def owes(self) -> str:
        """Says what is awaited now, for messages."""
        if not self.is_open:
            return f"{self.mark} begins" if self.mark else "the game is over"
        faction = self.match.content.factions[self.state["faction"][self.asked]]
        shown = ", ".join(self.labels[:6]) + (" …" if len(self.labels) > 6 else "")
        kind = v.DECISIONS[self.state["decision"]] if not self.sole else "only answer"
        return f"seat {self.asked + 1} ({faction}) answers: {kind} ({shown})"
