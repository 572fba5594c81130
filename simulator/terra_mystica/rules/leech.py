"""Power for neighbours of a new structure, and what the builder may get for it (T8.5-T8.8)."""

from simulator.core.agenda import answer_a, ask, offer, pop_frame, push_frame
from simulator.core.compiled import kernel
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.record.state import F_A, F_B, F_C, F_D, F_N, F_SEAT, F_STEP, FR_LEECH
from simulator.terra_mystica.rules.cults import start_cult_step
from simulator.terra_mystica.rules.reach import neighbours_power
from simulator.terra_mystica.rules.resources import gain_power, power_room, score


@kernel
def start_leech(s, seat):
    """Puts the offers for the structures of this action on the agenda, the oldest first."""
    while s.new_site_count > 0:
        s.new_site_count -= 1
        f = push_frame(s, FR_LEECH)
        s.frame[f, F_SEAT] = seat
        s.frame[f, F_A] = s.new_sites[s.new_site_count]
        s.frame[f, F_B] = 1


@kernel
def place_in_order(s, seat):
    """Returns the place of a seat in the turn order."""
    for place in range(s.players):
        if s.order[place] == seat:
            return place
    return 0


@kernel
def leech_step(s, t, f):
    """Offers power to one opponent after the other, in turn order from the builder, those who passed included."""
    frame = s.frame[f]
    builder = frame[F_SEAT]
    if frame[F_STEP] == 1:
        size = min(frame[F_N], v.LEECH_SIZES) - 1
        s.leech_offers[size] += 1
        if answer_a(s):
            s.leech_taken[size] += 1
            take_power(s, s.order[(place_in_order(s, builder) + frame[F_B]) % s.players], frame[F_N])
            frame[F_D] = 1
        frame[F_STEP] = 0
        frame[F_B] += 1
        return
    first = place_in_order(s, builder)
    while frame[F_B] < s.players:
        seat = s.order[(first + frame[F_B]) % s.players]
        power = min(neighbours_power(s, t, frame[F_A], seat), power_room(s, seat), s.VP[seat] + 1)  # T8.6
        if power > 0:
            frame[F_C] = 1
            frame[F_N] = power
            frame[F_STEP] = 1
            s.options = 0
            offer(s, v.O_LEECH, 1, power, builder)
            offer(s, v.O_LEECH, 0, power, builder)
            ask(s, v.D_LEECH, seat)
            return
        frame[F_B] += 1
    pop_frame(s)
    if frame[F_D]:  # T8.8
        if t.reaction_steps[s.faction[builder]] > 0:
            start_cult_step(s, builder, t.reaction_steps[s.faction[builder]])
    elif frame[F_C]:
        gain_power(s, builder, t.reaction_power[s.faction[builder]])


@kernel
def take_power(s, seat, power):
    """Takes power and pays one point less than its amount."""
    gain_power(s, seat, power)
    score(s, seat, v.V_LEECH, 1 - power)
    s.leeched[seat] += power
    s.leech_paid[seat] += power - 1
