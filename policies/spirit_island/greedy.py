"""Greedy: scores the options of each decision and takes the best.

Powers and other effects are tried out on a copy of the state until they are over, with quick answers inside, and the
resulting position is valued. Growth, presence and cards follow the habits of the spirit.
"""

import numpy as np

from policies.spirit_island import vocabulary as p
from policies.spirit_island.habits import (
    deck_score,
    draft_score,
    growth_score,
    keep_score,
    place_score,
    source_score,
)
from policies.spirit_island.hand import best_play
from policies.spirit_island.hidden import forget_order, imagine
from policies.spirit_island.position import LOST, prepare_local, value_of
from policies.spirit_island.reflex import (
    cascade_score,
    consent_score,
    element_score,
    land_score,
    loss_score,
    piece_score,
    target_score,
)
from simulator.core.compiled import kernel
from simulator.core.machine import answer, run_down, run_game
from simulator.spirit_island.record import codes
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import (
    FR_FEAR_STEP,
    FR_GAME,
    FR_GROWTH,
    FR_INVADER_CARD,
    FR_INVADER_PHASE,
    FR_POWER_PHASE,
    FR_SPIRIT_PHASE,
    FR_TIME_PASSES,
)
from simulator.spirit_island.record.state import F_OP
from simulator.spirit_island.rules.powers import EARLY

MOST_INNER_DECISIONS = 40
LEAST_EARLY_GAIN = 0.02
TARGETS_TRIED = 6  # of a power, after a first look at all of them
SCENARIO_FIRST = 10.0
HAIR_OF_NO = 1e-3
HAIR = 1e-9  # equal scores go to the earlier option


@kernel
def copy_state(rows, source, goal):
    """Copies one state over another."""
    for word in range(p.WORDS):
        rows[goal, word] = rows[source, word]


@kernel
def is_phase_frame(op):
    """Tells whether a frame belongs to the course of the turn, not to an effect."""
    if op == FR_GAME or op == FR_SPIRIT_PHASE or op == FR_GROWTH or op == FR_POWER_PHASE or op == FR_TIME_PASSES:
        return True
    return op == FR_INVADER_PHASE or op == FR_INVADER_CARD or op == FR_FEAR_STEP


@kernel
def effect_frame(s):
    """Returns the lowest frame of the effect under way: below it lies only the course of the turn."""
    for f in range(s.frames):
        if not is_phase_frame(s.frame[f, F_OP]):
            return f
    return s.frames


@kernel
def reveals_cards(s):
    """Tells whether the open decision shows cards that were hidden: no look-ahead may go on."""
    return s.decision == v.D_TAKE_CARD or s.decision == v.D_DECK


@kernel
def reflex_score(s, t, k, m, option):
    """Scores an option of an effect without looking ahead."""
    decision = s.decision
    if decision == v.D_PIECE:
        return piece_score(s, t, m, option)
    if decision == v.D_TARGET:
        return target_score(s, t, k, m, option)
    if decision == v.D_LAND:
        return land_score(s, t, m, option)
    if decision == v.D_MAY:
        return consent_score(s, t, m, option)
    if decision == v.D_CASCADE:
        return cascade_score(s, option)
    if decision == v.D_PRESENCE:
        return loss_score(s, option)
    if decision == v.D_ELEMENT:
        return element_score(s, t, k, s.asked, option >> 16 & 255)
    return 0.0


@kernel
def habit_score(s, t, k, m, option):
    """Scores an option of the spirit phase by the spirit's habits."""
    decision = s.decision
    spirit = s.asked
    if decision == v.D_GROWTH:
        return growth_score(s, t, k, spirit, option >> 16 & 255)
    if decision == v.D_SOURCE:
        return source_score(s, t, k, m, spirit, option)
    if decision == v.D_PLACE or decision == v.D_SETUP:
        return place_score(s, t, k, m, spirit, option)
    if decision == v.D_TAKE_CARD:
        return draft_score(s, t, k, spirit, option)
    if decision == v.D_DECK:
        return deck_score(s, t, k, spirit, option)
    if decision == v.D_RECLAIM:
        return keep_score(s, t, k, spirit, option)
    if decision == v.D_FORGET:
        return -keep_score(s, t, k, spirit, option)
    return 0.0


@kernel
def is_habitual(decision):
    """Tells whether a decision is about growing and cards."""
    return (v.D_GROWTH <= decision <= v.D_PLAY_CARD and decision != v.D_ORDER) or decision == v.D_SETUP


@kernel
def best_of(scores, options):
    """Returns the option with the highest score, the first of equals."""
    best = 0
    for option in range(1, options):
        if scores[option] > scores[best] + HAIR:
            best = option
    return best


@kernel
def is_plain(decision):
    """Tells whether a quick answer needs no look at the position."""
    return decision == v.D_ORDER or decision == v.D_OPTION or decision == v.D_THRESHOLD


@kernel
def quick_answer(s, t, k, m):
    """Answers any decision without looking ahead. `prepare_local` must have been called for this position."""
    decision = s.decision
    if decision == v.D_PLAY_CARD:
        return best_play(s, t, k, m, s.asked)
    if decision == v.D_ORDER and s.option[0] >> 8 & 255 == codes.ORDER_ANSWER:
        return s.options - 1  # answers to destroyed buildings first: then the raids may hit them too
    if is_plain(decision):
        return 0
    habitual = is_habitual(decision)
    for option in range(s.options):
        if habitual:
            m.quick[option] = habit_score(s, t, k, m, s.option[option])
        elif decision == v.D_USE_POWER:
            m.quick[option] = use_order(s, k, option)
        else:
            m.quick[option] = reflex_score(s, t, k, m, s.option[option])
    return best_of(m.quick, s.options)


@kernel
def use_order(s, k, option):
    """Scores a power by when it should be used: those that help others first."""
    chosen = s.option[option]
    if chosen >> 24 == v.O_STOP:
        return LOST
    if chosen >> 24 != v.O_POWER and chosen >> 24 != v.O_REPEAT:  # wards, rituals and sources of scenarios
        return SCENARIO_FIRST
    return k.order[chosen >> 8 & 255]


@kernel
def finish_effect(gate, s, t, k, m, floor):
    """Runs a copied state with quick answers until the effect is over; returns the worth of the position.

    Never beyond the end of the effect: more may be hidden there.
    """
    run_down(gate, s, t, floor)
    for _ in range(MOST_INNER_DECISIONS):
        if s.decision == 0 or reveals_cards(s):
            break
        if not is_plain(s.decision):
            prepare_local(s, t, k, m)
        answer(s, quick_answer(s, t, k, m))
        run_down(gate, s, t, floor)
    return value_of(s, t, k, m)


@kernel
def hide_cards(s, t, m):
    """Hides from a look-ahead what players cannot see.

    Effects of powers can turn up no card but the blight card (R2.4); where invaders act and in set-up any deck may be
    turned up, so all of them are mixed.
    """
    if s.phase == v.INVADER_PHASE or s.turn == 0:
        forget_order(s)
        imagine(s, t, m, 0)
        return
    if s.blight_card >= 0 and not s.blighted:
        for card in range(t.blight_cards):
            if t.blight_sets[card] >> s.expansion & 1:
                s.blight_card = card
                return


@kernel
def likely_targets(s, t, k, m):
    """Returns the options worth trying: for a target, those that promise most at first sight."""
    every = (np.int64(1) << min(62, s.options)) - 1
    if s.decision != v.D_TARGET or s.options <= m.targets_tried:
        return every
    prepare_local(s, t, k, m)
    likely = np.int64(0)
    for option in range(s.options):
        m.score[option] = target_score(s, t, k, m, s.option[option])
    for _ in range(m.targets_tried):
        best = -1
        for option in range(min(62, s.options)):
            if likely >> option & 1 == 0 and (best < 0 or m.score[option] > m.score[best]):
                best = option
        likely |= np.int64(1) << best
    return likely


@kernel
def remember_reason(m, is_best):
    """Keeps the features of the position just valued, as the best or the second best: only explanations read them."""
    for feature in range(len(p.FEATURES)):
        if is_best:
            m.second_features[feature] = m.best_features[feature]
            m.best_features[feature] = m.features[feature]
        else:
            m.second_features[feature] = m.features[feature]


@kernel
def try_options(gate, states, rows, t, k, m, here):
    """Scores the options of an effect by trying them out on the next state of the array; returns the best.

    What players cannot see must be hidden in the state at hand.
    """
    s = states[here]
    floor = effect_frame(s)
    likely = likely_targets(s, t, k, m)
    best = LOST * 2
    second = LOST * 2
    for option in range(s.options):
        if option < 62 and likely >> option & 1 == 0:
            m.score[option] = LOST * 2
            continue
        copy_state(rows, here, here + 1)
        twin = states[here + 1]
        answer(twin, option)
        score = finish_effect(gate, twin, t, k, m, floor)
        if s.decision == v.D_MAY and s.option[option] >> 24 == v.O_NO:
            score += HAIR_OF_NO  # what changes nothing is left alone: presence does not follow beasts to nowhere
        m.score[option] = score
        if score > second:
            remember_reason(m, score > best)
            second = min(best, score) if score > best else score
            best = max(best, score)
    return best_of(m.score, s.options)


@kernel
def next_in_order(s, k, tried):
    """Returns the power in its own phase that comes first and was not tried yet, -1 = none."""
    best = -1
    for option in range(min(60, s.options)):
        is_open = tried >> option & 1 == 0 and s.option[option] >> 24 != v.O_STOP and not is_early(s.option[option])
        if is_open and (best < 0 or use_order(s, k, option) > use_order(s, k, best)):
            best = option
    return best


@kernel
def is_early(option):
    """Tells whether an option uses a slow power in the fast phase, of which only a few may be."""
    return option >> 24 == v.O_POWER and option & 255 == EARLY


@kernel
def best_early(gate, states, rows, t, k, m, here, now):
    """Returns the slow power that gains most if used already in the fast phase, -1 = none gains anything."""
    s = states[here]
    best = -1
    best_gain = LEAST_EARLY_GAIN
    foreseen = m.foreseen
    answer_foreseen = m.foreseen_answer
    for option in range(s.options):
        if is_early(s.option[option]):
            gain = worth_of_use(gate, states, rows, t, k, m, here, option) - now
            if gain > best_gain:
                best = option
                best_gain = gain
                foreseen = m.foreseen
                answer_foreseen = m.foreseen_answer
    m.foreseen = foreseen
    m.foreseen_answer = answer_foreseen
    m.use_gain = best_gain
    return best


@kernel
def least_gain(s, k, option):
    """Returns what a use must gain: a spirit bears a little harm of its own; what nobody does alone must help."""
    kind = option >> 24
    if kind == v.O_POWER or kind == v.O_REPEAT:
        return -k.habit[s.spirit[option >> 16 & 255], p.H_USE_MARGIN]
    if kind == v.O_WARD or kind == v.O_SHIFT:
        return -k.habit[s.spirit[option >> 8 & 255], p.H_USE_MARGIN]
    return 0.0


@kernel
def choose_power(gate, states, rows, t, k, m, here):
    """Chooses the next power to use: in order, the first whose best target does no harm; else the stop."""
    s = states[here]
    now = value_of(s, t, k, m)
    tried = np.int64(0)
    option = next_in_order(s, k, tried)
    while option >= 0:
        tried |= np.int64(1) << option
        gain = worth_of_use(gate, states, rows, t, k, m, here, option) - now
        if gain > least_gain(s, k, s.option[option]):
            m.use_gain = gain
            return option
        option = next_in_order(s, k, tried)
    option = best_early(gate, states, rows, t, k, m, here, now)
    return option if option >= 0 else s.options - 1


@kernel
def worth_of_use(gate, states, rows, t, k, m, here, option):
    """Returns the worth of the position after a power is used as well as possible; remembers its target."""
    s = states[here]
    floor = s.frames
    copy_state(rows, here, here + 1)
    twin = states[here + 1]
    hide_cards(twin, t, m)
    answer(twin, option)
    run_game(gate, twin, t, 1)  # the use is put on the agenda
    run_down(gate, twin, t, floor)
    if twin.decision != v.D_TARGET:
        prepare_local(twin, t, k, m)
        return finish_effect(gate, twin, t, k, m, floor)
    target = try_options(gate, states, rows, t, k, m, here + 1)
    m.foreseen = twin.digest
    m.foreseen_answer = target
    return m.score[target]


@kernel
def choose_greedy(gate, states, rows, t, k, m, here):
    """Answers the open decision of state `here`; the states after it in the array are working room."""
    s = states[here]
    decision = s.decision
    if decision == v.D_TARGET and m.foreseen == s.digest:
        return np.int64(m.foreseen_answer)
    if decision == v.D_USE_POWER:
        return np.int64(choose_power(gate, states, rows, t, k, m, here))
    if decision == v.D_ORDER or decision == v.D_THRESHOLD:
        return np.int64(quick_answer(s, t, k, m))
    if is_habitual(decision) or decision == v.D_PIECE or decision == v.D_ELEMENT:
        prepare_local(s, t, k, m)
        return np.int64(quick_answer(s, t, k, m))
    if s.phase == v.INVADER_PHASE or s.turn == 0:
        copy_state(rows, here, here + 1)
        here += 1
    blight_card = s.blight_card
    hide_cards(states[here], t, m)
    choice = np.int64(try_options(gate, states, rows, t, k, m, here))
    s.blight_card = blight_card
    return choice
