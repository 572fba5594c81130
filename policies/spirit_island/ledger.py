"""The ledger of a position: what every land and every spirit adds to its features, brought up to date by what changed.

Nearly all positions that a policy looks at differ from the one before in a land or two. So the ledger keeps what it has
seen of a state and reckons anew only what differs. Its entries are whole numbers, whose sums are exact in any order, but
for threat and the quality of cards, which are summed in order. The plain form, which reckons everything anew, stands in
`tests/spirit_island/policies/naive_position.py`; both agree to the last bit.
"""

import numpy as np

from policies.spirit_island import vocabulary as p
from policies.spirit_island.foresight import read_invader_cards
from policies.spirit_island.outlook import add_land, has_threats
from simulator.core.compiled import kernel
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.state import MAX_OWN_CARDS
from simulator.spirit_island.rules.lands import bit, count_bits, has_bit, is_sacred_site, spaces, within
from simulator.spirit_island.rules.spirits import track_value
from simulator.spirit_island.spirits.bearers import has_rule

ALL_LANDS = np.int64((1 << v.MAX_LANDS) - 1)
NOW, LATE = range(2)  # how the island is looked at: as it is, and as slow powers will find it
ALL_SPIRITS = np.int64((1 << v.MAX_PLAYERS) - 1)


# --- what has changed


@kernel
def pack(numbers):
    """Packs a few small numbers into one."""
    packed = np.int64(0)
    for place in range(len(numbers)):
        packed = packed << 8 | (numbers[place] & 255)
    return packed


@kernel
def note(seen, place, value):
    """Notes a number; returns the bits in which it differs from what was seen there before."""
    differs = seen[place] ^ value
    seen[place] = value
    return differs


@kernel
def note_circumstances(s, m):
    """Notes all that the entries of every land rest on; tells whether anything has changed."""
    changed = note(m.circumstances, 0, s.island)
    changed |= note(m.circumstances, 1, np.int64(s.layout) << 32 | s.players << 16 | s.expansion << 8 | (s.scenario & 255))
    changed |= note(m.circumstances, 2, s.adversary_rules)
    changed |= note(m.circumstances, 3, pack(s.spirit))
    changed |= note(m.circumstances, 4, pack(s.health) << 8 | (s.strife_health & 255))
    changed |= note(m.circumstances, 5, pack(s.ward))
    changed |= note(m.circumstances, 6, s.wards)
    changed |= note(m.circumstances, 7, s.turn_rule[v.DEFEND_PER_DAHAN])
    return changed != 0


@kernel
def changed_actions(s, m):
    """Returns the lands in which other actions of the invaders are foreseen than before, or may be."""
    lands = note(m.seen_actions, 0, m.early_build)
    lands |= note(m.seen_actions, 1, m.ravage_now)
    lands |= note(m.seen_actions, 2, m.build_now)
    lands |= note(m.seen_actions, 3, m.next_ravage)
    lands |= note(m.seen_actions, 4, m.next_build)
    if s.skips > 0 or m.seen_skips > 0:  # they have conditions that may look at anything
        lands |= m.early_build | m.ravage_now | m.build_now
    m.seen_skips = s.skips
    return lands


@kernel
def has_changed(s, m, land):
    """Tells whether the pieces of a land, or effects of this turn in it, are not those in the ledger."""
    differs = 0
    for kind in range(len(v.PIECES)):
        differs |= s.pieces[land, kind] ^ m.seen_pieces[land, kind]
    differs |= s.defend[land] ^ m.seen_defend[land]
    differs |= s.land_rules[land] ^ m.seen_rules[land]
    differs |= s.dahan_health[land] ^ m.seen_dahan_health[land]
    return differs != 0


@kernel
def changed_presence(s, t, m):
    """Returns the lands where presence came or went, for one that looks around those next to it; notes the spirits."""
    lands = np.int64(0)
    for spirit in range(s.players):
        differs = 0
        for land in range(v.MAX_LANDS):
            differs |= s.presence[spirit, land] ^ m.seen_presence[spirit, land]
        if differs == 0:
            continue
        m.stale_spirits |= 1 << spirit
        steps = 1 if has_rule(s, t, spirit, v.SWORN_TO_VICTORY) else 0
        for land in range(v.MAX_LANDS):
            if s.presence[spirit, land] != m.seen_presence[spirit, land]:
                lands |= t.near[s.layout, steps, land]
                m.seen_presence[spirit, land] = s.presence[spirit, land]
    return lands


@kernel
def strife_lands(s):
    """Returns the lands with strife."""
    lands = np.int64(0)
    for mark in range(s.marks):
        if s.mark_strife[mark] > 0:
            lands |= bit(s.mark_land[mark])
    return lands


# --- lands


@kernel
def enter_land(s, t, m, land):
    """Reckons a land anew."""
    out = m.local
    for feature in range(p.LAND_TERMS):
        out[feature] = 0.0
    explorers = s.pieces[land, v.EXPLORER]
    towns = s.pieces[land, v.TOWN]
    cities = s.pieces[land, v.CITY]
    add_land(s, t, m, out, land, explorers, towns, cities, s.pieces[land, v.DAHAN])
    here = m.land_terms[land]
    for feature in range(p.LAND_TERMS):
        m.land_total[feature] += out[feature] - here[feature]
        here[feature] = out[feature]
    for kind in range(len(v.PIECES)):
        m.seen_pieces[land, kind] = s.pieces[land, kind]
    m.seen_defend[land] = s.defend[land]
    m.seen_rules[land] = s.land_rules[land]
    m.seen_dahan_health[land] = s.dahan_health[land]
    m.hostile = m.hostile & ~bit(land) | np.int64(explorers + towns + cities > 0) << land
    m.sources = m.sources & ~bit(land) | np.int64(towns + cities > 0) << land
    m.changes += 1
    m.stale_lands &= ~bit(land)
    m.worth_known[NOW] &= ~bit(land)
    m.worth_known[LATE] &= ~bit(land)


@kernel
def clear_lands(m):
    """Empties the ledger of lands, when what all entries rest on has changed."""
    for feature in range(p.LAND_TERMS):
        m.land_total[feature] = 0.0
        for land in range(v.MAX_LANDS):
            m.land_terms[land, feature] = 0.0
    m.hostile = 0
    m.sources = 0
    m.strifes = 0
    m.reach_from = -1
    m.stale_spirits = ALL_SPIRITS


@kernel
def look_around(s, t, m):
    """Notes what has changed for several lands at once: their entries are stale."""
    read_invader_cards(s, t, m)
    if note_circumstances(s, m):
        clear_lands(m)
        m.stale_lands = ALL_LANDS
    m.stale_lands |= changed_actions(s, m) | changed_presence(s, t, m)
    if s.marks > 0 or m.strifes != 0:
        strifes = strife_lands(s)
        m.stale_lands |= strifes | m.strifes
        m.strifes = strifes
    m.worth_known[NOW] &= ~m.stale_lands
    m.worth_known[LATE] &= ~m.stale_lands


@kernel
def enter_lands(s, t, m):
    """Brings all lands in the ledger up to date; `look_around` must have been called for this position."""
    for land in range(spaces(s)):
        if has_bit(m.stale_lands, land) or has_changed(s, m, land):
            enter_land(s, t, m, land)
    m.stale_lands = 0


@kernel
def explore_reach(s, t, m):
    """Returns how many lands the invaders can explore (R9.3)."""
    if m.reach_from != m.sources:
        reach = t.layout_coastal[s.layout] | within(s, t, m.sources, 1)
        m.explore_reach = count_bits(reach & s.island)
        m.reach_from = m.sources
    return m.explore_reach


# --- spirits


@kernel
def enter_presence(s, t, m, spirit):
    """Reckons the presence of a spirit anew."""
    entry = m.spirit_terms[spirit]
    entry[p.P_PRESENCE] = 0.0
    entry[p.P_PRESENCE_LANDS] = 0.0
    entry[p.P_SACRED_SITES] = 0.0
    reach = np.int64(0)
    for land in range(spaces(s)):
        here = s.presence[spirit, land]
        if here > 0:
            entry[p.P_PRESENCE] += here
            entry[p.P_PRESENCE_LANDS] += 1
            entry[p.P_SACRED_SITES] += is_sacred_site(s, t, spirit, land)
            reach |= t.near[s.layout, 1, land]
    m.spirit_reach[spirit] = reach


@kernel
def enter_tracks(s, t, m, spirit):
    """Reckons the tracks of a spirit anew."""
    panel = s.spirit[spirit]
    entry = m.spirit_terms[spirit]
    entry[p.P_INCOME] = track_value(s, t, spirit, v.ENERGY_TRACK)
    entry[p.P_PLAYS] = track_value(s, t, spirit, v.PLAYS_TRACK)
    entry[p.P_TRACK_ELEMENTS] = 0.0
    entry[p.P_RECLAIM_SPACES] = 0.0
    for track in range(2):
        m.seen_track[spirit, track] = s.track[spirit, track]
        for space in range(s.track[spirit, track] + 1):
            entry[p.P_TRACK_ELEMENTS] += t.track_element[panel, track, space] >= 0
            entry[p.P_RECLAIM_SPACES] += t.track_reclaim[panel, track, space]


@kernel
def cards_changed(s, m, spirit):
    """Tells whether a spirit's cards are not those in the ledger, and notes them."""
    differs = s.cards[spirit] ^ m.seen_cards[spirit]
    for card in range(MAX_OWN_CARDS):
        differs |= np.int64(s.own_card[spirit, card]) ^ np.int64(m.seen_own_card[spirit, card])
        differs |= s.own_zone[spirit, card] ^ m.seen_own_zone[spirit, card]
    if differs == 0:
        return False
    m.seen_cards[spirit] = s.cards[spirit]
    for card in range(MAX_OWN_CARDS):
        m.seen_own_card[spirit, card] = s.own_card[spirit, card]
        m.seen_own_zone[spirit, card] = s.own_zone[spirit, card]
    return True


@kernel
def enter_cards(s, k, m):
    """Reckons the cards of all spirits anew."""
    cards = m.card_terms
    for feature in range(p.P_HAND, p.P_CONSTANT):
        cards[feature] = 0.0
    for spirit in range(s.players):
        panel = s.spirit[spirit]
        for card in range(s.cards[spirit]):
            taste = k.taste[panel, s.own_card[spirit, card]]
            cards[p.P_CARD_QUALITY] += taste
            if s.own_zone[spirit, card] == v.HAND:
                cards[p.P_HAND] += 1
                cards[p.P_HAND_QUALITY] += taste
            else:
                cards[p.P_DISCARD] += 1


@kernel
def enter_spirits(s, t, k, m):
    """Brings the spirits in the ledger up to date; `enter_lands` must have been called for this position."""
    dealt = m.stale_spirits == ALL_SPIRITS
    for spirit in range(s.players):
        if m.stale_spirits >> spirit & 1:
            enter_presence(s, t, m, spirit)
        moved = s.track[spirit, 0] != m.seen_track[spirit, 0] or s.track[spirit, 1] != m.seen_track[spirit, 1]
        if moved or m.stale_spirits == ALL_SPIRITS:
            enter_tracks(s, t, m, spirit)
        dealt |= cards_changed(s, m, spirit)
    m.stale_spirits = 0
    if dealt:
        enter_cards(s, k, m)


# --- the sums


@kernel
def add_lands(s, t, m, out):
    """Adds the features of all lands."""
    for feature in range(p.LAND_TERMS):
        out[feature] += m.land_total[feature]
    out[p.P_EXPLORE_REACH] += explore_reach(s, t, m)
    if has_threats(s):  # the only one that need not be whole: summed in order, not as it came and went
        out[p.P_THREAT] = 0.0
        for land in range(spaces(s)):
            out[p.P_THREAT] += m.land_terms[land, p.P_THREAT]


@kernel
def add_spirits(s, m, out):
    """Adds the features of all spirits."""
    for spirit in range(s.players):
        entry = m.spirit_terms[spirit]
        for feature in range(p.P_PRESENCE, p.P_HAND):
            out[feature] += entry[feature]
        out[p.P_INVADERS_IN_REACH] += count_bits(m.spirit_reach[spirit] & m.hostile)
        out[p.P_ENERGY] += min(4, s.energy[spirit])
        out[p.P_ENERGY_TO_SPARE] += min(8, max(0, s.energy[spirit] - 4))
    for feature in range(p.P_HAND, p.P_CONSTANT):
        out[feature] += m.card_terms[feature]
