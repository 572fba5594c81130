"""Lightning's Swift Strike. Its special rule:

- Swiftness of Lightning: for every air it has, it may use one slow power in the fast phase (`is_swift`, `spend`).
"""

from simulator.core.compiled import kernel
from simulator.spirit_island.record import vocabulary as v

AIR = v.ELEMENTS.index("air")


@kernel
def is_swift(s, spirit):
    """Tells whether it has air left to use a slow power fast."""
    return s.swift_used[spirit] < s.elements[spirit, AIR]


@kernel
def spend(s, spirit):
    """Notes that a slow power was used fast."""
    s.swift_used[spirit] += 1
