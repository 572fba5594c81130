"""Income of phase I (T3) and the cult bonus of phase III (T4.7, T4.8)."""

from simulator.core.agenda import pop_frame, push_frame
from simulator.core.compiled import kernel
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.record.state import F_STEP, FR_CULT_SPADES
from simulator.terra_mystica.rules.digging import CULT_BONUS, begin_action, start_spades
from simulator.terra_mystica.rules.resources import gain


@kernel
def gain_income(s, t, seat):
    """Gives the income of buildings, card and favor tiles (T3.2, T3.3: the order does not matter)."""
    faction = s.faction[seat]
    for structure in range(1, len(v.STRUCTURES)):
        gain(s, seat, t.income[faction, structure, s.count[seat, structure]])
    if s.card[seat] >= 0:
        gain(s, seat, t.card_income[s.card[seat]])
    for favor in range(v.FAVORS):
        if s.favors[seat] >> favor & 1:
            gain(s, seat, t.favor_income[favor])


@kernel
def bonus_times(s, t, seat):
    """Returns how often the cult bonus of the round rewards a seat (T4.7, T14.2)."""
    tile = s.scoring[s.round - 1]
    track = t.tile_cult[tile]
    level = s.priests_out[seat] if track == v.PRIESTS_ON_CULTS else s.cult[seat, track]
    return level // t.tile_per[tile]


@kernel
def gain_cult_bonus(s, t, seat):
    """Gives the resources of the cult bonus; its spades follow when all have theirs."""
    tile = s.scoring[s.round - 1]
    for _ in range(bonus_times(s, t, seat)):
        gain(s, seat, t.tile_reward[tile])


@kernel
def start_cult_spades(s, t):
    """Puts the spades of the cult bonus on the agenda."""
    if t.tile_spades[s.scoring[s.round - 1]] > 0:
        push_frame(s, FR_CULT_SPADES)


@kernel
def cult_spades_step(s, t, f):
    """Gives every seat its spades, which score at once (T4.8), then lets seat after seat use them."""
    frame = s.frame[f]
    if frame[F_STEP] == 0:
        frame[F_STEP] = 1
        begin_action(s)
        for place in range(s.players - 1, -1, -1):  # the first in order ends on top
            seat = s.order[place]
            spades = bonus_times(s, t, seat) * t.tile_spades[s.scoring[s.round - 1]]
            if spades > 0:
                start_spades(s, t, seat, spades, CULT_BONUS)
        return
    pop_frame(s)
