"""The subtle algorithms once more, slow and obvious: reach, groups, towns, the network (T7, T10, T15.2).

Works on sets of hex names with the geometry of the map alone; shares no code with the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

import numpy as np

from simulator import terra_mystica as tm
from simulator.terra_mystica.record import vocabulary as v

CONTENT = tm.load_content()
ISLAND = CONTENT.island
NAMES = CONTENT.hexes
POWER = {v.DWELLING: 1, v.TRADING_POST: 2, v.TEMPLE: 2, v.STRONGHOLD: 3, v.SANCTUARY: 3}


def faction(s: np.void, seat: int) -> dict:
    """Returns the entry of a seat's faction."""
    return CONTENT.source["factions"][int(s["faction"][seat])]


def own(s: np.void, seat: int) -> set[int]:
    """Returns the hexes with structures of a seat."""
    return {hexagon for hexagon in range(v.HEXES) if s["owner"][hexagon] == seat}


@cache
def beside(hexagon: int) -> frozenset[int]:
    """Returns the hexes that share an edge with one."""
    return frozenset(other for other in range(v.HEXES) if ISLAND.distance(hexagon, other) == 1)


def bridged(s: np.void, hexagon: int) -> set[int]:
    """Returns the hexes at the other ends of bridges."""
    ends = [CONTENT.sites[site] for site in s["bridge_site"][: s["bridges"]]]
    name = NAMES[hexagon]
    return {NAMES.index(b if a == name else a) for a, b in ends if name in (a, b)}


def directly(s: np.void, hexagon: int) -> set[int]:
    """Returns the hexes directly adjacent to one (T7.1)."""
    return set(beside(hexagon)) | bridged(s, hexagon)


@cache
def by_ship(hexagon: int, level: int) -> frozenset[int]:
    """Returns the land that a shipping level reaches (T7.2a): from river to river, so many at most."""
    rivers: set[int] = set()
    for _ in range(level):
        rivers |= {r for one in rivers | {hexagon} for r in beside(one) if ISLAND.is_river(r)}
    return frozenset(land for river in rivers for land in beside(river) if not ISLAND.is_river(land)) - {hexagon}


@cache
def by_skip(hexagon: int, skip: int) -> frozenset[int]:
    """Returns the land that a tunnel or carpet reaches (T7.2b)."""
    return frozenset(
        other for other in range(v.HEXES) if not ISLAND.is_river(other) and 0 < ISLAND.distance(hexagon, other) <= skip + 1
    )


def reachable(s: np.void, seat: int, level: int, skip: int) -> set[int]:
    """Returns the empty land that a seat reaches (T7.3)."""
    found: set[int] = set()
    for site in own(s, seat):
        found |= directly(s, site) | by_ship(site, level) | (by_skip(site, skip) if skip else set())
    return {hexagon for hexagon in found if not ISLAND.is_river(hexagon) and s["owner"][hexagon] < 0}


def groups(members: Iterable[int], linked: Callable[[int], set[int]]) -> list[set[int]]:
    """Splits hexes into groups that hang together."""
    left, found = set(members), []
    while left:
        group = {left.pop()}
        while more := {hexagon for hexagon in left if linked(hexagon) & group}:
            group |= more
            left -= more
        found.append(group)
    return found


def town_links(s: np.void, seat: int) -> Callable[[int], set[int]]:
    """Returns what counts as directly adjacent for towns of a seat, its river towns included (T10.1, T10.6)."""
    rivers = [r for r in range(v.HEXES) if int(s["river_town"][r >> 6]) >> (r & 63) & 1]
    if "river_towns" not in faction(s, seat):
        rivers = []  # T10.6: they join the structures of the Mermaids alone

    def linked(hexagon: int) -> set[int]:
        around = {land for river in rivers if river in beside(hexagon) for land in beside(river)}
        return directly(s, hexagon) | around

    return linked


def is_in_town(s: np.void, hexagon: int) -> bool:
    """Tells whether the structure on a hex belongs to a town."""
    return bool(int(s["in_town"][hexagon >> 6]) >> (hexagon & 63) & 1)


def fulfils(s: np.void, seat: int, group: set[int]) -> bool:
    """Tells whether a group has what a town needs (T10.1)."""
    kinds = [int(s["structure"][hexagon]) for hexagon in group]
    needed = 6 if s["favors"][seat] >> CONTENT.favors.index("FAV5") & 1 else 7
    return len(kinds) >= (3 if v.SANCTUARY in kinds else 4) and sum(POWER[kind] for kind in kinds) >= needed


def untaken_towns(s: np.void, seat: int) -> list[set[int]]:
    """Returns the groups that ought to be towns and are not."""
    found = groups(own(s, seat), town_links(s, seat))
    return [group for group in found if not any(is_in_town(s, h) for h in group) and fulfils(s, seat, group)]


def largest_network(s: np.void, seat: int) -> int:
    """Returns the size of the largest group linked directly or indirectly (T15.2)."""
    level, skip = int(s["ship"][seat]), int(s["skip"][seat])

    def linked(hexagon: int) -> set[int]:
        return directly(s, hexagon) | by_ship(hexagon, level) | (by_skip(hexagon, skip) if skip else set())

    return max((len(group) for group in groups(own(s, seat), linked)), default=0)
