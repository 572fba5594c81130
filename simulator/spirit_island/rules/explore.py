"""Explores: which lands an invader card reaches, and what comes there (R9); ravages and builds: `invader_cards.py`."""

import numpy as np

from simulator.core.agenda import answer_a, ask, offer, pop_frame
from simulator.core.compiled import kernel
from simulator.spirit_island import hooks
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import steps
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.state import F_STEP
from simulator.spirit_island.rules.ending import end_action
from simulator.spirit_island.rules.invader_cards import card_lands, lowest_lands, put_in_slot, use_up
from simulator.spirit_island.rules.invaders import is_skipped
from simulator.spirit_island.rules.lands import bit, board_of, has_bit, spaces, within
from simulator.spirit_island.rules.pieces import add_invader
from simulator.spirit_island.rules.values import NO_BASE, holds


@kernel
def explore_sources(s, t):
    """Returns the lands with a town or city (R9.3)."""
    lands = np.int64(0)
    barred = s.turn_rule[v.NO_EXPLORE_SOURCE]
    for land in range(spaces(s)):
        if barred and holds(s, t, s.turn_rule_condition[v.NO_EXPLORE_SOURCE], land, 0, -1, NO_BASE):
            continue
        if hooks.scenario.count_for_settlers(s, t, land, v.BUILDINGS_MASK) > 0:
            lands |= bit(land)
    return lands


@kernel
def explored_lands(s, t, terrains):
    """Returns the lands an explore reaches, all judged on one snapshot (R9.3)."""
    farther = s.turn_rule[v.EXPLORE_RANGE]
    near_sources = within(s, t, explore_sources(s, t), 1 + farther)
    near_ocean = t.layout_coastal[s.layout]
    if farther:
        near_ocean = within(s, t, near_ocean, farther)
    return card_lands(s, t, terrains) & (near_sources | near_ocean)


@kernel
def meets_wilds(s, land):
    """Tells whether wilds of a land replace its explore, which uses one of them up (R26.4)."""
    if s.pieces[land, v.WILDS] == 0:
        return False
    s.pieces[land, v.WILDS] -= 1
    return True


@kernel
def explore_land(s, t, f, land, escalates, first):
    """Explores one land: an explorer, perhaps a town in its place, and what adversary and events add to it."""
    explorers = s.turn_rule[v.EXPLORE_EXTRA] + hooks.adversary.more_explorers(s, land)
    add_invader(s, t, land, first)
    for _ in range(explorers):
        add_invader(s, t, land, v.EXPLORER)
    hooks.adversary.land_explored(s, t, f, land, escalates)


@kernel
def explore_lands(s, t, f, lands, towns, escalates):
    """Explores the lands of a set, some of them with a town in place of the explorer."""
    for land in range(spaces(s)):
        if has_bit(lands, land):
            explore_land(s, t, f, land, escalates, v.TOWN if has_bit(towns, land) else v.EXPLORER)


@kernel
def lands_to_explore(s, t, terrains):
    """Returns the lands in which an explore takes place; wilds in the others are used up."""
    lands = explored_lands(s, t, terrains)
    if use_up(s, v.EXPLORE, v.SKIP_LOWEST):
        lands &= ~lowest_lands(s, card_lands(s, t, terrains))
    if use_up(s, v.EXPLORE, v.NO_LANDS):
        lands = np.int64(0)
    explored = np.int64(0)
    for land in range(spaces(s)):
        if has_bit(lands, land) and not is_skipped(s, t, land, v.EXPLORE, True, False):
            if not meets_wilds(s, land):
                explored |= bit(land)
    return explored


@kernel
def add_to_lands(s, t, lands, kind):
    """Adds an invader to each of the lands."""
    for land in range(spaces(s)):
        if has_bit(lands, land):
            add_invader(s, t, land, kind)


@kernel
def reveal_card(s, t, f):
    """Reveals the top invader card; without one the game is lost (R9.1, R12.4)."""
    if use_up(s, v.EXPLORE, v.CARD_STAYS):
        s.extra_explores += 1
        pop_frame(s)
        return
    if s.invader_top >= s.invader_size:
        s.lost = v.C_INVADER_DECK
        pop_frame(s)
        end_action(s, t)
        return
    card = s.invader_deck[s.invader_top]
    s.invader_top += 1
    s.shown_terrains = t.invader_terrains[card]
    put_in_slot(s, v.SLOT_EXPLORE, card)
    s.frame[f, reg.EXPLORE_CARD] = card
    s.frame[f, F_STEP] = steps.EXPLORE_ESCALATE


@kernel
def settle_step(s, t, f, kind):
    """In one explored land of each board a town comes instead of the explorer (Promising Farmland), or one more (Blitz).

    Returns True when every board had its turn.
    """
    frame = s.frame[f]
    if frame[reg.SETTLE_ASKED] == 1:
        frame[reg.SETTLE_ASKED] = 0
        frame[reg.SETTLE_BOARD] += 1
        if kind == v.TOWN:
            s.settled |= bit(answer_a(s))
        else:
            add_invader(s, t, answer_a(s), kind)
        return False
    while frame[reg.SETTLE_BOARD] < s.players:
        s.options = 0
        for land in range(spaces(s)):
            if has_bit(s.frame_lands[f], land) and board_of(land) == frame[reg.SETTLE_BOARD]:
                offer(s, v.O_LAND, land, 0, 0)
        if s.options > 0:
            frame[reg.SETTLE_ASKED] = 1
            ask(s, v.D_LAND, frame[reg.SETTLE_BOARD])
            return False
        frame[reg.SETTLE_BOARD] += 1
    frame[reg.SETTLE_BOARD] = 0
    frame[F_STEP] += 1
    return True


@kernel
def explore_card_step(s, t, f):
    """Reveals an invader card, escalates and explores (R9.1, R9.2)."""
    frame = s.frame[f]
    step = frame[F_STEP]
    if step == steps.EXPLORE_REVEAL:
        reveal_card(s, t, f)
        return
    escalates = t.invader_escalates[frame[reg.EXPLORE_CARD]] != 0
    board = np.int64(0)
    if step == steps.EXPLORE_ESCALATE:
        frame[F_STEP] = steps.EXPLORE_LANDS
        if escalates and hooks.adversary.acts(s, v.H_ESCALATION_BEFORE, board):
            return
    if frame[F_STEP] == steps.EXPLORE_LANDS:
        frame[F_STEP] = steps.EXPLORE_TOWNS
        s.frame_lands[f] = lands_to_explore(s, t, s.shown_terrains)
        s.settled = np.int64(0)
        step = steps.EXPLORE_TOWNS
    if step == steps.EXPLORE_TOWNS:
        if s.turn_rule[v.TOWN_INSTEAD] and not settle_step(s, t, f, v.TOWN):
            return
        frame[F_STEP] = steps.EXPLORE_EXPLORERS
        explore_lands(s, t, f, s.frame_lands[f], s.settled, escalates)
        hooks.scenario.lands_explored(s, t, frame[reg.EXPLORE_CARD], s.frame_lands[f])
        return
    if step == steps.EXPLORE_EXPLORERS and hooks.scenario.explorers_settle(s):
        settle_step(s, t, f, v.EXPLORER)
        return
    if step == steps.EXPLORE_EXPLORERS:
        hooks.scenario.explore_over(s, t, s.frame_lands[f])
    frame[F_STEP] = step + 1
    if step == steps.EXPLORE_ESCALATE_AFTER and escalates and hooks.adversary.acts(s, v.H_ESCALATION_AFTER, board):
        return
    if step == steps.EXPLORE_ANSWER and hooks.adversary.acts(s, v.H_EXPLORED_CARD, board):
        return
    if step >= steps.EXPLORE_END:
        pop_frame(s)
        if s.turn > 0:
            end_action(s, t)
