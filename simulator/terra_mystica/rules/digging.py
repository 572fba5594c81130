"""Spades: what they cost, what they score, and how they come into hand (T6.2, T6.8)."""

from simulator.core.agenda import push_frame
from simulator.core.compiled import kernel
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.record.state import F_A, F_N, F_SEAT, FR_SPADES
from simulator.terra_mystica.rules.hexes import NONE
from simulator.terra_mystica.rules.resources import gain_power, has_stronghold, round_event, score

# Bits of the column F_A of a frame of spades.
TOP_UP = 1  # missing spades may be bought (T6.5)
CULT_BONUS = 2  # phase III: nothing is bought, built or converted (T4.8)


@kernel
def begin_action(s):
    """Forgets what the action before has transformed."""
    s.fresh[0] = NONE
    s.fresh[1] = NONE
    s.tunnelled = 0


@kernel
def spade_price(s, t, seat):
    """Returns the price of one spade, in the resource of the faction."""
    return t.spade_price[s.faction[seat], s.dig[seat]]


@kernel
def spades_affordable(s, t, seat):
    """Returns how many spades a seat could buy now."""
    workers = t.spade_resource[s.faction[seat]] == v.WORKERS
    return (s.W[seat] if workers else s.P[seat]) // spade_price(s, t, seat)


@kernel
def score_spades(s, t, seat, spades):
    """Scores spades gained or bought, whatever becomes of them (T6.8)."""
    faction = s.faction[seat]
    score(s, seat, v.V_FACTION, spades * t.vp_per_spade[faction])
    if has_stronghold(s, seat):
        gain_power(s, seat, spades * t.power_per_spade[faction])
    round_event(s, t, seat, v.EVENT_SPADE, spades)


@kernel
def buy_spades(s, t, seat, spades):
    """Pays for spades and scores them."""
    faction = s.faction[seat]
    price = spades * spade_price(s, t, seat)
    if t.spade_resource[faction] == v.WORKERS:
        s.W[seat] -= price
    else:
        s.P[seat] -= price
    score(s, seat, v.V_FACTION, spades * t.vp_per_paid_spade[faction])
    score_spades(s, t, seat, spades)


@kernel
def start_spades(s, t, seat, spades, flags):
    """Puts gained spades into hand; they are used at once or thrown away (T6.5)."""
    score_spades(s, t, seat, spades)
    f = push_frame(s, FR_SPADES)
    s.frame[f, F_SEAT] = seat
    s.frame[f, F_N] = spades
    s.frame[f, F_A] = flags
