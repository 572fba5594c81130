"""The course of a game: set-up, six rounds of three phases, the final score (T3.1, T4)."""

from simulator.core.agenda import pop_frame
from simulator.core.compiled import kernel
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.record.state import F_A, F_N, F_STEP, FR_FIRST_CARD, FR_START_DWELLING
from simulator.terra_mystica.rules.ending import score_final
from simulator.terra_mystica.rules.income import gain_cult_bonus, gain_income, start_cult_spades
from simulator.terra_mystica.rules.setup import lay_out, start_dwelling_seat, start_for
from simulator.terra_mystica.rules.turn import start_turn

# Steps of the game. Each is one step of the machine, so that a caller may watch the phases pass.
LAY_OUT, START_DWELLINGS, FIRST_CARDS, BEGIN_ROUND, PLAY_ROUND, BONUS, BONUS_SPADES, FINISH = range(8)
NOBODY = -1


@kernel
def game_step(s, t, f):
    """Works on the game as a whole."""
    frame = s.frame[f]
    step = frame[F_STEP]
    if step == LAY_OUT:
        for seat in range(s.players):
            lay_out(s, t, seat)
        frame[F_STEP] = START_DWELLINGS
    elif step == START_DWELLINGS:
        place_next_dwelling(s, t, f)
    elif step == FIRST_CARDS:
        take_next_card(s, f)
    elif step == BEGIN_ROUND:
        begin_round(s, t, f)
    elif step == PLAY_ROUND:
        next_turn(s, f)
    elif step == BONUS:
        begin_bonus(s, t)
        frame[F_STEP] = BONUS_SPADES
    elif step == BONUS_SPADES:
        start_cult_spades(s, t)
        frame[F_STEP] = BEGIN_ROUND
    else:
        score_final(s, t)
        note_points(s)
        pop_frame(s)


@kernel
def place_next_dwelling(s, t, f):
    """Lets the next seat place a start dwelling."""
    frame = s.frame[f]
    seat = start_dwelling_seat(s, t, frame[F_N])
    frame[F_N] += 1
    if seat >= 0:
        start_for(s, FR_START_DWELLING, seat)
    elif seat < -1:
        frame[F_STEP] = FIRST_CARDS
        frame[F_N] = s.players


@kernel
def take_next_card(s, f):
    """Lets the next seat take its first card, the last seat first (T2.6)."""
    frame = s.frame[f]
    frame[F_N] -= 1
    if frame[F_N] >= 0:
        start_for(s, FR_FIRST_CARD, frame[F_N])
    else:
        frame[F_STEP] = BEGIN_ROUND


@kernel
def note_points(s):
    """Notes the points that a round ended with, for the result."""
    for seat in range(s.players):
        if s.round > 0:
            s.round_vp[seat, s.round - 1] = s.VP[seat]


@kernel
def begin_round(s, t, f):
    """Lays coins on the free cards (T4.5), frees all actions (T4.7b) and gives income (T3)."""
    frame = s.frame[f]
    note_points(s)
    s.round += 1
    s.phase = v.INCOME
    s.actions_used = 0
    s.passes = 0
    for card in range(v.CARDS):
        s.card_coins[card] += s.card_holder[card] == v.ON_TABLE
    for seat in range(s.players):
        s.passed[seat] = 0
        s.specials_used[seat] = 0
    for place in range(s.players):
        gain_income(s, t, s.order[place])
    frame[F_STEP] = PLAY_ROUND
    frame[F_A] = NOBODY


@kernel
def seat_after(s, seat):
    """Returns the next seat in the order that has not passed, the seat itself last; NOBODY if all have passed (T4.1)."""
    first = 0
    for place in range(s.players):
        if s.order[place] == seat:
            first = place
    for further in range(1, s.players + 1):
        other = s.order[(first + further) % s.players]
        if not s.passed[other]:
            return other
    return NOBODY


@kernel
def next_turn(s, f):
    """Starts the turn of the next seat, or ends the phase when all have passed."""
    frame = s.frame[f]
    s.phase = v.ACTIONS
    last = frame[F_A]
    seat = s.order[0] if last == NOBODY else seat_after(s, last)
    if last != NOBODY and s.passed[last] and s.flags & v.ORDER_BY_PASSING:
        move_to_end(s, last)
    if seat == NOBODY:
        frame[F_STEP] = FINISH if s.round == v.ROUNDS else BONUS
        return
    frame[F_A] = seat
    start_turn(s, seat)


@kernel
def move_to_end(s, seat):
    """Moves a seat to the end of the turn order."""
    place = 0
    while s.order[place] != seat:
        place += 1
    for later in range(place, s.players - 1):
        s.order[later] = s.order[later + 1]
    s.order[s.players - 1] = seat


@kernel
def set_next_order(s):
    """Sets the order of the next round: from who passed first on clockwise, or in the order of passing (T4.1, T4.4)."""
    for place in range(s.players):
        if s.flags & v.ORDER_BY_PASSING:
            s.order[place] = s.pass_order[place]
        else:
            s.order[place] = (s.pass_order[0] + place) % s.players


@kernel
def begin_bonus(s, t):
    """Begins phase III: the resources of the cult bonus, in the order of the next round (T4.7)."""
    s.phase = v.CULT_BONUS
    set_next_order(s)
    for place in range(s.players):
        gain_cult_bonus(s, t, s.order[place])
