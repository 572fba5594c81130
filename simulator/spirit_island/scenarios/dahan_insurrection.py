"""Dahan Insurrection (R31.6): the dahan fight. All that it changes:

- after an action the dahan it moved strike where they ended, and destroyed buildings are answered near the dahan
  (`note_moved`, `note_destroyed`, then `follow_action`, `answers_step` and `respond_step`);
- when the fear deck is empty all dahan strike, and that must win (`is_final_strike`, hook `final_strike_failed`);
- victory by lands held, defeat with fewer than 2 dahan per player (`wins`, `is_lost`).
"""

import numpy as np

from simulator.core.agenda import answer_a, ask, offer, pop_frame
from simulator.core.compiled import kernel
from simulator.spirit_island.record import codes, steps
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_ANSWERS, FR_END_ACTION, FR_RESPOND, push_frame
from simulator.spirit_island.record.state import F_ACTOR, F_LAND, F_MASK, F_N, F_STEP
from simulator.spirit_island.rules.lands import bit, board_of, has_bit, offer_lands, spaces
from simulator.spirit_island.rules.pieces import add_invader, island_count

FEWEST_DAHAN = 2  # per player
RAIDS_FIRST, RESPONSES_FIRST = 1, 2


# --- victory and defeat


@kernel
def is_held_by_invaders(s, land):
    """Tells whether towns and cities outnumber the dahan of a land."""
    return s.pieces[land, v.TOWN] + s.pieces[land, v.CITY] > s.pieces[land, v.DAHAN]


@kernel
def wins(s):
    """Tests the victory of the insurrection: no lands held by invaders, or fewer than players at terror level III."""
    held = 0
    for land in range(spaces(s)):
        held += has_bit(s.island, land) and is_held_by_invaders(s, land)
    if s.terror_level == 1:
        return False
    return held == 0 or (s.terror_level == 3 and held < s.players)


@kernel
def is_lost(s):
    """Tells whether too few dahan are left."""
    return island_count(s, v.DAHAN_MASK) < FEWEST_DAHAN * s.players


# --- what actions set off


@kernel
def note_destroyed(s, land, kind):
    """Notes a destroyed town or city, which is answered after the action."""
    s.fallen[land, kind - v.TOWN] += 1


@kernel
def note_moved(s, origin, goal):
    """Notes a moved dahan, which strikes where it ends; those that have not moved yet go first."""
    if s.raiders[origin] > s.pieces[origin, v.DAHAN]:
        s.raiders[origin] -= 1
    s.raiders[goal] += 1


@kernel
def follow_action(s):
    """Puts on the agenda what an action sets off; returns False when nothing does."""
    final = is_final_strike(s)
    raided, answered = 0, 0
    for land in range(spaces(s)):
        raided += raid_points(s, land) > 0
        answered += s.fallen[land, 0] + s.fallen[land, 1]
    if raided == 0:
        forget_raiders(s)
    if not final and raided == 0 and answered == 0:
        return False
    push_frame(s, FR_END_ACTION)
    push_frame(s, FR_ANSWERS)
    return True


@kernel
def is_final_strike(s):
    """Tells whether the dahan strike for the last time: the fear deck is empty (Coordinated Insurrection)."""
    return s.won == v.C_FEAR and not s.struck


@kernel
def raid_points(s, land):
    """Returns the damage the dahan of a land deal now: those that the action has moved, or all of them at the end."""
    if not has_bit(s.island, land):
        return 0
    if is_final_strike(s):
        return 2 * s.pieces[land, v.DAHAN]
    return min(s.raiders[land], s.pieces[land, v.DAHAN])


@kernel
def forget_raiders(s):
    """Forgets which dahan the action has moved."""
    for land in range(spaces(s)):
        s.raiders[land] = 0


@kernel
def start_raids(s):
    """Puts the damage of the dahan on the agenda (Constant Raiding)."""
    for land in range(spaces(s)):
        points = raid_points(s, land)
        if points > 0:
            d = push_frame(s, v.OP_DAMAGE)
            s.frame[d, F_LAND] = land
            s.frame[d, F_ACTOR] = board_of(land)
            s.frame[d, F_N] = points
            s.frame[d, F_MASK] = v.INVADERS_MASK
            s.frame[d, reg.DAMAGE_ACROSS] = v.WITHIN_TARGET
    if is_final_strike(s):
        s.struck = 1
    forget_raiders(s)


@kernel
def start_responses(s):
    """Puts the answers to destroyed buildings on the agenda (Military Response)."""
    for land in range(spaces(s)):
        for kind in range(2):
            for _ in range(s.fallen[land, kind]):
                r = push_frame(s, FR_RESPOND)
                s.frame[r, F_LAND] = land
                s.frame[r, F_ACTOR] = board_of(land)
                s.frame[r, reg.RESPONSE] = kind  # a town is answered by an explorer, a city by a town
            s.fallen[land, kind] = 0


@kernel
def answers_step(s, t, f):
    """Carries out what an action has set off; raids and responses come at once, in the players' order (R25.4)."""
    frame = s.frame[f]
    if frame[F_STEP] == steps.READY:
        raided, answered = 0, 0
        for land in range(spaces(s)):
            raided += raid_points(s, land)
            answered += s.fallen[land, 0] + s.fallen[land, 1]
        frame[F_STEP] = steps.ASKED
        s.options = 0
        offer(s, v.O_ORDER, RAIDS_FIRST, codes.ORDER_ANSWER, 0)
        if raided > 0 and answered > 0 and not is_final_strike(s):
            offer(s, v.O_ORDER, RESPONSES_FIRST, codes.ORDER_ANSWER, 0)
        if ask(s, v.D_ORDER, 0):
            return
    pop_frame(s)
    if answer_a(s) == RAIDS_FIRST:
        start_responses(s)
        start_raids(s)
    else:
        start_raids(s)
        start_responses(s)


@kernel
def nearest_dahan_lands(s, t, land):
    """Returns the lands with dahan nearest to a land; it may be that land itself."""
    for distance in range(v.MAX_RANGE + 1):
        found = np.int64(0)
        near = t.near[s.layout, distance, land] & s.island
        for other in range(spaces(s)):
            if has_bit(near, other) and s.pieces[other, v.DAHAN] > 0:
                found |= bit(other)
        if found != 0:
            return found
    return np.int64(0)


@kernel
def respond_step(s, t, f):
    """Adds the invader that answers a destroyed building, in the nearest land with dahan (Military Response)."""
    frame = s.frame[f]
    if frame[F_STEP] == steps.READY:
        lands = nearest_dahan_lands(s, t, frame[F_LAND])
        s.options = 0
        offer_lands(s, lands)
        if s.options == 0:
            pop_frame(s)
            return
        frame[F_STEP] = steps.ASKED
        if ask(s, v.D_LAND, frame[F_ACTOR]):
            return
    kind = frame[reg.RESPONSE]
    pop_frame(s)
    add_invader(s, t, answer_a(s), kind)
