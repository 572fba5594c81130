"""The moments at which the special rule of a spirit has its say, and which spirit answers.

Content says which spirit has which rule (bits of `tables.spirit_rules`); what a rule does stands in the file of the
spirit that prints it. Each is in play at most once, so that a hook without a spirit looks for the one who has it.
"""

import numpy as np

from simulator.core.compiled import kernel
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.state import F_ACTOR, F_BASE, F_SOURCE
from simulator.spirit_island.spirits import (
    a_spread_of_rampant_green,
    allies,
    bringer_of_dreams_and_nightmares,
    keeper_of_the_forbidden_wilds,
    lightnings_swift_strike,
    oceans_hungry_grasp,
    river_surges_in_sunlight,
    shadows_flicker_like_flame,
    sharp_fangs_behind_the_leaves,
    thunderspeaker,
    vital_strength_of_the_earth,
)
from simulator.spirit_island.spirits.bearers import has_rule, player_with_rule

# --- lands


@kernel
def live_oceans(s, t):
    """Returns the oceans in play."""
    player = player_with_rule(s, t, v.OCEAN_IN_PLAY)
    return oceans_hungry_grasp.live_oceans(s, player) if player >= 0 else np.int64(0)


@kernel
def is_sacred_with_one(s, t, spirit, land):
    """Tells whether a single presence of a spirit makes a land its sacred site."""
    return has_rule(s, t, spirit, v.RIVERS_DOMAIN) and river_surges_in_sunlight.is_domain(s, t, land)


# --- presence


@kernel
def may_hold_presence(s, t, spirit, land):
    """Tells whether a spirit's presence may be put into a land or ocean."""
    return not has_rule(s, t, spirit, v.OCEAN_IN_PLAY) or oceans_hungry_grasp.may_hold(s, t, land)


@kernel
def oceans_to_enter(s, t, spirit, in_growth):
    """Returns the oceans that a presence of a spirit may reach, in growth or otherwise."""
    if has_rule(s, t, spirit, v.OCEAN_IN_PLAY):
        return oceans_hungry_grasp.oceans_left(s)
    return np.int64(0) if in_growth else live_oceans(s, t)


@kernel
def presence_arrived(s, t, spirit, land):
    """When a presence has come to a land."""
    if has_rule(s, t, spirit, v.FORBIDDEN_GROUND):
        keeper_of_the_forbidden_wilds.start_push(s, spirit, land)


@kernel
def may_regenerate(s, t, spirit):
    """Tells whether growth may bring back a destroyed presence."""
    return has_rule(s, t, spirit, v.STEADY_REGENERATION) and a_spread_of_rampant_green.may_regenerate(s, spirit)


@kernel
def regenerated(s, spirit):
    """When growth has brought back a destroyed presence."""
    a_spread_of_rampant_green.pay_regeneration(s, spirit)


@kernel
def around_growth(s, t, spirit):
    """Before and after the growth of a spirit."""
    if has_rule(s, t, spirit, v.CALL_FORTH_PREDATORS):
        sharp_fangs_behind_the_leaves.start_call(s, spirit)


# --- powers


@kernel
def is_swift(s, t, spirit):
    """Tells whether a spirit may use one more slow power in the fast phase."""
    return has_rule(s, t, spirit, v.SWIFTNESS_OF_LIGHTNING) and lightnings_swift_strike.is_swift(s, spirit)


@kernel
def spends_swiftness(s, t, spirit):
    """When a slow power is used in the fast phase: tells whether the spirit's own rule allowed it, which is used up."""
    if not is_swift(s, t, spirit):
        return False
    lightnings_swift_strike.spend(s, spirit)
    return True


@kernel
def far_lands(s, t, spirit, power):
    """Returns the lands at which a spirit may aim a power from anywhere."""
    if not has_rule(s, t, spirit, v.SHADOWS_OF_THE_DAHAN):
        return np.int64(0)
    return shadows_flicker_like_flame.far_lands(s, t, spirit, power)


@kernel
def reaches_for_energy(s, t, spirit, land):
    """Tells whether a spirit may aim at a land from anywhere if it pays 1 energy."""
    return has_rule(s, t, spirit, v.SHADOWS_OF_THE_DAHAN) and shadows_flicker_like_flame.reaches(s, land)


@kernel
def land_targeted(s, t, f):
    """When a use of a power has got its target land."""
    if has_rule(s, t, s.frame[f, F_ACTOR], v.SHADOWS_OF_THE_DAHAN):
        shadows_flicker_like_flame.pay_for_reach(s, t, f)


# --- harm that is only dreamt


@kernel
def dreams(s, t, f):
    """Tells whether a frame belongs to a power that neither damages nor destroys."""
    if s.frame[f, F_SOURCE] != v.SOURCE_POWER:
        return False
    base = s.frame[f, F_BASE]  # none: the power does it later, when its use is over
    user = s.frame[base, F_ACTOR] if base >= 0 else s.frame[f, F_ACTOR]
    return has_rule(s, t, user, v.TO_DREAM_A_THOUSAND_DEATHS)


@kernel
def dream_of_damage(s, t, f, land, kind, hits, strife, note, points):
    """Lets an invader dream of damage."""
    bringer_of_dreams_and_nightmares.hit(s, t, f, land, kind, hits, strife, note, points)


@kernel
def dream_of_damage_to_each(s, t, f, land, mask):
    """Lets the invaders of a land dream of damage to each of them, one at a time."""
    bringer_of_dreams_and_nightmares.hit_each(s, t, f, land, mask)


@kernel
def dream_of_death(s, t, f, land, kind, hits, strife, note):
    """Lets an invader dream of its destruction."""
    bringer_of_dreams_and_nightmares.die(s, t, f, land, kind, hits, strife, note)


@kernel
def dream_of_the_end(s, t, f, board, mask):
    """Lets the pieces of a board dream of its end, one at a time; takes the frame off the agenda when all have."""
    bringer_of_dreams_and_nightmares.dream_of_the_end(s, t, f, board, mask)


# --- pieces


@kernel
def piece_moved(s, t, origin, goal, kind):
    """When a piece has moved."""
    if kind == v.DAHAN:
        allies.offer_follow(s, player_with_rule(s, t, v.ALLY_OF_THE_DAHAN), origin, goal)
    elif kind == v.BEASTS:
        allies.offer_follow(s, player_with_rule(s, t, v.ALLY_OF_THE_BEASTS), origin, goal)


@kernel
def closed_to_dahan(s, t):
    """Returns the lands into which dahan events move no dahan."""
    player = player_with_rule(s, t, v.FORBIDDEN_GROUND)
    return keeper_of_the_forbidden_wilds.closed_lands(s, t, player) if player >= 0 else np.int64(0)


@kernel
def piece_drowned(s, t, kind):
    """When a piece was destroyed by an ocean."""
    player = player_with_rule(s, t, v.DROWNING)
    if player >= 0 and kind != v.DAHAN:
        oceans_hungry_grasp.feed(s, player, kind)


# --- ravages and builds


@kernel
def defend(s, t, spirit, land):
    """Returns the defend that a spirit gives to a land with its presence."""
    return vital_strength_of_the_earth.defend(s, t, spirit, land) if has_rule(s, t, spirit, v.EARTHS_VITALITY) else 0


@kernel
def asks_to_stop(s, t, land):
    """Before a ravage or build in a land: asks whether it is stopped; returns True while waiting."""
    player = player_with_rule(s, t, v.CHOKE_THE_LAND_WITH_GREEN)
    if player >= 0:
        return a_spread_of_rampant_green.ask_choke(s, t, player, land)
    s.answer = v.O_NO << 24
    return False


@kernel
def stopped(s, t, land):
    """Carries out the answer to that question; returns whether the action is stopped."""
    return a_spread_of_rampant_green.choked(s, player_with_rule(s, t, v.CHOKE_THE_LAND_WITH_GREEN), land)


@kernel
def dahan_ravaged(s, t, land, dead):
    """After a ravage that killed dahan; returns whether anything follows from it."""
    player = player_with_rule(s, t, v.SWORN_TO_VICTORY)
    if player < 0 or dead == 0:
        return False
    thunderspeaker.start_mourning(s, player, land, dead)
    return True
