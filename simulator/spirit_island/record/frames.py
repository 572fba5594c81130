"""Frames of this game: their ops, the context that nested frames inherit, and the results of a running program.

Knows no rule of the game.
"""

from simulator.core.agenda import push_frame as push_empty_frame
from simulator.core.compiled import kernel
from simulator.spirit_island.record.state import (
    F_ACTOR,
    F_BASE,
    F_BODY,
    F_COND,
    F_LAND,
    F_POWER,
    F_RESULT_LAST,
    F_SOURCE,
    F_TARGET_SPIRIT,
)

# Frame ops. Interactive instructions use their own number (v.OP_*) as frame op; the rest starts here.
(
    FR_GAME, FR_SPIRIT_PHASE, FR_GROWTH, FR_PLAY_CARDS, FR_RECLAIM_ONE, FR_CHOOSE_ANY, FR_POWER_PHASE, FR_USE_POWER,
    FR_RUN, FR_INVADER_PHASE, FR_INVADER_CARD, FR_FEAR_STEP, FR_TIME_PASSES, FR_FOLLOW, FR_ADD_BLIGHT, FR_SWORN,
    FR_PUSH_PIECE, FR_EXPLORE_CARD, FR_SPIRIT_SETUP, FR_SETUP, FR_RESCUE, FR_ANSWERS, FR_END_ACTION, FR_CALL,
    FR_EVENT, FR_RESPOND, FR_TOLLS, FR_STRANDED, FR_RITUALS, FR_KINDLE, FR_MARKERS, FR_MOMENT, FR_SHIFT, FR_RUIN,
    FR_DAHAN_STRIKE, FR_ERASE, FR_WAVE,
) = range(128, 165)  # fmt: skip


@kernel
def push_frame(s, op):
    """Puts a new frame without any context on the stack and returns its index."""
    f = push_empty_frame(s, op)
    s.frame[f, F_LAND] = -1
    s.frame[f, F_TARGET_SPIRIT] = -1
    s.frame[f, F_POWER] = -1
    s.frame[f, F_BASE] = -1
    s.frame[f, F_COND] = -1
    s.frame[f, F_BODY] = -1
    s.frame_lands[f] = 0
    return f


@kernel
def push_child(s, op, parent):
    """Puts a frame on the stack that inherits the context of its parent."""
    frame = s.frame[parent]  # may just have been taken from the stack: its place is the one filled now
    actor, land, target_spirit = frame[F_ACTOR], frame[F_LAND], frame[F_TARGET_SPIRIT]
    power, source, base = frame[F_POWER], frame[F_SOURCE], frame[F_BASE]
    f = push_frame(s, op)
    s.frame[f, F_ACTOR] = actor
    s.frame[f, F_LAND] = land
    s.frame[f, F_TARGET_SPIRIT] = target_spirit
    s.frame[f, F_POWER] = power
    s.frame[f, F_SOURCE] = source
    s.frame[f, F_BASE] = base
    return f


@kernel
def note_result(s, f, result, number):
    """Writes a result of the running program where later steps find it."""
    base = s.frame[f, F_BASE]
    if base >= 0:
        s.frame[base, F_RESULT_LAST + result] = number


@kernel
def add_result(s, f, result, number):
    """Adds to a result of the running program."""
    base = s.frame[f, F_BASE]
    if base >= 0:
        s.frame[base, F_RESULT_LAST + result] += number
