"""Quick answers without looking ahead: which piece, land, element or presence. Also used inside every look-ahead.

Pieces are judged by what the lands concerned are worth before and after.
"""

import numpy as np

from policies.spirit_island import vocabulary as p
from policies.spirit_island.foresight import attack
from policies.spirit_island.hand import FEAR_POINT, covers, effect_on_land, pack_elements
from policies.spirit_island.position import land_worth, worth_as_is
from simulator.core.compiled import kernel
from simulator.spirit_island.record import codes
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_FOLLOW
from simulator.spirit_island.record.state import F_FLAGS, F_LAND, F_N, F_OP, F_POWER
from simulator.spirit_island.rules.lands import is_ocean
from simulator.spirit_island.rules.pieces import health

DROWNED = 0.3  # a dead invader in the ocean, besides what its land gains
LOST_DAHAN = -1.0


@kernel
def changed_worth(s, t, m, land, kind, change):
    """Returns how the worth of a land changes with one piece more or less; a strife token is no piece of it."""
    if kind >= v.STRIFE:
        return 0.0
    if kind == v.BLIGHT:
        return m.blight_price * -change
    before = worth_as_is(s, t, m, land)
    explorers = np.int64(s.pieces[land, v.EXPLORER])
    towns = np.int64(s.pieces[land, v.TOWN])
    cities = np.int64(s.pieces[land, v.CITY])
    dahan = np.int64(s.pieces[land, v.DAHAN])
    if kind == v.EXPLORER:
        explorers += change
    elif kind == v.TOWN:
        towns += change
    elif kind == v.CITY:
        cities += change
    elif kind == v.DAHAN:
        dahan += change
    else:
        s.pieces[land, kind] += change  # tokens are counted where they lie
        after = land_worth(s, t, m, land, explorers, towns, cities, dahan)
        s.pieces[land, kind] -= change
        return after - before
    return land_worth(s, t, m, land, explorers, towns, cities, dahan) - before


@kernel
def death_worth(s, t, m, land, kind):
    """Returns what the destruction of a piece is worth, its fear included (R13.1)."""
    worth = changed_worth(s, t, m, land, kind, -1)
    if kind == v.TOWN or kind == v.CITY:
        worth += m.weights[p.P_FEAR] * FEAR_POINT * kind
    return worth


@kernel
def move_worth(s, t, m, kind, origin, goal):
    """Returns what moving a piece is worth; an ocean drowns it."""
    worth = changed_worth(s, t, m, origin, kind, -1)
    if is_ocean(goal):
        if kind == v.DAHAN:
            return worth + LOST_DAHAN
        return worth + DROWNED + (m.weights[p.P_FEAR] * FEAR_POINT * kind if kind < v.DAHAN else 0.0)
    return worth + changed_worth(s, t, m, goal, kind, 1)


@kernel
def hit_worth(s, t, m, option):
    """Returns what a point of damage on a piece is worth: its death, shared by the points it takes."""
    frame = s.frame[s.frames - 1]
    land = option >> 16 & 255
    kind = option >> 8 & 15
    strife = option & 15
    left = health(s, land, kind, strife) - (option >> 4 & 15)
    worth = death_worth(s, t, m, land, kind)
    points = frame[F_N]
    if frame[F_FLAGS] & codes.ONE_PIECE:
        return worth if left <= points else 0.01 * kind
    if left <= points:
        return worth / left
    return worth / left * 0.1


@kernel
def piece_score(s, t, m, option):
    """Scores one piece of a damage, push, gather, destruction, removal or replacement."""
    kind_of_option = option >> 24
    if kind_of_option == v.O_STOP:
        return 0.0
    frame = s.frame[s.frames - 1]
    op = frame[F_OP]
    kind = option >> 8 & 15
    land = option >> 16 & 255
    if kind_of_option == v.O_PUSH:
        origin = frame[reg.BRING_ORIGIN] if op == v.OP_PUSH_PRESENCE else frame[F_LAND]
        return move_worth(s, t, m, kind, origin, land)
    if kind_of_option == v.O_GATHER:
        return move_worth(s, t, m, kind, land, frame[F_LAND])
    if op == v.OP_DAMAGE:
        return hit_worth(s, t, m, option)
    if op == v.OP_REPLACE:
        worth = changed_worth(s, t, m, land, kind, -1)
        return worth + changed_worth(s, t, m, land, frame[reg.REPLACE_WITH], max(1, frame[reg.REPLACE_BY]))
    if op == v.OP_ADD:  # strife: on the invader that hits hardest
        return 1.0 * kind
    if op == v.OP_DESTROY:
        return death_worth(s, t, m, land, kind)
    return changed_worth(s, t, m, land, kind, -1)


@kernel
def trouble(s, t, m, land):
    """Returns how bad things are in a land."""
    if land % v.SPACES_PER_BOARD == 0:
        return 0.0
    return -worth_as_is(s, t, m, land)


@kernel
def target_score(s, t, k, m, option):
    """Scores a target of a power: what the power would do there, then where the trouble is."""
    if option >> 24 != v.O_LAND:
        return 0.0
    power = s.frame[s.frames - 1, F_POWER]
    land = option >> 16 & 255
    if power < 0 or is_ocean(land):
        return 0.0
    return effect_on_land(s, t, k, m, s.asked, power, land) + 0.1 * trouble(s, t, m, land)


@kernel
def land_score(s, t, m, option):
    """Scores a land for an effect not looked into: where the trouble is."""
    if option >> 24 != v.O_LAND:
        return 0.0
    return 0.01 + trouble(s, t, m, option >> 16 & 255)


@kernel
def element_score(s, t, k, spirit, element):
    """Scores an element: innate levels it completes, then how much the spirit wants it at all."""
    panel = s.spirit[spirit]
    have = pack_elements(s, spirit)
    more = have + (np.uint64(1) << np.uint64(8 * element))
    score = 0.1 * k.element_worth[panel, element]
    for slot in range(3):
        power = t.spirit_innate[panel, slot]
        if power < 0:
            continue
        for level in range(4):
            need = k.needs[power, level]
            if need != 0 and covers(more, need) and not covers(have, need):
                score += 1.0
    return score


@kernel
def cascade_score(s, option):
    """Scores a land for a cascade: no second cascade, no presence lost (R19.3)."""
    land = option >> 16 & 255
    score = -3.0 * (s.pieces[land, v.BLIGHT] > 0)
    for spirit in range(s.players):
        score -= s.presence[spirit, land] > 0
    return score


@kernel
def loss_score(s, option):
    """Scores a presence to give up: from the biggest heap, so that few lands and sacred sites are lost."""
    if option >> 24 == v.O_STOP:  # nothing is given up without need
        return 3.0
    here = s.presence[option & 255, option >> 16 & 255]
    if here >= 3:
        return 2.0
    return 1.0 if here == 1 else 0.0


@kernel
def consent_score(s, t, m, option):
    """Scores yes and no: printed benefits are taken, but Green chokes only what would blight, and nobody follows."""
    if option >> 24 != v.O_YES:
        return 0.0
    frame = s.frame[s.frames - 1]
    if frame[F_OP] == FR_FOLLOW:
        return -1.0
    if frame[F_OP] == v.OP_BUILD:
        return -1.0
    if frame[F_OP] == v.OP_RAVAGE:
        land = frame[F_LAND]
        damage = attack(s, s.pieces[land, v.EXPLORER], s.pieces[land, v.TOWN], s.pieces[land, v.CITY])
        return damage - s.defend[land] - 1.5
    return 1.0
