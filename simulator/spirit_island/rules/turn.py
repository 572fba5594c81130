"""The turn: spirit phase with growth, power phases, invader phase, time passes (R3, R4, R11)."""

from simulator.core.agenda import answer_a, ask, offer, pop_frame
from simulator.core.compiled import kernel
from simulator.spirit_island import hooks
from simulator.spirit_island.record import codes, steps
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import (
    FR_GROWTH,
    FR_INVADER_PHASE,
    FR_PLAY_CARDS,
    FR_POWER_PHASE,
    FR_RUN,
    FR_SPIRIT_PHASE,
    FR_TIME_PASSES,
    push_frame,
)
from simulator.spirit_island.record.state import (
    F_ACTOR,
    F_BASE,
    F_FLAGS,
    F_N,
    F_PC,
    F_SOURCE,
    F_STEP,
    F_WHO,
)
from simulator.spirit_island.record.tables import MAX_GROWTH_ACTIONS, MAX_GROWTH_OPTIONS
from simulator.spirit_island.rules.blight import run_blight_program
from simulator.spirit_island.rules.cards import forget_card
from simulator.spirit_island.rules.pieces import clear_damage
from simulator.spirit_island.rules.spirits import (
    count_any_elements,
    count_reclaims,
    refresh_elements,
    start_any_element,
    track_value,
)

ALWAYS = MAX_GROWTH_OPTIONS  # row of the growth table done besides the picks


@kernel
def growth_program(t, panel, option, action):
    """Returns the program of a growth action; the `always` actions are numbered before those of the option."""
    if action < MAX_GROWTH_ACTIONS:
        return t.growth[panel, ALWAYS, action]
    return t.growth[panel, option, action - MAX_GROWTH_ACTIONS]


@kernel
def growth_actions(s, t, spirit, option, with_always):
    """Returns the bit set of the actions to do for a picked option."""
    actions = 0
    for action in range(2 * MAX_GROWTH_ACTIONS):
        if action < MAX_GROWTH_ACTIONS and not with_always:
            continue
        if growth_program(t, s.spirit[spirit], option, action) >= 0:
            actions |= 1 << action
    return actions


@kernel
def start_growth(s, spirit, picks):
    """Puts the growth of a spirit on the agenda."""
    f = push_frame(s, FR_GROWTH)
    s.frame[f, F_ACTOR] = spirit
    s.frame[f, reg.GROWTH_PICKS] = picks


@kernel
def pick_growth(s, t, f, option, with_always):
    """Takes a growth option and pays for it (R4.1, R4.3)."""
    frame = s.frame[f]
    spirit = frame[F_ACTOR]
    s.energy[spirit] -= t.growth_cost[s.spirit[spirit], option]
    frame[reg.GROWTH_OPTION] = option
    frame[reg.GROWTH_PICKED] |= 1 << option
    frame[reg.GROWTH_ACTIONS] = growth_actions(s, t, spirit, option, with_always)
    frame[F_STEP] = steps.DO_GROWTH


@kernel
def is_undisputed(t, program):
    """Tells whether the order of a growth action cannot matter: it asks nothing and depends on nothing."""
    op = t.code[program, v.I_OP]
    return op == v.OP_GAIN_ENERGY or op == v.OP_EXTRA_PLAYS or (op == v.OP_RECLAIM and t.code[program, v.I_N] == v.ALL)


@kernel
def start_growth_action(s, t, f, action):
    """Runs one action of the picked option."""
    frame = s.frame[f]
    frame[reg.GROWTH_ACTIONS] &= ~(1 << action)
    frame[F_STEP] = steps.DO_GROWTH
    r = push_frame(s, FR_RUN)
    s.frame[r, F_PC] = growth_program(t, s.spirit[frame[F_ACTOR]], frame[reg.GROWTH_OPTION], action)
    s.frame[r, F_ACTOR] = frame[F_ACTOR]
    s.frame[r, F_SOURCE] = v.SOURCE_GROWTH
    s.frame[r, F_BASE] = r


@kernel
def is_like_earlier(t, panel, option, waiting, action):
    """Tells whether an earlier action that still waits does just the same, so that nobody need choose between them."""
    program = growth_program(t, panel, option, action)
    for earlier in range(action):
        other = growth_program(t, panel, option, earlier)
        if waiting >> earlier & 1 and is_same_program(t, program, other):
            return True
    return False


@kernel
def is_same_program(t, one, other):
    """Tells whether two programs hold the same instructions."""
    while True:
        for column in range(v.I_WHO + 1):
            if t.code[one, column] != t.code[other, column]:
                return False
        if t.code[one, v.I_OP] == v.OP_END:
            return True
        one += 1
        other += 1


@kernel
def choose_growth_action(s, t, f):
    """Chooses the next action of an option: undisputed ones first, then as the spirit likes (R4.1)."""
    frame = s.frame[f]
    panel = s.spirit[frame[F_ACTOR]]
    s.options = 0
    number = 0
    for action in range(2 * MAX_GROWTH_ACTIONS):
        program = growth_program(t, panel, frame[reg.GROWTH_OPTION], action)
        if program >= 0:
            number += 1
        if frame[reg.GROWTH_ACTIONS] >> action & 1 == 0:
            continue
        if is_undisputed(t, program):
            start_growth_action(s, t, f, action)
            return
        if not is_like_earlier(t, panel, frame[reg.GROWTH_OPTION], frame[reg.GROWTH_ACTIONS], action):
            offer(s, v.O_ORDER, number, codes.ORDER_NUMBER, action)
    frame[F_STEP] = steps.GROWTH_ORDER_ASKED
    if not ask(s, v.D_ORDER, frame[F_ACTOR]):
        start_growth_action(s, t, f, s.answer & 255)


@kernel
def growth_step(s, t, f):
    """Growth: pick options, do everything in them (R4.1, R4.2)."""
    frame = s.frame[f]
    spirit = frame[F_ACTOR]
    if frame[F_STEP] == steps.GROWTH_ORDER_ASKED:
        start_growth_action(s, t, f, s.answer & 255)
        return
    if frame[F_STEP] == steps.GROWTH_PICK_ASKED:
        pick_growth(s, t, f, answer_a(s), frame[reg.GROWTH_PICKED] == 0)
    if frame[F_STEP] == steps.DO_GROWTH:
        if frame[reg.GROWTH_ACTIONS] != 0:
            choose_growth_action(s, t, f)
            return
        frame[reg.GROWTH_PICKS] -= 1
        frame[F_STEP] = steps.PICK_GROWTH
    panel = s.spirit[spirit]
    s.options = 0
    if frame[reg.GROWTH_PICKS] > 0:
        for option in range(t.spirit_options[panel]):
            if frame[reg.GROWTH_PICKED] >> option & 1 == 0 and t.growth_cost[panel, option] <= s.energy[spirit]:
                offer(s, v.O_GROWTH, option, 0, 0)
    if s.options == 0:
        pop_frame(s)
        return
    frame[F_STEP] = steps.GROWTH_PICK_ASKED
    ask(s, v.D_GROWTH, spirit)


@kernel
def gain_income(s, t, spirit):
    """Gains the highest uncovered number of the energy track (R4.6)."""
    s.energy[spirit] += track_value(s, t, spirit, v.ENERGY_TRACK)


@kernel
def start_reclaims(s, t, spirit):
    """Offers the "reclaim one" spaces of the tracks (R4.10)."""
    number = count_reclaims(s, t, spirit)
    if number == 0:
        return
    f = push_frame(s, v.OP_RECLAIM)
    s.frame[f, F_WHO] = spirit
    s.frame[f, F_N] = number
    s.frame[f, F_FLAGS] = codes.UP_TO


@kernel
def spirit_phase_step(s, t, f):
    """One spirit's phase: growth, energy, cards (R4)."""
    frame = s.frame[f]
    spirit = frame[F_ACTOR]
    step = frame[F_STEP]
    frame[F_STEP] = step + 1
    if step == steps.CALL_BEFORE_GROWTH or step == steps.INCOME:
        hooks.scenario.moment(s, t)
    if step == steps.INCOME and frame[reg.SPIRIT_PHASE_PART] == steps.GROWTH_ONLY:
        pop_frame(s)
    elif step == steps.CALL_BEFORE_GROWTH:
        s.called[spirit] = 0
        s.reclaimed[spirit] = 0
        hooks.spirit.around_growth(s, t, spirit)
    elif step == steps.GROW:
        start_growth(s, spirit, t.spirit_picks[s.spirit[spirit]])
    elif step == steps.CALL_AFTER_GROWTH:
        hooks.spirit.around_growth(s, t, spirit)
    elif step == steps.INCOME:
        gain_income(s, t, spirit)
        number = count_any_elements(s, t, spirit)
        if number > 0:
            start_any_element(s, spirit, number)
    elif step == steps.RECLAIM_SPACES:
        start_reclaims(s, t, spirit)
    elif step == steps.PLAY_CARDS:
        hooks.scenario.before_cards(s, spirit)
        p = push_frame(s, FR_PLAY_CARDS)
        s.frame[p, F_ACTOR] = spirit
    else:
        pop_frame(s)


@kernel
def start_spirit_phases(s):
    """Puts the spirits' phases on the agenda; a scenario may let all grow first and put something between."""
    splits = hooks.scenario.divides_spirit_phase(s)
    for spirit in range(s.players - 1, -1, -1):
        p = push_frame(s, FR_SPIRIT_PHASE)
        s.frame[p, F_ACTOR] = spirit
        s.frame[p, F_STEP] = steps.INCOME if splits else steps.CALL_BEFORE_GROWTH
    if not splits:
        return
    hooks.scenario.after_growth(s)
    for spirit in range(s.players - 1, -1, -1):
        p = push_frame(s, FR_SPIRIT_PHASE)
        s.frame[p, F_ACTOR] = spirit
        s.frame[p, reg.SPIRIT_PHASE_PART] = steps.GROWTH_ONLY


@kernel
def clear_turn(s, t):
    """Ends everything that lasts "this turn" (R11)."""
    clear_damage(s)  # before health bonuses end, so that nobody dies of it (R11.4)
    for land in range(v.MAX_LANDS):
        s.defend[land] = 0
        s.land_rules[land] = 0
        s.dahan_health[land] = 0
    for kind in range(4):
        s.health[kind] = 0
    for rule in range(len(v.TURN_RULES)):
        s.turn_rule[rule] = 0
        s.turn_rule_condition[rule] = -1
    s.strife_health = 0
    s.skips = 0
    s.watches = 0
    s.grants = 0
    for spirit in range(s.players):
        clear_spirit(s, t, spirit)


@kernel
def clear_spirit(s, t, spirit):
    """Discards a spirit's played cards and ends its effects of the turn (R11.1, R11.2)."""
    s.ward[spirit] = 0
    s.range_bonus[spirit] = 0
    s.coastal_range_bonus[spirit] = 0
    s.shares[spirit] = 0
    s.extra_plays[spirit] = 0
    s.plays_made[spirit] = 0
    s.face_down[spirit] = 0
    s.swift_used[spirit] = 0
    s.fast_grants[spirit] = 0
    s.slow_grants[spirit] = 0
    s.unlocked[spirit] = 0
    if s.forget_later[spirit] > 0:
        forget_card(s, t, spirit, s.forget_later[spirit] - 1)
        s.forget_later[spirit] = 0
    for k in range(3):
        s.innate_used[spirit, k] = 0
    for k in range(s.cards[spirit] - 1, -1, -1):
        if s.own_zone[spirit, k] == v.ASSISTING:
            forget_card(s, t, spirit, s.own_card[spirit, k])
    for k in range(s.cards[spirit]):
        s.own_used[spirit, k] = 0
        if s.own_zone[spirit, k] == v.PLAY or s.own_zone[spirit, k] == v.FACE_DOWN:
            s.own_zone[spirit, k] = v.DISCARD
    for element in range(len(v.ELEMENTS)):
        s.turn_elements[spirit, element] = 0
    refresh_elements(s, t, spirit)


@kernel
def time_passes_step(s, t, f):
    """Time passes: cards kept by Gift of Constancy, then the turn's effects end (R11)."""
    frame = s.frame[f]
    spirit = frame[F_STEP]
    if spirit < s.players:
        frame[F_STEP] = spirit + 1
        if s.reclaim_played[spirit] > 0:
            r = push_frame(s, v.OP_RECLAIM_PLAYED)
            s.frame[r, F_ACTOR] = spirit
        return
    pop_frame(s)
    clear_turn(s, t)
    hooks.scenario.time_passes(s, t)


@kernel
def game_step(s, t, f):
    """The game: turn after turn, phase after phase (R3.1)."""
    frame = s.frame[f]
    phase = frame[F_STEP]
    frame[F_STEP] = (phase + 1) % len(v.PHASES)
    s.phase = phase
    if phase == v.SPIRIT_PHASE:
        s.turn += 1
        start_spirit_phases(s)
        if s.blighted and t.blight_when[s.blight_card] == v.EACH_SPIRIT_PHASE:
            run_blight_program(s, t.blight_each_turn[s.blight_card], 0)
    elif phase == v.FAST_PHASE or phase == v.SLOW_PHASE:
        p = push_frame(s, FR_POWER_PHASE)
        s.frame[p, reg.POWER_PHASE] = v.FAST if phase == v.FAST_PHASE else v.SLOW
    elif phase == v.INVADER_PHASE:
        push_frame(s, FR_INVADER_PHASE)
    else:
        push_frame(s, FR_TIME_PASSES)
