"""What invaders will certainly do: where they act, and what a ravage or build does to a land.

Ravage and build cards lie face up, so their results are computed, not guessed: in short, a land at a time, without
the choices of players. `tests/spirit_island/policies/test_forecast.py` compares them with the rules.
"""

import numpy as np

from policies.spirit_island import vocabulary as p
from simulator.core.compiled import kernel
from simulator.spirit_island.adversaries.sweden import HEAVY_DAMAGE
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import steps
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_INVADER_CARD, FR_INVADER_PHASE
from simulator.spirit_island.record.state import F_OP, F_STEP
from simulator.spirit_island.rules.invader_cards import card_lands
from simulator.spirit_island.rules.invaders import BLIGHT_DAMAGE, is_skipped
from simulator.spirit_island.rules.lands import has_bit, spaces
from simulator.spirit_island.rules.pieces import health, invader_damage
from simulator.spirit_island.spirits import vital_strength_of_the_earth
from simulator.spirit_island.spirits.bearers import has_rule, player_with_rule

NO_CARD_YET = 0

# --- where


@kernel
def slot_lands(s, t, slot):
    """Returns the lands in which the cards of a slot act."""
    lands = np.int64(0)
    for k in range(s.slot_count[slot]):
        lands |= card_lands(s, t, t.invader_terrains[s.slot[slot, k]])
    return lands


@kernel
def lands_still_to_act(s, op):
    """Returns the lands of the cards being carried out that have not acted yet."""
    lands = np.int64(0)
    for f in range(s.frames):
        if s.frame[f, F_OP] == FR_INVADER_CARD and s.frame[f, reg.CARD_OP] == op:
            lands |= s.frame_lands[f]
    return lands


@kernel
def invader_progress(s):
    """Returns the next step of the invader phase, 0 = it is not under way: those before it have begun."""
    for f in range(s.frames):
        if s.frame[f, F_OP] == FR_INVADER_PHASE:
            return s.frame[f, F_STEP]
    return 0


@kernel
def holds_several_cards(s):
    """Tells whether a slot whose cards lie there for certain holds more than one."""
    return s.slot_count[v.SLOT_RAVAGE] > 1 or s.slot_count[v.SLOT_BUILD] > 1 or s.slot_count[v.SLOT_EXTRA_BUILD] > 1


@kernel
def cards_key(s):
    """Returns a number that stands for the invader cards face up and the moment; -1 while invaders are acting."""
    if s.phase == v.INVADER_PHASE or holds_several_cards(s):
        return np.int64(-1)
    key = np.int64(s.phase > v.INVADER_PHASE)
    for slot in range(4):
        key = key << 8 | (s.slot[slot, 0] + 2 if s.slot_count[slot] > 0 else 1)
    return key << 16 | np.int64(s.layout)


@kernel
def read_invader_cards(s, t, m):
    """Notes where invaders act for certain and where they act after that, unless that is known already."""
    key = cards_key(s)
    if key < 0 or key != m.cards_key or m.cards_island != s.island:
        find_invader_lands(s, t, m)
        m.cards_key = key
        m.cards_island = s.island


@kernel
def find_invader_lands(s, t, m):
    """Finds where invaders act for certain and where they act after that (R10.1)."""
    if s.phase > v.INVADER_PHASE:  # the cards have advanced
        m.early_build = 0
        m.ravage_now = 0
        m.build_now = 0
        m.next_ravage = slot_lands(s, t, v.SLOT_RAVAGE)
        m.next_build = slot_lands(s, t, v.SLOT_BUILD) | slot_lands(s, t, v.SLOT_EXTRA_BUILD)
        return
    step = invader_progress(s)
    build_lands = slot_lands(s, t, v.SLOT_BUILD)
    m.ravage_now = slot_lands(s, t, v.SLOT_RAVAGE)
    m.build_now = build_lands
    m.next_ravage = build_lands
    m.next_build = slot_lands(s, t, v.SLOT_EXPLORE) if s.slot_count[v.SLOT_EXPLORE] > 0 else np.int64(NO_CARD_YET)
    if s.slot_open:
        m.next_build |= m.ravage_now
    m.early_build = slot_lands(s, t, v.SLOT_EXTRA_BUILD)
    if step > steps.INVADERS_EXTRA_BUILD:
        m.early_build = lands_still_to_act(s, v.OP_BUILD)
    if s.next_normal[v.RAVAGE, v.SKIP_CARD, 0] > 0:
        m.ravage_now = 0
    if s.next_normal[v.BUILD, v.SKIP_CARD, 0] > 0:
        m.build_now = 0
    if step > steps.INVADERS_RAVAGE:
        m.ravage_now = lands_still_to_act(s, v.OP_RAVAGE)
        m.early_build = 0
    if step > steps.INVADERS_BUILD:
        m.build_now = lands_still_to_act(s, v.OP_BUILD)


# --- what


@kernel
def strife_relief(s, land):
    """Returns the damage that strife takes from the next ravage of a land (R26.9)."""
    damage = 0
    for mark in range(s.marks):
        if s.mark_land[mark] == land and s.mark_strife[mark] > 0 and s.mark_kind[mark] < v.DAHAN:
            damage += invader_damage(s, s.mark_kind[mark])
    return damage


@kernel
def attack(s, explorers, towns, cities):
    """Returns the damage these invaders deal in a ravage (R7.1, R28.6)."""
    return explorers + towns * invader_damage(s, v.TOWN) + cities * invader_damage(s, v.CITY)


@kernel
def lasting_defend(s, t, land):
    """Returns the defend that a land will still have next turn (Earth's Vitality)."""
    total = 0
    for spirit in range(s.players):
        if s.presence[spirit, land] > 1 and has_rule(s, t, spirit, v.EARTHS_VITALITY):
            total += vital_strength_of_the_earth.DEFEND
    return total


@kernel
def sworn_losses(s, t, land, dead):
    """Returns the presence that Thunderspeaker loses with these dahan (Sworn to Victory)."""
    spirit = player_with_rule(s, t, v.SWORN_TO_VICTORY)
    near = 0
    if spirit >= 0:
        for other in range(spaces(s)):
            if has_bit(t.near[s.layout, 1, land], other):
                near += s.presence[spirit, other]
    return min(dead, near)


@kernel
def foresee_early_build(s, t, land, towns, cities, diseases):
    """Returns the towns, cities and disease of a land after a build that comes before the ravage."""
    if diseases > 0:
        return towns, cities, diseases - 1
    if not is_skipped(s, t, land, v.BUILD, False, towns > cities):
        cities += towns > cities
        towns += towns <= cities
    return towns, cities, diseases


@kernel
def foresee_build(s, t, land, towns, cities, diseases):
    """Returns the towns and cities of a land after a build (R8.1)."""
    if diseases > 0 or is_skipped(s, t, land, v.BUILD, True, towns > cities):
        return towns, cities
    if towns > cities:
        return towns, cities + 1
    return towns + 1, cities


@kernel
def foresee_losses(s, t, out, land, damage, dahan):
    """Adds what a ravage with this damage destroys to a vector of features; returns the dahan left."""
    rules = s.land_rules[land]
    if damage > 0 and not rules & (v.DAHAN_UNHARMED | v.DAHAN_UNHARMED_BY_RAVAGE):
        dead = min(dahan, damage // health(s, land, v.DAHAN, 0))
        dahan -= dead
        out[p.P_DAHAN_DYING] += dead
        if dead > 0:
            out[p.P_PRESENCE_DYING] += sworn_losses(s, t, land, dead)
    if blights(s, land, damage):
        out[p.P_BLIGHT_COMING] += 2 if s.pieces[land, v.BLIGHT] > 0 else 1  # R19.3: at least one more by the cascade
        out[p.P_BLIGHT_COMING] += damage >= HEAVY_DAMAGE and s.adversary_rules & v.HEAVY_MINING != 0
        out[p.P_PRESENCE_DYING] += count_spirits_in(s, land)
    return dahan


@kernel
def blights(s, land, damage):
    """Tells whether a ravage with this damage blights a land (R7.4)."""
    return damage >= BLIGHT_DAMAGE and not s.land_rules[land] & v.NO_BLIGHT


@kernel
def count_spirits_in(s, land):
    """Returns how many spirits have presence in a land."""
    found = 0
    for spirit in range(s.players):
        found += s.presence[spirit, land] > 0
    return found


@kernel
def foresee_counterattack(s, t, out, land, fighters, explorers, towns, cities):
    """Adds the fear of what the dahan destroy to a vector; returns the explorers, towns and cities left (R7.6)."""
    hits = 2 * fighters
    city_health = health(s, land, v.CITY, 0)
    town_health = health(s, land, v.TOWN, 0)
    dead_cities = min(cities, hits // city_health)
    hits -= city_health * dead_cities
    dead_towns = min(towns, hits // town_health)
    hits -= town_health * dead_towns
    out[p.P_FEAR] += 2 * dead_cities + dead_towns
    return explorers - min(explorers, hits), towns - dead_towns, cities - dead_cities
