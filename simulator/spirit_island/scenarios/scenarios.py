"""What scenarios add: Guard the Isle's Heart, the Ritual of Terror, the Dahan Insurrection (R31.6)."""

import numpy as np

from simulator.core.agenda import answer_a, ask, offer, pop_frame
from simulator.core.compiled import kernel
from simulator.spirit_island.record import codes, steps
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_END_ACTION, FR_FEAR_STEP, push_frame
from simulator.spirit_island.record.state import (
    F_ACTOR,
    F_FLAGS,
    F_LAND,
    F_MASK,
    F_N,
    F_STEP,
    F_WHO,
)
from simulator.spirit_island.rules.cards import draw_card, own_card
from simulator.spirit_island.rules.lands import bit, board_spaces, has_bit, may_hold_presence, offer_lands, spaces
from simulator.spirit_island.rules.pieces import add_invader, take_piece

RITUAL_ENERGY = RITUAL_PRESENCE = 3
RITUAL_DAHAN = 3  # per player


# --- Guard the Isle's Heart


@kernel
def inner_land(s, t, board):
    """Returns the inner land of a board."""
    for land in range(board * v.SPACES_PER_BOARD, (board + 1) * v.SPACES_PER_BOARD):
        if has_bit(t.layout_inner[s.layout], land):
            return land
    return board * v.SPACES_PER_BOARD + 1


@kernel
def heart_goal(s, t, spirit):
    """Returns the land of the added presence: the inner land, or the nearest one legal for the spirit on its board."""
    inner = inner_land(s, t, spirit)
    for distance in range(v.MAX_RANGE):
        for land in range(spaces(s)):
            near = t.near[s.layout, distance, inner] & s.island & board_spaces(spirit)
            if has_bit(near, land) and may_hold_presence(s, t, spirit, land):
                return land
    return inner


@kernel
def set_up_heart(s, t):
    """Removes all towns, settles the inner lands and deals each spirit a minor and a major power."""
    for land in range(spaces(s)):
        while s.pieces[land, v.TOWN] > 0:
            remove_town(s, land)
    for spirit in range(s.players - 1, -1, -1):
        add_invader(s, t, inner_land(s, t, spirit), v.EXPLORER)
        f = push_frame(s, v.OP_ADD_PRESENCE)
        s.frame[f, F_ACTOR] = spirit
        s.frame[f, F_WHO] = spirit
        s.frame[f, F_N] = 1
        s.frame[f, reg.PRESENCE_RANGE] = -1
        s.frame[f, F_LAND] = heart_goal(s, t, spirit)
        for deck in range(2):
            card = draw_card(s, deck)
            if card >= 0:
                own_card(s, spirit, card, v.HAND)


@kernel
def remove_town(s, land):
    """Removes one town, a marked one first (thematic boards print strife)."""
    for mark in range(s.marks):
        if s.mark_land[mark] == land and s.mark_kind[mark] == v.TOWN:
            take_piece(s, land, v.TOWN, s.mark_hits[mark], s.mark_strife[mark], s.mark_note[mark])
            return
    take_piece(s, land, v.TOWN, 0, 0, 0)


# --- Rituals of Terror


@kernel
def may_hold_ritual(s, land):
    """Tells whether the Ritual of Terror can be held in a land now."""
    energy = 0
    presence = 0
    for spirit in range(s.players):
        if s.presence[spirit, land] == 0:
            return False
        energy += s.energy[spirit]
        presence += s.presence[spirit, land]
    enough_dahan = s.pieces[land, v.DAHAN] >= RITUAL_DAHAN * s.players
    return enough_dahan and energy >= RITUAL_ENERGY and presence >= RITUAL_PRESENCE


@kernel
def offer_rituals(s):
    """Offers the lands in which the Ritual of Terror can be held, between powers."""
    if s.scenario == v.RITUALS_OF_TERROR:
        for land in range(spaces(s)):
            if has_bit(s.island, land) and may_hold_ritual(s, land):
                offer(s, v.O_RITUAL, land, 0, 0)


@kernel
def start_ritual(s, land):
    """Puts the parts of a ritual on the agenda: price, terror, all earned fear cards, the dahan scatter."""
    push_frame(s, FR_END_ACTION)
    p = push_frame(s, v.OP_PUSH)
    s.frame[p, F_LAND] = land
    s.frame[p, F_N] = v.ALL
    s.frame[p, F_MASK] = v.DAHAN_MASK
    s.frame[p, F_FLAGS] = codes.SPREAD | codes.EVENLY
    push_frame(s, FR_FEAR_STEP)
    if s.terror_level == 3:
        s.won = v.C_SCENARIO
    s.terror_level = min(3, s.terror_level + 1)
    d = push_frame(s, v.OP_DESTROY_PRESENCE)
    s.frame[d, F_LAND] = land
    s.frame[d, F_N] = RITUAL_PRESENCE
    s.frame[d, reg.LOSS_WHERE] = codes.LOSS_ON_TARGET
    s.frame[d, F_WHO] = -1
    e = push_frame(s, v.OP_SHARED_PAY)
    s.frame[e, F_N] = RITUAL_ENERGY
    s.frame[e, reg.PAY_ELEMENT] = codes.NO_ELEMENT


# --- Dahan Insurrection


@kernel
def is_held_by_invaders(s, land):
    """Tells whether towns and cities outnumber the dahan of a land."""
    return s.pieces[land, v.TOWN] + s.pieces[land, v.CITY] > s.pieces[land, v.DAHAN]


@kernel
def insurrection_wins(s):
    """Tests the victory of the insurrection: no lands held by invaders, or fewer than players at terror level III."""
    held = 0
    for land in range(spaces(s)):
        held += has_bit(s.island, land) and is_held_by_invaders(s, land)
    if s.terror_level == 1:
        return False
    return held == 0 or (s.terror_level == 3 and held < s.players)


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
