"""A course: the rest of a turn and the next one, played out on a copy of the state in one imagined world.

A course is the plan with a *change*: another answer at one place or two, or from one place on everything for a land that
a ravage will blight, so that cards and targets differ together. Where the plan no longer fits, greedy chooses.
"""

import math

import numpy as np

from policies.spirit_island import vocabulary as p
from policies.spirit_island.greedy import best_of, choose_greedy, copy_state, quick_answer
from policies.spirit_island.hidden import imagine
from policies.spirit_island.position import LOST, WON, land_worth, prepare_local, value_of
from simulator.core.compiled import kernel
from simulator.core.machine import answer, run_game
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.rules.lands import has_bit, spaces
from simulator.spirit_island.rules.powers import target_lands

GAME, BASE, TRIAL = range(3)  # places in the array of states; greedy's working room follows
MOST_DECISIONS = 300
NO_CHANGE = -1
NO_LAND = -1
TARGETS_IN_TRIALS = 3  # of a power: a trial need not be played as well as the game
SAVING_BONUS = 1.0  # of a card that can help the land in focus


@kernel
def find_option(s, option):
    """Returns the index of an option among those offered, -1 = not offered."""
    for k in range(s.options):
        if s.option[k] == option:
            return k
    return -1


@kernel
def chance(value):
    """Turns the worth of a position into a chance of winning."""
    if value >= WON:
        return 1.0
    if value <= LOST:
        return 0.0
    return 1.0 / (1.0 + math.exp(-value))


@kernel
def value_at_horizon(s, t, k, m):
    """Returns the chance of winning from the start of a turn, before anybody has acted."""
    phase = s.phase
    if s.phase == 0:
        s.phase = v.TIME_PASSES
    value = value_of(s, t, k, m)
    s.phase = phase
    return chance(value)


@kernel
def is_worth_changing(s):
    """Tells whether a different answer to the open decision is worth a trial; single pieces seldom are."""
    decision = s.decision
    if decision == v.D_THRESHOLD or decision == v.D_PIECE or decision == v.D_ELEMENT:
        return False
    return decision != v.D_ORDER


@kernel
def is_endangered(s, t, m, land):
    """Tells whether a land will be blighted by a ravage that is certain."""
    explorers = np.int64(s.pieces[land, v.EXPLORER])
    towns = np.int64(s.pieces[land, v.TOWN])
    cities = np.int64(s.pieces[land, v.CITY])
    if explorers + towns + cities == 0 or not has_bit(m.ravage_now, land):
        return False
    land_worth(s, t, m, land, explorers, towns, cities, np.int64(s.pieces[land, v.DAHAN]))
    return m.local[p.P_BLIGHT_COMING] > 0


@kernel
def endangered_lands(s, t, k, m):
    """Returns the lands that will be blighted by ravages that are certain."""
    prepare_local(s, t, k, m)
    lands = np.int64(0)
    for land in range(spaces(s)):
        if is_endangered(s, t, m, land):
            lands |= np.int64(1) << land
    return lands


@kernel
def eases_focus(s, t, k, m, option):
    """Tells whether an option brings what saves the land in focus: a card that reaches it and can ease a ravage."""
    if option >> 24 != v.O_CARD and option >> 24 != v.O_POWER:
        return False
    power = option >> 16 & 255 if option >> 24 == v.O_CARD else option >> 8 & 255
    if t.power_aim[power] != v.AIM_LAND or t.power_speed[power] == v.SLOW:
        return False
    does = k.power[power]
    eases = does[p.W_DAMAGE] + does[p.W_DESTROY_EXPLORER] + does[p.W_DESTROY_BUILDING] + does[p.W_PUSH_EXPLORER]
    eases += does[p.W_PUSH_BUILDING] + does[p.W_DEFEND] + does[p.W_SKIP_RAVAGE] + does[p.W_ADD_DAHAN]
    return eases > 0 and has_bit(target_lands(s, t, s.asked, power), m.focus)


@kernel
def saving_answer(gate, states, rows, t, k, m):
    """Answers the open decision of the trial for the land in focus as long as that is in danger, else like greedy."""
    s = states[TRIAL]
    prepare_local(s, t, k, m)
    if not is_endangered(s, t, m, m.focus):
        m.focus = NO_LAND
        return choose_greedy(gate, states, rows, t, k, m, TRIAL)
    if s.decision == v.D_TARGET:
        land = find_option(s, np.int32(v.O_LAND << 24 | m.focus << 16))
        if land >= 0:
            return np.int64(land)
    elif s.decision == v.D_USE_POWER:
        for option in range(s.options):
            if eases_focus(s, t, k, m, s.option[option]):
                return np.int64(option)
    elif s.decision == v.D_PLAY_CARD:
        quick_answer(s, t, k, m)
        for option in range(s.options):
            if eases_focus(s, t, k, m, s.option[option]):
                m.quick[option] += SAVING_BONUS
        return np.int64(best_of(m.quick, s.options))
    return choose_greedy(gate, states, rows, t, k, m, TRIAL)


@kernel
def course_answer(s, m, step):
    """Returns the answer of the course at a step of the part that is planned, -1 = greedy's."""
    if step == m.change_at:
        m.follows = m.follows and m.change_focus < 0
        return np.int64(m.change_to)
    if step == m.second_at and m.second_to < s.options:
        return np.int64(m.second_to)
    if not m.follows or step >= m.plan_size:
        return np.int64(-1)
    choice = find_option(s, m.plan[step])
    m.follows = choice >= 0
    return np.int64(choice)


@kernel
def record_answer(s, m, step, choice):
    """Notes an answer of the course."""
    m.trial[step] = s.option[choice]
    m.trial_choice[step] = choice
    m.trial_options[step] = s.options if is_worth_changing(s) else 1
    m.trial_size = step + 1


@kernel
def play_course(gate, states, rows, t, k, m, world, last_turn):
    """Plays the plan with the change under trial in one world to the horizon; returns the chance of winning there."""
    copy_state(rows, BASE, TRIAL)
    s = states[TRIAL]
    imagine(s, t, m, world)
    first_phase = s.phase
    first_turn = s.turn
    recording = True
    m.follows = True
    m.focus = m.change_focus
    m.trial_size = 0
    m.targets_tried = TARGETS_IN_TRIALS
    for step in range(MOST_DECISIONS):
        if s.decision == 0 or s.error != 0 or s.turn > last_turn:
            break
        goes_on = s.turn == first_turn and (s.phase < v.INVADER_PHASE or s.phase == first_phase)
        if not goes_on or (step > 0 and s.decision == v.D_TAKE_CARD):
            recording = False
        choice = np.int64(-1)
        if recording and step < p.MAX_PLAN:
            choice = course_answer(s, m, step)
        if choice < 0:
            if m.focus >= 0 and goes_on and step > m.change_at:
                choice = saving_answer(gate, states, rows, t, k, m)
            else:
                choice = choose_greedy(gate, states, rows, t, k, m, TRIAL)
        if recording and step < p.MAX_PLAN:
            record_answer(s, m, step, choice)
        if s.phase == v.INVADER_PHASE or s.decision == v.D_DECK:
            recording = False  # what comes next may be a card that is hidden now
        answer(s, choice)
        run_game(gate, s, t, -1)
    return value_at_horizon(s, t, k, m)
