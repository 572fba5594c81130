"""The machine of a game: `new_game`, `advance`, `choose` (a game is a re-entrant machine).

All rules of a game are compiled once, behind one C function, the gate. Python and the compiled policies both call it
by its address, so that a new policy never compiles the rules again. Knows no rule of any game.
"""

from collections.abc import Callable
from functools import cached_property

import numpy as np

from simulator.core.compiled import call_gate, entry, gate_function, kernel
from simulator.core.header import E_NO_PROGRESS, E_STOPPED, MOST_DECISIONS, MOST_FRAMES
from simulator.core.interrupts import interruptible
from simulator.core.streams import GOLDEN, mix

CALL_NEW_GAME, CALL_ADVANCE, FIRST_OWN_CALL = range(3)  # a game numbers further calls from FIRST_OWN_CALL on


# --- the calls, for compiled policies


@kernel
def deal_game(gate, s, t, setup, seed, game):
    """Deals a position into a zeroed state."""
    call_gate(gate, s, t, setup, CALL_NEW_GAME, seed, game, 0, 0, 0)


@kernel
def run_game(gate, s, t, limit):
    """Runs to the next decision or the end; with a limit >= 0, works on at most that many frames."""
    return call_gate(gate, s, t, t, CALL_ADVANCE, limit, 0, 0, 0, 0)


@kernel
def run_down(gate, s, t, floor):
    """Runs to the next decision, the end, or until no more than `floor` frames are left."""
    return call_gate(gate, s, t, t, CALL_ADVANCE, -1, floor, 0, 0, 0)


@kernel
def answer(s, index):
    """Takes an option as the answer and mixes it into the digest."""
    s.answer = s.option[index]
    s.digest = mix(s.digest ^ (np.uint64(s.answer) + np.uint64(s.decision) * GOLDEN))
    s.decisions += 1
    s.decision = 0
    if s.decisions >= MOST_DECISIONS:
        s.error |= E_NO_PROGRESS


# --- for the machines themselves


@kernel
def check_progress(s, t, worked):
    """Stops a game that has worked on too many frames since it was asked to advance, or that nobody waits for."""
    if worked >= MOST_FRAMES:
        s.error |= E_NO_PROGRESS
    if t.stop:
        s.error |= E_STOPPED


# --- the calls, for Python


@entry
def _call(gate, s, t, setup, call, a, b, c, d, e):
    return call_gate(gate, s, t, setup, call, a, b, c, d, e)


@entry
def _answer(s, index):
    answer(s, index)


class Machine:
    """The compiled rules of one game.

    `serve(state, tables, setup, call, a, b, c, d, e)` answers one call: CALL_NEW_GAME deals the game `b` of seed `a`
    into a zeroed state, CALL_ADVANCE runs to the next decision and returns it (at most `a` frames are worked on if that
    is not negative, and none of the lowest `b`), further calls are the game's own.
    """

    def __init__(self, serve: Callable) -> None:
        self._serve = serve

    @cached_property
    def _gate(self):
        return interruptible(None, lambda: gate_function(self._serve))

    def gate(self) -> int:
        """Compiles the rules, or loads them from the cache, and returns their address for compiled callers."""
        return self._gate.address

    def new_game(self, s: np.void, t: np.void, setup: np.void, seed: int, game: int) -> None:
        """Deals a position into a zeroed state."""
        _call(self.gate(), s, t, setup, CALL_NEW_GAME, seed, game, 0, 0, 0)

    def advance(self, s: np.void, t: np.void, limit: int = -1) -> int:
        """Runs to the next decision or the end and returns the decision; a limit is the most frames to work on."""
        return _call(self.gate(), s, t, t, CALL_ADVANCE, limit, 0, 0, 0, 0)

    def choose(self, s: np.void, index: int) -> None:
        """Answers the open decision with one of its options."""
        _answer(s, index)

    def call(self, s: np.void, t: np.void, call: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> int:
        """Makes one of the game's own calls."""
        return _call(self.gate(), s, t, t, call, a, b, c, d, e)
