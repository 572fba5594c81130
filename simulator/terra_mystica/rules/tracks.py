"""Shipping and the spade track (T11)."""

from simulator.core.agenda import offer
from simulator.core.compiled import kernel
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.rules.resources import can_pay, pay, score


@kernel
def step_ship(s, t, seat):
    """Goes up one step of shipping and scores it; a growing carpet gets longer instead (T11.1, T14.3)."""
    faction = s.faction[seat]
    if s.ship[seat] < t.ship_max[faction]:
        s.ship[seat] += 1
        score(s, seat, v.V_ADVANCE_SHIP, t.ship_vp[faction, s.ship[seat]])
    elif t.skip_grows[faction] and s.skip[seat] < len(t.by_skip) - 1:
        s.skip[seat] += 1


@kernel
def step_dig(s, t, seat):
    """Goes up one step of the spade track and scores it (T11.2)."""
    score(s, seat, v.V_ADVANCE_DIG, t.dig_vp[s.faction[seat], s.dig[seat]])
    s.dig[seat] += 1


@kernel
def offer_tracks(s, t, seat):
    """Offers the steps that can be paid."""
    faction = s.faction[seat]
    if s.ship[seat] < t.ship_max[faction] and can_pay(s, seat, t.ship_cost[faction]):
        offer(s, v.O_ADVANCE, v.SHIP, 0, 0)
    if s.dig[seat] < t.dig_max[faction] and can_pay(s, seat, t.dig_cost[faction]):
        offer(s, v.O_ADVANCE, v.DIG, 0, 0)


@kernel
def advance_track(s, t, seat, track):
    """Pays for a step and makes it."""
    if track == v.SHIP:
        pay(s, seat, t.ship_cost[s.faction[seat]])
        step_ship(s, t, seat)
    else:
        pay(s, seat, t.dig_cost[s.faction[seat]])
        step_dig(s, t, seat)
