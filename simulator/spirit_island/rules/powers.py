"""Using powers: which may be used, their targets, their use and repeats (R5, R21, R24)."""

import numpy as np

from simulator.core.agenda import answer_a, answer_b, answer_c, answer_kind, ask, offer, pop_frame
from simulator.core.compiled import kernel
from simulator.spirit_island import hooks
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import steps
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_RUN, FR_USE_POWER, push_frame
from simulator.spirit_island.record.state import (
    F_ACTOR,
    F_BASE,
    F_LAND,
    F_PC,
    F_POWER,
    F_SOURCE,
    F_STEP,
    F_TARGET_SPIRIT,
)
from simulator.spirit_island.rules.cards import card_cost, find_card
from simulator.spirit_island.rules.ending import end_action
from simulator.spirit_island.rules.lands import (
    OCEANS,
    adjacent_spaces,
    bit,
    has_bit,
    lands_in_play,
    offer_lands,
    power_reach,
    presence_lands,
    range_bonus,
    sacred_lands,
    spaces,
    terrain_of,
)
from simulator.spirit_island.rules.pieces import clear_notes
from simulator.spirit_island.rules.values import NO_BASE, has_elements, lands_where, reaches

NEVER, NORMALLY, EARLY, LATE, HURRIED = range(5)  # how a power may be used in a phase


@kernel
def origins_of(s, t, spirit, power):
    """Returns the lands from which a spirit may measure a power's range (R14.6)."""
    origin = t.power_origin[power]
    if origin == v.FROM_SACRED_SITE:
        return sacred_lands(s, t, spirit)
    lands = presence_lands(s, t, spirit)
    if origin == v.FROM_PRESENCE:
        return lands
    found = np.int64(0)
    for land in range(spaces(s)):
        if has_bit(lands, land) and t.power_origin_terrains[power] >> terrain_of(s, t, land) & 1:
            found |= bit(land)
    return found


@kernel
def all_origins(s, t, spirit, power):
    """Returns all origins, those lent by other spirits included (Entwined Power)."""
    lands = origins_of(s, t, spirit, power)
    for other in range(s.players):
        if s.shares[spirit] >> other & 1:
            lands |= origins_of(s, t, other, power)
    return lands


@kernel
def origins_of_use(s, t, base):
    """Returns the lands that can have been the origin of a use of a power: its target lies in range of them (R14.6)."""
    user = s.frame[base, F_ACTOR]
    power = s.frame[base, F_POWER]
    origins = all_origins(s, t, user, power)
    target = s.frame[base, F_LAND]
    distance = power_range(s, t, user, power)
    if has_bit(t.layout_coastal[s.layout] | OCEANS, target):
        distance += s.coastal_range_bonus[user]
    near_target = power_reach(s, t, bit(target), distance)
    return origins & near_target if origins & near_target != 0 else origins


@kernel
def power_range(s, t, spirit, power):
    """Returns a power's range with its own thresholds and the bonuses of this turn (R14.7)."""
    distance = t.power_range[power] + range_bonus(s, spirit)
    for k in range(2):
        need = t.power_range_need[power, k]
        if need >= 0 and reaches(s, t, spirit, power, need):
            distance += t.power_range_plus[power, k]
    return distance


@kernel
def reachable(s, t, spirit, power):
    """Returns the spaces within range of a power; a card that assists has no range."""
    if hooks.scenario.assists(s, spirit, power):
        return lands_in_play(s, t)
    origins = all_origins(s, t, spirit, power)
    if origins == 0:
        return np.int64(0)
    distance = power_range(s, t, spirit, power)
    reach = power_reach(s, t, origins, distance)
    if s.coastal_range_bonus[spirit] > 0:
        further = power_reach(s, t, origins, distance + s.coastal_range_bonus[spirit])
        reach |= further & (t.layout_coastal[s.layout] | OCEANS)
    return reach & lands_in_play(s, t)


@kernel
def target_lands(s, t, spirit, power):
    """Returns the legal targets of a power: range, or a rule of the spirit, and target bar (R21.3)."""
    lands = reachable(s, t, spirit, power) | hooks.spirit.far_lands(s, t, spirit, power)
    if lands == 0:
        return lands
    return lands_where(s, t, lands & ~s.barred, t.power_target[power], spirit, -1, NO_BASE)


@kernel
def offer_targets(s, t, spirit, power):
    """Offers the legal targets of a power."""
    aim = t.power_aim[power]
    if aim == v.AIM_LAND:
        lands = target_lands(s, t, spirit, power)
        offer_lands(s, lands)
        return
    for other in range(s.players):
        if aim == v.AIM_ANY_SPIRIT or other != spirit or s.players == 1:  # R29.2
            offer(s, v.O_SPIRIT, other, 0, 0)


@kernel
def innate_slot(s, t, spirit, power):
    """Returns which innate of the spirit a power is."""
    for k in range(3):
        if t.spirit_innate[s.spirit[spirit], k] == power:
            return k
    return 0


@kernel
def innate_reached(s, t, spirit, power):
    """Tells whether at least one level of an innate is reached (R21.8)."""
    for k in range(4):
        need = t.power_levels[power, k]
        if need >= 0 and has_elements(s, t, spirit, need):
            return True
    return False


@kernel
def how_early(s, t, spirit):
    """Tells whether a spirit may use a slow power in the fast phase (R5.6)."""
    return EARLY if s.fast_grants[spirit] > 0 or hooks.spirit.is_swift(s, t, spirit) else NEVER


@kernel
def may_use_in(s, t, spirit, power, phase):
    """Tells whether and how a power may be used in a phase (R5.1, R5.6)."""
    speed = t.power_speed[power]
    made_fast = t.power_fast_need[power] >= 0 and reaches(s, t, spirit, power, t.power_fast_need[power])
    if not hooks.scenario.opens(s, phase):
        return NEVER
    if phase == v.FAST:
        if speed == v.FAST or made_fast:
            return NORMALLY
        how = how_early(s, t, spirit)
        return HURRIED if how == NEVER and hooks.scenario.hurries(s) else how
    if speed == v.SLOW:
        return NEVER if made_fast and s.flags & v.FAST_ONLY else NORMALLY
    return LATE if s.slow_grants[spirit] > 0 else NEVER


@kernel
def has_target(s, t, spirit, power):
    """Tells whether a power has any legal target."""
    aim = t.power_aim[power]
    if aim == v.AIM_LAND:
        return target_lands(s, t, spirit, power) != 0
    return True


@kernel
def offer_usable(s, t, spirit, phase):
    """Offers the powers a spirit may use now: unused cards in play and innates."""
    for k in range(s.cards[spirit]):
        if s.own_zone[spirit, k] < v.PLAY or s.own_used[spirit, k] != 0:
            continue
        card = s.own_card[spirit, k]
        how = may_use_in(s, t, spirit, card, phase)
        if how != NEVER and has_target(s, t, spirit, card):
            offer(s, v.O_POWER, spirit, card, how)
    for k in range(3):
        power = t.spirit_innate[s.spirit[spirit], k]
        if power < 0 or s.innate_used[spirit, k] or not innate_reached(s, t, spirit, power):
            continue
        how = may_use_in(s, t, spirit, power, phase)
        if how != NEVER and has_target(s, t, spirit, power):
            offer(s, v.O_POWER, spirit, power, how)
    hooks.scenario.offer_uses(s, t, spirit, phase)


@kernel
def offer_repeats(s, t, phase):
    """Offers granted repeats of cards used in this phase (R24.3)."""
    for grant in range(s.grants):
        if s.repeat_left[grant] <= 0:
            continue
        spirit = s.repeat_spirit[grant]
        for k in range(s.cards[spirit]):
            card = s.own_card[spirit, k]
            if s.own_zone[spirit, k] < v.PLAY or s.own_used[spirit, k] != phase + 1:
                continue
            cost = card_cost(s, t, card)
            if cost > s.repeat_cost[grant] or (s.repeat_paid[grant] and cost > s.energy[spirit]):
                continue
            if grants_repeats(t, card) or not has_target(s, t, spirit, card):
                continue
            offer(s, v.O_REPEAT, spirit, card, grant)


@kernel
def grants_repeats(t, card):
    """Tells whether a card itself grants repeats: it is never repeated (Powerstorm)."""
    pc = t.power_program[card]
    while t.code[pc, v.I_OP] != v.OP_END:
        if t.code[pc, v.I_OP] == v.OP_REPEAT_CARDS:
            return True
        pc += 1
    return False


@kernel
def start_use(s, spirit, power, land, target_spirit, is_repeat):
    """Puts the use of a power on the agenda; land or spirit >= 0 fixes the target."""
    f = push_frame(s, FR_USE_POWER)
    s.frame[f, F_ACTOR] = spirit
    s.frame[f, F_POWER] = power
    s.frame[f, F_SOURCE] = v.SOURCE_POWER
    s.frame[f, F_LAND] = land
    s.frame[f, F_TARGET_SPIRIT] = target_spirit
    s.frame[f, reg.USE_IS_REPEAT] = is_repeat
    if land >= 0 or target_spirit >= 0:
        s.frame[f, F_STEP] = steps.USE_TARGET_GIVEN


@kernel
def use_card_now(s, t, spirit, card, phase):
    """Uses a card in play and notes the phase of its use (R5.3)."""
    s.own_used[spirit, find_card(s, spirit, card)] = phase + 1
    start_use(s, spirit, card, -1, -1, 0)


@kernel
def spend_grant(s, t, spirit, how):
    """Uses up what lets a spirit use a power in the other phase."""
    if how == EARLY:
        if not hooks.spirit.spends_swiftness(s, t, spirit):
            s.fast_grants[spirit] -= 1
            s.slow_grants[spirit] = min(s.slow_grants[spirit], s.fast_grants[spirit])
    elif how == LATE:
        s.slow_grants[spirit] -= 1
        s.fast_grants[spirit] -= 1


@kernel
def use_chosen(s, t, phase):
    """Starts the power, repeat or ward that was just chosen."""
    if hooks.scenario.use_chosen(s, t, phase):
        return
    spirit = answer_a(s)
    power = answer_b(s)
    if answer_kind(s) == v.O_REPEAT:
        grant = answer_c(s)
        s.repeat_left[grant] -= 1
        if s.repeat_paid[grant]:
            s.energy[spirit] -= card_cost(s, t, power)
        start_use(s, spirit, power, -1, -1, 1)
        return
    how = answer_c(s)
    hooks.scenario.power_used(s, t, spirit, power, how == HURRIED)
    spend_grant(s, t, spirit, how)
    if power < t.cards:
        use_card_now(s, t, spirit, power, phase)
        return
    s.innate_used[spirit, innate_slot(s, t, spirit, power)] = phase + 1
    start_use(s, spirit, power, -1, -1, 0)


@kernel
def power_phase_step(s, t, f):
    """The fast or slow phase: powers are used one by one, in any order, until the players stop (R5.1)."""
    frame = s.frame[f]
    phase = frame[reg.POWER_PHASE]
    if frame[F_STEP] == steps.ASKED:
        frame[F_STEP] = steps.READY
        if answer_kind(s) == v.O_STOP:
            pop_frame(s)
        elif not hooks.scenario.act_in_power_phase(s, t):
            frame[reg.POWER_PHASE_SHIFTED] = 0
            use_chosen(s, t, phase)
        return
    s.options = 0
    for spirit in range(s.players):
        offer_usable(s, t, spirit, phase)
    offer_repeats(s, t, phase)
    hooks.scenario.offer_in_power_phase(s, t, f)
    if s.options == 0:
        pop_frame(s)
        return
    offer(s, v.O_STOP, 0, 0, 0)
    frame[F_STEP] = steps.ASKED
    first = s.option[0]
    ask(s, v.D_USE_POWER, first >> 16 & 255 if first >> 24 == v.O_POWER else 0)


@kernel
def run_power(s, t, f):
    """Starts the program of a power on its target."""
    frame = s.frame[f]
    r = push_frame(s, FR_RUN)
    run = s.frame[r]
    run[F_ACTOR] = frame[F_ACTOR]
    run[F_LAND] = frame[F_LAND]
    run[F_TARGET_SPIRIT] = frame[F_TARGET_SPIRIT]
    run[F_POWER] = frame[F_POWER]
    run[F_SOURCE] = v.SOURCE_POWER
    run[F_BASE] = r
    run[F_PC] = t.power_program[frame[F_POWER]]


@kernel
def choose_target(s, t, f):
    """Asks for the target; returns False while waiting or when there is none."""
    frame = s.frame[f]
    s.options = 0
    if frame[reg.USE_IS_NEXT_TO] == 1:  # repeat on an adjacent land: range and target bar do not count (R24.4)
        lands = adjacent_spaces(s, t, frame[F_LAND]) & ~s.barred
        offer_lands(s, lands)
    else:
        offer_targets(s, t, frame[F_ACTOR], frame[F_POWER])
    if s.options == 0:
        frame[F_STEP] = steps.USE_WITHOUT_TARGET
        return True
    frame[F_STEP] = steps.USE_TARGET_ASKED
    return not ask(s, v.D_TARGET, frame[F_ACTOR])


@kernel
def aim(s, t, f):
    """Takes the chosen target."""
    frame = s.frame[f]
    if answer_kind(s) == v.O_SPIRIT:
        frame[F_TARGET_SPIRIT] = answer_a(s)
        return
    frame[F_LAND] = answer_a(s)
    hooks.spirit.land_targeted(s, t, f)


@kernel
def use_power_step(s, t, f):
    """One use of a power: target, effects, then its repeats (R24); the end is tested after it (R12.6)."""
    frame = s.frame[f]
    if frame[F_STEP] == steps.USE_AIM and not choose_target(s, t, f):
        return
    if frame[F_STEP] == steps.USE_TARGET_ASKED:
        aim(s, t, f)
        frame[F_STEP] = steps.USE_EFFECTS
        run_power(s, t, f)
        return
    if frame[F_STEP] == steps.USE_TARGET_GIVEN:  # the target was fixed from outside
        if frame[F_LAND] >= 0:
            hooks.spirit.land_targeted(s, t, f)
        frame[F_STEP] = steps.USE_EFFECTS
        run_power(s, t, f)
        return
    clear_notes(s)
    if frame[F_STEP] == steps.USE_EFFECTS and frame[reg.USE_REPEATS] > 0:
        frame[reg.USE_REPEATS] -= 1
        frame[reg.USE_IS_REPEAT] = 1  # a repeat ignores repeat instructions (R24.2)
        frame[reg.USE_IS_NEXT_TO] = frame[reg.USE_REPEATS_NEXT_TO]
        frame[F_STEP] = steps.USE_AIM
        return
    pop_frame(s)
    end_action(s, t)
