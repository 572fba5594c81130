"""Keeper of the Forbidden Wilds. Its special rule:

- Forbidden Ground: all dahan are pushed out of a land that becomes its sacred site (`start_push`); dahan events move
  no dahan into its sacred sites (`closed_lands`).
"""

from simulator.core.compiled import kernel
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import push_frame
from simulator.spirit_island.record.state import F_ACTOR, F_LAND, F_MASK, F_N, F_SOURCE
from simulator.spirit_island.rules.lands import sacred_lands

SACRED = 2  # presence that makes a sacred site


@kernel
def start_push(s, spirit, land):
    """Pushes out the dahan if a presence that has just come has made the land its sacred site."""
    if s.presence[spirit, land] != SACRED or s.pieces[land, v.DAHAN] == 0:
        return
    p = push_frame(s, v.OP_PUSH)
    s.frame[p, F_ACTOR] = spirit
    s.frame[p, F_LAND] = land
    s.frame[p, F_N] = v.ALL
    s.frame[p, F_MASK] = v.DAHAN_MASK
    s.frame[p, F_SOURCE] = v.SOURCE_SPIRIT_RULE


@kernel
def closed_lands(s, t, spirit):
    """Returns the lands into which dahan events move no dahan."""
    return sacred_lands(s, t, spirit)
