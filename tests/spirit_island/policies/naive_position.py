"""The plain form of what the ledger keeps up to date: the features of a position, all reckoned anew."""

import numpy as np

from policies.spirit_island import vocabulary as p
from policies.spirit_island.foresight import read_invader_cards
from policies.spirit_island.outlook import add_land
from policies.spirit_island.position import add_builds_beside, add_ending
from simulator.core.compiled import kernel
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.rules.lands import has_bit, is_sacred_site, spaces
from simulator.spirit_island.rules.spirits import track_value


@kernel
def count_bits(lands):
    """Returns how many lands a set holds."""
    found = 0
    while lands != 0:
        lands &= lands - 1
        found += 1
    return found


@kernel
def add_lands(s, t, m, out):
    """Adds the features of all lands; returns the lands with buildings."""
    sources = np.int64(0)
    for land in range(spaces(s)):
        explorers = s.pieces[land, v.EXPLORER]
        towns = s.pieces[land, v.TOWN]
        cities = s.pieces[land, v.CITY]
        dahan = s.pieces[land, v.DAHAN]
        tokens = s.expansion and s.pieces[land, v.BEASTS] + s.pieces[land, v.WILDS] + s.pieces[land, v.DISEASE] > 0
        if explorers + towns + cities + dahan > 0 or tokens:
            add_land(s, t, m, out, land, explorers, towns, cities, dahan)
            if towns + cities > 0:
                sources |= np.int64(1) << land
    return sources


@kernel
def add_reach(s, t, out, sources):
    """Adds how much of the island the invaders can explore (R9.3)."""
    reach = t.layout_coastal[s.layout]
    for land in range(spaces(s)):
        if has_bit(sources, land):
            reach |= t.near[s.layout, 1, land]
    out[p.P_EXPLORE_REACH] += count_bits(reach & s.island)


@kernel
def invader_lands(s):
    """Returns the lands with invaders."""
    lands = np.int64(0)
    for land in range(spaces(s)):
        if s.pieces[land, v.EXPLORER] + s.pieces[land, v.TOWN] + s.pieces[land, v.CITY] > 0:
            lands |= np.int64(1) << land
    return lands


@kernel
def add_spirit(s, t, k, out, spirit, hostile):
    """Adds the features of one spirit; `hostile` are the lands with invaders."""
    panel = s.spirit[spirit]
    reach = np.int64(0)
    for land in range(spaces(s)):
        here = s.presence[spirit, land]
        if here > 0:
            out[p.P_PRESENCE] += here
            out[p.P_PRESENCE_LANDS] += 1
            out[p.P_SACRED_SITES] += is_sacred_site(s, t, spirit, land)
            reach |= t.near[s.layout, 1, land]
    out[p.P_INVADERS_IN_REACH] += count_bits(reach & hostile)
    out[p.P_INCOME] += track_value(s, t, spirit, v.ENERGY_TRACK)
    out[p.P_PLAYS] += track_value(s, t, spirit, v.PLAYS_TRACK)
    for track in range(2):
        for space in range(s.track[spirit, track] + 1):
            out[p.P_TRACK_ELEMENTS] += t.track_element[panel, track, space] >= 0
            out[p.P_RECLAIM_SPACES] += t.track_reclaim[panel, track, space]
    out[p.P_ENERGY] += min(4, s.energy[spirit])
    out[p.P_ENERGY_TO_SPARE] += min(8, max(0, s.energy[spirit] - 4))
    for card in range(s.cards[spirit]):
        taste = k.taste[panel, s.own_card[spirit, card]]
        out[p.P_CARD_QUALITY] += taste
        if s.own_zone[spirit, card] == v.HAND:
            out[p.P_HAND] += 1
            out[p.P_HAND_QUALITY] += taste
        else:
            out[p.P_DISCARD] += 1


@kernel
def read_plainly(s, t, k, m):
    """Fills `m.features` with the features of a position."""
    out = m.features
    for feature in range(len(p.FEATURES)):
        out[feature] = 0.0
    read_invader_cards(s, t, m)
    sources = add_lands(s, t, m, out)
    add_reach(s, t, out, sources)
    add_builds_beside(s, t, m, out)
    hostile = invader_lands(s)
    for spirit in range(s.players):
        add_spirit(s, t, k, out, spirit, hostile)
    for feature in range(len(p.FEATURES)):
        out[feature] /= s.players
    add_ending(s, t, k, out)
