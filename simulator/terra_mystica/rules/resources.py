"""Resources of a seat: coins, workers, priests, power bowls, victory points (T1.4, T1.5, T5)."""

from simulator.core.compiled import kernel
from simulator.terra_mystica.record import vocabulary as v

PRIESTS = 7  # of each seat, those on cult spaces included


@kernel
def has_stronghold(s, seat):
    """Tells whether the stronghold of a seat stands."""
    return s.count[seat, v.STRONGHOLD] > 0


@kernel
def score(s, seat, source, points):
    """Gives victory points and notes where they come from."""
    s.VP[seat] += points
    s.vp_source[seat, source] += points


@kernel
def left_without(things, forbidden):
    """Returns a bit set without what a seat must go without; all of it, if nothing else is there."""
    rest = things & ~forbidden
    return rest if rest != 0 else things


@kernel
def power_room(s, seat):
    """Returns the largest possible gain of power (T5.1)."""
    return 2 * s.bowls[seat, 0] + s.bowls[seat, 1]


@kernel
def gain_power(s, seat, power):
    """Moves tokens I to II, and once I is empty II to III; what does not fit is lost (T5.1)."""
    bowls = s.bowls[seat]
    first = min(power, bowls[0])
    bowls[0] -= first
    bowls[1] += first
    second = min(power - first, bowls[1])
    bowls[1] -= second
    bowls[2] += second


@kernel
def spend_power(s, seat, power):
    """Moves tokens III to I (T5.2)."""
    s.bowls[seat, 2] -= power
    s.bowls[seat, 0] += power


@kernel
def priest_room(s, seat):
    """Returns how many priests are left in the supply of a seat (T1.4)."""
    return PRIESTS - s.P[seat] - s.priests_out[seat]


@kernel
def gain(s, seat, goods):
    """Gives a row of resources; priests over the limit and power over full bowls are lost (T1.7)."""
    s.C[seat] += goods[v.COINS]
    s.W[seat] += goods[v.WORKERS]
    s.P[seat] += min(goods[v.PRIESTS], priest_room(s, seat))
    gain_power(s, seat, goods[v.POWER])


@kernel
def can_pay(s, seat, price):
    """Tells whether a price in coins, workers and priests is in hand (T5.6)."""
    return s.C[seat] >= price[v.COINS] and s.W[seat] >= price[v.WORKERS] and s.P[seat] >= price[v.PRIESTS]


@kernel
def pay(s, seat, price):
    """Pays a price in coins, workers and priests."""
    s.C[seat] -= price[v.COINS]
    s.W[seat] -= price[v.WORKERS]
    s.P[seat] -= price[v.PRIESTS]


@kernel
def round_event(s, t, seat, event, times):
    """Scores the tile of the present round; it pays in the action phase only (T6.8)."""
    if s.phase == v.ACTIONS:
        tile = s.scoring[s.round - 1]
        if t.tile_event[tile] == event:
            score(s, seat, v.V_ROUND_TILE, times * t.tile_vp[tile])
