"""Towns (T10): groups of directly adjacent structures, town tiles, river towns of the Mermaids."""

from simulator.core.agenda import answer_a, ask, offer, pop_frame, push_frame
from simulator.core.compiled import kernel
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.record.state import F_N, F_SEAT, F_STEP, FR_TOWNS
from simulator.terra_mystica.rules.conversions import converted, offer_conversions
from simulator.terra_mystica.rules.cults import start_rise
from simulator.terra_mystica.rules.hexes import NONE, add, bit, has, lowest
from simulator.terra_mystica.rules.reach import joined
from simulator.terra_mystica.rules.resources import gain, left_without, round_event, score
from simulator.terra_mystica.rules.tracks import step_ship

ANYWHERE = -1  # test all groups, not only that of one hex


@kernel
def start_towns(s, seat, hexagon):
    """Puts the test of towns on the agenda, for the group of a hex or ANYWHERE."""
    f = push_frame(s, FR_TOWNS)
    s.frame[f, F_SEAT] = seat
    s.frame[f, F_N] = hexagon


@kernel
def touches(s, t, seat, site, low, high):
    """Tells whether a structure is directly adjacent to a group, river towns of its owner included (T10.1, T10.6)."""
    if (joined(s, t, site, 0) & low) | (joined(s, t, site, 1) & high) != NONE:
        return True
    if not t.river_towns[s.faction[seat]]:
        return False
    for half in range(2):
        rivers = t.beside[site, half] & s.river_town[half]
        while rivers != NONE:
            river = half * 64 + lowest(rivers)
            if (t.beside[river, 0] & low) | (t.beside[river, 1] & high) != NONE:
                return True
            rivers &= rivers - bit(0)
    return False


@kernel
def group_around(s, t, seat, low, high):
    """Returns the own structures connected with those in a set, as two words."""
    grown = True
    while grown:
        grown = False
        for place in range(s.site_count[seat]):
            site = s.sites[seat, place]
            inside = (low if site < 64 else high) & bit(site) != NONE
            if not inside and touches(s, t, seat, site, low, high):
                if site < 64:
                    low |= bit(site)
                else:
                    high |= bit(site)
                grown = True
    return low, high


@kernel
def town_power(s, t, seat):
    """Returns the power a town of a seat needs (T10.1)."""
    needed = t.town_power
    for favor in range(v.FAVORS):
        if t.favor_town_power[favor] and s.favors[seat] >> favor & 1:
            needed = min(needed, t.favor_town_power[favor])
    return needed


@kernel
def fulfils(s, t, seat, low, high):
    """Tells whether a group has the structures and the power of a town (T10.1)."""
    power = 0
    structures = 0
    needed = t.town_structures
    for place in range(s.site_count[seat]):
        site = s.sites[seat, place]
        if (low if site < 64 else high) & bit(site) != NONE:
            power += t.strength[s.structure[site]]
            structures += 1
            if s.structure[site] == v.SANCTUARY:
                needed = t.town_with_sanctuary
    return structures >= needed and power >= town_power(s, t, seat)


@kernel
def tiles_left(s):
    """Counts the town tiles in supply."""
    left = 0
    for town in range(v.TOWNS):
        left += s.towns_left[town]
    return left


@kernel
def found_at(s, t, seat, site):
    """Lets the group of a structure found or join a town; tells whether a tile is due (T10.2, T10.3)."""
    low = bit(site) if site < 64 else NONE
    high = NONE if site < 64 else bit(site)
    low, high = group_around(s, t, seat, low, high)
    joins = (low & s.in_town[0]) | (high & s.in_town[1]) != NONE
    if not joins and (tiles_left(s) == 0 or not fulfils(s, t, seat, low, high)):
        return False
    s.in_town[0] |= low
    s.in_town[1] |= high
    return not joins


@kernel
def town_is_due(s, t, seat, hexagon):
    """Tests the group of a hex, or one group after the other; tells whether a town was founded (T10.4)."""
    for place in range(s.site_count[seat]):
        site = s.sites[seat, place]
        if (hexagon == ANYWHERE or site == hexagon) and not has(s.in_town, site) and found_at(s, t, seat, site):
            return True
    return False


@kernel
def gain_town(s, t, seat, town):
    """Gives a town tile: points, goods, keys, and what is due to its owner for any town (T10.2)."""
    faction = s.faction[seat]
    s.towns_left[town] -= 1
    s.towns[seat, town] += 1
    s.keys[seat] += t.town_keys[town]
    score(s, seat, v.V_TOWN, t.town_vp[town])
    score(s, seat, v.V_FACTION, t.vp_per_town[faction])
    round_event(s, t, seat, v.EVENT_TOWN, 1)
    gain(s, seat, t.town_gain[town])
    s.W[seat] += t.workers_per_town[faction]
    for _ in range(t.town_ship[town]):
        step_ship(s, t, seat)
    start_rise(s, seat, t.town_each[town])


@kernel
def towns_step(s, t, f):
    """Tests for towns, one at a time, and asks which tile."""
    frame = s.frame[f]
    seat = frame[F_SEAT]
    if frame[F_STEP] == 1:
        if converted(s, f, seat, 2):
            return
        frame[F_STEP] = 0
        gain_town(s, t, seat, answer_a(s))
        return
    if frame[F_STEP] == 0 and not town_is_due(s, t, seat, frame[F_N]):
        pop_frame(s)
        return
    frame[F_STEP] = 1
    s.options = 0
    there = 0
    for town in range(v.TOWNS):
        there |= (s.towns_left[town] > 0) << town
    there = left_without(there, s.without_towns[seat])
    for town in range(v.TOWNS):
        if there >> town & 1:
            offer(s, v.O_TOWN, town, 0, 0)
    offer_conversions(s, t, seat)
    ask(s, v.D_TOWN, seat)


# --- river towns (T10.6)


@kernel
def river_group(s, t, seat, river):
    """Returns the own structures around a river hex with all connected to them, none if one is in a town already."""
    low = t.beside[river, 0] & s.own[seat, 0]
    high = t.beside[river, 1] & s.own[seat, 1]
    if low | high == NONE or (low & s.in_town[0]) | (high & s.in_town[1]) != NONE:
        return NONE, NONE
    return group_around(s, t, seat, low, high)


@kernel
def could_found(s, t, seat):
    """Tells whether the structures outside towns would do for one at all."""
    low = s.own[seat, 0] & ~s.in_town[0]
    high = s.own[seat, 1] & ~s.in_town[1]
    return fulfils(s, t, seat, low, high) and tiles_left(s) > 0


@kernel
def offer_river_towns(s, t, seat):
    """Offers the river hexes at which a river town can be declared now."""
    if not t.river_towns[s.faction[seat]] or not could_found(s, t, seat):
        return
    for half in range(2):
        rivers = s.direct[seat, half] & t.river[half]
        while rivers != NONE:
            river = half * 64 + lowest(rivers)
            low, high = river_group(s, t, seat, river)
            if low | high != NONE and fulfils(s, t, seat, low, high):
                offer(s, v.O_TOWN_AT, river, 0, 0)
            rivers &= rivers - bit(0)


@kernel
def declare_river_town(s, t, seat, river):
    """Founds a river town; its tile lies on the river hex."""
    low, high = river_group(s, t, seat, river)
    s.in_town[0] |= low
    s.in_town[1] |= high
    add(s.river_town, river)
    f = push_frame(s, FR_TOWNS)
    s.frame[f, F_SEAT] = seat
    s.frame[f, F_N] = ANYWHERE
    s.frame[f, F_STEP] = 2  # the tile is due already
