"""Loops of programs: over players, boards and lands."""

import numpy as np

from simulator.core.agenda import answer_a, answer_kind, ask, offer, pop_frame
from simulator.core.compiled import kernel
from simulator.spirit_island.machine.instructions import spirit_meant, start_body
from simulator.spirit_island.record import codes, steps
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.state import (
    F_ACTOR,
    F_BASE,
    F_BODY,
    F_COND,
    F_FLAGS,
    F_LAND,
    F_MASK,
    F_N,
    F_OP,
    F_STEP,
    F_TARGET_SPIRIT,
    F_WHO,
)
from simulator.spirit_island.rules.effects import effect_lands
from simulator.spirit_island.rules.lands import (
    bit,
    board_of,
    board_spaces,
    has_bit,
    offer_lands,
    power_reach,
    presence_lands,
    spaces,
)
from simulator.spirit_island.rules.powers import origins_of_use
from simulator.spirit_island.rules.values import count, holds, lands_where


@kernel
def takes_part(s, t, f, number):
    """Tells whether a loop runs for a player, or on a board."""
    frame = s.frame[f]
    if frame[F_OP] == v.OP_EACH_BOARD:
        return board_spaces(number) & s.island != 0
    return holds(s, t, frame[F_COND], frame[F_LAND], number, number, frame[F_BASE])


@kernel
def each_step(s, t, f):
    """Runs a body once per player or board, in an order the players choose (R6.8, R25.4).

    A board's ocean stands for the board; boards that cannot tell who was first come in their order.
    """
    frame = s.frame[f]
    boards = frame[F_OP] == v.OP_EACH_BOARD
    if frame[F_STEP] == steps.READY:
        frame[reg.STILL_TO_COME] = 0
        for number in range(s.players):
            if takes_part(s, t, f, number):
                frame[reg.STILL_TO_COME] |= 1 << number
        frame[F_STEP] = steps.EACH_NEXT
    if frame[F_STEP] == steps.EACH_NEXT:
        if frame[reg.STILL_TO_COME] == 0:
            pop_frame(s)
            return
        s.options = 0
        for number in range(s.players):
            if frame[reg.STILL_TO_COME] >> number & 1:
                offer(s, v.O_ORDER, number, codes.ORDER_BOARD if boards else codes.ORDER_SPIRIT, 0)
        frame[F_STEP] = steps.EACH_ASKED
        if boards and not frame[F_FLAGS] & codes.ORDER_MATTERS:
            s.answer = s.option[0]
        elif ask(s, v.D_ORDER, 0):
            return
    number = answer_a(s)
    frame[reg.STILL_TO_COME] &= ~(1 << number)
    frame[F_STEP] = steps.EACH_NEXT
    start_body(s, f, frame[F_BODY], number * v.SPACES_PER_BOARD if boards else frame[F_LAND], number)


@kernel
def each_land_step(s, t, f):
    """Runs a body in every land where a condition holds; the order is asked where it can matter (R25.4)."""
    frame = s.frame[f]
    if frame[F_STEP] == steps.READY:
        lands = effect_lands(s, t, f, frame[reg.LOOP_WITHIN])
        if frame[F_FLAGS] & codes.OTHER_LANDS:
            lands &= ~bit(frame[F_LAND])
        s.frame_lands[f] = lands_where(s, t, lands, frame[F_COND], frame[F_ACTOR], frame[F_TARGET_SPIRIT], frame[F_BASE])
        frame[F_STEP] = steps.LANDS_FOUND
        for land in range(spaces(s)):  # "per piece": once for each that is there now, wherever it goes
            s.noted[land] = count(s, land, frame[F_MASK]) if frame[F_MASK] else 1
    if frame[F_STEP] == steps.LANDS_FOUND:
        s.options = 0
        for land in range(spaces(s)):
            if has_bit(s.frame_lands[f], land):
                offer(s, v.O_ORDER, land, codes.ORDER_LAND, 0)
        if s.options == 0:
            pop_frame(s)
            return
        frame[F_STEP] = steps.LANDS_ASKED
        if not frame[F_FLAGS] & codes.ORDER_MATTERS:
            s.answer = s.option[0]
        elif ask(s, v.D_ORDER, frame[F_ACTOR]):
            return
    land = answer_a(s)
    frame[F_STEP] = steps.LANDS_FOUND
    if frame[F_MASK]:
        s.noted[land] -= 1
    if not frame[F_MASK] or s.noted[land] <= 0:
        s.frame_lands[f] &= ~bit(land)
    start_body(s, f, frame[F_BODY], land, frame[F_ACTOR])


@kernel
def loop_frame(s, f):
    """Returns the loop over players around a frame, which remembers the lands already chosen; -1 = none."""
    for k in range(f - 1, -1, -1):
        if s.frame[k, F_OP] == v.OP_EACH_PLAYER or s.frame[k, F_OP] == v.OP_EACH_SPIRIT:
            return k
    return -1


@kernel
def choosable_lands(s, t, f):
    """Returns the lands among which an IN_LAND step lets the actor choose."""
    frame = s.frame[f]
    if frame[reg.LOOP_WITHIN] == codes.WITHIN_ORIGIN:
        lands = origins_of_use(s, t, frame[F_BASE])
    else:
        lands = effect_lands(s, t, f, frame[reg.LOOP_WITHIN])
    if 0 <= frame[reg.LOOP_RANGE] < codes.ANY_RANGE:
        measured_from = frame[reg.LOOP_RANGE_FROM]  # with MOST or FEWEST there is no range
        if measured_from == codes.RANGE_FROM_ORIGIN:
            origins = origins_of_use(s, t, frame[F_BASE])
        else:
            origins = presence_lands(s, t, max(0, spirit_meant(s, f, measured_from)))
        lands &= power_reach(s, t, origins, frame[reg.LOOP_RANGE])  # no bonus: it is not the range of the power (R14.7)
    if frame[F_FLAGS] & codes.OTHER_LANDS:
        lands &= ~bit(frame[F_LAND])
    loop = loop_frame(s, f)
    if frame[F_FLAGS] & codes.DIFFERENT and loop >= 0:
        lands &= ~s.frame_lands[loop]
    lands &= ~s.frame_lands[f]
    actor = frame[F_WHO] if frame[F_WHO] >= 0 else frame[F_ACTOR]
    lands = lands_where(s, t, lands, frame[F_COND], actor, frame[F_TARGET_SPIRIT], frame[F_BASE])
    return outstanding(s, lands, frame[F_FLAGS], frame[F_MASK])


@kernel
def outstanding(s, lands, flags, mask):
    """Returns those of the lands with most (at least 1) or fewest pieces, or with the lowest or highest number."""
    if flags & codes.LOWEST:
        return lands & -lands
    if not flags & (codes.MOST | codes.FEWEST | codes.HIGHEST):
        return lands
    best = np.int64(0)
    record = 1 if flags & codes.MOST else (10000 if flags & codes.FEWEST else 0)
    for land in range(spaces(s)):
        if not has_bit(lands, land):
            continue
        value = land if flags & codes.HIGHEST else count(s, land, mask)
        better = value < record if flags & codes.FEWEST else value > record
        if better:
            best = np.int64(0)
            record = value
        if value == record:
            best |= bit(land)
    return best


@kernel
def in_land_step(s, t, f):
    """Lets the actor choose a land (or several different ones) and runs the body there."""
    frame = s.frame[f]
    actor = frame[F_WHO] if frame[F_WHO] >= 0 else frame[F_ACTOR]
    if frame[F_STEP] == steps.LAND_DONE and frame[F_N] <= 1:
        pop_frame(s)
        return
    if frame[F_STEP] != steps.ASKED:
        if frame[F_STEP] == steps.LAND_DONE:
            frame[F_N] -= 1
        lands = choosable_lands(s, t, f)
        s.options = 0
        offer_lands(s, lands)
        if s.options == 0:
            pop_frame(s)
            return
        if frame[F_FLAGS] & codes.OPTIONAL:
            offer(s, v.O_STOP, 0, 0, 0)
        frame[F_STEP] = steps.ASKED
        if ask(s, v.D_LAND, actor):
            return
    if answer_kind(s) == v.O_STOP:
        pop_frame(s)
        return
    land = answer_a(s)
    frame[F_STEP] = steps.LAND_DONE
    s.frame_lands[f] |= board_spaces(board_of(land)) if frame[F_FLAGS] & codes.DIFFERENT_BOARDS else bit(land)
    loop = loop_frame(s, f)
    if loop >= 0:
        s.frame_lands[loop] |= bit(land)
    start_body(s, f, frame[F_BODY], land, actor)
