"""How a spirit grows, spreads and picks cards: decisions of the spirit phase, scored by the habits of the spirit.

Every function returns the score of one option; the best one is taken. Card plays are in hand.py.
"""

from policies.spirit_island import vocabulary as p
from policies.spirit_island.foresight import attack, lasting_defend
from simulator.core.compiled import kernel
from simulator.spirit_island.record import codes
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.rules.invaders import BLIGHT_DAMAGE
from simulator.spirit_island.rules.lands import has_bit, is_coastal, is_ocean, is_sacred_site, spaces, terrain_of
from simulator.spirit_island.rules.spirits import track_value
from simulator.spirit_island.scenarios.rituals_of_terror import RITUAL_PRESENCE


@kernel
def count_zone(s, spirit, zone):
    """Returns how many cards of a spirit lie in a zone."""
    found = 0
    for card in range(s.cards[spirit]):
        found += s.own_zone[spirit, card] == zone
    return found


@kernel
def has_covered_space(s, t, spirit):
    """Tells whether presence is left on the tracks."""
    panel = s.spirit[spirit]
    for track in range(2):
        if s.track[spirit, track] < t.track_length[panel, track] - 1:
            return True
    return False


@kernel
def growth_score(s, t, k, spirit, option):
    """Scores a growth option by what it gives and how much that is needed."""
    panel = s.spirit[spirit]
    habit = k.habit[panel]
    gives = k.growth[panel, option]
    hand = count_zone(s, spirit, v.HAND)
    discard = count_zone(s, spirit, v.DISCARD)
    plays = track_value(s, t, spirit, v.PLAYS_TRACK) + s.extra_plays[spirit]
    score = habit[p.H_GROWTH_1 + option]
    if gives[p.G_RECLAIM_ALL] > 0 and discard > 0:
        score += habit[p.H_RECLAIM_NEED] * max(0, plays - hand) / plays + habit[p.H_RECLAIM_ALL] * discard
    if discard > 0:
        score += habit[p.H_RECLAIM_ONE] * gives[p.G_RECLAIM_ONE]
    score += habit[p.H_GAIN_CARD] * gives[p.G_CARDS]
    if has_covered_space(s, t, spirit):
        score += habit[p.H_GROW_PRESENCE] * gives[p.G_PRESENCE]
    score += habit[p.H_GROW_ENERGY] * gives[p.G_ENERGY] / (1.0 + 0.3 * s.energy[spirit])
    if hand > plays:
        score += habit[p.H_GROW_PLAYS] * gives[p.G_PLAYS]
    return score + habit[p.H_TIDE] * gives[p.G_TIDE]


@kernel
def track_score(s, t, k, spirit, track):
    """Scores the uncovering of the next space of a track, with a look at the two spaces behind it."""
    panel = s.spirit[spirit]
    habit = k.habit[panel]
    score = habit[p.H_TRACK_ENERGY + track]
    best = track_value(s, t, spirit, track)
    discount = 1.0
    first = s.track[spirit, track] + 1
    for space in range(first, min(first + 3, t.track_length[panel, track])):
        gain = t.track_number[panel, track, space] - best
        if gain > 0:
            score += discount * habit[p.H_TRACK_INCOME + track] * gain
            best = t.track_number[panel, track, space]
        if t.track_element[panel, track, space] >= 0:
            element = t.track_element[panel, track, space]
            worth = 1.0 if element == codes.ANY_ELEMENT else k.element_worth[panel, element]
            score += discount * habit[p.H_TRACK_ELEMENT] * worth
        score += discount * habit[p.H_TRACK_RECLAIM] * t.track_reclaim[panel, track, space]
        discount *= 0.5
    return score


@kernel
def danger(s, t, m, land):
    """Returns how likely a land is blighted soon: 1 = this turn, if nothing stops it."""
    damage = attack(s, s.pieces[land, v.EXPLORER], s.pieces[land, v.TOWN], s.pieces[land, v.CITY])
    if damage == 0:
        return 0.0
    if has_bit(m.build_now, land):
        damage += 2
    damage -= lasting_defend(s, t, land)
    if has_bit(m.ravage_now, land) and damage >= BLIGHT_DAMAGE:
        return 1.0
    if has_bit(m.next_ravage, land) and damage >= BLIGHT_DAMAGE:
        return 0.7
    return 0.3 if damage >= BLIGHT_DAMAGE else 0.1


@kernel
def source_score(s, t, k, m, spirit, option):
    """Scores where a presence is taken from."""
    habit = k.habit[s.spirit[spirit]]
    kind = option >> 24
    if kind == v.O_TRACK:
        return track_score(s, t, k, spirit, option >> 16 & 255)
    if kind == v.O_DESTROYED:
        return habit[p.H_REGROW_PRESENCE]
    land = option >> 16 & 255
    return habit[p.H_MOVE_PRESENCE] + danger(s, t, m, land) - 0.3 * is_sacred_site(s, t, spirit, land)


@kernel
def scenario_place(s, t, spirit, land):
    """Scores a land for presence by what the scenario asks for: sacred sites on the shores, heaps among dahan."""
    here = s.presence[spirit, land]
    if s.scenario == v.WARD_THE_SHORES and is_coastal(s, t, land) and not is_ocean(land) and not has_bit(s.wards, land):
        return 2.0 if here == 1 else 1.0 if here == 0 else 0.0
    if s.scenario == v.RITUALS_OF_TERROR and here < RITUAL_PRESENCE:
        return 0.5 * (here + 1) * min(3, s.pieces[land, v.DAHAN])
    return 0.0


@kernel
def place_score(s, t, k, m, spirit, option):
    """Scores the land a presence goes to."""
    if option >> 24 == v.O_STOP:
        return 0.0
    habit = k.habit[s.spirit[spirit]]
    land = option >> 16 & 255
    here = s.presence[spirit, land]
    score = habit[p.H_PLACE_NEW] * (here == 0) + habit[p.H_PLACE_SACRED] * (here == 1)
    score += habit[p.H_PLACE_THIRD] * (here >= 2)
    if not is_ocean(land):
        score += habit[p.H_PLACE_DANGER] * danger(s, t, m, land)
    score += habit[p.H_PLACE_COAST] * is_coastal(s, t, land)
    score += habit[p.H_PLACE_DAHAN] * min(4, s.pieces[land, v.DAHAN])
    score += habit[p.H_PLACE_BLIGHT] * (s.pieces[land, v.BLIGHT] > 0)
    if s.scenario >= 0:
        score += scenario_place(s, t, spirit, land)
    score += habit[p.H_PLACE_BEASTS] * min(2, s.pieces[land, v.BEASTS])
    score += habit[p.H_PLACE_JUNGLE + terrain_of(s, t, land)]
    near = t.near[s.layout, 1, land]
    invaders = 0
    buildings = 0
    for other in range(spaces(s)):
        if has_bit(near, other):
            towns = s.pieces[other, v.TOWN] + s.pieces[other, v.CITY]
            buildings += towns
            invaders += towns + s.pieces[other, v.EXPLORER] > 0
    score += habit[p.H_PLACE_NEAR_INVADERS] * invaders + habit[p.H_PLACE_NEAR_BUILDINGS] * buildings
    if option >> 8 & 255 == codes.FROM_LAND:  # a moved presence leaves its land
        origin = option & 255
        score += 0.5 * danger(s, t, m, origin) - habit[p.H_PLACE_SACRED] * (s.presence[spirit, origin] == 2)
    return score


@kernel
def draft_score(s, t, k, spirit, option):
    """Scores a card to gain: its worth for this spirit, less what it cannot pay for."""
    if option >> 24 == v.O_STOP:
        return 0.0
    card = option >> 16 & 255
    panel = s.spirit[spirit]
    short = max(0, t.power_cost[card] - track_value(s, t, spirit, v.ENERGY_TRACK) - s.energy[spirit] // 2)
    return k.taste[panel, card] - k.habit[panel, p.H_DRAFT_COST] * short


@kernel
def deck_score(s, t, k, spirit, option):
    """Scores the deck to draw from: majors for the rich."""
    if option >> 16 & 255 == v.MINOR:
        return 0.0
    habit = k.habit[s.spirit[spirit]]
    wealth = s.energy[spirit] + 2 * track_value(s, t, spirit, v.ENERGY_TRACK)
    return habit[p.H_DRAFT_MAJOR] + habit[p.H_DRAFT_MAJOR_ENERGY] * wealth


@kernel
def keep_score(s, t, k, spirit, option):
    """Scores a card to take back to hand; the negative scores what to forget."""
    if option >> 24 == v.O_STOP:
        return -100.0
    return k.taste[s.spirit[spirit], option >> 16 & 255]
