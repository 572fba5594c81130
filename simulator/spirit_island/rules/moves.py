"""What programs do to move pieces: push, gather, move, and what follows them (R23.11-R23.14).

Each `*_step` works on the frame on top of the agenda until it is done.
"""

import numpy as np

from simulator.core.agenda import answer_a, answer_b, answer_c, answer_kind, ask, offer, pop_frame
from simulator.core.compiled import kernel
from simulator.spirit_island import hooks
from simulator.spirit_island.record import codes, steps
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_PUSH_PIECE, FR_RUN, note_result, push_child
from simulator.spirit_island.record.state import (
    F_ACTOR,
    F_BASE,
    F_BODY,
    F_COND,
    F_FLAGS,
    F_LAND,
    F_MASK,
    F_N,
    F_PC,
    F_SOURCE,
    F_STEP,
    F_TARGET_SPIRIT,
)
from simulator.spirit_island.rules.effects import asks_for_piece, finish, offer_stop
from simulator.spirit_island.rules.lands import (
    adjacent_spaces,
    bit,
    has_bit,
    lands_for,
    offer_lands,
    spaces,
)
from simulator.spirit_island.rules.pieces import arrive, count_whole, find_mark, move_piece, offer_pieces
from simulator.spirit_island.rules.shields import awaits_move_toll, movable, waits_to_move
from simulator.spirit_island.rules.values import holds, lands_where


@kernel
def moves_to(s, t, f, land):
    """Returns where pieces may be moved from a land: oceans only by powers and special rules of spirits (R23.12)."""
    source = s.frame[f, F_SOURCE]
    goals = adjacent_spaces(s, t, land) & lands_for(s, t, source)
    if source == v.SOURCE_DAHAN_EVENT:
        goals &= ~hooks.spirit.closed_to_dahan(s, t)
    return goals


@kernel
def rescuer(s, f):
    """Returns the spirit that may save dahan from drowning (Tidal Boon), -1 = nobody."""
    if s.frame[f, F_FLAGS] & codes.RESCUE:
        return np.int64(s.frame[s.frame[f, F_BASE], F_ACTOR])
    return np.int64(-1)


@kernel
def count_moved(s, t, f, kind, goal):
    """Counts a moved piece for the result, if it is of the kinds and went to the lands that count."""
    frame = s.frame[f]
    pieces_that_count = frame[reg.MOVE_COUNTS]
    if pieces_that_count and pieces_that_count >> kind & 1 == 0:
        return
    condition = frame[reg.MOVE_COUNTS_TO] - 1
    if condition >= 0 and not holds(s, t, condition, goal, frame[F_ACTOR], frame[F_TARGET_SPIRIT], frame[F_BASE]):
        return
    frame[reg.MOVED] += 1


@kernel
def end_move(s, f):
    """Ends a push or gather: how many moved, and how many lands were entered."""
    entered = 0
    for land in range(spaces(s)):
        if has_bit(s.frame_lands[f], land):
            entered += 1
    note_result(s, f, v.RESULT_LANDS_ENTERED, entered)
    body = s.frame[f, F_BODY]
    finish(s, f, s.frame[f, reg.MOVED])
    if body >= 0:
        reached = s.frame_lands[f]
        e = push_child(s, v.OP_EACH_LAND, f)
        s.frame[e, F_BODY] = body
        s.frame[e, F_STEP] = steps.LANDS_FOUND
        s.frame_lands[e] = reached


@kernel
def push_step(s, t, f):
    """Pushes pieces out of the target land, each to its own goal (R23.11)."""
    frame = s.frame[f]
    land = frame[F_LAND]
    if frame[F_STEP] == steps.ASKED:
        if answer_kind(s) == v.O_STOP:
            end_move(s, f)
            return
        goal = answer_a(s)
        kind = answer_b(s) & 15
        frame[F_N] -= 1
        frame[F_STEP] = steps.READY
        s.frame_lands[f] |= bit(goal)
        count_moved(s, t, f, kind, goal)
        hits, strife, note = answer_c(s) >> 4, answer_c(s) & 15, answer_b(s) >> 4
        move_piece(s, t, f, land, goal, kind, hits, strife, note, rescuer(s, f))
        if frame[F_FLAGS] & codes.ONWARD:
            p = start_piece_push(s, f, goal, kind, hits, strife, note)
            s.frame[p, F_FLAGS] = codes.UP_TO
            s.frame[p, F_COND] = frame[F_COND]
        return
    if waits_to_move(s, f, bit(land)):
        return
    goals = moves_to(s, t, f, land)
    goals = lands_where(s, t, goals, frame[F_COND], frame[F_ACTOR], frame[F_TARGET_SPIRIT], frame[F_BASE])
    if frame[F_FLAGS] & codes.EVENLY and goals & ~s.frame_lands[f] == 0:
        s.frame_lands[f] = 0  # every land has as many: the next round begins
    if frame[F_FLAGS] & codes.SPREAD and goals & ~s.frame_lands[f] != 0:
        goals &= ~s.frame_lands[f]
    s.options = 0
    if frame[F_N] > 0:
        for goal in range(spaces(s)):
            if has_bit(goals, goal):
                offer_pieces(s, land, frame[F_MASK], v.O_PUSH, goal, False, False)
        offer_stop(s, frame[F_FLAGS])
    if not asks_for_piece(s, f):
        end_move(s, f)


@kernel
def gather_step(s, t, f):
    """Gathers pieces into the target land from adjacent ones (R23.11)."""
    frame = s.frame[f]
    land = frame[F_LAND]
    if frame[F_STEP] == steps.ASKED:
        if answer_kind(s) == v.O_STOP:
            end_move(s, f)
            return
        origin = answer_a(s)
        kind = answer_b(s) & 15
        frame[F_N] -= 1
        frame[F_STEP] = steps.READY
        count_moved(s, t, f, kind, land)
        move_piece(s, t, f, origin, land, kind, answer_c(s) >> 4, answer_c(s) & 15, answer_b(s) >> 4, -1)
        return
    origins = adjacent_spaces(s, t, land)
    origins = lands_where(s, t, origins, frame[F_COND], frame[F_ACTOR], frame[F_TARGET_SPIRIT], frame[F_BASE])
    if waits_to_move(s, f, origins):
        return
    s.options = 0
    if frame[F_N] > 0:
        for origin in range(spaces(s)):
            if has_bit(origins, origin):
                offer_pieces(s, origin, frame[F_MASK], v.O_GATHER, origin, False, False)
        offer_stop(s, frame[F_FLAGS])
    if not asks_for_piece(s, f):
        end_move(s, f)


@kernel
def move_to_step(s, t, f):
    """Moves pieces from the target land to one land anywhere; the body then runs there."""
    frame = s.frame[f]
    land = frame[F_LAND]
    if frame[F_STEP] == steps.READY:
        s.options = 0
        goals = lands_for(s, t, frame[F_SOURCE])
        offer_lands(s, goals)
        frame[F_STEP] = steps.MOVE_TO_LAND_ASKED
        if ask(s, v.D_LAND, frame[F_ACTOR]):
            return
    if frame[F_STEP] == steps.MOVE_TO_LAND_ASKED:
        frame[reg.MOVE_TO_GOAL] = answer_a(s)
        frame[F_STEP] = steps.MOVE_TO_PIECES
    elif frame[F_STEP] == steps.MOVE_TO_PIECE_ASKED:
        frame[F_STEP] = steps.MOVE_TO_PIECES
        if answer_kind(s) == v.O_STOP:
            frame[F_N] = 0
        else:
            frame[F_N] -= 1
            frame[reg.MOVED] += 1
            kind, goal = answer_b(s) & 15, frame[reg.MOVE_TO_GOAL]
            move_piece(s, t, f, land, goal, kind, answer_c(s) >> 4, answer_c(s) & 15, answer_b(s) >> 4, -1)
            return
    s.options = 0
    if frame[F_N] > 0 and frame[reg.MOVE_TO_GOAL] != land:
        offer_pieces(s, land, frame[F_MASK], v.O_PUSH, frame[reg.MOVE_TO_GOAL], False, False)
        offer_stop(s, frame[F_FLAGS])
    if s.options > 0:
        frame[F_STEP] = steps.MOVE_TO_PIECE_ASKED
        ask(s, v.D_PIECE, frame[F_ACTOR])
        return
    note_result(s, f, v.RESULT_LAST, frame[reg.MOVED])
    body = frame[F_BODY]
    goal = frame[reg.MOVE_TO_GOAL]
    pop_frame(s)
    if body >= 0:
        r = push_child(s, FR_RUN, f)
        s.frame[r, F_PC] = body
        s.frame[r, F_LAND] = goal


@kernel
def rescue_step(s, t, f):
    """Lets Ocean put a dahan pushed into its ocean on any coastal land instead of drowning it (Tidal Boon)."""
    frame = s.frame[f]
    if frame[F_STEP] == steps.READY:
        s.options = 0
        offer_lands(s, s.island & t.layout_coastal[s.layout])
        offer(s, v.O_STOP, 0, 0, 0)
        frame[F_STEP] = steps.ASKED
        if ask(s, v.D_LAND, frame[F_ACTOR]):
            return
    pop_frame(s)
    goal = frame[F_LAND] if answer_kind(s) == v.O_STOP else answer_a(s)
    arrive(s, t, f, frame[reg.RESCUE_ORIGIN], goal, v.DAHAN, frame[reg.PIECE_HITS], frame[reg.PIECE_STRIFE], 0, -1)


# --- one given piece


@kernel
def start_piece_push(s, f, land, kind, hits, strife, note):
    """Puts the push of one given piece on the agenda, as part of the effect of a frame; returns its frame."""
    p = push_child(s, FR_PUSH_PIECE, f)
    s.frame[p, F_LAND] = land
    s.frame[p, reg.PIECE_KIND] = kind
    s.frame[p, reg.PIECE_HITS] = hits
    s.frame[p, reg.PIECE_STRIFE] = strife
    s.frame[p, reg.PIECE_NOTE] = note
    return p


@kernel
def is_there(s, land, kind, hits, strife, note):
    """Tells whether a piece with exactly these marks is in a land."""
    if hits == 0 and strife == 0 and note == 0:
        return count_whole(s, land, kind) > 0
    return find_mark(s, land, kind, hits, strife, note) >= 0


@kernel
def push_piece_step(s, t, f):
    """Pushes one given piece out of its land if there is anywhere to go; where the push is optional it may stay."""
    frame = s.frame[f]
    land, kind, note = frame[F_LAND], frame[reg.PIECE_KIND], frame[reg.PIECE_NOTE]
    hits, strife = frame[reg.PIECE_HITS], frame[reg.PIECE_STRIFE]
    if frame[F_STEP] == steps.READY:
        if hooks.scenario.holds_invaders(s) and awaits_move_toll(s, f, bit(land), 1 << kind):
            return
        if movable(s, f, 1 << kind) == 0 or not is_there(s, land, kind, hits, strife, note):
            pop_frame(s)
            return
        s.options = 0
        goals = moves_to(s, t, f, land)
        goals = lands_where(s, t, goals, frame[F_COND], frame[F_ACTOR], frame[F_TARGET_SPIRIT], frame[F_BASE])
        for goal in range(spaces(s)):
            if has_bit(goals, goal):
                offer(s, v.O_PUSH, goal, kind | note << 4, hits << 4 | strife)
        if s.options == 0:
            pop_frame(s)
            return
        offer_stop(s, frame[F_FLAGS])
        frame[F_STEP] = steps.ASKED
        if ask(s, v.D_PIECE, frame[F_ACTOR]):
            return
    pop_frame(s)
    if answer_kind(s) != v.O_STOP:
        move_piece(s, t, f, land, answer_a(s), kind, hits, strife, note, -1)
