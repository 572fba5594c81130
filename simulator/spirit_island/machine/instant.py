"""Effects of programs that need no decision and are done at once."""

from simulator.core.compiled import kernel
from simulator.spirit_island.machine.instructions import number_of, spirit_meant
from simulator.spirit_island.record import codes
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.state import (
    F_ACTOR,
    F_LAND,
    F_SOURCE,
    MAX_GRANTS,
    MAX_SKIPS,
    MAX_WATCHES,
)
from simulator.spirit_island.rules.blight import start_blight
from simulator.spirit_island.rules.events import change_fear_deck, remove_invader_card
from simulator.spirit_island.rules.fear import add_fear
from simulator.spirit_island.rules.harm import class_fight, strife_damage
from simulator.spirit_island.rules.invader_cards import discard_top_card
from simulator.spirit_island.rules.invaders import BLIGHT_DAMAGE, defend_of, start_damage
from simulator.spirit_island.rules.lands import (
    adjacent_spaces,
    bit,
    board_of,
    has_bit,
    spaces,
)
from simulator.spirit_island.rules.pieces import dahan_ravaged, kill_overdamaged


@kernel
def defend(s, t, f, pc, number):
    """Defends the target land, the lands around it, or all lands of a spirit (R23.15)."""
    land = s.frame[f, F_LAND]
    if t.code[pc, v.I_A] == codes.DEFEND_LANDS_OF:
        s.ward[spirit_meant(s, f, t.code[pc, v.I_WHO])] += number
        return
    s.defend[land] += number
    if t.code[pc, v.I_A] == codes.DEFEND_AROUND:
        lands = adjacent_spaces(s, t, land)
        for other in range(spaces(s)):
            if has_bit(lands, other):
                s.defend[other] += number


@kernel
def grant_repeats(s, spirit, number, cost, paid):
    """Grants repeats of power cards this turn."""
    if s.grants >= MAX_GRANTS:
        s.error |= v.E_CARDS_FULL
        return
    s.repeat_spirit[s.grants] = spirit
    s.repeat_cost[s.grants] = cost
    s.repeat_paid[s.grants] = paid
    s.repeat_left[s.grants] = number
    s.grants += 1


@kernel
def change_health(s, t, f, pc, number):
    """Changes health this turn, in the target land (dahan) or everywhere (R28.3, R28.4)."""
    change = number * t.code[pc, v.I_A]
    if t.code[pc, v.I_FLAGS] & codes.PER_STRIFE:
        s.strife_health += 1
    elif t.code[pc, v.I_FLAGS] & codes.EVERYWHERE:
        for kind in range(4):
            if t.code[pc, v.I_MASK] >> kind & 1:
                s.health[kind] += change
    else:
        s.dahan_health[s.frame[f, F_LAND]] += change
    for land in range(spaces(s)):
        kill_overdamaged(s, t, f, land)


@kernel
def note_skip(s, t, pc):
    """Notes a conditional skip of invader actions."""
    if s.skips >= MAX_SKIPS:
        s.error |= v.E_COUNT_OVERFLOW
        return
    s.skip_action[s.skips] = t.code[pc, v.I_MASK]
    s.skip_condition[s.skips] = t.code[pc, v.I_COND]
    s.skip_flags[s.skips] = t.code[pc, v.I_FLAGS]
    s.skips += 1


@kernel
def note_watch(s, t, f, pc):
    """Notes a delayed trigger in the target land."""
    if s.watches >= MAX_WATCHES:
        s.error |= v.E_COUNT_OVERFLOW
        return
    s.watch_rule[s.watches] = t.code[pc, v.I_A]
    s.watch_land[s.watches] = s.frame[f, F_LAND]
    s.watch_spirit[s.watches] = s.frame[f, F_ACTOR]
    s.watch_across[s.watches] = t.code[pc, v.I_FLAGS] & codes.TO_ADJACENT != 0
    s.watch_pending[s.watches] = 0
    s.watches += 1


@kernel
def note_next_normal(s, t, pc, number):
    """Notes an effect that waits for the next card of a normal action (R10.6)."""
    action = t.code[pc, v.I_A]
    rule = t.code[pc, v.I_B]
    if rule != v.PIECE_DAMAGE:
        s.next_normal[action, rule, 0] += number
        return
    for kind in range(v.DAHAN):
        if t.code[pc, v.I_MASK] >> kind & 1:
            s.next_normal[action, rule, kind] += number


@kernel
def strike_land(s, t, f, points):
    """Damages the invaders and the land itself, each lowered by defend; 2 or more add blight (War Touches the Shores)."""
    land = s.frame[f, F_LAND]
    points = max(0, points - defend_of(s, t, land))
    if points >= BLIGHT_DAMAGE:
        start_blight(s, land, 0, board_of(land))
    start_damage(s, land, points, v.WITHIN_TARGET)


@kernel
def change_land(s, t, f, pc, op):
    """Changes a land or the pieces there; returns False for another effect."""
    frame = s.frame[f]
    land = frame[F_LAND]
    if op == v.OP_FEAR:
        add_fear(s, number_of(s, t, f, pc), land, frame[F_SOURCE] == v.SOURCE_POWER)
    elif op == v.OP_DEFEND:
        defend(s, t, f, pc, number_of(s, t, f, pc))
    elif op == v.OP_SKIP:
        shift = 3 if t.code[pc, v.I_FLAGS] & codes.NORMAL_ONLY else 0
        s.land_rules[land] |= t.code[pc, v.I_MASK] << shift
    elif op == v.OP_LAND_RULE:
        s.land_rules[land] |= 1 << t.code[pc, v.I_A]
    elif op == v.OP_WATCH:
        note_watch(s, t, f, pc)
    elif op == v.OP_CLASS_FIGHT:
        class_fight(s, t, f)
    elif op == v.OP_STRIKE:
        strike_land(s, t, f, number_of(s, t, f, pc))
    elif op == v.OP_DAMAGE_DAHAN:
        if not s.land_rules[land] & v.DAHAN_UNHARMED:
            dahan_ravaged(s, t, f, land, number_of(s, t, f, pc))
    elif op == v.OP_MARK:
        s.marked |= bit(land) if land >= 0 else 0
        s.tally += 1
    else:
        return False
    return True


@kernel
def change_spirit(s, t, f, pc, op):
    """Changes what a spirit has or may do; returns False for another effect."""
    spirit = max(0, spirit_meant(s, f, t.code[pc, v.I_WHO]))
    actor = s.frame[f, F_ACTOR]
    if op == v.OP_GAIN_ENERGY:
        s.energy[spirit] += number_of(s, t, f, pc)
    elif op == v.OP_LOSE_ENERGY:
        s.energy[spirit] = max(0, s.energy[spirit] - number_of(s, t, f, pc))
    elif op == v.OP_RANGE_BONUS:
        if t.code[pc, v.I_FLAGS] & codes.COASTAL_ONLY:
            s.coastal_range_bonus[spirit] += number_of(s, t, f, pc)
        else:
            s.range_bonus[spirit] += number_of(s, t, f, pc)
    elif op == v.OP_MAKE_FAST:
        s.fast_grants[spirit] += number_of(s, t, f, pc)
        if t.code[pc, v.I_FLAGS] & codes.OR_SLOW:
            s.slow_grants[spirit] += number_of(s, t, f, pc)
    elif op == v.OP_REPEAT_CARDS:
        paid = t.code[pc, v.I_FLAGS] & codes.PAID != 0
        grant_repeats(s, spirit, number_of(s, t, f, pc), t.code[pc, v.I_A], paid)
    elif op == v.OP_SHARE_PRESENCE:
        s.shares[spirit] |= 1 << actor
        s.shares[actor] |= 1 << spirit
    elif op == v.OP_RECLAIM_PLAYED:
        s.reclaim_played[spirit] += 1
    elif op == v.OP_EXTRA_PLAYS:
        s.extra_plays[spirit] += number_of(s, t, f, pc)
    else:
        return False
    return True


@kernel
def change_turn(s, t, f, pc, op):
    """Changes what holds on the whole island; returns False for another effect."""
    if op == v.OP_SKIP_WHERE:
        note_skip(s, t, pc)
    elif op == v.OP_HEALTH:
        change_health(s, t, f, pc, number_of(s, t, f, pc))
    elif op == v.OP_STRIFE_DAMAGE:
        strife_damage(s, t, f)
    elif op == v.OP_TURN_RULE:
        s.turn_rule[t.code[pc, v.I_A]] += number_of(s, t, f, pc)
        s.turn_rule_condition[t.code[pc, v.I_A]] = t.code[pc, v.I_COND]
    elif op == v.OP_NEXT_NORMAL:
        note_next_normal(s, t, pc, number_of(s, t, f, pc))
    elif op == v.OP_AFTER_ADVANCE:
        s.delayed = t.code[pc, v.I_BODY] + 1
    else:
        return False
    return True


@kernel
def change_decks(s, t, pc, op):
    """Changes decks of fear, invaders and events; returns False for another effect."""
    if op == v.OP_FLIP_FEAR_CARD:
        pass  # information only: nothing on the table changes
    elif op == v.OP_DISCARD_INVADER_CARD:
        discard_top_card(s, t)
    elif op == v.OP_FEAR_DECK:
        change_fear_deck(s, t.code[pc, v.I_A] == codes.CARD_ADDED)
    elif op == v.OP_REMOVE_INVADER_CARD:
        remove_invader_card(s)
    elif op == v.OP_RETURN_EVENT:
        s.event_return = t.code[pc, v.I_A] + 1
    elif op == v.OP_ANOTHER_EVENT:
        s.event_again = 1
    elif op == v.OP_MISSING:
        s.error |= v.E_MISSING
    else:
        return False
    return True


@kernel
def instant_step(s, t, f, pc, op):
    """Carries out an effect that needs no decision; returns False for those that need a frame."""
    if change_land(s, t, f, pc, op) or change_spirit(s, t, f, pc, op):
        return True
    return change_turn(s, t, f, pc, op) or change_decks(s, t, pc, op)
