"""Adjacency and reach (T7): what a seat's structures touch, by land, bridge, ship, tunnel or carpet.

All sets are asked for word by word, so that compiled code keeps them in registers.
"""

from simulator.core.compiled import kernel
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.rules.hexes import NONE, add, bit, has
from simulator.terra_mystica.rules.resources import has_stronghold


@kernel
def shipping(s, t, seat):
    """Returns the shipping level in the action phase, with the card held (T7.4)."""
    level = s.ship[seat]
    if t.ship_max[s.faction[seat]] > 0 and s.card[seat] >= 0 and s.phase == v.ACTIONS:
        level += t.card_ship[s.card[seat]]
    return level


@kernel
def joined(s, t, hexagon, half):
    """Returns one word of the hexes directly adjacent to a hex: beside it, or over a bridge, whoever built it (T7.1)."""
    word = t.beside[hexagon, half]
    for bridge in range(s.bridges):
        site = s.bridge_site[bridge]
        for end in range(2):
            other = t.site[site, 1 - end]
            if t.site[site, end] == hexagon and other >> 6 == half:
                word |= bit(other)
    return word


@kernel
def neighbours_power(s, t, hexagon, seat):
    """Returns the power of the structures of a seat that are directly adjacent to a hex (T8.5)."""
    power = 0
    for half in range(2):
        word = joined(s, t, hexagon, half) & s.own[seat, half]
        if word != NONE:
            for place in range(s.site_count[seat]):
                site = s.sites[seat, place]
                if site >> 6 == half and word & bit(site) != NONE:
                    power += t.strength[s.structure[site]]
    return power


@kernel
def has_opponent_beside(s, t, hexagon, seat):
    """Tells whether an opponent's structure is directly adjacent to a hex (T8.2)."""
    for half in range(2):
        if joined(s, t, hexagon, half) & s.built[half] & ~s.own[seat, half] != NONE:
            return True
    return False


@kernel
def over_water(s, t, seat, level, half):
    """Returns one word of the hexes that a shipping level reaches from the structures of a seat (T7.2a)."""
    word = NONE
    if level > 0:
        for place in range(s.site_count[seat]):
            word |= t.by_ship[level, s.sites[seat, place], half]
    return word


@kernel
def leapt(s, t, seat, half):
    """Returns one word of the hexes that a tunnel or carpet reaches, those adjacent anyway excluded (T7.5)."""
    word = NONE
    for place in range(s.site_count[seat]):
        word |= t.by_skip[s.skip[seat], s.sites[seat, place], half]
    return word & ~s.direct[seat, half]


@kernel
def reached(s, t, seat, half):
    """Returns one word of the empty land that a seat reaches without tunnel or carpet (T7.3)."""
    return (s.direct[seat, half] | over_water(s, t, seat, shipping(s, t, seat), half)) & t.land[half] & ~s.built[half]


@kernel
def skip_rate(s, seat):
    """Returns which of its two prices a tunnel or carpet has for a seat (T7.5); a part cannot return the price itself."""
    return 1 if has_stronghold(s, seat) else 0


@kernel
def note_neighbours(s, t, seat, hexagon):
    """Adds what a new structure touches to what its owner reaches directly."""
    for half in range(2):
        s.direct[seat, half] |= joined(s, t, hexagon, half)


@kernel
def note_bridge(s, t, site):
    """Lets every seat with a structure at one end of a new bridge reach the other end."""
    for seat in range(s.players):
        for end in range(2):
            if has(s.own[seat], t.site[site, end]):
                add(s.direct[seat], t.site[site, 1 - end])
