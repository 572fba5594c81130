"""The machine of Terra Mystica: all rules behind one gate (core/machine.py)."""

import numpy as np

from simulator.core.compiled import record_at
from simulator.core.machine import CALL_ADVANCE, CALL_NEW_GAME, FIRST_OWN_CALL, Machine
from simulator.terra_mystica.machine.dispatch import run_machine
from simulator.terra_mystica.machine.positions import begin, refresh
from simulator.terra_mystica.record.setup_record import SETUP
from simulator.terra_mystica.record.state import STATE
from simulator.terra_mystica.record.tables import TABLES
from simulator.terra_mystica.rules.setup import deal

CALL_REFRESH, CALL_BEGIN = range(FIRST_OWN_CALL, FIRST_OWN_CALL + 2)


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
        refresh(s, t)
    elif call == CALL_BEGIN:
        begin(s, t, a, b, c)
    return np.int64(0)


MACHINE = Machine(serve)
