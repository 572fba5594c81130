"""The moments at which an adversary has its say, and which adversary answers.

What programs of content can say runs at the moments v.HOOKS (`acts`). The rest are rules, bits of
`state.adversary_rules` that the levels of content switch on; what each of them does stands in the adversary's file.
"""

import numpy as np

from simulator.core.compiled import kernel
from simulator.spirit_island.adversaries import england, france, sweden
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_RUN, push_frame
from simulator.spirit_island.record.state import F_ACTOR, F_BASE, F_LAND, F_PC, F_SOURCE
from simulator.spirit_island.rules.lands import board_of


@kernel
def acts(s, moment, land):
    """Runs the program of a moment (v.H_*) inside an action; returns False when there is none."""
    if s.hook[moment] < 0:
        return False
    f = push_frame(s, FR_RUN)
    s.frame[f, F_PC] = s.hook[moment]
    s.frame[f, F_SOURCE] = v.SOURCE_ADVERSARY
    s.frame[f, F_BASE] = f
    s.frame[f, reg.RUN_NESTED] = 1  # nested: the end is tested after the whole action (R0.6)
    s.frame[f, F_LAND] = land
    s.frame[f, F_ACTOR] = max(0, board_of(land))
    return True


# --- set-up


@kernel
def more_fear(s):
    """Returns how much more fear a fear card takes, per player."""
    return 1 if s.adversary_rules & v.LARGER_FEAR_POOL else 0


@kernel
def opens_build_space(s):
    """Tells whether there is a second build space, left of ravage."""
    return s.adversary_rules & v.EXTRA_BUILD_SLOT != 0


@kernel
def change_event_deck(s, own):
    """Changes the event deck that was just shuffled; `own` is the event of an adversary, -1 = there is none."""
    if s.adversary_rules & v.SLAVE_LABOR and own >= 0:
        france.add_event(s, own)


# --- pieces


@kernel
def piece_comes(s, kind):
    """When a piece is about to be put on the island."""
    if s.adversary_rules & v.FINITE_TOWNS and kind == v.TOWN:
        france.count_towns(s)


@kernel
def more_health(s, kind):
    """Returns how much more health an invader has than printed (R28.6)."""
    return 1 if kind != v.EXPLORER and s.adversary_rules & v.STURDY_BUILDINGS else 0


@kernel
def more_damage(s, kind):
    """Returns how much more damage an invader deals than printed (R28.6)."""
    return sweden.more_damage(kind) if s.adversary_rules & v.FINE_STEEL else 0


@kernel
def spares(s, f, land, kind, hits, strife, note):
    """Tells whether an invader that an effect has chosen to remove is spared; what happens instead is on the agenda."""
    persists = kind == v.EXPLORER and s.adversary_rules & v.EXPLORERS_PERSIST
    if s.frame[f, F_SOURCE] != v.SOURCE_FEAR or not persists:
        return False
    france.start_push(s, f, land, hits, strife, note)
    return True


@kernel
def keeps_blight(s):
    """When blight is removed from the island: tells whether it stays off the blight card."""
    if not s.adversary_rules & v.SLOW_HEALING:
        return False
    france.keep_blight(s)
    return True


# --- ravages


@kernel
def adds_blight(s, land, damage):
    """When a ravage deals its damage to the land; tells whether that adds blight besides the usual one."""
    if damage < sweden.HEAVY_DAMAGE or not s.adversary_rules & v.HEAVY_MINING:
        return False
    sweden.add_blight(s, land)
    return True


@kernel
def card_leaves_ravage(s, t, card):
    """When a card is about to leave the ravage space."""
    if s.slot_open and s.adversary_rules & v.SLOT_LEAVES_AT_STAGE_2:
        england.leave_ravage(s, t, card)


# --- builds


@kernel
def lands_beside(s, t, lands):
    """Returns those of a build card's lands where it acts without invaders."""
    return england.lands_beside(s, t, lands) if s.adversary_rules & v.BUILDS_BESIDE_TWO else np.int64(0)


@kernel
def builds_meet(s):
    """Tells whether a build in one land can change what is built in another: it adds a town next door."""
    return s.hook[v.H_COASTAL_CITY] >= 0


@kernel
def builds_twice(s):
    """Tells whether the second build space acts twice in this phase."""
    return s.fear_resolved == 0 and s.adversary_rules & v.DOUBLE_BUILD_WITHOUT_FEAR != 0


@kernel
def building_comes(s, land):
    """When a build is about to add its piece; what is put on the agenda follows it."""
    if s.adversary_rules & v.SLAVE_LABOR:
        france.settle_explorers(s, land)


# --- explores


@kernel
def more_explorers(s, land):
    """Returns how many more explorers an explore adds to a land."""
    return france.more_explorers(s, land) if s.adversary_rules & v.FRONTIER_EXPLORERS else 0


@kernel
def land_explored(s, t, f, land, escalates):
    """When a land was explored, by a card with escalation or not."""
    if escalates and s.adversary_rules & v.SWAYED_DAHAN:
        sweden.sway_dahan(s, t, f, land)


# --- the end


@kernel
def has_won(s):
    """Tests a defeat by what stands on the island."""
    return s.adversary_rules & v.CAPITAL != 0 and england.has_capital(s)
