"""The machine: `new_game`, `advance`, `choose` (design: a game is a re-entrant machine).

All rules are compiled once, behind one C function, the gate. Python and the compiled policies both call it by its
address, so that a new policy never compiles the rules again.
"""

from functools import cache

import numba
import numpy as np

from simulator.core.compiled import call_gate, entry, gate_function, kernel
from simulator.core.streams import mix
from simulator.spirit_island.dispatch import begin_step, run_machine
from simulator.spirit_island.powers import target_lands
from simulator.spirit_island.setup import SETUP, deal
from simulator.spirit_island.spirits import refresh_elements
from simulator.spirit_island.state import STATE
from simulator.spirit_island.tables import TABLES

CALL_NEW_GAME, CALL_ADVANCE, CALL_REFRESH, CALL_TARGETS, CALL_BEGIN = range(5)


def serve(state, tables, setup, call, a, b, c, d, e):
    """Answers one call of the machine; what the numbers mean depends on the call."""
    s = numba.carray(state, 1, STATE)[0]
    t = numba.carray(tables, 1, TABLES)[0]
    if call == CALL_ADVANCE:
        run_machine(s, t, a)
        return np.int64(s.decision)
    if call == CALL_NEW_GAME:
        deal(s, t, numba.carray(setup, 1, SETUP)[0], a, b)
    elif call == CALL_REFRESH:
        for spirit in range(s.players):
            refresh_elements(s, t, spirit)
    elif call == CALL_TARGETS:
        return np.int64(target_lands(s, t, a, b))
    elif call == CALL_BEGIN:
        begin_step(s, t, a, b, c, d, e)
    return np.int64(0)


@cache
def machine_gate():
    """Compiles the rules, or loads them from the cache."""
    return gate_function(serve)


def gate() -> int:
    """Returns the address of the machine, for compiled callers."""
    return machine_gate().address


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
def answer(s, index):
    """Takes an option as the answer and mixes it into the digest."""
    s.answer = s.option[index]
    s.digest = mix(s.digest ^ (np.uint64(s.answer) + np.uint64(s.decision) * np.uint64(0x9E3779B97F4A7C15)))
    s.decisions += 1
    s.decision = 0


# --- the calls, for Python


@entry
def _call(gate, s, t, setup, call, a, b, c, d, e):
    return call_gate(gate, s, t, setup, call, a, b, c, d, e)


@entry
def choose(s, index):
    """Answers the open decision with one of its options."""
    answer(s, index)


def new_game(s: np.void, t: np.void, setup: np.void, seed: int, game: int) -> None:
    """Deals a position into a zeroed state."""
    _call(gate(), s, t, setup, CALL_NEW_GAME, seed, game, 0, 0, 0)


def advance(s: np.void, t: np.void, limit: int) -> int:
    """Runs to the next decision or the end; with a limit, works on at most that many frames. Returns the decision."""
    return _call(gate(), s, t, t, CALL_ADVANCE, limit, 0, 0, 0, 0)


def refresh(s: np.void, t: np.void) -> None:
    """Counts anew the elements of all spirits (after a position was written by hand)."""
    _call(gate(), s, t, t, CALL_REFRESH, 0, 0, 0, 0, 0)


def target_spaces(s: np.void, t: np.void, spirit: int, power: int) -> int:
    """Returns the legal target lands of a power as a bit set."""
    return _call(gate(), s, t, t, CALL_TARGETS, spirit, power, 0, 0, 0)


def begin(s: np.void, t: np.void, step: int, a: int, b: int, c: int, d: int) -> None:
    """Puts one step of a case file on the agenda (dispatch.STEP_*)."""
    _call(gate(), s, t, t, CALL_BEGIN, step, a, b, c, d)
