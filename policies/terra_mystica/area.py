"""What the map promises a seat: groups that grow into towns, the largest network, hexes within reach.

The rules find the same sets step by step (rules/towns.py, ending.py, reach.py); here they are only counted, so that
thousands of positions can be valued in a moment.
"""

import numpy as np

from simulator.core.compiled import kernel
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.rules.hexes import NONE, bit, lowest, size
from simulator.terra_mystica.rules.reach import joined, leapt, reached
from simulator.terra_mystica.rules.towns import town_power

ONE = np.uint64(1)
WHEEL = len(v.TERRAINS)


@kernel
def touching(s, t, seat, site, half):
    """Returns one word of the hexes that count as adjacent for a town; for river towns those across one river hex too."""
    word = joined(s, t, site, half) if s.bridges > 0 else t.beside[site, half]
    if t.river_towns[s.faction[seat]]:
        word |= t.by_ship[1, site, half]
    return word


@kernel
def nearness(s, power, structures, needed_power, needed_structures):
    """Returns how near a group is to a town: 1 = there; what lacks counts by the square."""
    lacking = max(needed_power - power, needed_structures - structures, 0)
    near = max(0.0, 1.0 - lacking / needed_power)
    return near * near


@kernel
def towns_ahead(s, t, seat, x, first, second):
    """Writes how near the two groups are that are nearest to a town."""
    needed_power = town_power(s, t, seat)
    low = s.own[seat, 0] & ~s.in_town[0]
    high = s.own[seat, 1] & ~s.in_town[1]
    best = 0.0
    next_best = 0.0
    while low | high != NONE:
        half = 0 if low != NONE else 1
        site = half * 64 + lowest(low if half == 0 else high)
        open_low = bit(site) if half == 0 else NONE
        open_high = NONE if half == 0 else bit(site)
        low &= ~open_low
        high &= ~open_high
        power = 0
        structures = 0
        needed = t.town_structures
        while open_low | open_high != NONE:
            if open_low != NONE:
                site = lowest(open_low)
                open_low &= open_low - ONE
            else:
                site = 64 + lowest(open_high)
                open_high &= open_high - ONE
            power += t.strength[s.structure[site]]
            structures += 1
            if s.structure[site] == v.SANCTUARY:
                needed = t.town_with_sanctuary
            new_low = touching(s, t, seat, site, 0) & low
            new_high = touching(s, t, seat, site, 1) & high
            low &= ~new_low
            high &= ~new_high
            open_low |= new_low
            open_high |= new_high
        near = nearness(s, power, structures, needed_power, needed)
        next_best = max(next_best, min(best, near))
        best = max(best, near)
    x[first] = best
    x[second] = next_best


@kernel
def network_size(s, t, seat):
    """Returns the size of the largest linked group of a seat; `largest_group` of the rules is the plain form."""
    low = s.own[seat, 0]
    high = s.own[seat, 1]
    ship = s.ship[seat]
    skip = s.skip[seat]
    largest = 0
    while low | high != NONE:
        if low != NONE:
            open_low = low & ~(low - ONE)
            open_high = NONE
        else:
            open_low = NONE
            open_high = high & ~(high - ONE)
        low &= ~open_low
        high &= ~open_high
        members = 0
        while open_low | open_high != NONE:
            if open_low != NONE:
                site = lowest(open_low)
                open_low &= open_low - ONE
            else:
                site = 64 + lowest(open_high)
                open_high &= open_high - ONE
            members += 1
            new_low = joined(s, t, site, 0) if s.bridges > 0 else t.beside[site, 0]
            new_high = joined(s, t, site, 1) if s.bridges > 0 else t.beside[site, 1]
            if ship > 0:
                new_low |= t.by_ship[ship, site, 0]
                new_high |= t.by_ship[ship, site, 1]
            if skip > 0:
                new_low |= t.by_skip[skip, site, 0]
                new_high |= t.by_skip[skip, site, 1]
            new_low &= low
            new_high &= high
            low &= ~new_low
            high &= ~new_high
            open_low |= new_low
            open_high |= new_high
        largest = max(largest, members)
    return largest


@kernel
def enough(count):
    """Returns how much so many hexes are worth against having all one could wish for."""
    return count / (count + 2.0)


@kernel
def hexes_ahead(s, t, seat, x, first):
    """Writes how many hexes are within reach that take 0, 1, 2 and 3 spades."""
    faction = s.faction[seat]
    home = t.home[faction]
    near = 0
    one = 0
    two = 0
    three = 0
    for half in range(2):
        word = reached(s, t, seat, half)
        if s.skip[seat] > 0:
            word |= leapt(s, t, seat, half) & t.land[half] & ~s.built[half]
        near += size(word & s.of_terrain[home, half])
        one += size(word & (s.of_terrain[(home + 1) % WHEEL, half] | s.of_terrain[(home + 6) % WHEEL, half]))
        two += size(word & (s.of_terrain[(home + 2) % WHEEL, half] | s.of_terrain[(home + 5) % WHEEL, half]))
        three += size(word & (s.of_terrain[(home + 3) % WHEEL, half] | s.of_terrain[(home + 4) % WHEEL, half]))
    if t.flat_spades[faction] > 0:  # T6.4: all hexes cost the same
        two += one + three
        one = 0
        three = 0
    x[first] = enough(near)
    x[first + 1] = enough(one)
    x[first + 2] = enough(two)
    x[first + 3] = enough(three)


@kernel
def count_neighbours(s, t, seat):
    """Counts own structures with an opponent's structure directly beside them."""
    found = 0
    low = s.built[0] & ~s.own[seat, 0]
    high = s.built[1] & ~s.own[seat, 1]
    for place in range(s.site_count[seat]):
        site = s.sites[seat, place]
        found += (t.beside[site, 0] & low) | (t.beside[site, 1] & high) != NONE
    return found
