"""Runs programs: one instruction at a time. Control flow and instant effects are done here; the rest gets a frame."""

import numpy as np

from simulator.core.agenda import answer_a, answer_kind, ask, offer, pop_frame
from simulator.core.compiled import kernel
from simulator.spirit_island.record import codes, steps
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_RUN, FR_TOLLS, FR_USE_POWER, push_child
from simulator.spirit_island.record.state import (
    F_ACTOR,
    F_BASE,
    F_BODY,
    F_COND,
    F_DECLINED,
    F_FLAGS,
    F_LAND,
    F_MASK,
    F_N,
    F_OP,
    F_PC,
    F_POWER,
    F_SOURCE,
    F_STEP,
    F_TARGET_SPIRIT,
    F_WHO,
    MAX_GRANTS,
    MAX_SKIPS,
    MAX_WATCHES,
)
from simulator.spirit_island.rules.blight import start_blight
from simulator.spirit_island.rules.effects import effect_lands
from simulator.spirit_island.rules.ending import end_action
from simulator.spirit_island.rules.events import change_fear_deck, remove_invader_card
from simulator.spirit_island.rules.fear import add_fear
from simulator.spirit_island.rules.harm import class_fight, strife_damage
from simulator.spirit_island.rules.invader_cards import discard_top_card
from simulator.spirit_island.rules.invaders import BLIGHT_DAMAGE, defend_of, flush_watches, start_damage
from simulator.spirit_island.rules.lands import (
    adjacent_spaces,
    bit,
    board_of,
    board_spaces,
    has_bit,
    offer_lands,
    presence_lands,
    spaces,
    within,
)
from simulator.spirit_island.rules.pieces import dahan_ravaged, kill_overdamaged
from simulator.spirit_island.rules.powers import origins_of_use
from simulator.spirit_island.rules.shields import has_shields
from simulator.spirit_island.rules.values import amount, count, holds, lands_where, reaches


@kernel
def spirit_meant(s, f, who):
    """Returns the player an instruction means; -1 = any or all of them."""
    if who == v.ACTOR:
        return np.int64(s.frame[f, F_ACTOR])
    if who == v.TARGET_SPIRIT:
        return np.int64(s.frame[f, F_TARGET_SPIRIT])
    return np.int64(-1)


@kernel
def number_of(s, t, f, pc):
    """Returns the number an instruction asks for, here and now."""
    frame = s.frame[f]
    return amount(s, t, t.code[pc, v.I_N], frame[F_LAND], frame[F_ACTOR], frame[F_TARGET_SPIRIT], frame[F_BASE])


@kernel
def start_instruction(s, t, f, pc):
    """Gives an instruction a frame of its own."""
    c = push_child(s, t.code[pc, v.I_OP], f)
    frame = s.frame[c]
    frame[F_N] = number_of(s, t, f, pc)
    frame[F_MASK] = t.code[pc, v.I_MASK]
    frame[F_FLAGS] = t.code[pc, v.I_FLAGS]
    frame[F_COND] = t.code[pc, v.I_COND]
    frame[reg.OPERAND_A] = t.code[pc, v.I_A]
    frame[reg.OPERAND_B] = t.code[pc, v.I_B]
    frame[F_BODY] = t.code[pc, v.I_BODY]
    frame[F_WHO] = spirit_meant(s, f, t.code[pc, v.I_WHO])


@kernel
def start_body(s, f, body, land, actor):
    """Runs a nested program on a land for an actor."""
    r = push_child(s, FR_RUN, f)
    s.frame[r, F_PC] = body
    s.frame[r, F_LAND] = land
    s.frame[r, F_ACTOR] = actor


@kernel
def covers(t, need, other):
    """Tells whether one threshold asks at least as much as another."""
    for element in range(len(v.ELEMENTS)):
        if t.needs[need, element] < t.needs[other, element]:
            return False
    return True


@kernel
def threshold_step(s, t, f, pc):
    """Tests a threshold; a reached one may be declined by acting as if elements were fewer (R21.8, R21.10)."""
    frame = s.frame[f]
    base = frame[F_BASE]
    user = s.frame[base, F_ACTOR]
    need = t.code[pc, v.I_A]
    if frame[F_STEP] == steps.READY:
        declined = s.frame[base, F_DECLINED]
        if not reaches(s, t, user, frame[F_POWER], need) or (declined > 0 and covers(t, need, declined - 1)):
            frame[F_PC] = t.code[pc, v.I_BODY]
            return
        s.options = 0
        offer(s, v.O_YES, 0, 0, 0)
        offer(s, v.O_NO, 0, 0, 0)
        frame[F_STEP] = steps.ASKED
        ask(s, v.D_MAY if t.code[pc, v.I_FLAGS] & codes.OPTIONAL else v.D_THRESHOLD, user)
        return
    frame[F_STEP] = steps.READY
    if answer_kind(s) == v.O_YES:
        frame[F_PC] = pc + 1
        return
    frame[F_PC] = t.code[pc, v.I_BODY]
    if not t.code[pc, v.I_FLAGS] & codes.OPTIONAL and s.frame[base, F_DECLINED] == 0:
        s.frame[base, F_DECLINED] = need + 1


@kernel
def choose_step(s, t, f, pc):
    """Lets the actor take one of several alternatives (R21.13)."""
    frame = s.frame[f]
    if frame[F_STEP] == steps.READY:
        s.options = 0
        for k in range(t.code[pc, v.I_N]):
            row = pc + 1 + k
            legal = holds(s, t, t.code[row, v.I_COND], frame[F_LAND], frame[F_ACTOR], frame[F_TARGET_SPIRIT], frame[F_BASE])
            if legal:
                offer(s, v.O_OPTION, k + 1, 0, 0)
        if s.options == 0:
            frame[F_PC] = t.code[pc, v.I_BODY]
            return
        frame[F_STEP] = steps.ASKED
        if ask(s, v.D_OPTION, max(0, spirit_meant(s, f, t.code[pc, v.I_WHO]))):
            return
    frame[F_STEP] = steps.READY
    frame[F_PC] = t.code[pc + answer_a(s), v.I_BODY]


@kernel
def question_step(s, t, f, pc):
    """Asks whether a printed "may" is used, or a cost is paid."""
    frame = s.frame[f]
    spirit = max(0, spirit_meant(s, f, t.code[pc, v.I_WHO]))
    is_pay = t.code[pc, v.I_OP] == v.OP_PAY
    price = number_of(s, t, f, pc) if is_pay else np.int64(0)
    if frame[F_STEP] == steps.READY:
        if is_pay and s.energy[spirit] < price:
            frame[F_PC] = t.code[pc, v.I_BODY]
            return
        s.options = 0
        offer(s, v.O_YES, 0, 0, 0)
        if not is_pay or t.code[pc, v.I_FLAGS] & codes.OPTIONAL:
            offer(s, v.O_NO, 0, 0, 0)
        frame[F_STEP] = steps.ASKED
        if ask(s, v.D_MAY, spirit):
            return
    frame[F_STEP] = steps.READY
    if answer_kind(s) == v.O_YES:
        s.energy[spirit] -= price
        frame[F_PC] = pc + 1
    else:
        frame[F_PC] = t.code[pc, v.I_BODY]


@kernel
def repeat_power(s, t, f, adjacent):
    """Notes that the power is used once more after this use (R24); a repeat never repeats (R24.2)."""
    use = s.frame[f, F_BASE] - 1
    if use >= 0 and s.frame[use, F_OP] == FR_USE_POWER and s.frame[use, reg.USE_IS_REPEAT] == 0:
        s.frame[use, reg.USE_REPEATS] += 1
        s.frame[use, reg.USE_REPEATS_NEXT_TO] = adjacent


@kernel
def control_step(s, t, f, pc, op):
    """Carries out control flow."""
    frame = s.frame[f]
    if op == v.OP_END:
        is_action = frame[F_BASE] == f and frame[F_SOURCE] != v.SOURCE_POWER and frame[reg.RUN_NESTED] == 0
        pop_frame(s)
        if is_action and s.turn > 0:
            end_action(s, t)
    elif op == v.OP_JUMP:
        frame[F_PC] = t.code[pc, v.I_BODY]
    elif op == v.OP_IF:
        true = holds(s, t, t.code[pc, v.I_COND], frame[F_LAND], frame[F_ACTOR], frame[F_TARGET_SPIRIT], frame[F_BASE])
        frame[F_PC] = pc + 1 if true else t.code[pc, v.I_BODY]
    elif op == v.OP_THRESHOLD:
        threshold_step(s, t, f, pc)
    elif op == v.OP_CHOOSE:
        choose_step(s, t, f, pc)
    elif op == v.OP_MAY or op == v.OP_PAY:
        question_step(s, t, f, pc)
    elif op == v.OP_BY:
        frame[F_PC] = pc + 1
        start_body(s, f, t.code[pc, v.I_BODY], frame[F_LAND], max(0, spirit_meant(s, f, t.code[pc, v.I_WHO])))
    elif op == v.OP_REPEAT_POWER:
        frame[F_PC] = pc + 1
        repeat_power(s, t, f, t.code[pc, v.I_A])
    else:
        frame[F_PC] = pc + 1
        start_instruction(s, t, f, pc)


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
def instant_step(s, t, f, pc, op):
    """Carries out an effect that needs no decision; returns False for those that need a frame."""
    frame = s.frame[f]
    land = frame[F_LAND]
    spirit = max(0, spirit_meant(s, f, t.code[pc, v.I_WHO]))
    if op == v.OP_FEAR:
        add_fear(s, number_of(s, t, f, pc), land, frame[F_SOURCE] == v.SOURCE_POWER)
    elif op == v.OP_DEFEND:
        defend(s, t, f, pc, number_of(s, t, f, pc))
    elif op == v.OP_SKIP:
        shift = 3 if t.code[pc, v.I_FLAGS] & codes.NORMAL_ONLY else 0
        s.land_rules[land] |= t.code[pc, v.I_MASK] << shift
    elif op == v.OP_SKIP_WHERE:
        note_skip(s, t, pc)
    elif op == v.OP_LAND_RULE:
        s.land_rules[land] |= 1 << t.code[pc, v.I_A]
    elif op == v.OP_WATCH:
        note_watch(s, t, f, pc)
    elif op == v.OP_HEALTH:
        change_health(s, t, f, pc, number_of(s, t, f, pc))
    elif op == v.OP_GAIN_ENERGY:
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
        s.shares[spirit] |= 1 << frame[F_ACTOR]
        s.shares[frame[F_ACTOR]] |= 1 << spirit
    elif op == v.OP_RECLAIM_PLAYED:
        s.reclaim_played[spirit] += 1
    elif op == v.OP_EXTRA_PLAYS:
        s.extra_plays[spirit] += number_of(s, t, f, pc)
    elif op == v.OP_FLIP_FEAR_CARD:
        pass  # information only: nothing on the table changes
    elif op == v.OP_CLASS_FIGHT:
        class_fight(s, t, f)
    elif op == v.OP_STRIFE_DAMAGE:
        strife_damage(s, t, f)
    elif op == v.OP_TURN_RULE:
        s.turn_rule[t.code[pc, v.I_A]] += number_of(s, t, f, pc)
        s.turn_rule_condition[t.code[pc, v.I_A]] = t.code[pc, v.I_COND]
    elif op == v.OP_NEXT_NORMAL:
        note_next_normal(s, t, pc, number_of(s, t, f, pc))
    elif op == v.OP_DISCARD_INVADER_CARD:
        discard_top_card(s, t)
    elif op == v.OP_AFTER_ADVANCE:
        s.delayed = t.code[pc, v.I_BODY] + 1
    elif op == v.OP_FEAR_DECK:
        change_fear_deck(s, t.code[pc, v.I_A] == codes.CARD_ADDED)
    elif op == v.OP_REMOVE_INVADER_CARD:
        remove_invader_card(s)
    elif op == v.OP_RETURN_EVENT:
        s.event_return = t.code[pc, v.I_A] + 1
    elif op == v.OP_ANOTHER_EVENT:
        s.event_again = 1
    elif op == v.OP_STRIKE:
        strike_land(s, t, f, number_of(s, t, f, pc))
    elif op == v.OP_DAMAGE_DAHAN:
        if not s.land_rules[land] & v.DAHAN_UNHARMED:
            dahan_ravaged(s, t, f, land, number_of(s, t, f, pc))
    elif op == v.OP_MARK:
        s.marked |= bit(land) if land >= 0 else 0
        s.tally += 1
    elif op == v.OP_MISSING:
        s.error |= v.E_MISSING
    else:
        return False
    return True


@kernel
def start_tolls(s, t, f, pc):
    """Lets the spirits pay for shielded invaders before an effect on all lands (Destroying Flame)."""
    a = push_child(s, FR_TOLLS, f)
    s.frame[a, F_LAND] = -1
    s.frame[a, reg.TOLLS_OP] = t.code[pc, v.I_OP]
    s.frame[a, F_N] = number_of(s, t, f, pc) * t.code[pc, v.I_A]
    s.frame[a, F_MASK] = t.code[pc, v.I_MASK]
    s.frame[a, F_FLAGS] = t.code[pc, v.I_FLAGS]


@kernel
def run_step(s, t, f):
    """Does the next instruction of a program."""
    if s.watches > 0 and flush_watches(s, t):
        return
    frame = s.frame[f]
    pc = frame[F_PC]
    op = t.code[pc, v.I_OP]
    if op <= v.OP_REPEAT_POWER:
        control_step(s, t, f, pc, op)
        return
    if has_shields(s) and frame[F_STEP] == steps.READY and (op == v.OP_STRIFE_DAMAGE or op == v.OP_HEALTH):
        frame[F_STEP] = steps.TOLLED
        start_tolls(s, t, f, pc)
        return
    frame[F_STEP] = steps.READY
    frame[F_PC] = pc + 1
    if not instant_step(s, t, f, pc, op):
        start_instruction(s, t, f, pc)


@kernel
def each_spirit_step(s, t, f):
    """Runs a body once per player, in an order the players choose (R6.8)."""
    frame = s.frame[f]
    if frame[F_STEP] == steps.READY:
        frame[reg.SPIRITS_LEFT] = 0
        for spirit in range(s.players):
            if holds(s, t, frame[F_COND], frame[F_LAND], spirit, spirit, frame[F_BASE]):
                frame[reg.SPIRITS_LEFT] |= 1 << spirit
        frame[F_STEP] = steps.EACH_NEXT
    if frame[F_STEP] == steps.EACH_NEXT:
        if frame[reg.SPIRITS_LEFT] == 0:
            pop_frame(s)
            return
        s.options = 0
        for spirit in range(s.players):
            if frame[reg.SPIRITS_LEFT] >> spirit & 1:
                offer(s, v.O_ORDER, spirit, 1, 0)
        frame[F_STEP] = steps.EACH_ASKED
        if ask(s, v.D_ORDER, 0):
            return
    spirit = answer_a(s)
    frame[reg.SPIRITS_LEFT] &= ~(1 << spirit)
    frame[F_STEP] = steps.EACH_NEXT
    start_body(s, f, frame[F_BODY], frame[F_LAND], spirit)


@kernel
def each_board_step(s, t, f):
    """Runs a body once per board; the board's ocean stands for the board."""
    frame = s.frame[f]
    board = frame[F_STEP]
    while board < s.players and board_spaces(board) & s.island == 0:
        board += 1
    if board >= s.players:
        pop_frame(s)
        return
    frame[F_STEP] = board + 1
    start_body(s, f, frame[F_BODY], board * v.SPACES_PER_BOARD, board)


@kernel
def each_land_step(s, t, f):
    """Runs a body in every land where a condition holds."""
    frame = s.frame[f]
    if frame[F_STEP] == steps.READY:
        lands = effect_lands(s, t, f, frame[reg.LOOP_WITHIN])
        if frame[F_FLAGS] & codes.OTHER_LANDS:
            lands &= ~bit(frame[F_LAND])
        s.frame_lands[f] = lands_where(s, t, lands, frame[F_COND], frame[F_ACTOR], frame[F_TARGET_SPIRIT], frame[F_BASE])
        frame[F_STEP] = steps.LANDS_FOUND
        for land in range(spaces(s)):  # "per piece": once for each that is there now, wherever it goes
            s.noted[land] = count(s, land, frame[F_MASK]) if frame[F_MASK] else 1
    for land in range(spaces(s)):
        if has_bit(s.frame_lands[f], land):
            if frame[F_MASK]:
                s.noted[land] -= 1
            if not frame[F_MASK] or s.noted[land] <= 0:
                s.frame_lands[f] &= ~bit(land)
            start_body(s, f, frame[F_BODY], land, frame[F_ACTOR])
            return
    pop_frame(s)


@kernel
def loop_frame(s, f):
    """Returns the loop over players around a frame, which remembers the lands already chosen; -1 = none."""
    for k in range(f - 1, -1, -1):
        if s.frame[k, F_OP] == v.OP_EACH_PLAYER or s.frame[k, F_OP] == v.OP_EACH_SPIRIT:
            return k
    return -1


@kernel
def choosable_lands(s, t, f):
    """Returns the lands among which an IN_LAND step lets the actor choose."""
    frame = s.frame[f]
    if frame[reg.LOOP_WITHIN] == codes.WITHIN_ORIGIN:
        lands = origins_of_use(s, t, frame[F_BASE])
    else:
        lands = effect_lands(s, t, f, frame[reg.LOOP_WITHIN])
    if 0 <= frame[reg.LOOP_RANGE] < codes.ANY_RANGE:
        measured_from = frame[reg.LOOP_RANGE_FROM]  # with MOST or FEWEST there is no range
        if measured_from == codes.RANGE_FROM_ORIGIN:
            origins = origins_of_use(s, t, frame[F_BASE])
        else:
            origins = presence_lands(s, max(0, spirit_meant(s, f, measured_from)))
        lands &= within(s, t, origins, frame[reg.LOOP_RANGE])
    if frame[F_FLAGS] & codes.OTHER_LANDS:
        lands &= ~bit(frame[F_LAND])
    loop = loop_frame(s, f)
    if frame[F_FLAGS] & codes.DIFFERENT and loop >= 0:
        lands &= ~s.frame_lands[loop]
    lands &= ~s.frame_lands[f]
    actor = frame[F_WHO] if frame[F_WHO] >= 0 else frame[F_ACTOR]
    lands = lands_where(s, t, lands, frame[F_COND], actor, frame[F_TARGET_SPIRIT], frame[F_BASE])
    return outstanding(s, lands, frame[F_FLAGS], frame[F_MASK])


@kernel
def outstanding(s, lands, flags, mask):
    """Returns those of the lands with most (at least 1) or fewest pieces, or with the lowest or highest number."""
    if flags & codes.LOWEST:
        return lands & -lands
    if not flags & (codes.MOST | codes.FEWEST | codes.HIGHEST):
        return lands
    best = np.int64(0)
    record = 1 if flags & codes.MOST else (10000 if flags & codes.FEWEST else 0)
    for land in range(spaces(s)):
        if not has_bit(lands, land):
            continue
        value = land if flags & codes.HIGHEST else count(s, land, mask)
        better = value < record if flags & codes.FEWEST else value > record
        if better:
            best = np.int64(0)
            record = value
        if value == record:
            best |= bit(land)
    return best


@kernel
def in_land_step(s, t, f):
    """Lets the actor choose a land (or several different ones) and runs the body there."""
    frame = s.frame[f]
    actor = frame[F_WHO] if frame[F_WHO] >= 0 else frame[F_ACTOR]
    if frame[F_STEP] == steps.LAND_DONE and frame[F_N] <= 1:
        pop_frame(s)
        return
    if frame[F_STEP] != steps.ASKED:
        if frame[F_STEP] == steps.LAND_DONE:
            frame[F_N] -= 1
        lands = choosable_lands(s, t, f)
        s.options = 0
        offer_lands(s, lands)
        if s.options == 0:
            pop_frame(s)
            return
        if frame[F_FLAGS] & codes.OPTIONAL:
            offer(s, v.O_STOP, 0, 0, 0)
        frame[F_STEP] = steps.ASKED
        if ask(s, v.D_LAND, actor):
            return
    if answer_kind(s) == v.O_STOP:
        pop_frame(s)
        return
    land = answer_a(s)
    frame[F_STEP] = steps.LAND_DONE
    s.frame_lands[f] |= board_spaces(board_of(land)) if frame[F_FLAGS] & codes.DIFFERENT_BOARDS else bit(land)
    loop = loop_frame(s, f)
    if loop >= 0:
        s.frame_lands[loop] |= bit(land)
    start_body(s, f, frame[F_BODY], land, actor)
