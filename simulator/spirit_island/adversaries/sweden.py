"""The Kingdom of Sweden (R31): heavy ravages. What of it is more than content, by level:

- 0, escalation: where invaders explored are at least as many as the dahan, 1 dahan becomes a town (`sway_dahan`);
- 1: a ravage with 6 or more damage adds 1 more blight, which neither cascades nor destroys presence (`add_blight`);
- 3: towns deal 3 damage, cities 5 (`more_damage`).

Further set-up, the town after blight (6), decks and fear cards: content.
"""

from simulator.core.compiled import kernel
from simulator.spirit_island.record import codes
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.rules.blight import start_blight
from simulator.spirit_island.rules.effects import replace_piece
from simulator.spirit_island.rules.lands import board_of
from simulator.spirit_island.rules.values import count

HEAVY_DAMAGE = 6  # damage that adds one more blight


@kernel
def sway_dahan(s, t, f, land):
    """Replaces a dahan by a town where invaders are as many; its damage may kill the town (R23.8)."""
    if s.pieces[land, v.DAHAN] == 0 or count(s, land, v.INVADERS_MASK) < s.pieces[land, v.DAHAN]:
        return
    for hits in range(15, -1, -1):  # a damaged dahan goes first, as players would choose
        for mark in range(s.marks):
            if s.mark_land[mark] == land and s.mark_kind[mark] == v.DAHAN and s.mark_hits[mark] == hits and hits > 0:
                replace_piece(s, t, f, land, v.DAHAN, hits, 0, v.TOWN, 1)
                return
    replace_piece(s, t, f, land, v.DAHAN, 0, 0, v.TOWN, 1)


@kernel
def add_blight(s, land):
    """Puts its own blight on the agenda."""
    start_blight(s, land, codes.NO_CASCADE | codes.SPARES_PRESENCE, board_of(land))


@kernel
def more_damage(kind):
    """Returns by how much more an invader deals than printed: 1, 3, 5 instead of 1, 2, 3."""
    return kind
