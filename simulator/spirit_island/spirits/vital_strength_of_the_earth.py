"""Vital Strength of the Earth. Its special rule:

- Earth's Vitality: its sacred sites always have defend 3 (`defend`).
"""

from simulator.core.compiled import kernel
from simulator.spirit_island.rules.lands import is_sacred_site

DEFEND = 3


@kernel
def defend(s, t, spirit, land):
    """Returns the defend of a land with its presence."""
    return DEFEND if is_sacred_site(s, t, spirit, land) else 0
