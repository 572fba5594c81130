"""Guard the Isle's Heart (R31.6): the inner lands must stay free. All that it changes:

- after the first advance all towns go; each inner land gets an explorer and a presence of its board's spirit, and each
  spirit is dealt a minor and a major power (`set_up`);
- from the end of turn 1 on, a town or city in an inner land loses (`is_lost`; looked at when time passes, `end_turn`).
"""

from simulator.core.compiled import kernel
from simulator.spirit_island import hooks
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import push_frame
from simulator.spirit_island.record.state import F_ACTOR, F_LAND, F_N, F_WHO
from simulator.spirit_island.rules.cards import draw_card, own_card
from simulator.spirit_island.rules.ending import end_action
from simulator.spirit_island.rules.lands import board_spaces, has_bit, spaces
from simulator.spirit_island.rules.pieces import add_invader, take_piece


@kernel
def inner_land(s, t, board):
    """Returns the inner land of a board."""
    for land in range(board * v.SPACES_PER_BOARD, (board + 1) * v.SPACES_PER_BOARD):
        if has_bit(t.layout_inner[s.layout], land):
            return land
    return board * v.SPACES_PER_BOARD + 1


@kernel
def goal_in_heart(s, t, spirit):
    """Returns the land of the added presence: the inner land, or the nearest one legal for the spirit on its board."""
    inner = inner_land(s, t, spirit)
    for distance in range(v.MAX_RANGE):
        for land in range(spaces(s)):
            near = t.near[s.layout, distance, inner] & s.island & board_spaces(spirit)
            if has_bit(near, land) and hooks.spirit.may_hold_presence(s, t, spirit, land):
                return land
    return inner


@kernel
def set_up(s, t):
    """Removes all towns, settles the inner lands and deals each spirit a minor and a major power."""
    for land in range(spaces(s)):
        while s.pieces[land, v.TOWN] > 0:
            remove_town(s, land)
    for spirit in range(s.players - 1, -1, -1):
        add_invader(s, t, inner_land(s, t, spirit), v.EXPLORER)
        f = push_frame(s, v.OP_ADD_PRESENCE)
        s.frame[f, F_ACTOR] = spirit
        s.frame[f, F_WHO] = spirit
        s.frame[f, F_N] = 1
        s.frame[f, reg.PRESENCE_RANGE] = -1
        s.frame[f, F_LAND] = goal_in_heart(s, t, spirit)
        for deck in range(2):
            card = draw_card(s, deck)
            if card >= 0:
                own_card(s, spirit, card, v.HAND)


@kernel
def remove_town(s, land):
    """Removes one town, a marked one first (thematic boards print strife)."""
    for mark in range(s.marks):
        if s.mark_land[mark] == land and s.mark_kind[mark] == v.TOWN:
            take_piece(s, land, v.TOWN, s.mark_hits[mark], s.mark_strife[mark], s.mark_note[mark])
            return
    take_piece(s, land, v.TOWN, 0, 0, 0)


@kernel
def end_turn(s, t):
    """Tests the end when time passes: the loss of the heart is first looked at when turn 1 ends."""
    end_action(s, t)


@kernel
def is_first_turn_over(s):
    """Tells whether turn 1 has ended: from then on the inner lands must be free."""
    return s.turn > 1 or (s.turn == 1 and s.phase == v.TIME_PASSES)


@kernel
def is_lost(s, t):
    """Tells whether a town or city stands in an inner land after turn 1."""
    if not is_first_turn_over(s):
        return False
    for land in range(spaces(s)):
        if has_bit(t.layout_inner[s.layout], land) and s.pieces[land, v.TOWN] + s.pieces[land, v.CITY] > 0:
            return True
    return False
