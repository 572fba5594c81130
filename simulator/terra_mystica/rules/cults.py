"""Cult tracks, keys and the race to the top, priests (T9)."""

from simulator.core.agenda import answer_a, ask, offer, pop_frame, push_frame
from simulator.core.compiled import kernel
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.record.state import F_A, F_N, F_SEAT, F_STEP, FR_CULT_STEP, FR_RISE
from simulator.terra_mystica.rules.resources import gain_power

TRACKS = len(v.CULTS)
LAST_OPEN = v.TOP_LEVEL - 1  # as far as one gets without a key (T9.3)
LARGEST_SPACE = 3


@kernel
def move_marker(s, t, seat, track, level):
    """Moves a marker up and pays power for the levels entered or passed (T9.1)."""
    gain_power(s, seat, t.level_power[level] - t.level_power[s.cult[seat, track]])
    s.cult[seat, track] = level


@kernel
def reach_top(s, t, seat, track):
    """Spends a key for the top of a track."""
    s.keys[seat] -= 1
    s.top[track] = seat
    move_marker(s, t, seat, track, v.TOP_LEVEL)


@kernel
def advance_cult(s, t, seat, track, steps):
    """Goes up one track; the top takes a key and a free place, else the excess is lost (T9.3)."""
    level = s.cult[seat, track] + steps
    if s.cult[seat, track] == v.TOP_LEVEL or steps == 0:
        return
    if level <= LAST_OPEN:
        move_marker(s, t, seat, track, level)
    elif s.top[track] >= 0:
        move_marker(s, t, seat, track, LAST_OPEN)
    elif s.keys[seat] > 0:
        reach_top(s, t, seat, track)
    else:
        s.blocked[seat] |= 1 << track  # T9.4: a key in this turn still helps
        move_marker(s, t, seat, track, LAST_OPEN)


@kernel
def start_rise(s, seat, steps):
    """Puts steps on every track on the agenda, together with the steps held up in this turn."""
    if steps > 0 or s.blocked[seat]:
        f = push_frame(s, FR_RISE)
        s.frame[f, F_SEAT] = seat
        s.frame[f, F_N] = steps


@kernel
def may_rise(s, seat, track, steps):
    """Tells whether a track would enter the top now, had it a key."""
    held_up = s.blocked[seat] >> track & 1
    level = s.cult[seat, track]
    return level < v.TOP_LEVEL and s.top[track] < 0 and level + steps + held_up >= v.TOP_LEVEL


@kernel
def rise_step(s, t, f):
    """Takes the keys to the top; with fewer keys than tracks that could rise the seat chooses (T9.4, T9.5)."""
    frame = s.frame[f]
    seat, steps = frame[F_SEAT], frame[F_N]
    if frame[F_STEP] == 1:
        frame[F_A] |= 1 << answer_a(s)
    candidates = 0
    chosen = 0
    for track in range(TRACKS):
        candidates += may_rise(s, seat, track, steps)
        chosen += frame[F_A] >> track & 1
    if chosen < s.keys[seat] < candidates:
        frame[F_STEP] = 1
        s.options = 0
        for track in range(TRACKS):
            if may_rise(s, seat, track, steps) and not frame[F_A] >> track & 1:
                offer(s, v.O_TOP, track, 0, 0)
        ask(s, v.D_TOP, seat)
        return
    everybody = candidates <= s.keys[seat]
    pop_frame(s)
    for track in range(TRACKS):
        if may_rise(s, seat, track, steps) and (everybody or frame[F_A] >> track & 1):
            s.blocked[seat] &= ~(1 << track)
            reach_top(s, t, seat, track)
    for track in range(TRACKS):
        advance_cult(s, t, seat, track, steps)  # those at the top stay there; a key left over finds no open top


@kernel
def start_cult_step(s, seat, steps):
    """Puts steps on one track of choice on the agenda."""
    f = push_frame(s, FR_CULT_STEP)
    s.frame[f, F_SEAT] = seat
    s.frame[f, F_N] = steps


@kernel
def cult_step_step(s, t, f):
    """Asks for a track, where nothing need be gained (T9.6), and goes up."""
    frame = s.frame[f]
    seat = frame[F_SEAT]
    if frame[F_STEP] == 0:
        frame[F_STEP] = 1
        s.options = 0
        for track in range(TRACKS):
            offer(s, v.O_CULT, track, 0, 0)
        ask(s, v.D_CULT, seat)
        return
    pop_frame(s)
    advance_cult(s, t, seat, answer_a(s), frame[F_N])


@kernel
def offer_priests(s, t, seat):
    """Offers to send a priest: to a free space of each size, or for one step and back (T9.2)."""
    if s.P[seat] == 0:
        return
    for track in range(TRACKS):
        for steps in range(LARGEST_SPACE, 1, -1):
            if free_space(s, t, track, steps) >= 0:
                offer(s, v.O_SEND, track, steps, 0)
        offer(s, v.O_SEND, track, 1, 0)


@kernel
def free_space(s, t, track, steps):
    """Returns a free priest space of a size, -1 if there is none."""
    for space in range(4):
        if t.space_steps[space] == steps and s.priest_space[track, space] < 0:
            return space
    return -1


@kernel
def send_priest(s, t, seat, track, steps):
    """Sends a priest to a cult; on a space it stays for ever."""
    s.P[seat] -= 1
    if steps > 1:
        s.priest_space[track, free_space(s, t, track, steps)] = seat
        s.priests_out[seat] += 1
    advance_cult(s, t, seat, track, steps)
