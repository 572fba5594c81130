"""The final score: area, cults, resources (T15)."""

from simulator.core.compiled import kernel
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.rules.hexes import NONE, bit
from simulator.terra_mystica.rules.reach import joined
from simulator.terra_mystica.rules.resources import score, spend_power

PLACES = 3


@kernel
def linked(s, t, seat, site, half):
    """Returns one word of the hexes linked directly or indirectly with a site at the end (T15.2)."""
    word = joined(s, t, site, half)
    if s.ship[seat] > 0:
        word |= t.by_ship[s.ship[seat], site, half]
    if s.skip[seat] > 0:
        word |= t.by_skip[s.skip[seat], site, half]
    return word


@kernel
def group_size(s, t, seat, start):
    """Counts the own structures linked with one, itself included."""
    low = bit(start) if start < 64 else NONE
    high = NONE if start < 64 else bit(start)
    members = 1
    grown = True
    while grown:
        grown = False
        for place in range(s.site_count[seat]):
            site = s.sites[seat, place]
            inside = (low if site < 64 else high) & bit(site) != NONE
            if not inside and (linked(s, t, seat, site, 0) & low) | (linked(s, t, seat, site, 1) & high) != NONE:
                if site < 64:
                    low |= bit(site)
                else:
                    high |= bit(site)
                members += 1
                grown = True
    return members


@kernel
def largest_group(s, t, seat):
    """Returns the size of the largest linked group of a seat."""
    largest = 0
    for place in range(s.site_count[seat]):
        largest = max(largest, group_size(s, t, seat, s.sites[seat, place]))
    return largest


@kernel
def award(s, values, prizes, source):
    """Gives the prizes of a ranking; who tie share what their places win, rounded down (T15.4)."""
    for seat in range(s.players):
        better = 0
        equal = 0
        for other in range(s.players):
            better += values[other] > values[seat]
            equal += values[other] == values[seat]
        total = 0
        for place in range(better, min(better + equal, PLACES)):
            total += prizes[place]
        if values[seat] > 0:
            score(s, seat, source, total // equal)


@kernel
def score_network(s, t):
    """Scores the area."""
    for seat in range(s.players):
        s.network[seat] = largest_group(s, t, seat)
    award(s, s.network, t.network_prize, v.V_NETWORK)


@kernel
def score_cults(s, t):
    """Scores each cult track; level 0 wins nothing (T15.3)."""
    for track in range(len(v.CULTS)):
        award(s, s.cult[:, track], t.cult_prize, v.V_FIRE + track)


@kernel
def score_resources(s, t, seat):
    """Turns everything left into coins and these into points (T15.5)."""
    burnt = s.bowls[seat, 1] // 2
    s.bowls[seat, 1] -= 2 * burnt
    s.bowls[seat, 2] += burnt
    s.burnt[seat] += burnt
    s.C[seat] += s.bowls[seat, 2] + s.P[seat] + s.W[seat]
    spend_power(s, seat, s.bowls[seat, 2])
    s.P[seat] = 0
    s.W[seat] = 0
    rate = t.coins_per_vp[s.faction[seat]]
    score(s, seat, v.V_RESOURCES, s.C[seat] // rate)
    s.C[seat] %= rate


@kernel
def score_final(s, t):
    """Scores the end of the game (T15.1)."""
    score_network(s, t)
    score_cults(s, t)
    for seat in range(s.players):
        score_resources(s, t, seat)
    s.phase = v.END
    s.outcome = v.FINISHED
