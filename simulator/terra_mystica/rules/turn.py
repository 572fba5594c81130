"""A turn: free conversions, one action (or two), what follows it (T4.1, T5.4, T8.5, T13.3)."""

from simulator.core.agenda import answer_a, answer_kind, ask, offer, pop_frame, push_frame
from simulator.core.compiled import kernel
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.record.state import F_A, F_N, F_SEAT, F_STEP, FR_TURN
from simulator.terra_mystica.rules.actions import offer_actions, take_action
from simulator.terra_mystica.rules.conversions import NONE_TAKEN, converted, offer_conversions
from simulator.terra_mystica.rules.digging import begin_action
from simulator.terra_mystica.rules.leech import start_leech
from simulator.terra_mystica.rules.towns import declare_river_town, offer_river_towns

# Steps of a turn. Conversions are possible before the action and after it; after it means before the neighbours
# decide about power, and again after the builder's own gain from that (T8.8).
ASK_ACTION, ACTION_CHOSEN, ACTION_DONE, ASK_END, AFTER_ACTION, OFFER_POWER, POWER_OFFERED, AFTER_POWER = range(8)


@kernel
def start_turn(s, seat):
    """Puts a turn on the agenda."""
    s.turn = seat
    s.blocked[seat] = 0
    s.free_kind = NONE_TAKEN
    s.new_site_count = 0
    begin_action(s)
    f = push_frame(s, FR_TURN)
    s.frame[f, F_SEAT] = seat
    s.frame[f, F_N] = 1


@kernel
def ask_turn_end(s, t, seat):
    """Asks for free conversions and river towns after an action."""
    s.options = 0
    offer(s, v.O_END, 0, 0, 0)
    offer_river_towns(s, t, seat)
    offer_conversions(s, t, seat)
    ask(s, v.D_TURN_END, seat)


@kernel
def answered_freely(s, t, f, seat, step):
    """Does what is free, a conversion or a river town, and lets the turn go on from a step."""
    if converted(s, f, seat, step):
        return True
    if answer_kind(s) != v.O_TOWN_AT:
        return False
    s.frame[f, F_STEP] = step
    declare_river_town(s, t, seat, answer_a(s))
    return True


@kernel
def turn_step(s, t, f):
    """Works on a turn."""
    frame = s.frame[f]
    seat = frame[F_SEAT]
    step = frame[F_STEP]
    if step == ASK_ACTION:
        frame[F_STEP] = ACTION_CHOSEN
        offer_actions(s, t, seat)
        ask(s, v.D_ACTION, seat)
    elif step == ACTION_CHOSEN:
        if not answered_freely(s, t, f, seat, ASK_ACTION):
            frame[F_STEP] = ACTION_DONE
            take_action(s, t, f, seat)
    elif step == ACTION_DONE:
        frame[F_N] = 0 if s.passed[seat] else frame[F_N] - 1
        # a pass ends the turn; before a second action conversions are possible anyway
        frame[F_STEP] = OFFER_POWER if s.passed[seat] or frame[F_N] > 0 else ASK_END
    elif step == ASK_END:
        frame[F_STEP] = AFTER_ACTION
        ask_turn_end(s, t, seat)
    elif step == AFTER_ACTION:
        if not answered_freely(s, t, f, seat, ASK_END):
            frame[F_STEP] = OFFER_POWER
    elif step == OFFER_POWER:
        frame[F_STEP] = POWER_OFFERED
        frame[F_A] = s.new_site_count > 0
        start_leech(s, seat)
    else:
        after_power(s, t, f)


@kernel
def after_power(s, t, f):
    """Goes on when the neighbours have decided: another action, the builder's gain, or the end of the turn."""
    frame = s.frame[f]
    seat = frame[F_SEAT]
    if frame[F_STEP] == AFTER_POWER and answered_freely(s, t, f, seat, POWER_OFFERED):
        return
    if frame[F_N] > 0:
        frame[F_STEP] = ASK_ACTION
    elif frame[F_STEP] == POWER_OFFERED and frame[F_A] and t.reaction_steps[s.faction[seat]] > 0:
        frame[F_STEP] = AFTER_POWER
        ask_turn_end(s, t, seat)
    else:
        pop_frame(s)
        s.turn = -1
