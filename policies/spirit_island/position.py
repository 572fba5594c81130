"""What a position is worth: features of the island as it will be after the invader actions that are already certain.

Looks only at what players may see. Lands and spirits: `ledger.py`, `outlook.py`; what invaders will do: `foresight.py`.
"""

import numpy as np

from policies.spirit_island import vocabulary as p
from policies.spirit_island.ledger import (
    LATE,
    NOW,
    add_lands,
    add_spirits,
    enter_land,
    enter_lands,
    enter_spirits,
    has_changed,
    look_around,
)
from policies.spirit_island.outlook import add_land
from simulator.core.compiled import kernel
from simulator.spirit_island.adversaries.england import NEIGHBOURS_NEEDED, neighbour_buildings
from simulator.spirit_island.adversaries.france import TOWNS_PER_PLAYER
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.rules.lands import bit, count_bits, has_bit, spaces
from simulator.spirit_island.scenarios.rituals_of_terror import RITUAL_DAHAN, RITUAL_PRESENCE

WON, LOST = 1000.0, -1000.0
FLAME_WORTH = 0.6  # against a ward: a flame also brings blight
WARD_STEP, RITUAL_STEP = 0.8, 1.2  # what a ward or a ritual still missing costs at first, per player
READY_SHARE = 0.4  # of a ritual, for presence or dahan all in place


@kernel
def forget_worths(m):
    """Forgets what lands are worth, when their features weigh something else."""
    m.changes += 1
    m.worth_known[NOW] = 0
    m.worth_known[LATE] = 0


@kernel
def mix_weights(s, k, m):
    """Mixes the weights of the spirits in play for the time left, and those of single lands for the terror level."""
    left = s.invader_size - s.invader_top
    gone = 1.0 - left / 12.0
    for feature in range(len(p.FEATURES)):
        total = 0.0
        for spirit in range(s.players):
            panel = s.spirit[spirit]
            total += (1.0 - gone) * k.value[panel, p.EARLY, feature] + gone * k.value[panel, p.LATE, feature]
        m.weights[feature] = total / s.players
    m.weights_for = left
    forget_worths(m)


@kernel
def add_builds_beside(s, t, m, out):
    """Adds the builds in lands without invaders that England makes next to two buildings."""
    if not s.adversary_rules & v.BUILDS_BESIDE_TWO:
        return
    for land in range(spaces(s)):
        if not has_bit((m.build_now | m.next_build) & s.island, land):
            continue
        if s.pieces[land, v.EXPLORER] + s.pieces[land, v.TOWN] + s.pieces[land, v.CITY] == 0:
            if neighbour_buildings(s, t, land) >= NEIGHBOURS_NEEDED:
                out[p.P_TOWNS] += has_bit(m.build_now, land)
                out[p.P_BUILDS] += has_bit(m.next_build, land)


@kernel
def blight_left(s, k, coming):
    """Returns the blight per player that the island can still bear."""
    left = (s.blight_pool - coming) / s.players
    if not s.blighted and s.blight_card >= 0:
        left += k.blight_behind[s.expansion]
    return left


@kernel
def scarcity(left):
    """Returns how pressing a shortage is: steep towards zero."""
    return 1.0 / max(0.3, left)


@kernel
def ritual_readiness(s):
    """Returns how far the best land is prepared for a Ritual of Terror: dahan and presence, 1 each."""
    best = 0.0
    for land in range(spaces(s)):
        presence = 0
        for spirit in range(s.players):
            presence += s.presence[spirit, land]
        dahan = min(1.0, s.pieces[land, v.DAHAN] / (RITUAL_DAHAN * s.players))
        best = max(best, dahan + min(1.0, presence / RITUAL_PRESENCE) if presence > 0 else 0.0)
    return best * s.players


@kernel
def scenario_goal(s, t):
    """Returns how much of what a scenario asks for is done; what wins the game presses more as time runs out."""
    pressing = 1.0 + 1.0 * s.invader_top / max(1, s.invader_size)
    if s.scenario == v.WARD_THE_SHORES:
        missing = count_bits(t.layout_coastal[s.layout] & s.island & ~s.wards) + s.players * (s.terror_level < 2)
        return -WARD_STEP * pressing * missing
    if s.scenario == v.RITUALS_OF_TERROR:
        missing = s.players * (4.0 - s.terror_level) - READY_SHARE * ritual_readiness(s)
        return -RITUAL_STEP * pressing * missing
    if s.scenario == v.DESTROYING_FLAME:
        return FLAME_WORTH * count_bits(s.flames)
    if s.scenario == v.LONG_FORGOTTEN:
        return 1.0 * count_bits(np.int64(s.spirit_sources | s.held_sources)) - count_bits(np.int64(s.invader_sources))
    return 0.0


@kernel
def add_ending(s, t, k, out):
    """Adds the features of the ways to win and lose; expects those of lands and spirits, per player."""
    left = blight_left(s, k, out[p.P_BLIGHT_COMING] * s.players)
    out[p.P_BLIGHT_LEFT] = max(-1.0, left)
    out[p.P_BLIGHT_SCARCITY] = scarcity(left)
    out[p.P_BLIGHTED_ISLAND] = s.blighted
    out[p.P_DOOMED] = left <= 0.0
    cards = s.earned_total + s.fear_left[0] + s.fear_left[1] + s.fear_left[2]
    generated = s.earned_total * s.fear_pool + s.fear + out[p.P_FEAR] * s.players
    out[p.P_FEAR] = 10.0 * generated / max(1, cards * s.fear_pool)
    out[p.P_TERROR_2] = s.terror_level >= 2
    out[p.P_TERROR_3] = s.terror_level == 3
    if s.terror_level == 2:
        out[p.P_BUILDINGS_IN_TERROR_2] = out[p.P_TOWNS] + out[p.P_CITIES]
    elif s.terror_level == 3:
        out[p.P_CITIES_IN_TERROR_3] = out[p.P_CITIES]
    out[p.P_CONSTANT] = 1.0
    out[p.P_TIME_LEFT] = s.invader_size - s.invader_top
    out[p.P_PRESENCE] -= out[p.P_PRESENCE_DYING]
    out[p.P_PRESENCE_SCARCITY] = scarcity(out[p.P_PRESENCE])
    if s.adversary_rules & v.FINITE_TOWNS:
        out[p.P_TOWNS_SCARCITY] = scarcity(TOWNS_PER_PLAYER - out[p.P_TOWNS])
    if s.scenario >= 0:
        out[p.P_SCENARIO_GOAL] = scenario_goal(s, t) / s.players


@kernel
def read_position(s, t, k, m):
    """Fills `m.features` with the features of a position."""
    look_around(s, t, m)
    enter_lands(s, t, m)
    enter_spirits(s, t, k, m)
    out = m.features
    for feature in range(len(p.FEATURES)):
        out[feature] = 0.0
    add_lands(s, t, m, out)
    add_builds_beside(s, t, m, out)
    add_spirits(s, m, out)
    for feature in range(len(p.FEATURES)):
        out[feature] /= s.players
    add_ending(s, t, k, out)


@kernel
def read_turn_start(s, t, k, m):
    """Fills `m.features` as if the turn before were not over: no invader action is certain, spirits act first."""
    phase = s.phase
    s.phase = v.TIME_PASSES
    read_position(s, t, k, m)
    s.phase = phase


@kernel
def value_of(s, t, k, m):
    """Returns the worth of a position: the log-odds of winning, as far as the features tell."""
    if s.outcome != v.ONGOING:
        return WON if s.outcome == v.VICTORY else LOST
    if m.weights_for != s.invader_size - s.invader_top:
        mix_weights(s, k, m)
    read_position(s, t, k, m)
    total = 0.0
    for feature in range(len(p.FEATURES)):
        total += m.weights[feature] * m.features[feature]
    return total


@kernel
def prepare_local(s, t, k, m):
    """Readies `land_worth` and `worth_as_is` for the position at hand."""
    if m.weights_for != s.invader_size - s.invader_top:
        mix_weights(s, k, m)
    look_around(s, t, m)
    left = blight_left(s, k, 0)
    shorter = left - 1.0 / s.players
    price = m.weights[p.P_BLIGHT_LEFT] / s.players
    price += m.weights[p.P_BLIGHT_SCARCITY] * (scarcity(left) - scarcity(shorter))
    price *= s.players
    if price != m.blight_price or s.terror_level != m.worth_at:
        forget_worths(m)
    m.blight_price = price
    m.worth_at = s.terror_level
    m.sight = NOW


@kernel
def weigh_land(s, m, out, hostile):
    """Returns what these features of a land are worth, all else equal (in the same unit for all lands)."""
    total = 0.0
    for feature in range(0 if hostile else p.P_WILDS, p.LAND_FEATURES):  # without invaders all before are 0
        total += m.weights[feature] * out[feature]
    if not hostile:
        return total
    total -= m.blight_price * out[p.P_BLIGHT_COMING]
    total -= m.weights[p.P_PRESENCE] * out[p.P_PRESENCE_DYING]
    total += m.weights[p.P_FEAR] * out[p.P_FEAR] / 4.0
    if s.terror_level == 3:
        total += m.weights[p.P_CITIES_IN_TERROR_3] * out[p.P_CITIES]
    elif s.terror_level == 2:
        total += m.weights[p.P_BUILDINGS_IN_TERROR_2] * (out[p.P_TOWNS] + out[p.P_CITIES])
    return total


@kernel
def land_worth(s, t, m, land, explorers, towns, cities, dahan):
    """Returns what a land with these pieces is worth."""
    out = m.local
    for feature in range(p.LAND_TERMS):
        out[feature] = 0.0
    add_land(s, t, m, out, land, explorers, towns, cities, dahan)
    return weigh_land(s, m, out, explorers + towns + cities != 0)


@kernel
def worth_as_is(s, t, m, land):
    """Returns what a land of the position at hand is worth as it is; in a late view all lands must have been entered."""
    if m.sight == NOW and (has_bit(m.stale_lands, land) or has_changed(s, m, land)):
        enter_land(s, t, m, land)
    if has_bit(m.worth_known[m.sight], land):
        return m.worth[m.sight, land]
    if m.sight == NOW:
        worth = weigh_land(s, m, m.land_terms[land], has_bit(m.hostile, land))
    else:
        here = s.pieces[land]
        worth = land_worth(s, t, m, land, here[v.EXPLORER], here[v.TOWN], here[v.CITY], here[v.DAHAN])
    m.worth[m.sight, land] = worth
    m.worth_known[m.sight] |= bit(land)
    return worth
