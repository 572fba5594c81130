"""Planner: looks for the best course of the turn by trying whole courses on copies of the state.

A plan is the list of answers from here to the next moment something hidden comes to light. The first plan is greedy's.
Courses that differ from it race against it in the same imagined worlds, one world after another: a challenger that
falls behind is dropped, one that is ahead after the last world becomes the plan.
"""

import math

import numpy as np

from policies.spirit_island.courses import (
    BASE,
    GAME,
    NO_CHANGE,
    NO_LAND,
    endangered_lands,
    find_option,
    play_course,
)
from policies.spirit_island.greedy import TARGETS_TRIED, choose_greedy, copy_state
from policies.spirit_island.hidden import draw, forget_order
from policies.spirit_island.vocabulary import MOST_WORLDS
from simulator.core.compiled import kernel
from simulator.core.streams import mix
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.rules.lands import has_bit, spaces

BEHIND = 0.04  # chance of winning, summed over worlds, by which a challenger may fall behind before it is dropped
SAME_WORLDS = 2  # a challenger that changes nothing in so many worlds is dropped
CLEAR = 0.98  # a plan this good is not improved further
GAMES_PER_WORLD = 4  # of a small budget: fewer worlds, so that some courses are tried at all
SHARE_OF_PAIRS = 10  # per cent of the changes that differ at two places
MOST_MISSES = 25  # changes drawn in vain, one after another: what can be changed at one place was tried
LEAD = 0.01  # least chance, summed over worlds, by which a challenger must win: luck is not enough
LEAST_STAKE = 0.02


@kernel
def is_left_to_greedy(s):
    """Tells whether the open decision is too small for a plan: what it offers is plain to see."""
    decision = s.decision
    small = decision == v.D_PIECE or decision == v.D_ORDER or decision == v.D_CASCADE or decision == v.D_PRESENCE
    return small and s.phase == v.INVADER_PHASE


@kernel
def option_bit(option):
    """Returns the bit that stands for an option; the last one stands for many."""
    return np.uint64(1) << np.uint64(min(63, option))


@kernel
def keep_trial(m):
    """Makes the trial the plan."""
    m.plan_size = m.trial_size
    for step in range(m.trial_size):
        m.plan[step] = m.trial[step]
        m.plan_choice[step] = m.trial_choice[step]
        m.plan_options[step] = m.trial_options[step]
        m.tried[step] = option_bit(m.trial_choice[step])
    total = 0.0
    for world in range(m.worlds):
        m.plan_chance[world] = m.trial_chance[world]
        total += m.trial_chance[world]
    mean = total / m.worlds
    m.is_clear = mean > CLEAR
    m.stake = max(LEAST_STAKE, 4.0 * mean * (1.0 - mean))


@kernel
def note_course(m, option, worlds):
    """Notes what the course just tried is worth, under its answer to the first question; for explanations."""
    mean = 0.0
    square = 0.0
    for world in range(worlds):
        mean += m.trial_chance[world] / worlds
        square += m.trial_chance[world] ** 2 / worlds
    m.course[option] = mean
    m.course_spread[option] = math.sqrt(max(0.0, square - mean * mean))
    m.course_worlds[option] = worlds


@kernel
def is_beaten(m, ahead, differs, worlds):
    """Tells whether a challenger is dropped after so many worlds."""
    if worlds == m.worlds:
        return ahead <= LEAD * m.stake
    return ahead < -BEHIND * m.stake or (not differs and worlds >= SAME_WORLDS)


@kernel
def race(gate, states, rows, t, k, m, last_turn):
    """Lets the plan with the change under trial race against the plan as it is, and keeps the better one."""
    m.changes_tried += 1
    ahead = 0.0
    differs = False
    for world in range(m.worlds):
        m.trial_chance[world] = play_course(gate, states, rows, t, k, m, world, last_turn)
        m.games_tried += 1
        ahead += m.trial_chance[world] - m.plan_chance[world]
        differs = differs or m.trial_chance[world] != m.plan_chance[world]
        if is_beaten(m, ahead, differs, world + 1):
            if m.change_at == 0:
                note_course(m, m.change_to, world + 1)
            return
    keep_trial(m)
    note_course(m, m.plan_choice[0], m.worlds)


@kernel
def no_change(m):
    """Sets the course under trial to the plan itself."""
    m.change_at = NO_CHANGE
    m.change_to = 0
    m.second_at = NO_CHANGE
    m.second_to = 0
    m.change_focus = NO_LAND


@kernel
def first_plan(gate, states, rows, t, k, m, last_turn):
    """Makes greedy's course of the turn the plan."""
    m.plan_size = 0
    m.changes_tried = 0
    no_change(m)
    for world in range(m.worlds):
        m.trial_chance[world] = play_course(gate, states, rows, t, k, m, world, last_turn)
    m.games_tried = m.worlds
    keep_trial(m)
    for option in range(states[BASE].options):
        m.course_worlds[option] = 0
    note_course(m, m.plan_choice[0], m.worlds)


@kernel
def other_option(m, step):
    """Draws an option of a place of the plan other than the one it takes."""
    option = draw(m, m.plan_options[step] - 1)
    return np.int64(option + (option >= m.plan_choice[step]))


@kernel
def draw_change(m):
    """Draws a change of the plan; tells whether it is worth a trial."""
    no_change(m)
    step = draw(m, m.plan_size)
    if m.plan_options[step] < 2:
        return False
    m.change_at = step
    m.change_to = other_option(m, step)
    if draw(m, 100) < SHARE_OF_PAIRS:
        second = draw(m, m.plan_size)
        if second > step and m.plan_options[second] >= 2:
            m.second_at = second
            m.second_to = other_option(m, second)
            return True
    bit = option_bit(m.change_to)
    is_new = m.tried[step] & bit == 0 or m.change_to >= 63
    m.tried[step] |= bit
    return is_new


@kernel
def try_first_answers(gate, states, rows, t, k, m, last_turn, budget):
    """Tries every answer to the first question."""
    for option in range(states[BASE].options):
        if m.games_tried >= budget or m.is_clear:
            return
        if m.tried[0] & option_bit(option) == 0 or option >= 63:
            m.tried[0] |= option_bit(option)
            no_change(m)
            m.change_at = 0
            m.change_to = option
            race(gate, states, rows, t, k, m, last_turn)


@kernel
def try_saving(gate, states, rows, t, k, m, last_turn, budget):
    """Tries to save each land that will be blighted, with all that the rest of the phase allows."""
    lands = endangered_lands(states[BASE], t, k, m)
    for land in range(spaces(states[BASE])):
        if has_bit(lands, land) and m.games_tried < budget:
            no_change(m)
            m.change_at = 0
            m.change_to = m.plan_choice[0]
            m.change_focus = land
            race(gate, states, rows, t, k, m, last_turn)


@kernel
def improve_plan(gate, states, rows, t, k, m, last_turn, budget):
    """Tries changes of the plan until the budget is spent or nothing is left to try."""
    if m.plan_size == 0:
        return
    try_first_answers(gate, states, rows, t, k, m, last_turn, budget)
    if states[BASE].phase < v.INVADER_PHASE:
        try_saving(gate, states, rows, t, k, m, last_turn, budget)
    turn = np.uint64(1) << np.uint64(40)
    misses = 0
    while m.games_tried < budget and misses < MOST_MISSES and not m.is_clear:
        m.draws = turn
        is_new = draw_change(m)
        turn = m.draws
        misses = 0 if is_new and m.second_at < 0 else misses + 1
        if is_new:
            race(gate, states, rows, t, k, m, last_turn)


@kernel
def make_plan(gate, states, rows, t, k, m, budget, turns):
    """Plans from the open decision of the game to the next hidden card; a game of the budget is a course in one world."""
    copy_state(rows, GAME, BASE)
    base = states[BASE]
    forget_order(base)
    m.key = mix(states[GAME].seed_key[v.STREAM_POLICY] + np.uint64(states[GAME].decisions + 1))
    last_turn = base.turn + turns - 1
    if base.phase >= v.INVADER_PHASE:
        budget = budget // 2
    m.worlds = max(1, min(MOST_WORLDS, budget // GAMES_PER_WORLD))
    first_plan(gate, states, rows, t, k, m, last_turn)
    improve_plan(gate, states, rows, t, k, m, last_turn, budget)
    m.targets_tried = TARGETS_TRIED
    m.plan_at = 0
    m.plan_decision = states[GAME].decisions


@kernel
def choose_planned(gate, states, rows, t, k, m, budget, turns):
    """Answers the open decision of the first state by the plan; makes a new one where it ends."""
    s = states[GAME]
    if is_left_to_greedy(s):
        m.plan_size = 0  # the plan was over: explanations see that greedy chose
        return choose_greedy(gate, states, rows, t, k, m, GAME)
    if m.plan_at >= m.plan_size or m.plan_decision != s.decisions or find_option(s, m.plan[m.plan_at]) < 0:
        make_plan(gate, states, rows, t, k, m, budget, turns)
    choice = find_option(s, m.plan[m.plan_at])
    m.plan_at += 1
    m.plan_decision = s.decisions + 1
    return np.int64(max(0, choice))
