"""The machine of this game: its rules behind one gate, and the calls of its own."""

import numpy as np

from simulator.core.compiled import record_at
from simulator.core.machine import CALL_ADVANCE, CALL_NEW_GAME, FIRST_OWN_CALL, Machine
from simulator.spirit_island.machine.dispatch import begin_step, run_machine
from simulator.spirit_island.record.setup_record import SETUP
from simulator.spirit_island.record.state import STATE
from simulator.spirit_island.record.tables import TABLES
from simulator.spirit_island.rules.cards import card_cost
from simulator.spirit_island.rules.powers import target_lands
from simulator.spirit_island.rules.setup import deal
from simulator.spirit_island.rules.spirits import refresh_elements

CALL_REFRESH, CALL_TARGETS, CALL_BEGIN, CALL_COST = range(FIRST_OWN_CALL, FIRST_OWN_CALL + 4)


def serve(state, tables, setup, call, a, b, c, d, e):  # long: the call of a gate
    """Answers one call of the machine; what the numbers mean depends on the call."""
    s = record_at(state, STATE)
    t = record_at(tables, TABLES)
    if call == CALL_ADVANCE:
        run_machine(s, t, a, b)
        return np.int64(s.decision)
    if call == CALL_NEW_GAME:
        deal(s, t, record_at(setup, SETUP), a, b)
    elif call == CALL_REFRESH:
        for spirit in range(s.players):
            refresh_elements(s, t, spirit)
    elif call == CALL_TARGETS:
        return np.int64(target_lands(s, t, a, b))
    elif call == CALL_COST:
        return np.int64(card_cost(s, t, a))
    elif call == CALL_BEGIN:
        begin_step(s, t, a, b, c, d, e)
    return np.int64(0)


MACHINE = Machine(serve)
gate, new_game, advance, choose = MACHINE.gate, MACHINE.new_game, MACHINE.advance, MACHINE.choose


def refresh(s: np.void, t: np.void) -> None:
    """Counts anew the elements of all spirits (after a position was written by hand)."""
    MACHINE.call(s, t, CALL_REFRESH)


def target_spaces(s: np.void, t: np.void, spirit: int, power: int) -> int:
    """Returns the legal target lands of a power as a bit set."""
    return MACHINE.call(s, t, CALL_TARGETS, spirit, power)


def cost_to_play(s: np.void, t: np.void, card: int) -> int:
    """Returns what a card costs to play in this game."""
    return MACHINE.call(s, t, CALL_COST, card)


def begin(s: np.void, t: np.void, step: int, a: int, b: int, c: int, d: int) -> None:
    """Puts one step of a case file on the agenda (dispatch.STEP_*)."""
    MACHINE.call(s, t, CALL_BEGIN, step, a, b, c, d)
