"""Questions about the island: terrain, presence, sacred sites, range (R14, R15). Only reads the state.

Sets of lands are bit sets in an int64.
"""

import numpy as np

from simulator.core.agenda import offer
from simulator.core.compiled import kernel
from simulator.spirit_island import hooks
from simulator.spirit_island.record import vocabulary as v

OCEANS = np.int64(sum(1 << board * v.SPACES_PER_BOARD for board in range(v.MAX_PLAYERS)))


@kernel
def bit(land):
    """Returns the set that holds one land."""
    return np.int64(1) << np.int64(land)


@kernel
def has_bit(lands, land):
    """Tells whether a set holds a land."""
    return (lands >> np.int64(land)) & 1 != 0


@kernel
def count_bits(lands):
    """Returns how many lands a set holds: counts in ever larger groups of bits."""
    lands -= lands >> 1 & 0x5555555555555555
    lands = (lands & 0x3333333333333333) + (lands >> 2 & 0x3333333333333333)
    lands = (lands & 0x0F0F0F0F0F0F0F0F) + (lands >> 4 & 0x0F0F0F0F0F0F0F0F)
    lands += lands >> 8
    lands += lands >> 16
    return (lands + (lands >> 32)) & 127


@kernel
def lowest(lands):
    """Returns the land with the lowest number of a set that is not empty."""
    return count_bits((lands & -lands) - 1)


@kernel
def spaces(s):
    """Returns the number of land indices in use."""
    return s.players * v.SPACES_PER_BOARD


@kernel
def board_of(land):
    """Returns the slot of the board a land belongs to (R30.1)."""
    return land // v.SPACES_PER_BOARD


@kernel
def is_ocean(land):
    """Tells whether a space is an ocean."""
    return land % v.SPACES_PER_BOARD == 0


@kernel
def board_spaces(board):
    """Returns all spaces of one board, its ocean included."""
    return ((np.int64(1) << v.SPACES_PER_BOARD) - 1) << np.int64(board * v.SPACES_PER_BOARD)


@kernel
def lands_in_play(s, t):
    """Returns the spaces that are lands now for powers, special rules of spirits and blight: oceans in play too (R14.3)."""
    return s.island | hooks.spirit.live_oceans(s, t)


@kernel
def lands_for(s, t, source):
    """Returns the spaces that are lands now for an effect from a source (v.SOURCE_*)."""
    if source == v.SOURCE_POWER or source == v.SOURCE_SPIRIT_RULE:
        return lands_in_play(s, t)
    return s.island


@kernel
def presence_lands(s, t, spirit):
    """Returns the lands in play that hold presence of a spirit."""
    lands = np.int64(0)
    for land in range(spaces(s)):
        if s.presence[spirit, land] > 0:
            lands |= bit(land)
    return lands if lands & OCEANS == 0 else lands & lands_in_play(s, t)


@kernel
def terrain_of(s, t, land):
    """Returns the terrain; an ocean counts as wetland (it is only looked at while in play)."""
    terrain = t.layout_terrain[s.layout, land]
    return v.WETLAND if terrain == v.OCEAN else terrain


@kernel
def is_coastal(s, t, land):
    """Tells whether a land touches the ocean; an ocean in play counts as coastal."""
    return has_bit(t.layout_coastal[s.layout], land) or is_ocean(land)


@kernel
def adjacent(s, t, land):
    """Returns the lands next to a land; oceans left out."""
    return t.near[s.layout, 1, land] & s.island & ~bit(land)


@kernel
def adjacent_spaces(s, t, land):
    """Returns the lands in play next to a land, oceans included."""
    return t.near[s.layout, 1, land] & lands_in_play(s, t) & ~bit(land)


@kernel
def within(s, t, origins, distance):
    """Returns all spaces within a distance of any origin (R14.5), live or not."""
    reach = np.int64(0)
    steps = min(distance, v.MAX_RANGE)
    while origins != 0:
        reach |= t.near[s.layout, steps, lowest(origins)]
        origins &= origins - 1
    return reach


@kernel
def power_reach(s, t, origins, distance):
    """Returns all spaces within a distance of any origin for a power, whose paths may cross an ocean in play."""
    reach = within(s, t, origins, distance)
    oceans = hooks.spirit.live_oceans(s, t)
    if oceans == 0:
        return reach
    for board in range(s.players):
        ocean = board * v.SPACES_PER_BOARD
        for steps in range(min(distance, v.MAX_RANGE) + 1):
            if has_bit(oceans, ocean) and t.near[s.layout, steps, ocean] & origins != 0:
                reach |= t.near[s.layout, min(distance, v.MAX_RANGE) - steps, ocean]
                break
    return reach


@kernel
def range_bonus(s, spirit):
    """Returns the added range of a spirit's powers (R14.7)."""
    return s.range_bonus[spirit] + hooks.scenario.range_bonus(s)


@kernel
def is_sacred_site(s, t, spirit, land):
    """Tells whether a land is a sacred site of a spirit (R15.2): two presence, or one by its own rule."""
    here = s.presence[spirit, land]
    return here >= 2 or (here == 1 and hooks.spirit.is_sacred_with_one(s, t, spirit, land))


@kernel
def sacred_lands(s, t, spirit):
    """Returns the sacred sites of a spirit."""
    lands = np.int64(0)
    for land in range(spaces(s)):
        if s.presence[spirit, land] > 0 and is_sacred_site(s, t, spirit, land):
            lands |= bit(land)
    return lands if lands & OCEANS == 0 else lands & lands_in_play(s, t)


@kernel
def offer_lands(s, lands):
    """Offers each land of a set."""
    while lands != 0:
        offer(s, v.O_LAND, lowest(lands), 0, 0)
        lands &= lands - 1
