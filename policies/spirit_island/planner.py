"""Planner: looks for the best course of the turn by trying whole courses on copies of the state.

A plan is the list of answers from here to the next moment something hidden comes to light. The first plan is greedy's;
then single answers are changed, the rest of the turn is played out with greedy in several possible worlds, and a
change that leaves a better position is kept.
"""

import math

import numpy as np

from policies.spirit_island import vocabulary as p
from policies.spirit_island.greedy import TARGETS_TRIED, choose_greedy, copy_state, reveals_cards
from policies.spirit_island.hidden import draw, forget_order, imagine
from policies.spirit_island.position import LOST, WON, value_of
from simulator.core.compiled import kernel
from simulator.core.machine import answer, run_game
from simulator.core.streams import mix
from simulator.spirit_island.record import vocabulary as v

GAME, BASE, TRIAL = range(3)  # places in the array of states; greedy's working room follows
WORLDS = 2
MOST_DECISIONS = 300
NO_CHANGE = -1
TARGETS_IN_TRIALS = 3  # of a power: a trial need not be played as well as the game
DRAWS_PER_TRIAL = 5  # most places drawn in search of one worth changing
DECLINED = 0.02  # a first world this much worse ends the trial of a change


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
def is_left_to_greedy(s):
    """Tells whether the open decision is too small for a plan: what it offers is plain to see, or all is hidden."""
    decision = s.decision
    if decision == v.D_DECK or decision == v.D_SETUP:
        return True
    small = decision == v.D_PIECE or decision == v.D_ORDER or decision == v.D_CASCADE or decision == v.D_PRESENCE
    return small and s.phase == v.INVADER_PHASE


@kernel
def play_trial(gate, states, rows, t, k, m, world, change_at, change_to, last_turn):
    """Plays the plan with one answer changed, in one world, to the horizon; records the answers it gave."""
    copy_state(rows, BASE, TRIAL)
    s = states[TRIAL]
    imagine(s, t, m, world)
    first_phase = s.phase
    first_turn = s.turn
    recording = True
    follows = True
    m.trial_size = 0
    for step in range(MOST_DECISIONS):
        if s.decision == 0 or s.error != 0 or s.turn > last_turn:
            break
        goes_on = s.turn == first_turn and (s.phase < v.INVADER_PHASE or s.phase == first_phase)
        if not goes_on or (step > 0 and reveals_cards(s)):
            recording = False
        choice = np.int64(-1)
        if recording and step < p.MAX_PLAN:
            if step == change_at:
                choice = np.int64(change_to)
            elif follows and step < m.plan_size:
                choice = np.int64(find_option(s, m.plan[step]))
                follows = choice >= 0
        if choice < 0:
            choice = choose_greedy(gate, states, rows, t, k, m, TRIAL)
        if recording and step < p.MAX_PLAN:
            m.trial[step] = s.option[choice]
            m.trial_choice[step] = choice
            m.trial_options[step] = s.options if is_worth_changing(s) else 1
            m.trial_size = step + 1
        if s.phase == v.INVADER_PHASE:
            recording = False  # what comes next may be a card that is hidden now
        answer(s, choice)
        run_game(gate, s, t, -1)
    return value_at_horizon(s, t, k, m)


@kernel
def keep_trial(m):
    """Makes the trial the plan."""
    m.plan_size = m.trial_size
    for step in range(m.trial_size):
        m.plan[step] = m.trial[step]
        m.plan_choice[step] = m.trial_choice[step]
        m.plan_options[step] = m.trial_options[step]


@kernel
def note_course(m, change_at, change_to, worth):
    """Notes what an answer to the first question is worth, for explanations."""
    if change_at == 0:
        m.course[change_to] = worth


@kernel
def try_change(gate, states, rows, t, k, m, change_at, change_to, last_turn):
    """Tries a change in all worlds and keeps it if it is better; a poor start ends the trial. Returns the games played."""
    total = 0.0
    first = 0.0
    for world in range(WORLDS):
        total += play_trial(gate, states, rows, t, k, m, world, change_at, change_to, last_turn)
        if world == 0:
            first = total
        if world + 1 < WORLDS and total < m.plan_first - DECLINED:
            note_course(m, change_at, change_to, total / (world + 1))
            return world + 1
    note_course(m, change_at, change_to, total / WORLDS)
    if total > m.plan_worth + 1e-9:
        m.plan_worth = total
        m.plan_first = first
        keep_trial(m)
    return WORLDS


@kernel
def first_plan(gate, states, rows, t, k, m, last_turn):
    """Makes greedy's course of the turn the plan."""
    m.plan_size = 0
    m.plan_worth = -1.0
    m.plan_first = 0.0
    total = 0.0
    for world in range(WORLDS - 1, -1, -1):
        worth = play_trial(gate, states, rows, t, k, m, world, NO_CHANGE, 0, last_turn)
        total += worth
        m.plan_first = worth
    m.plan_worth = total
    keep_trial(m)
    first = states[BASE]
    for option in range(first.options):
        m.course[option] = total / WORLDS if first.option[option] == m.plan[0] else -1.0


@kernel
def improve_plan(gate, states, rows, t, k, m, last_turn, budget):
    """Tries every answer to the first question, then changes anywhere in the plan, until the budget is spent."""
    first = states[BASE]
    used = 0
    for option in range(first.options):
        if used >= budget:
            return
        if first.option[option] != m.plan[0]:
            used += try_change(gate, states, rows, t, k, m, 0, option, last_turn)
    if m.plan_size == 0:
        return
    turn = np.uint64(1) << np.uint64(40)
    for _ in range(DRAWS_PER_TRIAL * budget):
        if used >= budget:
            return
        m.draws = turn
        step = draw(m, m.plan_size)
        options = m.plan_options[step]
        change_to = draw(m, max(1, options - 1))
        change_to += change_to >= m.plan_choice[step]
        turn = m.draws + np.uint64(1)
        if options >= 2:
            used += try_change(gate, states, rows, t, k, m, step, change_to, last_turn)


@kernel
def make_plan(gate, states, rows, t, k, m, budget, turns):
    """Plans from the open decision of the game to the next hidden card."""
    copy_state(rows, GAME, BASE)
    base = states[BASE]
    forget_order(base)
    m.key = mix(states[GAME].seed_key[v.STREAM_POLICY] + np.uint64(states[GAME].decisions + 1))
    last_turn = base.turn + turns - 1
    if base.phase >= v.INVADER_PHASE:
        budget = budget // 2
    m.targets_tried = TARGETS_IN_TRIALS
    first_plan(gate, states, rows, t, k, m, last_turn)
    improve_plan(gate, states, rows, t, k, m, last_turn, budget - WORLDS)
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
