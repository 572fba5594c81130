"""Ward the Shores (R31.6): every coastal land needs a warding pattern. All that it changes:

- a spirit may play one card a turn face down, without cost or elements (`offer_face_down`, `play_face_down`), and use
  it like a power to ward a land of its sacred sites for energy (`offer_uses`, `place_ward`);
- a ward defends its land and breaks when blight comes (`defend`, `break_ward`);
- the fear deck has no end and does not win (`fear_cards_below`, hook `fear_wins`);
- stage III cards bring towns where they explore (`surge`);
- all shores warded at terror level II or III win, nothing else does (`wins`).
"""

import numpy as np

from simulator.core.agenda import answer_a, answer_b, answer_c, offer
from simulator.core.chance import shuffle, swap
from simulator.core.compiled import kernel
from simulator.spirit_island import hooks
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_END_ACTION, push_frame
from simulator.spirit_island.rules.explore import add_to_lands
from simulator.spirit_island.rules.lands import bit, has_bit, sacred_lands, spaces, within
from simulator.spirit_island.rules.powers import NEVER, NORMALLY, how_early, spend_grant

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
def play_face_down(s, spirit):
    """Plays the chosen card face down: it costs nothing, takes a card play and gives no elements."""
    card = answer_a(s)
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
    """Returns the energy for a ward in a land; 1 more where its rule reaches farther; -1 = it cannot be put there."""
    price = WARD_PRICE * (s.pieces[land, v.BLIGHT] + s.pieces[land, v.TOWN] + s.pieces[land, v.CITY])
    if has_bit(reach, land):
        return np.int64(price)
    if reach != 0 and hooks.spirit.reaches_for_energy(s, t, spirit, land):  # it still takes a sacred site
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
def offer_uses(s, t, spirit, phase):
    """Offers wards in a phase: slow, as face-down cards are, unless something makes them fast."""
    how = NORMALLY if phase == v.SLOW else how_early(s, t, spirit)
    if how != NEVER:
        offer_wards(s, t, spirit, how)


@kernel
def use_ward(s, t, phase):
    """Puts the chosen ward into its land; one that is placed early uses up what makes it fast."""
    spend_grant(s, t, answer_b(s), answer_c(s))
    place_ward(s, t, phase)


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
def wins(s, t):
    """Tests the victory: all shores warded, at terror level II or III."""
    return s.terror_level >= 2 and are_shores_warded(s, t)


# --- wards and blight, the invaders' surge


@kernel
def defend(s, land):
    """Returns what a ward defends."""
    return WARD_DEFENDS if has_bit(s.wards, land) else 0


@kernel
def break_ward(s, land):
    """Takes away the ward of a land to which blight has come."""
    s.wards &= ~bit(land)


@kernel
def surge(s, t, card, lands):
    """Adds a town to each land explored by a stage III card, Brandenburg-Prussia's early one apart (UNSURE)."""
    if t.invader_stage[card] == 3 and s.invader_top != s.early_stage_3:
        add_to_lands(s, t, lands, v.TOWN)


# --- the fear deck without an end


@kernel
def fear_cards_below(s):
    """Returns the cards left below the dividers; when there are none the resolved ones are a new deck."""
    if s.fear_top >= s.fear_cards:
        reshuffle_fear_deck(s)
    return s.fear_cards - s.fear_top


@kernel
def reshuffle_fear_deck(s):
    """Makes a new fear deck of the resolved cards; those earned and not resolved stay above its top."""
    s.fear_top = 0
    for k in range(s.fear_cards):
        for waiting in range(s.earned_count):
            if s.fear_deck[k] == s.earned[waiting]:
                swap(s.fear_deck, k, s.fear_top)
                s.fear_top += 1
                break
    shuffle(s, v.STREAM_FEAR_DECK, s.fear_deck, s.fear_top, s.fear_cards)
