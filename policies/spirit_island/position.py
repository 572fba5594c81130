"""What a position is worth: features of the island as it will be after the invader actions that are already certain.

Looks only at what players may see. What invaders will do: `foresight.py`.
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
    read_invader_cards,
    strife_relief,
)
from simulator.core.compiled import kernel
from simulator.spirit_island.adversaries.england import CAPITAL_SIZE, NEIGHBOURS_NEEDED, neighbour_buildings
from simulator.spirit_island.adversaries.france import TOWNS_PER_PLAYER
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.rules.invaders import BLIGHT_DAMAGE, defend_of, is_skipped
from simulator.spirit_island.rules.lands import has_bit, is_sacred_site, spaces
from simulator.spirit_island.rules.spirits import track_value
from simulator.spirit_island.rules.values import count_strife
from simulator.spirit_island.scenarios.rituals_of_terror import RITUAL_DAHAN, RITUAL_PRESENCE

WON, LOST = 1000.0, -1000.0
FLAME_WORTH = 0.6  # against a ward: a flame also brings blight
WARD_STEP, RITUAL_STEP = 0.8, 1.2  # what a ward or a ritual still missing costs at first, per player
READY_SHARE = 0.4  # of a ritual, for presence or dahan all in place


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


@kernel
def count_bits(lands):
    """Returns how many lands a set holds."""
    found = 0
    while lands != 0:
        lands &= lands - 1
        found += 1
    return found


@kernel
def add_lands(s, t, m, out):
    """Adds the features of all lands; returns the lands with buildings."""
    sources = np.int64(0)
    for land in range(spaces(s)):
        explorers = s.pieces[land, v.EXPLORER]
        towns = s.pieces[land, v.TOWN]
        cities = s.pieces[land, v.CITY]
        dahan = s.pieces[land, v.DAHAN]
        tokens = s.expansion and s.pieces[land, v.BEASTS] + s.pieces[land, v.WILDS] + s.pieces[land, v.DISEASE] > 0
        if explorers + towns + cities + dahan > 0 or tokens:
            add_land(s, t, m, out, land, explorers, towns, cities, dahan)
            if towns + cities > 0:
                sources |= np.int64(1) << land
    return sources


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
def invader_lands(s):
    """Returns the lands with invaders."""
    lands = np.int64(0)
    for land in range(spaces(s)):
        if s.pieces[land, v.EXPLORER] + s.pieces[land, v.TOWN] + s.pieces[land, v.CITY] > 0:
            lands |= np.int64(1) << land
    return lands


@kernel
def add_reach(s, t, out, sources):
    """Adds how much of the island the invaders can explore (R9.3)."""
    reach = t.layout_coastal[s.layout]
    for land in range(spaces(s)):
        if has_bit(sources, land):
            reach |= t.near[s.layout, 1, land]
    out[p.P_EXPLORE_REACH] += count_bits(reach & s.island)


@kernel
def add_spirit(s, t, k, out, spirit, hostile):
    """Adds the features of one spirit; `hostile` are the lands with invaders."""
    panel = s.spirit[spirit]
    reach = np.int64(0)
    for land in range(spaces(s)):
        here = s.presence[spirit, land]
        if here > 0:
            out[p.P_PRESENCE] += here
            out[p.P_PRESENCE_LANDS] += 1
            out[p.P_SACRED_SITES] += is_sacred_site(s, t, spirit, land)
            reach |= t.near[s.layout, 1, land]
    out[p.P_INVADERS_IN_REACH] += count_bits(reach & hostile)
    out[p.P_INCOME] += track_value(s, t, spirit, v.ENERGY_TRACK)
    out[p.P_PLAYS] += track_value(s, t, spirit, v.PLAYS_TRACK)
    for track in range(2):
        for space in range(s.track[spirit, track] + 1):
            out[p.P_TRACK_ELEMENTS] += t.track_element[panel, track, space] >= 0
            out[p.P_RECLAIM_SPACES] += t.track_reclaim[panel, track, space]
    out[p.P_ENERGY] += min(4, s.energy[spirit])
    out[p.P_ENERGY_TO_SPARE] += min(8, max(0, s.energy[spirit] - 4))
    for card in range(s.cards[spirit]):
        taste = k.taste[panel, s.own_card[spirit, card]]
        out[p.P_CARD_QUALITY] += taste
        if s.own_zone[spirit, card] == v.HAND:
            out[p.P_HAND] += 1
            out[p.P_HAND_QUALITY] += taste
        else:
            out[p.P_DISCARD] += 1


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
    out = m.features
    for feature in range(len(p.FEATURES)):
        out[feature] = 0.0
    read_invader_cards(s, t, m)
    sources = add_lands(s, t, m, out)
    add_reach(s, t, out, sources)
    add_builds_beside(s, t, m, out)
    hostile = invader_lands(s)
    for spirit in range(s.players):
        add_spirit(s, t, k, out, spirit, hostile)
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
    """Readies `land_worth` for the position at hand."""
    if m.weights_for != s.invader_size - s.invader_top:
        mix_weights(s, k, m)
    read_invader_cards(s, t, m)
    left = blight_left(s, k, 0)
    shorter = left - 1.0 / s.players
    price = m.weights[p.P_BLIGHT_LEFT] / s.players
    price += m.weights[p.P_BLIGHT_SCARCITY] * (scarcity(left) - scarcity(shorter))
    m.blight_price = price * s.players


@kernel
def land_worth(s, t, m, land, explorers, towns, cities, dahan):
    """Returns what a land with these pieces is worth, all else equal (in the same unit for all lands)."""
    out = m.local
    for feature in range(p.LAND_FEATURES):
        out[feature] = 0.0
    out[p.P_FEAR] = 0.0
    add_land(s, t, m, out, land, explorers, towns, cities, dahan)
    total = 0.0
    for feature in range(p.LAND_FEATURES):
        total += m.weights[feature] * out[feature]
    total -= m.blight_price * out[p.P_BLIGHT_COMING]
    total -= m.weights[p.P_PRESENCE] * out[p.P_PRESENCE_DYING]
    total += m.weights[p.P_FEAR] * out[p.P_FEAR] / 4.0
    if s.terror_level == 3:
        total += m.weights[p.P_CITIES_IN_TERROR_3] * out[p.P_CITIES]
    elif s.terror_level == 2:
        total += m.weights[p.P_BUILDINGS_IN_TERROR_2] * (out[p.P_TOWNS] + out[p.P_CITIES])
    return total
