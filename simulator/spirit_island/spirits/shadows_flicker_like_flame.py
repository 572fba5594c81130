"""Shadows Flicker Like Flame. Its special rule:

- Shadows of the Dahan: each use of a power may aim at a land with dahan however far away, for 1 energy
  (`far_lands`, `pay_for_reach`); wards of Ward the Shores likewise (`reaches`).
"""

import numpy as np

from simulator.core.compiled import kernel
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.state import F_ACTOR, F_LAND, F_POWER
from simulator.spirit_island.rules.lands import bit, has_bit, spaces
from simulator.spirit_island.rules.powers import all_origins, reachable


@kernel
def reaches(s, land):
    """Tells whether a land can be aimed at from anywhere."""
    return s.pieces[land, v.DAHAN] > 0


@kernel
def far_lands(s, t, spirit, power):
    """Returns the lands a power can aim at from anywhere, if it has an origin as printed and the price can be paid."""
    lands = np.int64(0)
    if s.energy[spirit] > 0 and all_origins(s, t, spirit, power) != 0:
        for land in range(spaces(s)):
            if reaches(s, land):
                lands |= bit(land)
    return lands & s.island


@kernel
def pay_for_reach(s, t, f):
    """Pays for a target out of range."""
    frame = s.frame[f]
    spirit = frame[F_ACTOR]
    if frame[reg.USE_IS_NEXT_TO] == 0 and not has_bit(reachable(s, t, spirit, frame[F_POWER]), frame[F_LAND]):
        s.energy[spirit] -= 1
