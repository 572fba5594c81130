"""River Surges in Sunlight. Its special rule:

- River's Domain: a wetland with even one of its presence is its sacred site (`is_domain`).
"""

from simulator.core.compiled import kernel
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.rules.lands import terrain_of


@kernel
def is_domain(s, t, land):
    """Tells whether one presence makes a land its sacred site."""
    return terrain_of(s, t, land) == v.WETLAND
