"""Victory and defeat (R12), tested when an action and all it triggered is complete (R12.6)."""

from simulator.core.compiled import kernel
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_END_ACTION, FR_RESPOND, push_frame
from simulator.spirit_island.record.state import F_ACTOR, F_LAND, F_MASK, F_N
from simulator.spirit_island.rules.lands import board_of, has_bit, spaces
from simulator.spirit_island.rules.pieces import island_count, stands
from simulator.spirit_island.scenarios.forgotten_powers import search_lands
from simulator.spirit_island.scenarios.scenarios import insurrection_wins
from simulator.spirit_island.scenarios.wards import are_shores_warded

CAPITAL_SIZE = 7  # towns and cities in one land that lose the game against England
FEWEST_DAHAN = 2  # per player, in the Dahan Insurrection


@kernel
def find_victory(s, t):
    """Returns the cause of a victory, 0 = none (R12.1, R12.2)."""
    if s.scenario == v.INSURRECTION:
        return v.C_SCENARIO if insurrection_wins(s) else v.C_NONE
    if s.scenario == v.WARD_THE_SHORES:
        return v.C_SCENARIO if s.terror_level >= 2 and are_shores_warded(s, t) else v.C_NONE
    if s.won:
        return s.won
    hostile = v.INVADERS_MASK
    if s.terror_level == 2:
        hostile = v.BUILDINGS_MASK
    elif s.terror_level == 3:
        hostile = 1 << v.CITY
    return v.C_NONE if stands(s, hostile) else v.C_TERROR


@kernel
def is_destroyed(s, spirit):
    """Tells whether a spirit has no presence on the island (R15.7)."""
    for land in range(spaces(s)):
        if s.presence[spirit, land] > 0:
            return False
    return True


@kernel
def find_defeat(s, t):
    """Returns the cause of a defeat, 0 = none (R12.4)."""
    if s.lost:
        return s.lost
    for spirit in range(s.players):
        if is_destroyed(s, spirit):
            return v.C_PRESENCE
    if s.adversary_rules & v.CAPITAL and has_capital(s):
        return v.C_ADVERSARY
    if s.scenario == v.ISLES_HEART and is_first_turn_over(s) and is_heart_lost(s, t):
        return v.C_SCENARIO
    if s.scenario == v.INSURRECTION and island_count(s, v.DAHAN_MASK) < FEWEST_DAHAN * s.players:
        return v.C_SCENARIO
    return v.C_NONE


@kernel
def has_capital(s):
    """Tells whether a land holds so many buildings that England has won."""
    for land in range(spaces(s)):
        if s.pieces[land, v.TOWN] + s.pieces[land, v.CITY] >= CAPITAL_SIZE:
            return True
    return False


@kernel
def is_first_turn_over(s):
    """Tells whether turn 1 has ended: from then on the inner lands must be free (Guard the Isle's Heart)."""
    return s.turn > 1 or (s.turn == 1 and s.phase == v.TIME_PASSES)


@kernel
def is_heart_lost(s, t):
    """Tells whether a town or city stands in an inner land (Guard the Isle's Heart)."""
    for land in range(spaces(s)):
        if has_bit(t.layout_inner[s.layout], land) and s.pieces[land, v.TOWN] + s.pieces[land, v.CITY] > 0:
            return True
    return False


@kernel
def insurrection_follows(s):
    """Puts on the agenda what an action sets off in the Dahan Insurrection; returns False when nothing does."""
    first = s.frames
    push_frame(s, FR_END_ACTION)
    for land in range(spaces(s)):
        for kind in range(2):
            for _ in range(s.fallen[land, kind]):
                r = push_frame(s, FR_RESPOND)
                s.frame[r, F_LAND] = land
                s.frame[r, F_ACTOR] = board_of(land)
                s.frame[r, reg.RESPONSE] = kind  # a town is answered by an explorer, a city by a town
            s.fallen[land, kind] = 0
    final = s.won == v.C_FEAR and not s.struck  # the fear deck is empty: the last strike (Coordinated Insurrection)
    for land in range(spaces(s)):
        points = min(s.raiders[land], s.pieces[land, v.DAHAN])
        s.raiders[land] = 0
        if final:
            points = 2 * s.pieces[land, v.DAHAN]
        if points > 0 and has_bit(s.island, land):
            d = push_frame(s, v.OP_DAMAGE)
            s.frame[d, F_LAND] = land
            s.frame[d, F_ACTOR] = board_of(land)
            s.frame[d, F_N] = points
            s.frame[d, F_MASK] = v.INVADERS_MASK
            s.frame[d, reg.DAMAGE_ACROSS] = v.WITHIN_TARGET
    if final:
        s.struck = 1
    if s.frames == first + 1 and not final:
        s.frames = first
        return False
    return True


@kernel
def settle(s, t):
    """Tests the end of the game; what wins and loses at once is a sacrifice victory (R12.7)."""
    if s.outcome != v.ONGOING:
        return
    victory = find_victory(s, t)
    defeat = find_defeat(s, t)
    if victory:
        s.outcome = v.VICTORY
        s.cause = v.C_SACRIFICE if defeat else victory
    elif defeat:
        s.outcome = v.DEFEAT
        s.cause = defeat


@kernel
def end_action(s, t):
    """Ends an action: first what a scenario lets it set off, which belongs to it, then the test of the end (R12.6)."""
    if s.outcome != v.ONGOING:
        return
    if s.scenario == v.INSURRECTION and insurrection_follows(s):
        return
    settle(s, t)
    if s.outcome != v.ONGOING:
        return
    if s.struck:  # Coordinated Insurrection: the last strike must win
        s.outcome = v.DEFEAT
        s.cause = v.C_SCENARIO
    elif s.scenario == v.LONG_FORGOTTEN:
        search_lands(s, t)
