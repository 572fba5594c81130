"""What all instructions of programs share: whom they mean, their number here and now, nested programs."""

import numpy as np

from simulator.core.compiled import kernel
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_RUN, push_child
from simulator.spirit_island.record.state import (
    F_ACTOR,
    F_BASE,
    F_LAND,
    F_PC,
    F_TARGET_SPIRIT,
)
from simulator.spirit_island.rules.values import amount


@kernel
def spirit_meant(s, f, who):
    """Returns the player an instruction means; -1 = any or all of them."""
    if who == v.ACTOR:
        return np.int64(s.frame[f, F_ACTOR])
    if who == v.TARGET_SPIRIT:
        return np.int64(s.frame[f, F_TARGET_SPIRIT])
    return np.int64(-1)


@kernel
def number_of(s, t, f, pc):
    """Returns the number an instruction asks for, here and now."""
    frame = s.frame[f]
    return amount(s, t, t.code[pc, v.I_N], frame[F_LAND], frame[F_ACTOR], frame[F_TARGET_SPIRIT], frame[F_BASE])


@kernel
def start_body(s, f, body, land, actor):
    """Runs a nested program on a land for an actor."""
    r = push_child(s, FR_RUN, f)
    s.frame[r, F_PC] = body
    s.frame[r, F_LAND] = land
    s.frame[r, F_ACTOR] = actor
