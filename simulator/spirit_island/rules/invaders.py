"""What invaders do in one land: ravage and build (R7, R8). Cards: `invader_cards.py`, explores: `explore.py`."""

import numpy as np

from simulator.core.agenda import pop_frame
from simulator.core.compiled import kernel
from simulator.spirit_island import hooks
from simulator.spirit_island.record import codes, steps
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import push_frame
from simulator.spirit_island.record.state import (
    F_ACTOR,
    F_LAND,
    F_MASK,
    F_N,
    F_SOURCE,
    F_STEP,
)
from simulator.spirit_island.rules.blight import flip_before, start_blight
from simulator.spirit_island.rules.ending import end_action
from simulator.spirit_island.rules.lands import board_of, is_coastal
from simulator.spirit_island.rules.pieces import add_invader, count_whole, dahan_ravaged, drop_mark, invader_damage
from simulator.spirit_island.rules.values import NO_BASE, count, holds

BLIGHT_DAMAGE = 2  # damage to the land that adds blight (R7.4)
BONUS_BITS = 4  # bits per kind of invader in a packed damage bonus


@kernel
def is_skipped(s, t, land, action, normal, adds_city):
    """Tells whether an action does not happen in a land this turn (R10.8, R23.17)."""
    rules = s.land_rules[land]
    if rules >> action & 1 or (normal and rules >> (action + 3) & 1):
        return True
    for k in range(s.skips):
        if s.skip_action[k] >> action & 1 == 0:
            continue
        if s.skip_flags[k] & codes.NORMAL_ONLY and not normal:
            continue
        if s.skip_flags[k] & codes.CITY_ONLY and not adds_city:
            continue
        if holds(s, t, s.skip_condition[k], land, 0, -1, NO_BASE):
            return True
    return False


# --- ravage


@kernel
def defend_of(s, t, land):
    """Returns the whole defend of a land: effects, wards and rules of spirits, the scenario's (R23.15)."""
    total = np.int64(s.defend[land])
    for spirit in range(s.players):
        if s.presence[spirit, land] > 0:
            total += s.ward[spirit] + hooks.spirit.defend(s, t, spirit, land)
    total += hooks.scenario.defend(s, land)
    return total + s.turn_rule[v.DEFEND_PER_DAHAN] * s.pieces[land, v.DAHAN]


@kernel
def attack_of(s, kind, bonus):
    """Returns what one invader of a kind deals in this ravage (R28.5, R28.6)."""
    return invader_damage(s, kind) + (bonus >> BONUS_BITS * kind & ((1 << BONUS_BITS) - 1))


@kernel
def ravage_total(s, land, bonus, uses_strife):
    """Returns the damage of all invaders before modifiers of the total (R7.1); strife is used up (R26.9)."""
    total = 0
    for kind in range(v.DAHAN):
        total += attack_of(s, kind, bonus) * (count_whole(s, land, kind) if uses_strife else s.pieces[land, kind])
    if not uses_strife:
        return total
    for mark in range(s.marks - 1, -1, -1):
        if s.mark_land[mark] != land or s.mark_kind[mark] == v.DAHAN:
            continue
        if s.mark_strife[mark] == 0:
            total += attack_of(s, s.mark_kind[mark], bonus)
            continue
        s.mark_strife[mark] -= 1
        if s.mark_strife[mark] == 0 and s.mark_hits[mark] == 0:
            drop_mark(s, mark)
    return total


@kernel
def land_bonus(s, t, land):
    """Returns the damage that events add per land (R7.2)."""
    bonus = s.turn_rule[v.RAVAGE_LAND_BONUS]
    if bonus and holds(s, t, s.turn_rule_condition[v.RAVAGE_LAND_BONUS], land, 0, -1, NO_BASE):
        return np.int64(bonus)
    return np.int64(0)


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
            s.frame[f, reg.DAMAGE_ACROSS] = v.WITHIN_AROUND if s.watch_across[watch] else v.WITHIN_TARGET
            s.watch_pending[watch] = 0
            return True
    return False


@kernel
def start_damage(s, land, points, within):
    """Puts damage to invaders on the agenda that belongs to no power; the players split it."""
    if points <= 0:
        return
    d = push_frame(s, v.OP_DAMAGE)
    s.frame[d, F_ACTOR] = board_of(land)
    s.frame[d, F_LAND] = land
    s.frame[d, F_N] = points
    s.frame[d, F_MASK] = v.INVADERS_MASK
    s.frame[d, reg.DAMAGE_ACROSS] = within


@kernel
def ravage_damage(s, t, f):
    """Deals the damage of a ravage in full to the land and in full to the dahan (R7.2-R7.5)."""
    frame = s.frame[f]
    land = frame[F_LAND]
    total = ravage_total(s, land, frame[reg.RAVAGE_BONUS], True)
    if total > 0:
        total += land_bonus(s, t, land)
    total -= hooks.scenario.ravage_less(s, frame[reg.ACTION_IS_NORMAL] == 1)
    damage = max(0, total - frame[reg.RAVAGE_LESS] - defend_of(s, t, land))
    frame[reg.RAVAGE_DAHAN] = s.pieces[land, v.DAHAN]
    frame[reg.RAVAGE_BLIGHT] = s.pieces[land, v.BLIGHT]
    if damage > 0 and not s.land_rules[land] & (v.DAHAN_UNHARMED | v.DAHAN_UNHARMED_BY_RAVAGE):
        frame[reg.RAVAGE_DAHAN_DEAD] = dahan_ravaged(s, t, f, land, damage)
    several = hooks.adversary.adds_blight(s, land, damage)
    if damage >= BLIGHT_DAMAGE:
        start_blight(s, land, 0, board_of(land))
    if several and not s.land_rules[land] & v.NO_BLIGHT:
        flip_before(s, t, 2)


@kernel
def ravage_begins(s, t, f):
    """Tells whether a ravage goes on after what may stop or change it; it is off the agenda if not."""
    frame = s.frame[f]
    land = frame[F_LAND]
    normal = frame[reg.ACTION_IS_NORMAL]
    if is_skipped(s, t, land, v.RAVAGE, normal == 1, False) or count(s, land, v.INVADERS_MASK) == 0:
        pop_frame(s)
        return False
    if s.land_rules[land] & v.RAVAGE_BECOMES_BUILD:
        s.land_rules[land] &= ~v.RAVAGE_BECOMES_BUILD  # the first ravage only
        pop_frame(s)
        start_action(s, v.OP_BUILD, land, normal)
        return False
    return True


@kernel
def ravage_step(s, t, f):
    """One ravage in one land (R7)."""
    frame = s.frame[f]
    land = frame[F_LAND]
    if frame[F_STEP] == steps.RAVAGE_BEGIN:
        if not ravage_begins(s, t, f):
            return
        frame[F_STEP] = steps.RAVAGE_CHOKE_ASKED
        if hooks.spirit.asks_to_stop(s, t, land):
            return
    if frame[F_STEP] == steps.RAVAGE_CHOKE_ASKED:
        if hooks.spirit.stopped(s, t, land):
            pop_frame(s)
            end_action(s, t)
            return
        frame[F_STEP] = steps.RAVAGE_DEALT
        if s.land_rules[land] & v.RAVAGE_HITS_NEIGHBOURS:  # Instruments of Their Own Ruin
            frame[F_STEP] = steps.RAVAGE_FOUGHT_BACK
            start_damage(s, land, ravage_total(s, land, frame[reg.RAVAGE_BONUS], False), v.WITHIN_ADJACENT)
            return
        ravage_damage(s, t, f)
        return
    if frame[F_STEP] == steps.RAVAGE_DEALT:
        if flush_watches(s, t):
            return
        frame[F_STEP] = steps.RAVAGE_FOUGHT_BACK
        together = s.land_rules[land] & v.STRIKE_TOGETHER
        attackers = frame[reg.RAVAGE_DAHAN] if together else s.pieces[land, v.DAHAN]
        start_damage(s, land, 2 * attackers, v.WITHIN_TARGET)  # R7.6
        return
    end_ravage(s, t, f)


@kernel
def end_ravage(s, t, f):
    """What follows a ravage: delayed triggers, the loss of who mourns the dahan, the adversary's answer to new blight."""
    if flush_watches(s, t):
        return
    frame = s.frame[f]
    land = frame[F_LAND]
    if frame[F_STEP] == steps.RAVAGE_FOUGHT_BACK:
        frame[F_STEP] = steps.RAVAGE_MOURNED
        if hooks.spirit.dahan_ravaged(s, t, land, frame[reg.RAVAGE_DAHAN_DEAD]):
            return
    if frame[F_STEP] == steps.RAVAGE_MOURNED:
        frame[F_STEP] = steps.RAVAGE_ANSWERED
        if s.pieces[land, v.BLIGHT] > frame[reg.RAVAGE_BLIGHT] and hooks.adversary.acts(s, v.H_RAVAGE_BLIGHT, land):
            return
    pop_frame(s)
    end_action(s, t)


# --- build


@kernel
def build_piece(s, t, f, adds_city):
    """Adds the town or city of a build, unless disease stops it; then the adversary's answers."""
    land = s.frame[f, F_LAND]
    if s.pieces[land, v.DISEASE] > 0 and not s.turn_rule[v.DISEASE_IGNORED]:
        s.pieces[land, v.DISEASE] -= 1  # R26.6
        return
    if adds_city and is_coastal(s, t, land):
        hooks.adversary.acts(s, v.H_COASTAL_CITY, land)
    hooks.adversary.building_comes(s, land)
    add_invader(s, t, land, v.CITY if adds_city else v.TOWN)


@kernel
def build_step(s, t, f):
    """One build in one land: a city where towns outnumber cities, else a town (R8.1)."""
    frame = s.frame[f]
    land = frame[F_LAND]
    if frame[F_STEP] == steps.BUILD_DONE:
        pop_frame(s)
        end_action(s, t)
        return
    towns = hooks.scenario.count_for_settlers(s, t, land, 1 << v.TOWN)
    adds_city = towns > hooks.scenario.count_for_settlers(s, t, land, 1 << v.CITY)
    if frame[F_STEP] == steps.BUILD_BEGIN:
        skipped = is_skipped(s, t, land, v.BUILD, frame[reg.ACTION_IS_NORMAL] == 1, adds_city)
        if skipped or (hooks.scenario.count_for_settlers(s, t, land, v.INVADERS_MASK) == 0 and not frame[reg.BUILD_BESIDE]):
            pop_frame(s)
            return
        frame[F_STEP] = steps.BUILD_CHOKE_ASKED
        if hooks.spirit.asks_to_stop(s, t, land):
            return
    frame[F_STEP] = steps.BUILD_DONE
    if not hooks.spirit.stopped(s, t, land):
        build_piece(s, t, f, adds_city)


@kernel
def start_action(s, op, land, normal):
    """Puts a ravage or build in one land on the agenda."""
    f = push_frame(s, op)
    s.frame[f, F_LAND] = land
    s.frame[f, F_ACTOR] = board_of(land)
    s.frame[f, reg.ACTION_IS_NORMAL] = normal
