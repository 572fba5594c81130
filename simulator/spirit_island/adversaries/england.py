"""The Kingdom of England (R31): builds that never end. What of it is more than content, by level:

- 0: 7 towns and cities in one land are a defeat (`has_capital`);
- 1: build cards also act in lands without invaders that lie beside 2 towns and cities (`lands_beside`);
- 3: a second build space left of ravage (hook `opens_build_space`), until the first stage II card would reach it
  (`leave_ravage`); from 4 on it stays;
- 5: towns and cities have 1 health more (hook `more_health`);
- 6: 5 fear per player and fear card (hook `more_fear`); the second build space acts twice in a phase without a fear
  card (hook `builds_twice`).

Escalation, further set-up, decks and fear cards: content.
"""

import numpy as np

from simulator.core.compiled import kernel
from simulator.spirit_island import hooks
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.rules.lands import adjacent, bit, has_bit, spaces

CAPITAL_SIZE = 7  # towns and cities in one land that lose the game
NEIGHBOURS_NEEDED = 2  # town/city next to an empty land in which it builds
LAST_STAGE = 2  # of cards that make the second build space disappear


@kernel
def has_capital(s):
    """Tells whether a land holds so many buildings that England has won."""
    for land in range(spaces(s)):
        if s.pieces[land, v.TOWN] + s.pieces[land, v.CITY] >= CAPITAL_SIZE:
            return True
    return False


@kernel
def neighbour_buildings(s, t, land):
    """Returns the towns and cities in all lands next to a land."""
    lands = adjacent(s, t, land)
    total = 0
    for other in range(spaces(s)):
        if has_bit(lands, other):
            total += hooks.scenario.count_for_settlers(s, t, other, v.BUILDINGS_MASK)
    return total


@kernel
def lands_beside(s, t, lands):
    """Returns the lands without invaders in which it builds all the same, judged before the build (R8.4)."""
    found = np.int64(0)
    for land in range(spaces(s)):
        if has_bit(lands, land) and hooks.scenario.count_for_settlers(s, t, land, v.INVADERS_MASK) == 0:
            if neighbour_buildings(s, t, land) >= NEIGHBOURS_NEEDED:
                found |= bit(land)
    return found


@kernel
def leave_ravage(s, t, card):
    """Takes the second build space away before a stage II card comes there."""
    if t.invader_stage[card] == LAST_STAGE:
        s.slot_open = 0
