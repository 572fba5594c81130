"""Presence: adding, destroying, pushing it (R15)."""

import numpy as np

from simulator.core.agenda import answer_a, answer_b, answer_c, answer_kind, ask, offer, pop_frame
from simulator.core.compiled import kernel
from simulator.spirit_island import hooks
from simulator.spirit_island.record import codes, steps
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_RUN, note_result, push_child
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
    F_STEP,
    F_TARGET_SPIRIT,
    F_WHO,
)
from simulator.spirit_island.rules.blight import destroy_presence_at
from simulator.spirit_island.rules.lands import (
    bit,
    board_of,
    has_bit,
    is_ocean,
    power_reach,
    presence_lands,
    spaces,
    within,
)
from simulator.spirit_island.rules.moves import moves_to
from simulator.spirit_island.rules.pieces import move_piece, offer_pieces
from simulator.spirit_island.rules.spirits import refresh_elements, start_any_element
from simulator.spirit_island.rules.values import GROWTH_BASE, holds

BROUGHT_BITS = 3  # bits per kind in the packed number of pieces brought along


@kernel
def arrive_presence(s, t, spirit, land):
    """Puts one presence into a land."""
    s.presence[spirit, land] += 1
    hooks.spirit.presence_arrived(s, t, spirit, land)


@kernel
def presence_goals(s, t, f):
    """Returns the lands where a presence may be put by this step (R15.5)."""
    frame = s.frame[f]
    spirit = frame[F_WHO]
    in_growth = frame[F_FLAGS] & codes.IN_GROWTH != 0
    if frame[reg.PRESENCE_RANGE] < 0:
        reach = bit(frame[F_LAND])
    elif frame[reg.PRESENCE_RANGE] == codes.ANY_RANGE:
        reach = np.int64(-1)
    else:
        origin = spirit
        if frame[reg.PRESENCE_RANGE_OF] == v.ACTOR and frame[F_BASE] >= 0:
            origin = s.frame[frame[F_BASE], F_ACTOR]
        # R14.7: a bonus lengthens the range of a power, not one written inside its effect
        if in_growth:
            reach = within(s, t, presence_lands(s, t, origin), frame[reg.PRESENCE_RANGE])
        else:
            reach = power_reach(s, t, presence_lands(s, t, origin), frame[reg.PRESENCE_RANGE])
    reach &= s.island | hooks.spirit.oceans_to_enter(s, t, spirit, in_growth)
    base = np.int64(GROWTH_BASE) if in_growth else np.int64(frame[F_BASE])
    goals = np.int64(0)
    for land in range(spaces(s)):
        if not has_bit(reach, land):
            continue
        if not frame[F_FLAGS] & codes.ANY_LAND and not hooks.spirit.may_hold_presence(s, t, spirit, land):
            continue
        if holds(s, t, frame[F_COND], land, spirit, frame[F_TARGET_SPIRIT], base):
            goals |= bit(land)
    return goals


@kernel
def offer_sources(s, t, f, goals):
    """Offers where the presence comes from: a track, the island (R15.6) or the destroyed ones."""
    frame = s.frame[f]
    spirit = frame[F_WHO]
    s.options = 0
    if goals == 0:
        return
    if frame[F_FLAGS] & codes.FROM_DESTROYED:
        if s.destroyed[spirit] > 0:
            offer(s, v.O_DESTROYED, 0, 0, 0)
        return
    panel = s.spirit[spirit]
    for track in range(2):
        if s.track[spirit, track] < t.track_length[panel, track] - 1:
            offer(s, v.O_TRACK, track, 0, 0)
    if frame[F_FLAGS] & codes.IN_GROWTH and hooks.spirit.may_regenerate(s, t, spirit):
        offer(s, v.O_DESTROYED, 0, 0, 0)
    for land in range(spaces(s)):
        if s.presence[spirit, land] > 0 and goals & ~bit(land) != 0:
            offer(s, v.O_LAND, land, 0, 0)


@kernel
def offer_goals(s, t, f):
    """Offers where the presence goes, its own land apart."""
    frame = s.frame[f]
    source = frame[reg.PRESENCE_SOURCE]
    origin = frame[reg.PRESENCE_ORIGIN] if source == codes.FROM_LAND else 0
    goals = presence_goals(s, t, f)
    s.options = 0
    for land in range(spaces(s)):
        if has_bit(goals, land) and not (source == codes.FROM_LAND and land == origin):
            offer(s, v.O_LAND, land, source, origin)


@kernel
def take_presence(s, t, f):
    """Takes the presence from its source."""
    frame = s.frame[f]
    spirit = frame[F_WHO]
    source = frame[reg.PRESENCE_SOURCE]
    if source == codes.FROM_LAND:
        s.presence[spirit, frame[reg.PRESENCE_ORIGIN]] -= 1
    elif source == codes.FROM_DESTROYED_PILE:
        s.destroyed[spirit] -= 1
        if frame[F_FLAGS] & codes.FROM_DESTROYED == 0:
            hooks.spirit.regenerated(s, spirit)
    else:
        track = source - codes.FROM_ENERGY
        s.track[spirit, track] += 1
        refresh_elements(s, t, spirit)
        gives_any = t.track_element[s.spirit[spirit], track, s.track[spirit, track]] == codes.ANY_ELEMENT
        if gives_any and frame[F_FLAGS] & codes.IN_GROWTH == 0:
            start_any_element(s, spirit, 1)


@kernel
def end_add_presence(s, f, placed):
    """Ends the placing of presence; the body runs in the land if any was placed."""
    frame = s.frame[f]
    note_result(s, f, v.RESULT_LAST, placed)
    body = frame[F_BODY]
    land = frame[F_LAND]
    pop_frame(s)
    if body >= 0 and placed > 0:
        r = push_child(s, FR_RUN, f)
        s.frame[r, F_PC] = body
        s.frame[r, F_LAND] = land


@kernel
def add_presence_step(s, t, f):
    """Adds presence: first its source, then its goal is chosen (R15.5, R15.6)."""
    frame = s.frame[f]
    spirit = frame[F_WHO]
    if frame[F_STEP] == steps.READY:
        if frame[F_N] <= 0:
            end_add_presence(s, f, frame[reg.PRESENCE_PLACED])
            return
        offer_sources(s, t, f, presence_goals(s, t, f))
        if s.options == 0:
            end_add_presence(s, f, frame[reg.PRESENCE_PLACED])
            return
        frame[F_STEP] = steps.SOURCE_ASKED
        if ask(s, v.D_SOURCE, spirit):
            return
    if frame[F_STEP] == steps.SOURCE_ASKED:
        kind = answer_kind(s)
        if kind == v.O_TRACK:
            frame[reg.PRESENCE_SOURCE] = codes.FROM_ENERGY + answer_a(s)
        elif kind == v.O_LAND:
            frame[reg.PRESENCE_SOURCE] = codes.FROM_LAND
            frame[reg.PRESENCE_ORIGIN] = answer_a(s)
        else:
            frame[reg.PRESENCE_SOURCE] = codes.FROM_DESTROYED_PILE
        offer_goals(s, t, f)
        frame[F_STEP] = steps.PLACE_ASKED
        if ask(s, v.D_PLACE, spirit):
            return
    goal = answer_a(s)
    frame[F_STEP] = steps.READY
    frame[F_N] -= 1
    frame[reg.PRESENCE_PLACED] += 1  # placed so far
    if frame[F_FLAGS] & codes.IN_GROWTH == 0:  # a power names one land for all of them
        frame[reg.PRESENCE_RANGE] = -1
        frame[F_LAND] = goal
    take_presence(s, t, f)
    arrive_presence(s, t, spirit, goal)


@kernel
def is_meant(frame, land):
    """Tells whether a step on presence concerns a land."""
    if frame[reg.LOSS_WHERE] == codes.LOSS_ON_ISLAND:
        return True
    if frame[reg.LOSS_WHERE] == codes.LOSS_ON_TARGET:
        return land == frame[F_LAND]
    return board_of(land) == board_of(frame[F_LAND])


@kernel
def destroy_presence_step(s, t, f):
    """Destroys presence of a spirit, which chooses where; with "any" the players choose whose."""
    frame = s.frame[f]
    if frame[F_STEP] == steps.ASKED:
        destroy_presence_at(s, answer_c(s), answer_a(s))
        frame[F_N] -= 1
    s.options = 0
    if frame[F_N] > 0:
        for spirit in range(s.players):
            if frame[F_WHO] >= 0 and spirit != frame[F_WHO]:
                continue
            for land in range(spaces(s)):
                if s.presence[spirit, land] > 0 and is_meant(frame, land):
                    offer(s, v.O_LAND, land, 0, spirit)
    if s.options == 0:
        pop_frame(s)
        return
    frame[F_STEP] = steps.ASKED
    ask(s, v.D_PRESENCE, max(0, frame[F_WHO]))


@kernel
def bring_along_step(s, t, f):
    """Lets pushed presence bring pieces to its new land: up to a number of each kind (Flow Like Water, Reach Like Air)."""
    frame = s.frame[f]
    origin = frame[reg.BRING_ORIGIN]
    goal = frame[reg.BRING_GOAL]
    if frame[F_STEP] == steps.BRING_ASKED:
        if answer_kind(s) == v.O_STOP:
            pop_frame(s)
            return
        kind = answer_b(s) & 15
        frame[reg.BROUGHT] += 1 << BROUGHT_BITS * kind
        frame[F_STEP] = steps.BRING_ALONG
        move_piece(s, t, f, origin, goal, kind, answer_c(s) >> 4, answer_c(s) & 15, answer_b(s) >> 4, -1)
        return
    mask = 0
    for kind in range(v.BEASTS):
        brought = frame[reg.BROUGHT] >> BROUGHT_BITS * kind & ((1 << BROUGHT_BITS) - 1)
        if frame[F_MASK] >> kind & 1 and brought < frame[F_N]:
            mask |= 1 << kind
    s.options = 0
    offer_pieces(s, origin, mask, v.O_PUSH, goal, False, False)
    if s.options == 0:
        pop_frame(s)
        return
    offer(s, v.O_STOP, 0, 0, 0)
    frame[F_STEP] = steps.BRING_ASKED
    ask(s, v.D_PIECE, frame[F_WHO])


@kernel
def push_presence_step(s, t, f):
    """Pushes one presence of a spirit to an adjacent land, if it likes; pieces may come along."""
    frame = s.frame[f]
    spirit = frame[F_WHO]
    if frame[F_STEP] >= steps.BRING_ALONG:
        bring_along_step(s, t, f)
        return
    if frame[F_STEP] == steps.READY:
        s.options = 0
        for origin in range(spaces(s)):
            if s.presence[spirit, origin] > 0:
                goals = moves_to(s, t, f, origin)
                for land in range(spaces(s)):
                    if has_bit(goals, land) and hooks.spirit.may_hold_presence(s, t, spirit, land):
                        offer(s, v.O_LAND, land, codes.FROM_LAND, origin)
        offer(s, v.O_STOP, 0, 0, 0)
        frame[F_STEP] = steps.ASKED
        if ask(s, v.D_PLACE, spirit):
            return
    if answer_kind(s) != v.O_LAND:
        pop_frame(s)
        return
    frame[reg.BRING_ORIGIN] = answer_c(s)
    frame[reg.BRING_GOAL] = answer_a(s)
    frame[F_STEP] = steps.BRING_ALONG
    s.presence[spirit, frame[reg.BRING_ORIGIN]] -= 1
    arrive_presence(s, t, spirit, frame[reg.BRING_GOAL])


@kernel
def presence_on_board(s, board):
    """Returns the presence of all spirits on a board, its ocean included."""
    total = 0
    for spirit in range(s.players):
        for land in range(board * v.SPACES_PER_BOARD, (board + 1) * v.SPACES_PER_BOARD):
            total += s.presence[spirit, land]
    return total


@kernel
def presence_on_island(s, spirit):
    """Returns a spirit's presence on the island, oceans included."""
    total = 0
    for land in range(spaces(s)):
        if not is_ocean(land) or s.presence[spirit, land] > 0:
            total += s.presence[spirit, land]
    return total
