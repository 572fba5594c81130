"""The agenda: a stack of frames, and the question put to a player.

A frame is one thing under way (a program, a push of three pieces, a turn). The frame on top is worked on until it
acts, pushes another frame or asks. Knows no rule of the game.
"""

from simulator.core.compiled import kernel
from simulator.spirit_island import vocabulary as v
from simulator.spirit_island.lands import has_bit, spaces
from simulator.spirit_island.state import (
    F_ACTOR,
    F_BASE,
    F_BODY,
    F_COND,
    F_LAND,
    F_OP,
    F_POWER,
    F_RESULT_LAST,
    F_SOURCE,
    F_TARGET_SPIRIT,
    FRAME_FIELDS,
    MAX_FRAMES,
    MAX_OPTIONS,
)

# Frame ops. Interactive instructions use their own number (v.OP_*) as frame op; the rest starts here.
(
    FR_GAME,
    FR_SPIRIT_PHASE,
    FR_GROWTH,
    FR_PLAY_CARDS,
    FR_RECLAIM_ONE,
    FR_CHOOSE_ANY,
    FR_POWER_PHASE,
    FR_USE_POWER,
    FR_RUN,
    FR_INVADER_PHASE,
    FR_INVADER_CARD,
    FR_FEAR_STEP,
    FR_TIME_PASSES,
    FR_FOLLOW,
    FR_ADD_BLIGHT,
    FR_SWORN,
    FR_DREAM_PUSH,
    FR_EXPLORE_CARD,
    FR_SPIRIT_SETUP,
    FR_SETUP,
    FR_RESCUE,
    FR_PUSH_ADDED,
    FR_END_ACTION,
    FR_CALL,
    FR_EVENT,
    FR_RESPOND,
    FR_TOLLS,
    FR_STRANDED,
    FR_RITUALS,
    FR_KINDLE,
    FR_MARKERS,
    FR_MOMENT,
    FR_SHIFT,
    FR_RUIN,
    FR_DAHAN_STRIKE,
    FR_ERASE,
    FR_WAVE,
) = range(128, 165)


@kernel
def push_frame(s, op):
    """Puts a new frame on the stack and returns its index."""
    f = s.frames
    if f >= MAX_FRAMES:
        s.error |= v.E_AGENDA_FULL
        f = MAX_FRAMES - 1
    else:
        s.frames = f + 1
    for field in range(FRAME_FIELDS):
        s.frame[f, field] = 0
    s.frame[f, F_OP] = op
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
def pop_frame(s):
    """Takes the finished frame from the stack."""
    s.frames -= 1


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


@kernel
def offer(s, kind, a, b, c):
    """Adds one legal answer to the open question."""
    if s.options >= MAX_OPTIONS:
        s.error |= v.E_OPTIONS_FULL
        return
    s.option[s.options] = kind << 24 | a << 16 | b << 8 | c
    s.options += 1


@kernel
def offer_lands(s, lands):
    """Offers each land of a set."""
    for land in range(spaces(s)):
        if has_bit(lands, land):
            offer(s, v.O_LAND, land, 0, 0)


@kernel
def answer_kind(s):
    """Returns the kind (v.O_*) of the answer given last."""
    return s.answer >> 24


@kernel
def answer_a(s):
    """Returns the first operand of the answer."""
    return s.answer >> 16 & 255


@kernel
def answer_b(s):
    """Returns the second operand of the answer."""
    return s.answer >> 8 & 255


@kernel
def answer_c(s):
    """Returns the third operand of the answer."""
    return s.answer & 255


@kernel
def ask(s, decision, spirit):
    """Puts the offered options to a spirit; returns False when there is only one, which is then taken."""
    if s.options == 1:
        s.answer = s.option[0]
        return False
    if s.options == 0:
        s.error |= v.E_NO_PROGRESS
    s.decision = decision
    s.asked = spirit
    return True
