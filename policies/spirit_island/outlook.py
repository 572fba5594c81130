"""What a land will hold and lose by the invader actions that are already certain, as features of a position.

One land at a time; what invaders will do there: `foresight.py`.
"""

import numpy as np

from policies.spirit_island import vocabulary as p
from policies.spirit_island.foresight import (
    attack,
    blights,
    count_spirits_in,
    foresee_build,
    foresee_counterattack,
    foresee_early_build,
    foresee_losses,
    lasting_defend,
    strife_relief,
)
from simulator.core.compiled import kernel
from simulator.spirit_island.adversaries.england import CAPITAL_SIZE
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.rules.invaders import BLIGHT_DAMAGE, defend_of, is_skipped
from simulator.spirit_island.rules.lands import has_bit
from simulator.spirit_island.rules.values import count_strife


@kernel
def has_threats(s):
    """Tells whether a land can lose the game by itself."""
    return s.adversary_rules & v.CAPITAL != 0 or s.scenario == v.ISLES_HEART


@kernel
def threat_of(s, t, m, land, explorers, towns, cities):
    """Returns how near a land is to losing the game by itself, 1 = at once."""
    buildings = towns + cities
    if s.adversary_rules & v.CAPITAL and buildings > CAPITAL_SIZE // 2:
        return ((buildings - CAPITAL_SIZE // 2) / (CAPITAL_SIZE - CAPITAL_SIZE // 2)) ** 2
    if s.scenario == v.ISLES_HEART and has_bit(t.layout_inner[s.layout], land):
        return 1.0 if buildings > 0 else 0.7 if has_bit(m.next_build, land) else 0.3
    return 0.0


@kernel
def add_tokens(s, out, land, hostile):
    """Adds the tokens of Branch & Claw in a land (R26)."""
    beasts = s.pieces[land, v.BEASTS]
    out[p.P_WILDS] += min(2, s.pieces[land, v.WILDS])
    out[p.P_DISEASE] += min(2, s.pieces[land, v.DISEASE])
    out[p.P_BEASTS] += beasts
    if hostile:
        out[p.P_BEASTS_AMONG_INVADERS] += min(2, beasts)


@kernel
def add_land(s, t, m, out, land, explorers, towns, cities, dahan):
    """Adds the features of a land that holds these pieces to a vector."""
    hostile = explorers + towns + cities
    if s.expansion:
        add_tokens(s, out, land, hostile > 0)
    if hostile == 0:
        out[p.P_DAHAN] += dahan
        return
    diseases = np.int64(s.pieces[land, v.DISEASE])
    if has_bit(m.early_build, land):
        towns, cities, diseases = foresee_early_build(s, t, land, np.int64(towns), np.int64(cities), diseases)
    blighted = s.pieces[land, v.BLIGHT] > 0
    relief = strife_relief(s, land) if s.marks > 0 else 0
    if has_bit(m.ravage_now, land) and not is_skipped(s, t, land, v.RAVAGE, True, False):
        damage = attack(s, explorers, towns, cities) - defend_of(s, t, land) - relief
        relief = 0
        fighters = dahan
        dahan = foresee_losses(s, t, out, land, damage, dahan)
        blighted = blighted or blights(s, land, damage)
        if not s.land_rules[land] & v.STRIKE_TOGETHER:
            fighters = dahan
        explorers, towns, cities = foresee_counterattack(s, t, out, land, fighters, explorers, towns, cities)
    if explorers + towns + cities > 0 and has_bit(m.build_now, land):
        towns, cities = foresee_build(s, t, land, towns, cities, diseases)
    out[p.P_DAHAN] += dahan
    if explorers + towns + cities == 0:
        return
    add_invaders(s, t, m, out, land, explorers, towns, cities)
    if has_bit(m.next_build, land) and diseases == 0:
        out[p.P_BUILDS] += 1
        out[p.P_CITY_BUILDS] += towns > cities
    damage = attack(s, explorers, towns, cities)
    out[p.P_DAHAN_AMONG_INVADERS] += min(2 * dahan, damage)
    damage -= lasting_defend(s, t, land) + relief
    add_next_ravage(s, m, out, land, damage, dahan, blighted)


@kernel
def add_invaders(s, t, m, out, land, explorers, towns, cities):
    """Adds the features of the invaders that a land will hold."""
    out[p.P_EXPLORERS] += explorers
    out[p.P_TOWNS] += towns
    out[p.P_CITIES] += cities
    out[p.P_INVADER_LANDS] += 1
    if s.marks > 0:
        out[p.P_STRIFE] += count_strife(s, land)
    if s.adversary_rules or s.scenario >= 0:
        out[p.P_THREAT] += threat_of(s, t, m, land, explorers, towns, cities)


@kernel
def add_next_ravage(s, m, out, land, damage, dahan, blighted):
    """Adds what the ravage after that would do with this damage."""
    if has_bit(m.next_ravage, land):
        out[p.P_RAVAGE_DAHAN] += min(dahan, max(0, damage) // 2)
        if damage >= BLIGHT_DAMAGE:
            out[p.P_RAVAGES] += 1
            out[p.P_RAVAGE_CASCADES] += blighted
            out[p.P_RAVAGE_PRESENCE] += count_spirits_in(s, land)
            out[p.P_RAVAGE_DAMAGE] += min(damage, 8)
    elif damage >= BLIGHT_DAMAGE:
        out[p.P_LATENT_RAVAGES] += 1
