"""Planner: plays each promising answer on to the end of the round, all seats by greedy, and takes what promises most.

Nothing is hidden and nothing left to luck after the set-up (T1.2), so one course tells where an answer leads if
everybody goes on like greedy. It ends at the start of a later round, which is valued by what such starts have come to
(fit.py), or with the game. The answers of the best course are kept as the plan; another answer must lead clearly further
than the plan does.
"""

import numpy as np

from policies.terra_mystica import vocabulary as p
from policies.terra_mystica.greedy import HOPELESS, choose_greedy, copy_state
from policies.terra_mystica.position import promise_of
from simulator.core.agenda import option_b, option_kind
from simulator.core.compiled import kernel
from simulator.core.machine import answer, run_game
from simulator.terra_mystica.record import vocabulary as v

GAME, COURSE = range(2)  # places in the array of states; greedy's working room follows
UNTRIED = -1e6
LEAD = 3.0  # points by which a course must be ahead: it meets replies of greedy only, and what it promises is a guess
NEVER = -1  # of a plan: there is none
PASS_LATER = 3  # courses before the first one that passes; from then on every other one does
LEAST_OFFER = 2  # smaller offers of power cost nothing


@kernel
def find_option(s, packed):
    """Returns the index of an option among those offered, -1 = not offered."""
    for option in range(s.options):
        if s.option[option] == packed:
            return option
    return -1


@kernel
def is_left_to_greedy(s):
    """Tells whether the open decision is too small for courses."""
    if s.decision == v.D_LEECH:
        return option_b(s.option[0]) < LEAST_OFFER
    return s.decision == v.D_TURN_END or s.options < 2


@kernel
def forget_old_plans(s, m):
    """Drops the plans of another game, or of a later moment of this one."""
    if m.plan_key != s.seed_key[v.STREAM_POLICY] or s.decisions < m.plan_moment:
        for seat in range(v.MAX_SEATS):
            m.plan_size[seat] = 0
            m.plan_at[seat] = 0
    m.plan_key = s.seed_key[v.STREAM_POLICY]
    m.plan_moment = s.decisions


@kernel
def play_course(gate, states, rows, t, k, m, first, follows, last_round):
    """Plays on after an answer to the open decision: m.course holds the seat's answers, m.reached what they lead to."""
    seat = states[GAME].asked
    copy_state(rows, GAME, COURSE)
    s = states[COURSE]
    m.course_size = 0
    at = m.plan_at[seat] + 1
    choice = first
    while s.decision != 0 and s.error == 0 and (s.round <= last_round or s.decision != v.D_ACTION):
        if m.course_size > 0 or s.asked != seat:
            choice = -1
            if follows and s.asked == seat and at < m.plan_size[seat]:
                choice = find_option(s, m.plan[seat, at])
                at += 1
                follows = choice >= 0
            if choice < 0:
                choice = choose_greedy(gate, states, rows, t, k, m, COURSE)
        if s.asked == seat and m.course_size < p.MAX_PLAN:
            m.course[m.course_size] = s.option[choice]
            m.course_size += 1
        answer(s, choice)
        run_game(gate, s, t, -1)
    m.reached = float(s.VP[seat]) if s.decision == 0 else promise_of(s, t, k, m, seat)


@kernel
def keep_course(m, seat):
    """Makes the course just played the plan of a seat."""
    m.plan_size[seat] = m.course_size
    m.plan_at[seat] = 0
    for step in range(m.course_size):
        m.plan[seat, step] = m.course[step]


@kernel
def best_candidate(s, m, passes):
    """Returns the option with the best score that has no course yet; passes and other answers apart; -1 = none."""
    best = -1
    for option in range(s.options):
        if m.end[option] == UNTRIED and (option_kind(s.option[option]) == v.O_PASS) == passes:
            if m.glance[option] > HOPELESS and (best < 0 or m.glance[option] > m.glance[best]):
                best = option
    return best


@kernel
def list_candidates(gate, states, rows, t, k, m):
    """Lets greedy score the options: m.glance; returns its choice."""
    s = states[GAME]
    choice = choose_greedy(gate, states, rows, t, k, m, GAME)
    m.greedy_choice = choice
    m.courses_tried = 0
    for option in range(s.options):
        m.glance[option] = m.score[option]
        m.end[option] = UNTRIED
    return choice


@kernel
def try_course(gate, states, rows, t, k, m, option, follows, best, last_round):
    """Plays a course; returns the better of it and the best so far."""
    m.courses_tried += 1
    play_course(gate, states, rows, t, k, m, option, follows, last_round)
    m.end[option] = max(m.end[option], m.reached)
    if best < 0 or m.reached > m.planned + LEAD:
        m.planned = m.reached
        keep_course(m, states[GAME].asked)
        return option
    return best


@kernel
def choose_planned(gate, states, rows, t, k, m, courses, rounds):
    """Answers the open decision of the first state by the best of some courses."""
    s = states[GAME]
    seat = s.asked
    forget_old_plans(s, m)
    choice = list_candidates(gate, states, rows, t, k, m)
    planned = find_option(s, m.plan[seat, m.plan_at[seat]]) if m.plan_at[seat] < m.plan_size[seat] else NEVER
    if is_left_to_greedy(s):
        m.plan_at[seat] += planned == choice
        return np.int64(choice)
    last_round = max(1, s.round) + rounds - 1
    best = NEVER
    if planned >= 0:
        best = try_course(gate, states, rows, t, k, m, planned, True, best, last_round)
    if planned != choice:
        best = try_course(gate, states, rows, t, k, m, choice, False, best, last_round)
    passes = False
    misses = 0
    while m.courses_tried < courses and misses < 2:
        option = best_candidate(s, m, passes)
        if option >= 0:
            best = try_course(gate, states, rows, t, k, m, option, False, best, last_round)
        misses = misses + 1 if option < 0 else 0
        passes = not passes if m.courses_tried >= PASS_LATER or option < 0 else False
    m.plan_at[seat] = 1
    return np.int64(best)
