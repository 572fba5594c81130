"""Ways to pay: which conversions make an action possible that is just out of reach (T5.3-T5.6).

Of all ways only the sensible one is looked at: power in the last bowl first, then what is spare, then burnt tokens.
"""

from simulator.core.agenda import option_a, option_kind
from simulator.core.compiled import kernel
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.rules.conversions import POWER_FOR_PRIEST, POWER_FOR_WORKER
from simulator.terra_mystica.rules.resources import priest_room

KINDS = len(v.CONVERSIONS)
MOST = 9  # conversions of one kind for one action


@kernel
def find_payment(s, t, m, seat, coins, workers, priests, power):
    """Finds conversions after which a price is in hand: m.paid; tells whether there are any."""
    for kind in range(KINDS):
        m.paid[kind] = 0
    ready = s.bowls[seat, 2]
    most = ready + s.bowls[seat, 1] // 2
    spent = power
    lack = priests - s.P[seat]
    if lack > 0:
        if lack > priest_room(s, seat):
            return False
        m.paid[v.POWER_TO_PRIEST] = lack
        spent += POWER_FOR_PRIEST * lack
    spare_priests = max(0, s.P[seat] - priests)
    for _ in range(workers - s.W[seat]):
        if spent + POWER_FOR_WORKER <= ready:
            m.paid[v.POWER_TO_WORKER] += 1
            spent += POWER_FOR_WORKER
        elif spare_priests > 0:
            m.paid[v.PRIEST_TO_WORKER] += 1
            spare_priests -= 1
        else:
            m.paid[v.POWER_TO_WORKER] += 1
            spent += POWER_FOR_WORKER
    spare_workers = max(0, s.W[seat] - workers)
    for _ in range(coins - s.C[seat]):
        if spent < most:
            m.paid[v.POWER_TO_COIN] += 1
            spent += 1
        elif spare_workers > 0:
            m.paid[v.WORKER_TO_COIN] += 1
            spare_workers -= 1
        elif t.exchange[s.faction[seat]] and s.VP[seat] > m.paid[v.VP_TO_COIN]:
            m.paid[v.VP_TO_COIN] += 1
        else:
            return False
    m.paid[v.BURN] = max(0, spent - ready)
    return spent <= most


@kernel
def first_conversion(s, m):
    """Returns the option that begins a payment, -1 if none does or the way is closed for now."""
    first = -1
    for kind in range(KINDS):
        if m.paid[kind] > MOST or (m.paid[kind] > 0 and kind < s.free_kind):
            return -1
        if m.paid[kind] > 0 and first < 0:
            first = kind
    if first < 0:
        return -1
    for option in range(s.options):
        kind = option_kind(s.option[option])
        if kind == v.O_BURN and first == v.BURN:
            return option
        if kind == v.O_CONVERT and option_a(s.option[option]) == first:
            return option
    return -1


@kernel
def make_payment(s, m, seat):
    """Makes the conversions on a copied state."""
    burnt = m.paid[v.BURN]
    spent = m.paid[v.POWER_TO_PRIEST] * POWER_FOR_PRIEST + m.paid[v.POWER_TO_WORKER] * POWER_FOR_WORKER
    spent += m.paid[v.POWER_TO_COIN]
    s.bowls[seat, 1] -= 2 * burnt
    s.bowls[seat, 2] += burnt - spent
    s.bowls[seat, 0] += spent
    s.P[seat] += m.paid[v.POWER_TO_PRIEST] - m.paid[v.PRIEST_TO_WORKER]
    s.W[seat] += m.paid[v.PRIEST_TO_WORKER] + m.paid[v.POWER_TO_WORKER] - m.paid[v.WORKER_TO_COIN]
    s.C[seat] += m.paid[v.POWER_TO_COIN] + m.paid[v.WORKER_TO_COIN] + m.paid[v.VP_TO_COIN]
    s.VP[seat] -= m.paid[v.VP_TO_COIN]
