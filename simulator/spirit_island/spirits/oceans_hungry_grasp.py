"""Ocean's Hungry Grasp. Its special rules:

- Ocean in Play: its presence keeps to coasts and oceans (`may_hold`, `oceans_left`); on boards with its presence the
  ocean is in play, a coastal wetland for all (`live_oceans`);
- Drowning: the printed health of drowned invaders turns into energy (`feed`).

Beside them its growth, which moves presence out of all oceans or into them (`ocean_presence_step`).
"""

import numpy as np

from simulator.core.agenda import answer_a, answer_c, ask, offer, pop_frame
from simulator.core.compiled import kernel
from simulator.spirit_island.record import codes, steps
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.state import F_ACTOR, F_STEP
from simulator.spirit_island.rules.lands import adjacent, bit, board_of, board_spaces, has_bit, is_coastal, spaces
from simulator.spirit_island.rules.presence import arrive_presence


@kernel
def live_oceans(s, spirit):
    """Returns the oceans in play: on boards where it has presence."""
    oceans = np.int64(0)
    for land in range(spaces(s)):
        if s.presence[spirit, land] > 0 and board_spaces(board_of(land)) & s.island != 0:
            oceans |= bit(board_of(land) * v.SPACES_PER_BOARD)
    return oceans


@kernel
def oceans_left(s):
    """Returns the oceans of all boards still there, which its presence may enter."""
    oceans = np.int64(0)
    for board in range(s.players):
        if board_spaces(board) & s.island != 0:
            oceans |= bit(board * v.SPACES_PER_BOARD)
    return oceans


@kernel
def may_hold(s, t, land):
    """Tells whether its presence may be put into a land."""
    return is_coastal(s, t, land)


@kernel
def feed(s, spirit, kind):
    """Keeps a drowned invader's printed health; every full (number of players) of it turns into 1 energy."""
    s.drowned[spirit] += kind + 1  # health modifiers are ignored
    s.energy[spirit] += s.drowned[spirit] // s.players
    s.drowned[spirit] %= s.players


@kernel
def ocean_presence_step(s, t, f, outwards):
    """Moves one presence out of (or into) each ocean, as far as possible."""
    frame = s.frame[f]
    spirit = frame[F_ACTOR]
    if frame[F_STEP] == steps.ASKED:
        s.presence[spirit, answer_c(s)] -= 1
        arrive_presence(s, t, spirit, answer_a(s))
        frame[reg.OCEAN_BOARD] += 1
        frame[F_STEP] = steps.READY
    while frame[reg.OCEAN_BOARD] < s.players:
        ocean = frame[reg.OCEAN_BOARD] * v.SPACES_PER_BOARD
        coast = adjacent(s, t, ocean)
        s.options = 0
        for land in range(spaces(s)):
            if has_bit(coast, land):
                origin = ocean if outwards else land
                goal = land if outwards else ocean
                if s.presence[spirit, origin] > 0:
                    offer(s, v.O_LAND, goal, codes.FROM_LAND, origin)
        if s.options > 0:
            frame[F_STEP] = steps.ASKED
            ask(s, v.D_PLACE, spirit)
            return
        frame[reg.OCEAN_BOARD] += 1
    pop_frame(s)
