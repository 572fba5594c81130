"""Victory and defeat (R12), tested when an action and all it triggered is complete (R12.6)."""

from simulator.core.compiled import kernel
from simulator.spirit_island import hooks
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.rules.lands import spaces
from simulator.spirit_island.rules.pieces import stands


@kernel
def find_victory(s, t):
    """Returns the cause of a victory, 0 = none (R12.1, R12.2)."""
    if hooks.scenario.has_own_victory(s):
        return v.C_SCENARIO if hooks.scenario.is_won(s, t) else v.C_NONE
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
    if hooks.adversary.has_won(s):
        return v.C_ADVERSARY
    if hooks.scenario.is_lost(s, t):
        return v.C_SCENARIO
    return v.C_NONE


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
    if hooks.scenario.follow_action(s):
        return
    settle(s, t)
    if s.outcome != v.ONGOING:
        return
    if hooks.scenario.final_strike_failed(s):
        s.outcome = v.DEFEAT
        s.cause = v.C_SCENARIO
        return
    hooks.scenario.action_over(s, t)
