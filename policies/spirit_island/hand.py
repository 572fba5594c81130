"""Which cards to play: each card is judged on the island, then the best affordable set with its innates is found."""

import numpy as np

from policies.spirit_island import vocabulary as p
from policies.spirit_island.ledger import LATE, NOW, enter_lands, note
from policies.spirit_island.position import land_worth, prepare_local, worth_as_is
from simulator.core.compiled import kernel
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.rules.cards import plays_left
from simulator.spirit_island.rules.lands import has_bit, range_bonus, spaces
from simulator.spirit_island.rules.pieces import health
from simulator.spirit_island.rules.powers import target_lands
from simulator.spirit_island.rules.values import NO_BASE, amount
from simulator.spirit_island.scenarios.ward_the_shores import ward_price, ward_reach
from simulator.spirit_island.spirits.bearers import has_rule

HIGH_BITS = np.uint64(0x8080808080808080)
FEAR_POINT = 0.278  # of the feature "fear", in a solo game; the same per player in all games
STRIFE_DEFENDS = 2  # in the next ravage: most strife lies on towns and cities
WARD_WORTH = 3.0  # a ward stays for good: it weighs more than the work of one card
PUSHED = 0.6  # a pushed invader is not gone


@kernel
def covers(have, need):
    """Tells whether packed elements reach a packed threshold: no byte borrows."""
    return ((have | HIGH_BITS) - need) & HIGH_BITS == HIGH_BITS


@kernel
def pack_elements(s, spirit):
    """Returns a spirit's elements, one byte each."""
    packed = np.uint64(0)
    for element in range(len(v.ELEMENTS)):
        packed |= np.uint64(min(100, s.elements[spirit, element])) << np.uint64(8 * element)
    return packed


@kernel
def varied(s, t, k, spirit, power, land, kind, feature):
    """Returns a feature of a power with the amount it has in this land."""
    number = k.power[power, feature]
    if k.varies[power, kind] < 0:
        here = amount(s, t, k.varies[power, kind], land, spirit, spirit, NO_BASE)
        number += k.share[power, kind] * (here - p.UNKNOWN_AMOUNT)
    return np.int64(number)


@kernel
def acts_here(m, does, land, defend):
    """Tells whether a power stops or weakens an action of the invaders that is certain in a land."""
    if has_bit(m.ravage_now, land) and (defend != 0 or does[p.W_SKIP_RAVAGE] > 0):
        return True
    return has_bit(m.early_build | m.build_now, land) and does[p.W_SKIP_BUILD] + does[p.W_DISEASE] > 0


@kernel
def survivors(s, t, k, spirit, power, land):
    """Returns the explorers, towns and cities that one use of a power leaves in a land, and the fear of what it destroys."""
    explorers = np.int64(s.pieces[land, v.EXPLORER])
    towns = np.int64(s.pieces[land, v.TOWN])
    cities = np.int64(s.pieces[land, v.CITY])
    wrecked = varied(s, t, k, spirit, power, land, p.V_DESTROY_BUILDING, p.W_DESTROY_BUILDING)
    hits = varied(s, t, k, spirit, power, land, p.V_DAMAGE, p.W_DAMAGE)
    gone = min(cities, wrecked)
    cities -= gone
    fear = 2 * gone
    wrecked -= gone
    gone = min(towns, wrecked)
    towns -= gone
    fear += gone
    points = health(s, land, v.CITY, 0)
    gone = min(cities, hits // points)
    cities -= gone
    fear += 2 * gone
    hits -= points * gone
    points = health(s, land, v.TOWN, 0)
    gone = min(towns, hits // points)
    towns -= gone
    fear += gone
    hits -= points * gone
    explorers -= min(explorers, hits + np.int64(k.power[power, p.W_DESTROY_EXPLORER]))
    return explorers, towns, cities, fear


@kernel
def effect_on_land(s, t, k, m, spirit, power, land):
    """Estimates what one use of a power does to a land."""
    does = k.power[power]
    here = s.pieces[land]
    hostile = here[v.EXPLORER] + here[v.TOWN] + here[v.CITY] > 0
    explorers, towns, cities, fear = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    gain = does[p.W_REMOVE_BLIGHT] * min(1, here[v.BLIGHT]) * m.blight_price
    changes = does[p.W_ADD_DAHAN] > 0
    if hostile:
        explorers, towns, cities, fear = survivors(s, t, k, spirit, power, land)
        changes = changes or explorers != here[v.EXPLORER] or towns != here[v.TOWN] or cities != here[v.CITY]
        gain += m.weights[p.P_STRIFE] * does[p.W_STRIFE]
        gain += m.weights[p.P_BEASTS_AMONG_INVADERS] * does[p.W_BEASTS]
    gain += m.weights[p.P_BEASTS] * does[p.W_BEASTS]
    gain += m.weights[p.P_WILDS] * does[p.W_WILDS] + m.weights[p.P_DISEASE] * does[p.W_DISEASE]
    if not hostile and not changes:
        return gain
    before = worth_as_is(s, t, m, land)
    defend = np.int64(0)
    if has_bit(m.ravage_now, land):
        defend = varied(s, t, k, spirit, power, land, p.V_DEFEND, p.W_DEFEND)
        defend += np.int64(STRIFE_DEFENDS * does[p.W_STRIFE])
    rules = s.land_rules[land]
    s.defend[land] += defend
    if does[p.W_SKIP_RAVAGE] > 0:
        s.land_rules[land] |= v.SKIP_RAVAGE
    if does[p.W_SKIP_BUILD] + does[p.W_DISEASE] > 0:
        s.land_rules[land] |= v.SKIP_BUILD
    dahan = np.int64(here[v.DAHAN])
    after = before
    if changes or (hostile and acts_here(m, does, land, defend)):
        after = land_worth(s, t, m, land, explorers, towns, cities, dahan + np.int64(does[p.W_ADD_DAHAN]))
    gain += after - before + m.weights[p.P_FEAR] * FEAR_POINT * fear
    moved_explorers = min(explorers, np.int64(does[p.W_PUSH_EXPLORER]))
    moved_towns = min(towns, np.int64(does[p.W_PUSH_BUILDING]))
    if moved_explorers + moved_towns > 0:
        cleared = land_worth(s, t, m, land, explorers - moved_explorers, towns - moved_towns, cities, dahan)
        gain += PUSHED * max(0.0, cleared - after)
    s.defend[land] -= defend
    s.land_rules[land] = rules
    return gain


@kernel
def promise(s, t, k, m, spirit, power):
    """Estimates what one use of a power is worth in the position at hand, on its best target."""
    does = k.power[power]
    best = 0.0
    if t.power_aim[power] == v.AIM_LAND:
        lands = target_lands(s, t, spirit, power)
        if lands == 0:
            return 0.0
        best = -10.0
        for land in range(spaces(s)):
            if has_bit(lands, land):
                best = max(best, effect_on_land(s, t, k, m, spirit, power, land))
    best += m.weights[p.P_FEAR] * FEAR_POINT * does[p.W_FEAR]
    best += m.weights[p.P_ENERGY] * does[p.W_ENERGY]
    return best + k.habit[s.spirit[spirit], p.H_PLAY_RATING] * k.rating[power]


@kernel
def begin_judgement(s, t, m, spirit):
    """Forgets what powers promised a spirit, unless island and range are still the same."""
    differs = note(m.promised_for, 0, spirit) | note(m.promised_for, 1, m.changes)
    differs |= note(m.promised_for, 2, range_bonus(s, spirit))
    differs |= note(m.promised_for, 3, s.coastal_range_bonus[spirit] << 8 | s.shares[spirit])
    differs |= note(m.promised_for, 4, s.barred)
    pays_for_range = has_rule(s, t, spirit, v.SHADOWS_OF_THE_DAHAN)  # with energy that cards cost
    if differs != 0 or pays_for_range or s.wave != 0:
        m.judgement += 1


@kernel
def promise_once(s, t, k, m, spirit, power):
    """Returns what a power promises; where only cards were played since, what it promised before."""
    if m.promised_in[power] != m.judgement:
        m.promised[power] = promise(s, t, k, m, spirit, power)
        m.promised_in[power] = m.judgement if k.is_steady[power] else 0
    return m.promised[power]


@kernel
def see_as(s, t, m, power, ravage_now, build_now):
    """Looks at the island as a power will find it: for slow ones this turn's ravage and build are over."""
    slow = t.power_speed[power] == v.SLOW
    m.sight = LATE if slow else NOW
    m.ravage_now = 0 if slow else ravage_now
    m.build_now = 0 if slow else build_now


@kernel
def innate_worth(k, t, m, panel, have):
    """Returns what the innates are worth with these elements: each level reached adds its share."""
    total = 0.0
    for slot in range(3):
        power = t.spirit_innate[panel, slot]
        if power < 0:
            continue
        for level in range(4):
            need = k.needs[power, level]
            if need != 0 and covers(have, need):
                total += m.innate_gain[slot]
    return total


@kernel
def ward_promise(s, t, m, spirit):
    """Estimates what a card played face down is worth: a ward on a shore, if one can be paid for (Ward the Shores)."""
    reach = ward_reach(s, t, spirit) & t.layout_coastal[s.layout] & ~s.wards
    for land in range(spaces(s)):
        if has_bit(reach, land) and 0 <= ward_price(s, t, spirit, land, reach) <= s.energy[spirit]:
            return WARD_WORTH * m.weights[p.P_SCENARIO_GOAL]
    return -1.0


@kernel
def judge_cards(s, t, k, m, spirit):
    """Fills in what each playable card is worth; returns how many there are."""
    begin_judgement(s, t, m, spirit)
    habit = k.habit[s.spirit[spirit]]
    ravage_now = m.ravage_now
    build_now = m.build_now
    taste = k.taste[s.spirit[spirit]]
    face_down = -1
    cards = 0
    for option in range(s.options):
        if s.option[option] >> 24 == v.O_STOP or cards == p.MAX_HAND:
            continue
        card = s.option[option] >> 16 & 255
        if s.option[option] >> 24 == v.O_FACE_DOWN:
            if face_down < 0:
                face_down = cards
                cards += 1
            elif taste[card] >= taste[s.option[m.card_option[face_down]] >> 16 & 255]:
                continue  # only the card that is missed least
            m.card_option[face_down] = option
            m.card_gain[face_down] = ward_promise(s, t, m, spirit)
            m.card_cost[face_down] = 0
            m.card_elements[face_down] = 0
            continue
        m.card_cost[cards] = t.power_cost[card]
        m.card_elements[cards] = k.elements[card]
        see_as(s, t, m, card, ravage_now, build_now)
        m.card_option[cards] = option
        m.card_gain[cards] = promise_once(s, t, k, m, spirit, card) - habit[p.H_PLAY_COST] * t.power_cost[card]
        cards += 1
    for slot in range(3):
        power = t.spirit_innate[s.spirit[spirit], slot]
        if power >= 0:
            see_as(s, t, m, power, ravage_now, build_now)
            m.innate_gain[slot] = habit[p.H_PLAY_INNATE] * max(0.0, promise_once(s, t, k, m, spirit, power))
    m.sight = NOW
    m.ravage_now = ravage_now
    m.build_now = build_now
    return cards


@kernel
def best_play(s, t, k, m, spirit):
    """Returns the option to choose: the first card of the best affordable set, or the stop."""
    prepare_local(s, t, k, m)
    enter_lands(s, t, m)
    return search_sets(s, t, k, m, spirit, judge_cards(s, t, k, m, spirit))


@kernel
def search_sets(s, t, k, m, spirit, cards):
    """Searches all affordable sets of cards depth first; returns the option of the first card of the best one."""
    panel = s.spirit[spirit]
    plays = min(plays_left(s, t, spirit), cards)
    m.set_elements[0] = pack_elements(s, spirit)
    m.set_energy[0] = s.energy[spirit]
    m.set_gain[0] = 0.0
    best_gain = innate_worth(k, t, m, panel, m.set_elements[0])
    best = s.options - 1  # the stop
    for option in range(s.options):
        m.quick[option] = best_gain if option == best else -100.0
    depth = 0
    card = 0
    while True:
        if depth < plays and card < cards:
            if m.card_cost[card] <= m.set_energy[depth]:
                m.set_card[depth] = card
                m.set_elements[depth + 1] = m.set_elements[depth] + m.card_elements[card]
                m.set_energy[depth + 1] = m.set_energy[depth] - m.card_cost[card]
                m.set_gain[depth + 1] = m.set_gain[depth] + m.card_gain[card]
                depth += 1
                gain = m.set_gain[depth] + innate_worth(k, t, m, panel, m.set_elements[depth])
                first = m.card_option[m.set_card[0]]
                m.quick[first] = max(m.quick[first], gain)
                if gain > best_gain + 1e-9:
                    best_gain = gain
                    best = first
            card += 1
        else:
            if depth == 0:
                return best
            depth -= 1
            card = m.set_card[depth] + 1
