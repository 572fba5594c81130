"""Ward the Shores: cards played face down, warding patterns, the fear deck without an end, the victory (R31.6)."""

import numpy as np

from simulator.core.agenda import answer_a, answer_b, offer
from simulator.core.compiled import kernel
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_END_ACTION, push_frame
from simulator.spirit_island.rules.lands import bit, has_bit, has_rule, sacred_lands, spaces, within

WARD_DEFENDS = 3
WARD_PRICE = 2  # energy per blight, town and city in the land


@kernel
def offer_face_down(s, spirit):
    """Offers the cards in hand as the one card a spirit may play face down in a turn."""
    if s.face_down[spirit]:
        return
    for k in range(s.cards[spirit]):
        if s.own_zone[spirit, k] == v.HAND:
            offer(s, v.O_FACE_DOWN, s.own_card[spirit, k], 0, 0)


@kernel
def play_face_down(s, spirit, card):
    """Plays a card face down: it costs nothing, takes a card play and gives no elements."""
    for k in range(s.cards[spirit]):
        if s.own_card[spirit, k] == card:
            s.own_zone[spirit, k] = v.FACE_DOWN
            s.own_used[spirit, k] = 0
    s.plays_made[spirit] += 1
    s.face_down[spirit] = 1


@kernel
def find_face_down(s, spirit):
    """Returns the place of a spirit's unused face-down card among its own, -1 = none."""
    for k in range(s.cards[spirit]):
        if s.own_zone[spirit, k] == v.FACE_DOWN and s.own_used[spirit, k] == 0:
            return k
    return -1


@kernel
def ward_reach(s, t, spirit):
    """Returns the lands within range 0 of the spirit's sacred sites, with the range bonuses of powers (R14.7)."""
    origins = sacred_lands(s, t, spirit)
    for other in range(s.players):
        if s.shares[spirit] >> other & 1:
            origins |= sacred_lands(s, t, other)
    reach = within(s, t, origins, s.range_bonus[spirit])
    if s.coastal_range_bonus[spirit] > 0:
        further = within(s, t, origins, s.range_bonus[spirit] + s.coastal_range_bonus[spirit])
        reach |= further & t.layout_coastal[s.layout]
    return reach & s.island


@kernel
def ward_price(s, t, spirit, land, reach):
    """Returns the energy for a ward in a land; Shadows pays 1 more out of range; -1 = it cannot be put there."""
    price = WARD_PRICE * (s.pieces[land, v.BLIGHT] + s.pieces[land, v.TOWN] + s.pieces[land, v.CITY])
    if has_bit(reach, land):
        return np.int64(price)
    if has_rule(s, t, spirit, v.SHADOWS_OF_THE_DAHAN) and s.pieces[land, v.DAHAN] > 0:
        return np.int64(price + 1)
    return np.int64(-1)


@kernel
def offer_wards(s, t, spirit, how):
    """Offers the lands a spirit can ward with its face-down card; one ward per land (UNSURE: they do not stack)."""
    if find_face_down(s, spirit) < 0:
        return
    reach = ward_reach(s, t, spirit)
    for land in range(spaces(s)):
        if has_bit(s.island & ~s.wards, land):
            price = ward_price(s, t, spirit, land, reach)
            if 0 <= price <= s.energy[spirit]:
                offer(s, v.O_WARD, land, spirit, how)


@kernel
def place_ward(s, t, phase):
    """Pays for the chosen ward and puts it into its land: one use of a power."""
    land = answer_a(s)
    spirit = answer_b(s)
    s.energy[spirit] -= ward_price(s, t, spirit, land, ward_reach(s, t, spirit))
    s.own_used[spirit, find_face_down(s, spirit)] = phase + 1
    s.wards |= bit(land)
    push_frame(s, FR_END_ACTION)


@kernel
def are_shores_warded(s, t):
    """Tells whether every coastal land of the island bears a ward."""
    return t.layout_coastal[s.layout] & s.island & ~s.wards == 0


@kernel
def is_surge(s, t, card):
    """Tells whether the explore of a card adds towns: stage III, the early card of Brandenburg-Prussia apart (UNSURE)."""
    return t.invader_stage[card] == 3 and s.invader_top != s.early_stage_3
