"""Fear, the fear deck and terror levels (R13), and the fear step of the invader phase (R6.5-R6.7)."""

from simulator.core.agenda import pop_frame
from simulator.core.compiled import kernel
from simulator.spirit_island import hooks
from simulator.spirit_island.record import steps
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_RUN, push_frame
from simulator.spirit_island.record.state import F_BASE, F_PC, F_SOURCE, F_STEP


@kernel
def update_terror_level(s):
    """Raises the terror level to the first divider with cards above it; an empty deck wins (R12.2, R13.3)."""
    if not hooks.scenario.fear_cards_act(s):
        return
    for section in range(3):
        if s.fear_left[section] > 0:
            s.terror_level = section + 1
            return
    s.terror_level = 3
    if hooks.scenario.fear_wins(s):
        s.won = v.C_FEAR


@kernel
def fear_cards_left(s):
    """Returns how many fear cards can still be earned."""
    left = s.fear_left[0] + s.fear_left[1] + s.fear_left[2]
    return left if left > 0 else hooks.scenario.fear_cards_below(s)


@kernel
def earn_fear_card(s):
    """Moves the top fear card to the earned pile."""
    s.earned[s.earned_count] = s.fear_deck[s.fear_top]
    s.earned_count += 1
    s.earned_total += 1
    s.fear_top += 1
    for section in range(3):
        if s.fear_left[section] > 0:
            s.fear_left[section] -= 1
            update_terror_level(s)
            return


@kernel
def add_fear(s, number, land, by_power):
    """Generates fear (R13.2); fear of powers may defend its land (Dread Apparitions)."""
    if number <= 0:
        return
    if by_power and land >= 0 and s.land_rules[land] & v.FEAR_DEFENDS:
        s.defend[land] += number
    s.fear += number
    s.fear_generated += number
    while s.fear >= s.fear_pool and fear_cards_left(s) > 0:
        s.fear -= s.fear_pool
        earn_fear_card(s)


@kernel
def run_fear_card(s, t, card, level):
    """Starts one line of a fear card."""
    f = push_frame(s, FR_RUN)
    s.frame[f, F_PC] = t.fear_program[card, level - 1]
    s.frame[f, F_SOURCE] = v.SOURCE_FEAR
    s.frame[f, F_BASE] = f


@kernel
def fear_step(s, t, f):
    """Resolves earned fear cards in the order earned, each at the terror level of the moment (R6.5)."""
    if s.earned_count == 0:
        pop_frame(s)
        return
    card = s.earned[0]
    for k in range(s.earned_count - 1):
        s.earned[k] = s.earned[k + 1]
    s.earned_count -= 1
    s.fear_resolved += 1
    s.frame[f, F_STEP] = steps.FEAR_RESOLVING
    run_fear_card(s, t, card, s.terror_level)
