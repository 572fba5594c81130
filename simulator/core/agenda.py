"""The agenda: a stack of frames, and the question put to a player.

A frame is one thing under way (a program, a push of three pieces, a turn). The frame on top is worked on until it
acts, pushes another frame or asks. Knows no rule of any game.
"""

from simulator.core.compiled import kernel
from simulator.core.header import E_AGENDA_FULL, E_NO_PROGRESS, E_OPTIONS_FULL, F_OP


@kernel
def push_frame(s, op):
    """Puts a new frame, empty but for its op, on the stack and returns its index."""
    f = s.frames
    if f >= len(s.frame):
        s.error |= E_AGENDA_FULL
        f = len(s.frame) - 1
    else:
        s.frames = f + 1
    for column in range(s.frame.shape[1]):
        s.frame[f, column] = 0
    s.frame[f, F_OP] = op
    return f


@kernel
def pop_frame(s):
    """Takes the finished frame from the stack."""
    s.frames -= 1


@kernel
def offer(s, kind, a, b, c):
    """Adds one legal answer to the open question."""
    if s.options >= len(s.option):
        s.error |= E_OPTIONS_FULL
        return
    s.option[s.options] = kind << 24 | a << 16 | b << 8 | c
    s.options += 1


@kernel
def option_kind(option):
    """Returns the kind of a packed option."""
    return option >> 24


@kernel
def option_a(option):
    """Returns the first operand of a packed option."""
    return option >> 16 & 255


@kernel
def option_b(option):
    """Returns the second operand of a packed option."""
    return option >> 8 & 255


@kernel
def option_c(option):
    """Returns the third operand of a packed option."""
    return option & 255


@kernel
def answer_kind(s):
    """Returns the kind of the answer given last."""
    return option_kind(s.answer)


@kernel
def answer_a(s):
    """Returns the first operand of the answer."""
    return option_a(s.answer)


@kernel
def answer_b(s):
    """Returns the second operand of the answer."""
    return option_b(s.answer)


@kernel
def answer_c(s):
    """Returns the third operand of the answer."""
    return option_c(s.answer)


@kernel
def ask(s, decision, seat):
    """Puts the offered options to a seat; returns False when there is only one, which is then taken."""
    if s.options == 1:
        s.answer = s.option[0]
        return False
    if s.options == 0:
        s.error |= E_NO_PROGRESS
    s.decision = decision
    s.asked = seat
    return True


def unpack(option: int) -> tuple[int, int, int, int]:
    """Returns kind and operands of a packed option, for callers from Python."""
    option = int(option)
    return option >> 24, option >> 16 & 255, option >> 8 & 255, option & 255
