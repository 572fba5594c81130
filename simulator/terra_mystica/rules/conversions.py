"""Conversions and burns: free, in the own turn only, one unit a time (T5.3-T5.6).

Any number of them may be made between two other answers, but in one normal order: v.CONVERSIONS. Taking a kind closes
those before it until the next other answer. So no chain is endless and no two orders of the same thing are offered;
yet every set of resources that any order reaches is reached: power spent is never gained back in between, and a kind
only needs what earlier kinds make. The two exceptions are kinds that make room for an earlier one: a priest turned
into a worker while none was left in supply reopens power to priest, and coins turned into the first victory point
reopen the way back.
"""

from simulator.core.agenda import answer_a, answer_kind, offer
from simulator.core.compiled import kernel
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.record.state import F_STEP
from simulator.terra_mystica.rules.resources import priest_room, score, spend_power

POWER_FOR_PRIEST = 5
POWER_FOR_WORKER = 3
COINS_FOR_VP = 2
NONE_TAKEN = -1


@kernel
def offer_conversions(s, t, seat):
    """Offers the conversions that are open and affordable, after all other options."""
    first = s.free_kind
    power = s.bowls[seat, 2]
    if first <= v.BURN and s.bowls[seat, 1] >= 2:
        offer(s, v.O_BURN, 0, 0, 0)
    if first <= v.POWER_TO_PRIEST and power >= POWER_FOR_PRIEST and priest_room(s, seat) > 0:
        offer(s, v.O_CONVERT, v.POWER_TO_PRIEST, 0, 0)
    if first <= v.PRIEST_TO_WORKER and s.P[seat] > 0:
        offer(s, v.O_CONVERT, v.PRIEST_TO_WORKER, 0, 0)
    if first <= v.POWER_TO_WORKER and power >= POWER_FOR_WORKER:
        offer(s, v.O_CONVERT, v.POWER_TO_WORKER, 0, 0)
    if first <= v.POWER_TO_COIN and power > 0:
        offer(s, v.O_CONVERT, v.POWER_TO_COIN, 0, 0)
    if first <= v.WORKER_TO_COIN and s.W[seat] > 0:
        offer(s, v.O_CONVERT, v.WORKER_TO_COIN, 0, 0)
    if t.exchange[s.faction[seat]]:  # T5.5
        if first <= v.VP_TO_COIN and s.VP[seat] > 0:
            offer(s, v.O_CONVERT, v.VP_TO_COIN, 0, 0)
        if s.C[seat] >= COINS_FOR_VP:
            offer(s, v.O_CONVERT, v.COINS_TO_VP, 0, 0)


@kernel
def convert(s, seat, kind):
    """Makes one conversion and closes the kinds before it."""
    s.free_kind = kind
    s.conversions[seat, kind] += 1
    if kind == v.BURN:
        s.bowls[seat, 1] -= 2
        s.bowls[seat, 2] += 1
        s.burnt[seat] += 1
    elif kind == v.POWER_TO_PRIEST:
        spend_power(s, seat, POWER_FOR_PRIEST)
        s.P[seat] += 1
    elif kind == v.PRIEST_TO_WORKER:
        if priest_room(s, seat) == 0:
            s.free_kind = v.POWER_TO_PRIEST
        s.P[seat] -= 1
        s.W[seat] += 1
    elif kind == v.POWER_TO_WORKER:
        spend_power(s, seat, POWER_FOR_WORKER)
        s.W[seat] += 1
    elif kind == v.POWER_TO_COIN:
        spend_power(s, seat, 1)
        s.C[seat] += 1
    elif kind == v.WORKER_TO_COIN:
        s.W[seat] -= 1
        s.C[seat] += 1
    elif kind == v.VP_TO_COIN:
        score(s, seat, v.V_RESOURCES, -1)
        s.C[seat] += 1
    else:
        if s.VP[seat] == 0:
            s.free_kind = v.VP_TO_COIN
        s.C[seat] -= COINS_FOR_VP
        score(s, seat, v.V_RESOURCES, 1)


@kernel
def converted(s, f, seat, step):
    """Makes the conversion that was answered and lets the frame ask again from a step; any other answer opens all kinds."""
    if answer_kind(s) < v.FIRST_FREE:
        s.free_kind = NONE_TAKEN
        return False
    convert(s, seat, answer_a(s) if answer_kind(s) == v.O_CONVERT else v.BURN)
    s.frame[f, F_STEP] = step
    return True
