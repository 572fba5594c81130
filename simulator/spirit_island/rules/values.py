"""Amounts and conditions of programs, evaluated on a land. Only reads the state."""

import numpy as np

from simulator.core.compiled import kernel
from simulator.spirit_island import hooks
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.state import F_ACTOR, F_LAND, F_RESULT_LAST
from simulator.spirit_island.rules.lands import (
    adjacent,
    adjacent_spaces,
    bit,
    board_of,
    board_spaces,
    has_bit,
    is_coastal,
    is_ocean,
    is_sacred_site,
    lands_in_play,
    lowest,
    presence_lands,
    spaces,
    terrain_of,
)

NO_BASE = -1
FORGETTING_AIDS = 4
AIDED = 9  # own_used of a card discarded for a shared cost: it serves no other way (R27.10)
ASSISTED_NEED = 10  # elements of a threshold that works on an assisting card
GROWTH_BASE = -2  # conditions of growth: an ocean is no coastal land there


@kernel
def count_strife(s, land):
    """Returns the strife tokens in a land."""
    tokens = 0
    for mark in range(s.marks):
        if s.mark_land[mark] == land:
            tokens += s.mark_strife[mark]
    return tokens


@kernel
def count(s, land, mask):
    """Returns how many pieces of the given kinds a land holds."""
    total = 0
    for piece in range(len(v.PIECES)):
        total += (mask >> piece & 1) * s.pieces[land, piece]
    if mask & v.STRIFE_MASK:
        total += count_strife(s, land)
    return total


@kernel
def invader_stage(s, t):
    """Returns the stage of invasion: the back of the top card of the invader deck (R27.3)."""
    if s.invader_top + 1 == s.early_stage_3:
        return 2  # Brandenburg-Prussia's early stage III card
    if s.invader_top >= s.invader_size:
        return 3  # UNSURE: with an empty deck stage III is read
    return t.invader_stage[s.invader_deck[s.invader_top]]


@kernel
def scope(s, t, land, at, actor):
    """Returns the lands an amount looks at."""
    if at == v.AT_TARGET:
        return bit(land)
    if at == v.AT_ADJACENT:
        return adjacent_spaces(s, t, land)
    if at == v.AT_AROUND:
        return adjacent_spaces(s, t, land) | bit(land)
    if at == v.AT_BOARD:
        return board_spaces(board_of(land)) & lands_in_play(s, t)
    if at == v.AT_OWN_LANDS:
        return presence_lands(s, t, actor)
    return lands_in_play(s, t)


@kernel
def presence_at(s, land, who, actor, target_spirit):
    """Returns the presence in a land: of one spirit or of all."""
    if who == v.ACTOR:
        return np.int64(s.presence[actor, land])
    if who == v.TARGET_SPIRIT:
        return np.int64(s.presence[target_spirit, land])
    total = np.int64(0)
    for spirit in range(s.players):
        total += s.presence[spirit, land]
    return total


@kernel
def is_sacred_to(s, t, land, who, actor, target_spirit):
    """Tells whether a land is a sacred site of the actor, of the target spirit or of any spirit."""
    if who == v.ACTOR:
        return is_sacred_site(s, t, actor, land)
    if who == v.TARGET_SPIRIT:
        return is_sacred_site(s, t, target_spirit, land)
    for spirit in range(s.players):
        if is_sacred_site(s, t, spirit, land):
            return True
    return False


@kernel
def raw_amount(s, t, number, land, actor, target_spirit, base):
    """Returns a simple amount before its arithmetic."""
    kind = t.amounts[number, 0]
    arg = t.amounts[number, 1]
    if kind == v.AMOUNT_ELEMENT:
        return np.int64(s.elements[actor, arg])
    if kind == v.AMOUNT_PAIRS:
        return np.int64(min(s.elements[actor, arg // 8], s.elements[actor, arg % 8]))
    if kind == v.AMOUNT_RESULT:
        return np.int64(s.frame[base, F_RESULT_LAST + arg]) if base >= 0 else np.int64(0)
    if kind == v.AMOUNT_PLAYERS:
        return np.int64(s.players)
    if kind == v.AMOUNT_TERROR:
        return np.int64(s.terror_level)
    if kind == v.AMOUNT_STAGE:
        return np.int64(invader_stage(s, t))
    if kind == v.AMOUNT_CARDS_PLAYED:
        return np.int64(s.plays_made[target_spirit])
    if kind == v.AMOUNT_TALLY:
        return np.int64(s.tally)
    is_plain = kind == v.AMOUNT_ADJACENT_LANDS
    lands = adjacent(s, t, land) if is_plain else scope(s, t, land, t.amounts[number, 2], actor)
    total = np.int64(0)
    for here in range(spaces(s)):
        if has_bit(lands, here):
            if is_plain:
                total += 1
            elif kind == v.AMOUNT_COUNT:
                total += count(s, here, arg)
            elif kind == v.AMOUNT_PRESENCE:
                total += presence_at(s, here, arg, actor, target_spirit)
            elif kind == v.AMOUNT_SACRED_SITES and is_sacred_to(s, t, here, arg, actor, target_spirit):
                total += 1
    return total


@kernel
def finished(t, number, value):
    """Applies times, per (negative: rounded up), plus and at_most of an amount."""
    value *= t.amounts[number, 3]
    per = t.amounts[number, 4]
    value = value // per if per > 0 else -(value // per)
    return min(value + t.amounts[number, 5], t.amounts[number, 6])


@kernel
def simple_amount(s, t, reference, land, actor, target_spirit, base):
    """Returns an amount that does not contain others."""
    if reference >= 0:
        return np.int64(reference)
    number = -reference - 1
    return finished(t, number, raw_amount(s, t, number, land, actor, target_spirit, base))


@kernel
def amount(s, t, reference, land, actor, target_spirit, base):
    """Returns the value of an amount reference (a literal, or -(number of the amount) - 1)."""
    if reference >= 0:
        return np.int64(reference)
    number = -reference - 1
    kind = t.amounts[number, 0]
    if kind != v.AMOUNT_MIN and kind != v.AMOUNT_PRODUCT:
        return finished(t, number, raw_amount(s, t, number, land, actor, target_spirit, base))
    left = simple_amount(s, t, t.amounts[number, 7], land, actor, target_spirit, base)
    right = simple_amount(s, t, t.amounts[number, 8], land, actor, target_spirit, base)
    return finished(t, number, min(left, right) if kind == v.AMOUNT_MIN else left * right)


@kernel
def has_elements(s, t, spirit, need):
    """Tells whether a spirit has the elements of a threshold (R21.7)."""
    for element in range(len(v.ELEMENTS)):
        if s.elements[spirit, element] < t.needs[need, element]:
            return False
    return True


@kernel
def count_needed(t, need):
    """Returns how many elements a threshold asks for in total."""
    total = 0
    for element in range(len(v.ELEMENTS)):
        total += t.needs[need, element]
    return total


@kernel
def reaches(s, t, spirit, power, need):
    """Tells whether a spirit reaches a threshold of a power: by elements, or because the card is unlocked."""
    if hooks.scenario.assists(s, spirit, power):
        return count_needed(t, need) <= ASSISTED_NEED
    return s.unlocked[spirit] == power + 1 or has_elements(s, t, spirit, need)


@kernel
def steps_to_ocean(s, t, land):
    """Returns how many steps a land is from the nearest ocean; coastal lands are one step away."""
    if is_ocean(land):
        return 0
    for steps in range(v.MAX_RANGE):
        if t.near[s.layout, steps, land] & t.layout_coastal[s.layout] & s.island != 0:
            return steps + 1
    return v.MAX_RANGE


@kernel
def aid_by_elements(s, element):
    """Returns the elements all spirits have that lower a shared cost (R27.9)."""
    total = 0
    if element < len(v.ELEMENTS):
        for spirit in range(s.players):
            total += s.elements[spirit, element]
    return total


@kernel
def aid_by_forgetting(s, t, spirit, k, element):
    """Returns by how much forgetting a card lowers a shared cost: 4, less its own elements in play; 0 = it may not."""
    if element >= len(v.ELEMENTS) or s.own_zone[spirit, k] >= v.PERMANENT or s.own_used[spirit, k] == AIDED:
        return 0
    own = t.power_elements[s.own_card[spirit, k], element]
    if own == 0:
        return 0
    return FORGETTING_AIDS - (own if s.own_zone[spirit, k] == v.PLAY else 0)


@kernel
def shared_means(s, t, element):
    """Returns the highest cost the spirits can pay together: energy, elements, all fitting cards forgotten (R27.9)."""
    total = aid_by_elements(s, element)
    for spirit in range(s.players):
        total += s.energy[spirit]
        for k in range(s.cards[spirit]):
            total += aid_by_forgetting(s, t, spirit, k, element)
    return total


@kernel
def has_way_out(s, t, land, mask):
    """Tells whether an adjacent land holds none of the given pieces."""
    lands = adjacent(s, t, land)
    for other in range(spaces(s)):
        if has_bit(lands, other) and count(s, other, mask) == 0:
            return True
    return False


@kernel
def count_in_scope(s, t, land, mask, at, actor):
    """Returns the pieces of the given kinds in the lands a condition looks at."""
    if at == v.AT_TARGET:
        return np.int64(count(s, land, mask))
    lands = scope(s, t, land, at, actor)
    total = np.int64(0)
    for here in range(spaces(s)):
        if has_bit(lands, here):
            total += count(s, here, mask)
    return total


@kernel
def atom_holds(s, t, atom, land, actor, target_spirit, base):
    """Tests one atom of a condition, its negation apart."""
    kind = t.atoms[atom, 0]
    arg = t.atoms[atom, 3]
    if kind == v.ATOM_TERRAIN:
        if arg & (1 << v.OCEAN) and is_ocean(land):
            return True
        if base == GROWTH_BASE and is_ocean(land):
            return False
        return arg >> terrain_of(s, t, land) & 1 != 0
    if kind == v.ATOM_COASTAL:
        return is_coastal(s, t, land) and not (base == GROWTH_BASE and is_ocean(land))
    if kind == v.ATOM_OUTNUMBER:
        return count(s, land, arg) > count(s, land, t.atoms[atom, 4])
    if kind == v.ATOM_PRESENCE:
        return presence_at(s, land, arg, actor, target_spirit) > 0
    if kind == v.ATOM_SACRED_SITE:
        return is_sacred_to(s, t, land, arg, actor, target_spirit)
    if kind == v.ATOM_TERROR:
        return arg >> s.terror_level & 1 != 0
    if kind == v.ATOM_BLIGHTED:
        return s.blighted != 0
    if kind == v.ATOM_STAGE:
        return arg >> invader_stage(s, t) & 1 != 0
    if kind == v.ATOM_TARGET_IS_SELF:
        # "Self" is the spirit using the power: the actor of the program's base frame.
        user = s.frame[base, F_ACTOR] if base >= 0 else actor
        return target_spirit == user
    if kind == v.ATOM_ELEMENTS:
        return has_elements(s, t, actor, arg)
    if kind == v.ATOM_HAS_CARD:
        return s.cards[actor] > 0
    if kind == v.ATOM_MORE_THAN_TARGET:  # compared with the land that the pieces of the frame on top leave
        return count(s, land, arg) > count(s, s.frame[s.frames - 1, F_LAND], arg)
    if kind == v.ATOM_NEARER_OCEAN:
        return steps_to_ocean(s, t, land) < steps_to_ocean(s, t, s.frame[s.frames - 1, F_LAND])
    if kind == v.ATOM_DEEPER:
        return steps_to_ocean(s, t, land) > steps_to_ocean(s, t, s.frame[s.frames - 1, F_LAND])
    if kind == v.ATOM_NUMBER:
        return land % v.SPACES_PER_BOARD == arg
    if kind == v.ATOM_SHOWN:
        shown = s.shown_terrains >> terrain_of(s, t, land) & 1 != 0
        return shown or (s.shown_terrains >> v.OCEAN & 1 != 0 and is_coastal(s, t, land))
    if kind == v.ATOM_WAY_OUT:
        return has_way_out(s, t, land, arg)
    if kind == v.ATOM_MARKED:
        return has_bit(s.marked, land)
    if kind == v.ATOM_AFFORDABLE:
        price = amount(s, t, arg, land, actor, target_spirit, base)
        return shared_means(s, t, t.atoms[atom, 4]) >= price
    if kind == v.ATOM_AMOUNT:
        value = amount(s, t, arg, land, actor, target_spirit, base)
    else:
        value = count_in_scope(s, t, land, arg, t.atoms[atom, 4], actor)
    return t.atoms[atom, 5] <= value <= t.atoms[atom, 6]


@kernel
def atom_lands(s, t, atom, lands, actor, target_spirit, base):
    """Returns those of the given lands where one atom of a condition holds, its negation apart."""
    counts_here = t.atoms[atom, 0] == v.ATOM_COUNT and t.atoms[atom, 4] == v.AT_TARGET
    mask = t.atoms[atom, 3]
    found = np.int64(0)
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        if counts_here:
            fits = t.atoms[atom, 5] <= count(s, land, mask) <= t.atoms[atom, 6]
        else:
            fits = atom_holds(s, t, atom, land, actor, target_spirit, base)
        if fits:
            found |= bit(land)
    return found


@kernel
def holds(s, t, condition, land, actor, target_spirit, base):
    """Tests a condition on a land: any clause of which every atom holds; -1 is always true."""
    if condition < 0:
        return True
    first = t.conditions[condition, 0]
    clause_holds = False
    for atom in range(first, first + t.conditions[condition, 1]):
        if t.atoms[atom, 2]:
            if clause_holds:
                return True
            clause_holds = True
        if clause_holds and atom_holds(s, t, atom, land, actor, target_spirit, base) == (t.atoms[atom, 1] != 0):
            clause_holds = False
    return clause_holds


@kernel
def lands_where(s, t, lands, condition, actor, target_spirit, base):
    """Returns those of the given lands where a condition holds."""
    if condition < 0:
        return lands
    found = np.int64(0)
    clause = np.int64(0)
    first = t.conditions[condition, 0]
    for atom in range(first, first + t.conditions[condition, 1]):
        if t.atoms[atom, 2]:
            found |= clause
            clause = lands
        fitting = atom_lands(s, t, atom, clause & ~found, actor, target_spirit, base)
        clause &= ~fitting if t.atoms[atom, 1] else fitting
    return found | clause
