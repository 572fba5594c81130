"""Victory and defeat (R12), tested when an action and all it triggered is complete (R12.6)."""

from simulator.core.compiled import kernel
from simulator.spirit_island import vocabulary as v
from simulator.spirit_island.lands import spaces
from simulator.spirit_island.pieces import island_count


@kernel
def find_victory(s):
    """Returns the cause of a victory, 0 = none (R12.1, R12.2)."""
    if s.won:
        return s.won
    hostile = v.INVADERS_MASK
    if s.terror_level == 2:
        hostile = v.BUILDINGS_MASK
    elif s.terror_level == 3:
        hostile = 1 << v.CITY
    return v.C_TERROR if island_count(s, hostile) == 0 else v.C_NONE


@kernel
def is_destroyed(s, spirit):
    """Tells whether a spirit has no presence on the island (R15.7)."""
    for land in range(spaces(s)):
        if s.presence[spirit, land] > 0:
            return False
    return True


@kernel
def find_defeat(s):
    """Returns the cause of a defeat, 0 = none (R12.4)."""
    if s.lost:
        return s.lost
    for spirit in range(s.players):
        if is_destroyed(s, spirit):
            return v.C_PRESENCE
    return v.C_NONE


@kernel
def end_action(s, t):
    """Tests the end of the game; one action that wins and loses is a sacrifice victory (R12.7)."""
    if s.outcome != v.ONGOING:
        return
    victory = find_victory(s)
    defeat = find_defeat(s)
    if victory:
        s.outcome = v.VICTORY
        s.cause = v.C_SACRIFICE if defeat else victory
    elif defeat:
        s.outcome = v.DEFEAT
        s.cause = defeat
