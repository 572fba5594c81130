"""Invader cards: their lands, the order of actions, how they advance, and the invader phase (R6, R10)."""

import numpy as np

from simulator.core.agenda import answer_a, ask, offer, pop_frame
from simulator.core.compiled import kernel
from simulator.spirit_island import hooks
from simulator.spirit_island.record import codes, steps
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import (
    FR_EVENT,
    FR_EXPLORE_CARD,
    FR_FEAR_STEP,
    FR_INVADER_CARD,
    FR_RUN,
    push_frame,
)
from simulator.spirit_island.record.state import F_ACTOR, F_BASE, F_PC, F_SOURCE, F_STEP
from simulator.spirit_island.rules.blight import run_blight_program
from simulator.spirit_island.rules.invaders import BONUS_BITS, start_action
from simulator.spirit_island.rules.lands import bit, board_spaces, has_bit, spaces
from simulator.spirit_island.rules.values import count

SLOT_SIZE = 4
COASTAL_CARD = 1 << 4


@kernel
def card_lands(s, t, terrains):
    """Returns the lands an invader card acts in (R1.6, R9.7)."""
    lands = np.int64(0)
    for terrain in range(len(v.TERRAINS)):
        if terrains >> terrain & 1:
            lands |= t.layout_lands_of[s.layout, terrain]
    if terrains & COASTAL_CARD:
        lands |= t.layout_coastal[s.layout]
    return lands & s.island


@kernel
def lowest_lands(s, lands):
    """Returns the lowest-numbered of the given lands on each board."""
    lowest = np.int64(0)
    for board in range(s.players):
        here = lands & board_spaces(board)
        lowest |= here & -here
    return lowest


@kernel
def use_up(s, action, rule):
    """Takes a waiting "next normal action" effect; returns False when there is none (R10.6)."""
    if s.next_normal[action, rule, 0] == 0:
        return False
    s.next_normal[action, rule, 0] -= 1
    return True


# --- ravage and build cards


@kernel
def start_card(s, t, op, lands, normal, is_card):
    """Puts a ravage or build in the lands of a card, or in as many by another cause, on the agenda; returns its frame."""
    f = push_frame(s, FR_INVADER_CARD)
    s.frame[f, reg.CARD_OP] = op
    s.frame[f, reg.CARD_IS_NORMAL] = normal
    s.frame[f, reg.CARD_IS_CARD] = is_card
    s.frame_lands[f] = lands
    return f


@kernel
def concerns(s, t, op, land):
    """Tells whether invaders are there to act in a land."""
    if op == v.OP_BUILD:
        return hooks.scenario.count_for_settlers(s, t, land, v.INVADERS_MASK) > 0
    return count(s, land, v.INVADERS_MASK) > 0


@kernel
def invader_card_step(s, t, f):
    """Works through the lands of a card; players choose the order where it can matter (R25.4)."""
    frame = s.frame[f]
    op = frame[reg.CARD_OP]
    if frame[F_STEP] == steps.READY:
        if frame[reg.CARD_JUDGED] == 0:
            frame[reg.CARD_JUDGED] = 1
            s.beside = np.int64(0)
            if op == v.OP_BUILD and frame[reg.CARD_IS_CARD]:
                s.beside = hooks.adversary.lands_beside(s, t, s.frame_lands[f])
        s.options = 0
        for land in range(spaces(s)):
            if has_bit(s.frame_lands[f], land) and (concerns(s, t, op, land) or has_bit(s.beside, land)):
                offer(s, v.O_ORDER, land, codes.ORDER_LAND, 0)
        if s.options == 0:
            pop_frame(s)
            return
        frame[F_STEP] = steps.ASKED
        if op == v.OP_BUILD and not hooks.adversary.builds_meet(s):
            s.answer = s.option[0]  # builds do not influence each other (R8.4)
        elif ask(s, v.D_ORDER, frame[F_ACTOR]):
            return
    land = answer_a(s)
    frame[F_STEP] = steps.READY
    s.frame_lands[f] &= ~bit(land)
    bonus = frame[reg.RAVAGE_BONUS]
    start_action(s, op, land, frame[reg.CARD_IS_NORMAL])
    s.frame[s.frames - 1, reg.RAVAGE_BONUS] = bonus
    s.frame[s.frames - 1, reg.BUILD_BESIDE] = has_bit(s.beside, land) and op == v.OP_BUILD


@kernel
def next_ravage_bonus(s):
    """Takes the waiting damage bonuses of single invaders, packed by kind (R10.6)."""
    packed = 0
    for kind in range(v.DAHAN):
        packed |= s.next_normal[v.RAVAGE, v.PIECE_DAMAGE, kind] << BONUS_BITS * kind
        s.next_normal[v.RAVAGE, v.PIECE_DAMAGE, kind] = 0
    return packed


@kernel
def start_normal_card(s, t, slot, k):
    """Puts the normal action of one card on the agenda, as changed by waiting effects."""
    action = v.RAVAGE if slot == v.SLOT_RAVAGE else v.BUILD
    op = v.OP_RAVAGE if slot == v.SLOT_RAVAGE else v.OP_BUILD
    lands = card_lands(s, t, t.invader_terrains[s.slot[slot, k]])
    if use_up(s, action, v.SKIP_CARD):
        return
    if use_up(s, action, v.CARD_STAYS):
        s.held |= 1 << k
        return
    if use_up(s, action, v.SKIP_LOWEST):
        lands &= ~lowest_lands(s, lands)
    if use_up(s, action, v.BECOMES_BUILD):
        op = v.OP_BUILD
    f = start_card(s, t, op, lands, 1, 1)
    if slot == v.SLOT_RAVAGE:
        s.frame[f, reg.RAVAGE_BONUS] = next_ravage_bonus(s)


@kernel
def start_slot(s, t, slot):
    """Puts the actions of a slot's cards on the agenda, oldest first (R10.3)."""
    first = s.frames
    hooks.scenario.ravages_begin(s, slot == v.SLOT_RAVAGE and s.slot_count[slot] > 0)
    for k in range(s.slot_count[slot]):
        if slot == v.SLOT_EXTRA_BUILD:
            start_card(s, t, v.OP_BUILD, card_lands(s, t, t.invader_terrains[s.slot[slot, k]]), 0, 1)
        else:
            start_normal_card(s, t, slot, k)
    reverse_frames(s, first)


@kernel
def reverse_frames(s, first):
    """Turns the order of the frames from `first` on, so that the one put on first is worked on first."""
    last = s.frames - 1
    while first < last:
        for field in range(len(s.frame[first])):
            value = s.frame[first, field]
            s.frame[first, field] = s.frame[last, field]
            s.frame[last, field] = value
        lands = s.frame_lands[first]
        s.frame_lands[first] = s.frame_lands[last]
        s.frame_lands[last] = lands
        first += 1
        last -= 1


# --- advance


@kernel
def put_in_slot(s, slot, card):
    """Lays a card on a slot, on top of those already there."""
    if s.slot_count[slot] >= SLOT_SIZE:
        s.error |= v.E_CARDS_FULL
        return
    s.slot[slot, s.slot_count[slot]] = card
    s.slot_count[slot] += 1


@kernel
def leave_ravage(s, t, card):
    """Moves a card out of ravage: to the extra build space if there is one, else to the discard (R10.2)."""
    hooks.adversary.card_leaves_ravage(s, t, card)
    if s.slot_open:
        put_in_slot(s, v.SLOT_EXTRA_BUILD, card)
    else:
        s.invader_discarded += 1


@kernel
def advance_cards(s, t):
    """Moves all invader cards one step on (R10.1, R10.4); held build cards stay."""
    s.invader_discarded += s.slot_count[v.SLOT_EXTRA_BUILD]
    s.slot_count[v.SLOT_EXTRA_BUILD] = 0
    ravaged = s.slot_count[v.SLOT_RAVAGE]
    s.slot_count[v.SLOT_RAVAGE] = 0
    for k in range(ravaged):
        leave_ravage(s, t, s.slot[v.SLOT_RAVAGE, k])
    built = s.slot_count[v.SLOT_BUILD]
    s.slot_count[v.SLOT_BUILD] = 0
    for k in range(built):
        put_in_slot(s, v.SLOT_BUILD if s.held >> k & 1 else v.SLOT_RAVAGE, s.slot[v.SLOT_BUILD, k])
    s.held = 0
    for k in range(s.slot_count[v.SLOT_EXPLORE]):
        put_in_slot(s, v.SLOT_BUILD, s.slot[v.SLOT_EXPLORE, k])
    s.slot_count[v.SLOT_EXPLORE] = 0


@kernel
def discard_top_card(s, t):
    """Puts the top invader card on the discard, face up."""
    if s.invader_top < s.invader_size:
        s.shown_terrains = t.invader_terrains[s.invader_deck[s.invader_top]]
        s.invader_top += 1
        s.invader_discarded += 1


# --- the phase


@kernel
def start_extra_builds(s, t):
    """Builds with the cards of the extra space, perhaps twice."""
    start_slot(s, t, v.SLOT_EXTRA_BUILD)
    if hooks.adversary.builds_twice(s):
        start_slot(s, t, v.SLOT_EXTRA_BUILD)


@kernel
def start_explores(s):
    """Puts the explore cards of this phase on the agenda (R10.3)."""
    cards = 1 + s.extra_explores
    s.extra_explores = 0
    for _ in range(cards):
        push_frame(s, FR_EXPLORE_CARD)


@kernel
def start_delayed(s):
    """Runs what an event has put off until the invader cards have advanced."""
    if s.delayed == 0:
        return
    f = push_frame(s, FR_RUN)
    s.frame[f, F_PC] = s.delayed - 1
    s.frame[f, F_SOURCE] = v.SOURCE_EVENT
    s.frame[f, F_BASE] = f
    s.delayed = 0


@kernel
def invader_phase_step(s, t, f):
    """The invader phase: blighted island, event, fear, ravage, build, explore, advance (R3.2)."""
    frame = s.frame[f]
    step = frame[F_STEP]
    if hooks.scenario.has_moments(s) and frame[reg.INVADERS_MOMENT] == step:
        frame[reg.INVADERS_MOMENT] = step + 1
        if hooks.scenario.moment(s, t):
            return
    frame[F_STEP] = step + 1
    if step == steps.INVADERS_BLIGHTED_ISLAND:
        s.fear_resolved = 0
        card = s.blight_card
        if s.blighted and t.blight_when[card] == v.EACH_INVADER_PHASE and t.blight_each_turn[card] >= 0:
            run_blight_program(s, t.blight_each_turn[card], 0)
    elif step == steps.INVADERS_EVENT:
        if s.event_size > 0:
            e = push_frame(s, FR_EVENT)
            s.frame[e, reg.EVENT_CARD] = -1
            s.frame[e, reg.EVENT_OF_PHASE] = 1  # the event of the phase, left out in the first turn (R6.4)
    elif step == steps.INVADERS_FEAR:
        if hooks.scenario.fear_cards_act(s):
            push_frame(s, FR_FEAR_STEP)
    elif step == steps.INVADERS_EXTRA_BUILD:
        start_extra_builds(s, t)
    elif step == steps.INVADERS_RAVAGE:
        start_slot(s, t, v.SLOT_RAVAGE)
    elif step == steps.INVADERS_BUILD:
        start_slot(s, t, v.SLOT_BUILD)
    elif step == steps.INVADERS_EXPLORE:
        start_explores(s)
    elif step == steps.INVADERS_ADVANCE:
        advance_cards(s, t)
        start_delayed(s)
    else:
        pop_frame(s)
