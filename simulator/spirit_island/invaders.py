"""What invaders do: ravage, build, explore, and how their cards advance (R6-R10)."""

import numpy as np

from simulator.core.compiled import kernel
from simulator.spirit_island import vocabulary as v
from simulator.spirit_island.agenda import (
    FR_EXPLORE_CARD,
    FR_FEAR_STEP,
    FR_INVADER_CARD,
    FR_SWORN,
    answer_a,
    answer_kind,
    ask,
    offer,
    pop_frame,
    push_frame,
)
from simulator.spirit_island.blight import destroy_presence_at, run_blight_program, start_blight
from simulator.spirit_island.ending import end_action
from simulator.spirit_island.lands import (
    adjacent,
    bit,
    board_of,
    has_bit,
    has_rule,
    is_sacred_site,
    player_with_rule,
    spaces,
    terrain_of,
)
from simulator.spirit_island.pieces import add_invader, count_whole, dahan_ravaged, drop_mark
from simulator.spirit_island.state import (
    F_A,
    F_ACTOR,
    F_B,
    F_C,
    F_D,
    F_LAND,
    F_MASK,
    F_N,
    F_SOURCE,
    F_STEP,
)
from simulator.spirit_island.values import NO_BASE, count, holds

SLOT_RAVAGE, SLOT_BUILD, SLOT_EXPLORE, SLOT_EXTRA_BUILD = range(4)
COASTAL_CARD = 1 << 4
EARTH_DEFENDS = 3


@kernel
def card_lands(s, t, terrains):
    """Returns the lands an invader card acts in (R1.6, R9.7)."""
    lands = np.int64(0)
    for land in range(spaces(s)):
        if has_bit(s.island, land) and terrains >> terrain_of(s, t, land) & 1:
            lands |= bit(land)
    if terrains & COASTAL_CARD:
        lands |= t.layout_coastal[s.layout] & s.island
    return lands


@kernel
def is_skipped(s, t, land, action, normal, adds_city):
    """Tells whether an action does not happen in a land this turn (R10.8, R23.17)."""
    rules = s.land_rules[land]
    if rules >> action & 1 or (normal and rules >> (action + 3) & 1):
        return True
    for k in range(s.skips):
        if s.skip_action[k] >> action & 1 == 0:
            continue
        if s.skip_flags[k] & v.NORMAL_ONLY and not normal:
            continue
        if s.skip_flags[k] & v.CITY_ONLY and not adds_city:
            continue
        if holds(s, t, s.skip_condition[k], land, 0, -1, NO_BASE):
            return True
    return False


@kernel
def ask_choke(s, t, f, land):
    """Asks whether Green stops the action at the price of a presence; returns True while waiting."""
    player = player_with_rule(s, t, v.CHOKE_THE_LAND_WITH_GREEN)
    if player < 0 or not is_sacred_site(s, t, player, land):
        s.answer = v.O_NO << 24
        return False
    s.options = 0
    offer(s, v.O_YES, 0, 0, 0)
    offer(s, v.O_NO, 0, 0, 0)
    return ask(s, v.D_MAY, player)


@kernel
def choked(s, t, land):
    """Carries out the answer about Choke the Land with Green."""
    if answer_kind(s) != v.O_YES:
        return False
    destroy_presence_at(s, player_with_rule(s, t, v.CHOKE_THE_LAND_WITH_GREEN), land)
    return True


@kernel
def defend_of(s, t, land):
    """Returns the whole defend of a land: effects, wards of spirits, Earth's Vitality (R23.15)."""
    total = np.int64(s.defend[land])
    for spirit in range(s.players):
        if s.presence[spirit, land] > 0:
            total += s.ward[spirit]
            if has_rule(s, t, spirit, v.EARTHS_VITALITY) and is_sacred_site(s, t, spirit, land):
                total += EARTH_DEFENDS
    return total + s.turn_rule[3] * s.pieces[land, v.DAHAN]


@kernel
def ravage_total(s, land):
    """Returns the damage of all invaders before modifiers of the total (R7.1); strife is used up (R26.9)."""
    total = 0
    for kind in range(v.DAHAN):
        total += (kind + 1) * count_whole(s, land, kind)
    for mark in range(s.marks - 1, -1, -1):
        if s.mark_land[mark] != land or s.mark_kind[mark] == v.DAHAN:
            continue
        if s.mark_strife[mark] == 0:
            total += s.mark_kind[mark] + 1
            continue
        s.mark_strife[mark] -= 1
        if s.mark_strife[mark] == 0 and s.mark_hits[mark] == 0:
            drop_mark(s, mark)
    return total


@kernel
def flush_watches(s, t):
    """Lets delayed triggers answer what was destroyed; returns True when damage was put on the agenda."""
    for watch in range(s.watches):
        if s.watch_rule[watch] == v.VENGEANCE and s.watch_pending[watch] > 0:
            f = push_frame(s, v.OP_DAMAGE)
            s.frame[f, F_ACTOR] = s.watch_spirit[watch]
            s.frame[f, F_LAND] = s.watch_land[watch]
            s.frame[f, F_N] = s.watch_pending[watch]
            s.frame[f, F_MASK] = v.INVADERS_MASK
            s.frame[f, F_SOURCE] = v.SOURCE_POWER
            s.frame[f, F_A] = v.WITHIN_AROUND if s.watch_across[watch] else v.WITHIN_TARGET
            s.watch_pending[watch] = 0
            return True
    return False


@kernel
def strike_back(s, f, attackers):
    """Lets dahan deal 2 damage each to the invaders of the land (R7.6)."""
    if attackers <= 0:
        return
    d = push_frame(s, v.OP_DAMAGE)
    s.frame[d, F_ACTOR] = board_of(s.frame[f, F_LAND])
    s.frame[d, F_LAND] = s.frame[f, F_LAND]
    s.frame[d, F_N] = 2 * attackers
    s.frame[d, F_MASK] = v.INVADERS_MASK
    s.frame[d, F_A] = v.WITHIN_TARGET


@kernel
def ravage_damage(s, t, f):
    """Deals the damage of a ravage in full to the land and in full to the dahan (R7.2-R7.5)."""
    frame = s.frame[f]
    land = frame[F_LAND]
    damage = max(0, ravage_total(s, land) - frame[F_N] - defend_of(s, t, land))
    frame[F_B] = s.pieces[land, v.DAHAN]
    if damage > 0 and not s.land_rules[land] & (v.DAHAN_UNHARMED | v.DAHAN_UNHARMED_BY_RAVAGE):
        frame[F_C] = dahan_ravaged(s, t, f, land, damage)
    if damage >= 2:
        start_blight(s, land, 0, board_of(land))


@kernel
def ravage_step(s, t, f):
    """One ravage in one land (R7)."""
    frame = s.frame[f]
    land = frame[F_LAND]
    if frame[F_STEP] == 0:
        skipped = is_skipped(s, t, land, v.RAVAGE, frame[F_D] == 1, False)
        if skipped or count(s, land, v.INVADERS_MASK) == 0:
            pop_frame(s)
            return
        frame[F_STEP] = 1
        if ask_choke(s, t, f, land):
            return
    if frame[F_STEP] == 1:
        if choked(s, t, land):
            pop_frame(s)
            end_action(s, t)
            return
        frame[F_STEP] = 2
        ravage_damage(s, t, f)
        return
    if frame[F_STEP] == 2:
        frame[F_STEP] = 3
        if flush_watches(s, t):
            frame[F_STEP] = 2
            return
        together = s.land_rules[land] & v.STRIKE_TOGETHER
        strike_back(s, f, frame[F_B] if together else s.pieces[land, v.DAHAN])
        return
    if flush_watches(s, t):
        return
    sworn = player_with_rule(s, t, v.SWORN_TO_VICTORY)
    if frame[F_STEP] == 3 and frame[F_C] > 0 and sworn >= 0:
        frame[F_STEP] = 4
        p = push_frame(s, FR_SWORN)
        s.frame[p, F_ACTOR] = sworn
        s.frame[p, F_LAND] = land
        s.frame[p, F_N] = frame[F_C]
        return
    pop_frame(s)
    end_action(s, t)


@kernel
def build_step(s, t, f):
    """One build in one land: a city where towns outnumber cities, else a town (R8.1)."""
    frame = s.frame[f]
    land = frame[F_LAND]
    adds_city = s.pieces[land, v.TOWN] > s.pieces[land, v.CITY]
    if frame[F_STEP] == 0:
        skipped = is_skipped(s, t, land, v.BUILD, frame[F_D] == 1, adds_city)
        if skipped or count(s, land, v.INVADERS_MASK) == 0:
            pop_frame(s)
            return
        frame[F_STEP] = 1
        if ask_choke(s, t, f, land):
            return
    pop_frame(s)
    if not choked(s, t, land):
        if s.pieces[land, v.DISEASE] > 0:
            s.pieces[land, v.DISEASE] -= 1  # R26.6
        else:
            add_invader(s, t, land, v.CITY if adds_city else v.TOWN)
    end_action(s, t)


@kernel
def start_action(s, op, land, normal):
    """Puts a ravage or build in one land on the agenda."""
    f = push_frame(s, op)
    s.frame[f, F_LAND] = land
    s.frame[f, F_ACTOR] = board_of(land)
    s.frame[f, F_D] = normal


@kernel
def start_card(s, t, op, terrains, normal):
    """Puts a ravage or build in all lands of a card on the agenda."""
    f = push_frame(s, FR_INVADER_CARD)
    s.frame[f, F_A] = op
    s.frame[f, F_D] = normal
    s.frame_lands[f] = card_lands(s, t, terrains)


@kernel
def invader_card_step(s, t, f):
    """Works through the lands of a card; players choose the order of ravages (R25.4)."""
    frame = s.frame[f]
    op = frame[F_A]
    if frame[F_STEP] == 0:
        s.options = 0
        for land in range(spaces(s)):
            if has_bit(s.frame_lands[f], land) and count(s, land, v.INVADERS_MASK) > 0:
                offer(s, v.O_ORDER, land, 0, 0)
        if s.options == 0:
            pop_frame(s)
            return
        frame[F_STEP] = 1
        if op == v.OP_BUILD:
            s.answer = s.option[0]  # builds do not influence each other (R8.4)
        elif ask(s, v.D_ORDER, frame[F_ACTOR]):
            return
    land = answer_a(s)
    frame[F_STEP] = 0
    s.frame_lands[f] &= ~bit(land)
    start_action(s, op, land, frame[F_D])


@kernel
def explore_sources(s):
    """Returns the lands with a town or city (R9.3)."""
    lands = np.int64(0)
    for land in range(spaces(s)):
        if s.pieces[land, v.TOWN] + s.pieces[land, v.CITY] > 0 and not s.land_rules[land] & v.NO_EXPLORE_SOURCE:
            lands |= bit(land)
    return lands


@kernel
def explored_lands(s, t, terrains):
    """Returns the lands an explore reaches, all judged on one snapshot (R9.3)."""
    sources = explore_sources(s)
    reached = np.int64(0)
    matching = card_lands(s, t, terrains)
    coastal = t.layout_coastal[s.layout]
    for land in range(spaces(s)):
        if not has_bit(matching, land):
            continue
        if has_bit(sources | coastal, land) or adjacent(s, t, land) & sources != 0:
            reached |= bit(land)
    return reached


@kernel
def explore_with(s, t, terrains, normal):
    """Adds one explorer to each land reached; wilds replace it (R9.3, R26.4)."""
    lands = explored_lands(s, t, terrains)
    for land in range(spaces(s)):
        if has_bit(lands, land) and not is_skipped(s, t, land, v.EXPLORE, normal, False):
            if s.pieces[land, v.WILDS] > 0:
                s.pieces[land, v.WILDS] -= 1
            else:
                add_invader(s, t, land, v.EXPLORER)


@kernel
def explore_card_step(s, t, f):
    """Reveals the top invader card and explores; without a card the game is lost (R9.1, R12.4)."""
    frame = s.frame[f]
    if frame[F_STEP] == 0:
        if s.invader_top >= s.invader_size:
            s.lost = v.C_INVADER_DECK
            pop_frame(s)
            end_action(s, t)
            return
        card = s.invader_deck[s.invader_top]
        s.invader_top += 1
        s.slot[SLOT_EXPLORE, s.slot_count[SLOT_EXPLORE]] = card
        s.slot_count[SLOT_EXPLORE] += 1
        frame[F_STEP] = 1
        explore_with(s, t, t.invader_terrains[card], True)
        return
    pop_frame(s)
    if s.turn > 0:
        end_action(s, t)


@kernel
def advance_cards(s):
    """Moves all invader cards one step on (R10.1)."""
    s.invader_discarded += s.slot_count[SLOT_RAVAGE]
    for slot in range(2):
        s.slot_count[slot] = s.slot_count[slot + 1]
        for k in range(4):
            s.slot[slot, k] = s.slot[slot + 1, k]
    s.slot_count[SLOT_EXPLORE] = 0


@kernel
def start_slot(s, t, slot):
    """Puts the actions of a slot's cards on the agenda, oldest first (R10.3)."""
    op = v.OP_RAVAGE if slot == SLOT_RAVAGE else v.OP_BUILD
    for k in range(s.slot_count[slot] - 1, -1, -1):
        start_card(s, t, op, t.invader_terrains[s.slot[slot, k]], 1)


@kernel
def invader_phase_step(s, t, f):
    """The invader phase: blighted island, fear, ravage, build, explore, advance (R3.2)."""
    frame = s.frame[f]
    step = frame[F_STEP]
    frame[F_STEP] = step + 1
    if step == 0:
        s.fear_resolved = 0
        card = s.blight_card
        if s.blighted and t.blight_when[card] == v.EACH_INVADER_PHASE and t.blight_each_turn[card] >= 0:
            run_blight_program(s, t.blight_each_turn[card])
    elif step == 1:
        push_frame(s, FR_FEAR_STEP)
    elif step == 2:
        start_slot(s, t, SLOT_RAVAGE)
    elif step == 3:
        start_slot(s, t, SLOT_BUILD)
    elif step == 4:
        push_frame(s, FR_EXPLORE_CARD)
    else:
        advance_cards(s)
        pop_frame(s)
