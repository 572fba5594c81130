"""The Kingdom of France, Plantation Colony (R31). What of it is more than content, by level:

- 0: only 7 towns per player exist, and one that cannot be placed is a defeat (`count_towns`);
- 1: after set-up an explore of a land without town or city adds 1 more explorer (`more_explorers`);
- 2: Slave Rebellion is the 4th event (`add_event`); after a build all explorers but 1 become towns (`settle_explorers`);
- 5: removed blight returns to the blight card only when 3 per player have gathered (`keep_blight`);
- 6: fear cards may push explorers but not remove them (`start_push`).

Escalation, further set-up, the towns beside coastal cities (4), the explorers after explores (6), decks and fear
cards: content.
"""

from simulator.core.compiled import kernel
from simulator.spirit_island.record import codes
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import push_frame
from simulator.spirit_island.record.state import F_ACTOR, F_BODY, F_FLAGS, F_LAND, F_MASK, F_N
from simulator.spirit_island.rules.lands import board_of
from simulator.spirit_island.rules.moves import start_piece_push
from simulator.spirit_island.rules.pieces import island_count

TOWNS_PER_PLAYER = 7  # towns in the box
OWN_EVENT_UNDER = 3  # events above its own
BUFFER_PER_PLAYER = 3  # blight it keeps back


@kernel
def count_towns(s):
    """Notes a defeat by a town that is about to arrive: none is left in the box."""
    if island_count(s, 1 << v.TOWN) >= TOWNS_PER_PLAYER * s.players:
        s.lost = v.C_ADVERSARY


@kernel
def more_explorers(s, land):
    """Returns how many more explorers an explore adds to a land."""
    is_unsettled = s.pieces[land, v.TOWN] + s.pieces[land, v.CITY] == 0
    return 1 if s.turn > 0 and is_unsettled else 0


@kernel
def add_event(s, card):
    """Puts its own event under the top three of the deck (R27.14)."""
    for k in range(s.event_size, OWN_EVENT_UNDER, -1):
        s.event_deck[k] = s.event_deck[k - 1]
    s.event_deck[OWN_EVENT_UNDER] = card
    s.event_size += 1


@kernel
def settle_explorers(s, land):
    """Puts on the agenda that all explorers of a land but one become towns."""
    if s.pieces[land, v.EXPLORER] < 2:
        return
    r = push_frame(s, v.OP_REPLACE)
    s.frame[r, F_ACTOR] = board_of(land)
    s.frame[r, F_LAND] = land
    s.frame[r, F_N] = s.pieces[land, v.EXPLORER] - 1
    s.frame[r, F_MASK] = 1 << v.EXPLORER
    s.frame[r, reg.REPLACE_WITH] = v.TOWN
    s.frame[r, F_BODY] = -1


@kernel
def keep_blight(s):
    """Keeps a removed blight back until there are enough of them."""
    s.blight_buffer += 1
    if s.blight_buffer >= BUFFER_PER_PLAYER * s.players:
        s.blight_pool += s.blight_buffer
        s.blight_buffer = 0


@kernel
def start_push(s, f, land, hits, strife, note):
    """Offers to push the explorer that a fear card would remove."""
    p = start_piece_push(s, f, land, v.EXPLORER, hits, strife, note)
    s.frame[p, F_FLAGS] = codes.UP_TO
