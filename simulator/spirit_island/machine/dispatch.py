"""Dispatch: gives the frame on top of the agenda to the rule that works on it, and puts single steps on the frames."""

from simulator.core.agenda import pop_frame
from simulator.core.compiled import kernel
from simulator.core.machine import check_progress
from simulator.spirit_island.machine.loops import each_land_step, each_step, in_land_step
from simulator.spirit_island.machine.program import run_step
from simulator.spirit_island.record import frames
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.state import F_OP
from simulator.spirit_island.rules.blight import add_blight_step, start_blight
from simulator.spirit_island.rules.cards import (
    extra_play_step,
    forget_step,
    play_card,
    play_cards_step,
    play_gained_step,
    reclaim_played_step,
    reclaim_step,
)
from simulator.spirit_island.rules.effects import add_step, remove_step, replace_step
from simulator.spirit_island.rules.ending import end_action, settle
from simulator.spirit_island.rules.events import (
    drain_blight_step,
    event_step,
    outpaced_step,
    probe_step,
    shared_pay_step,
    start_event,
    terrain_action_step,
    use_slow_now_step,
)
from simulator.spirit_island.rules.explore import explore_card_step
from simulator.spirit_island.rules.fear import add_fear, fear_step, run_fear_card
from simulator.spirit_island.rules.gains import gain_card_step
from simulator.spirit_island.rules.harm import damage_step, destroy_step, remove_health_step, strife_fight_step
from simulator.spirit_island.rules.invader_cards import (
    card_lands,
    invader_card_step,
    invader_phase_step,
    start_card,
    start_slot,
)
from simulator.spirit_island.rules.invaders import build_step, ravage_step, start_action
from simulator.spirit_island.rules.moves import (
    gather_step,
    move_to_step,
    push_piece_step,
    push_step,
    rescue_step,
)
from simulator.spirit_island.rules.powers import power_phase_step, start_use, use_power_step
from simulator.spirit_island.rules.presence import add_presence_step, destroy_presence_step, push_presence_step
from simulator.spirit_island.rules.setup import setup_step, spirit_setup_step
from simulator.spirit_island.rules.spirits import choose_any_step, gain_elements_step
from simulator.spirit_island.rules.tolls import stranded_step, tolls_step
from simulator.spirit_island.rules.turn import (
    gain_income,
    game_step,
    growth_step,
    pick_growth,
    spirit_phase_step,
    start_growth,
    time_passes_step,
)
from simulator.spirit_island.scenarios.dahan_insurrection import answers_step, respond_step
from simulator.spirit_island.scenarios.powers_long_forgotten import (
    dahan_strike_step,
    erase_step,
    markers_step,
    moment_step,
    ruin_step,
    shift_step,
)
from simulator.spirit_island.scenarios.rituals_of_the_destroying_flame import kindle_step, rituals_step
from simulator.spirit_island.scenarios.second_wave import wave_step
from simulator.spirit_island.spirits import (
    allies,
    oceans_hungry_grasp,
    sharp_fangs_behind_the_leaves,
    thunderspeaker,
)

STEPS = (
    "use", "growth", "income", "play", "ravage", "build", "ravage_land", "build_land", "ravage_terrain",
    "build_terrain", "explore", "fear_card", "add_blight", "add_fear", "invader_phase", "time_passes", "turn", "event",
)  # fmt: skip
(
    STEP_USE, STEP_GROWTH, STEP_INCOME, STEP_PLAY, STEP_RAVAGE, STEP_BUILD, STEP_RAVAGE_LAND, STEP_BUILD_LAND,
    STEP_RAVAGE_TERRAIN, STEP_BUILD_TERRAIN, STEP_EXPLORE, STEP_FEAR_CARD, STEP_ADD_BLIGHT, STEP_ADD_FEAR,
    STEP_INVADER_PHASE, STEP_TIME_PASSES, STEP_TURN, STEP_EVENT,
) = range(len(STEPS))  # fmt: skip


@kernel
def piece_effect(s, t, f, op):
    """Works on an effect on pieces; returns False if it is none."""
    if op == v.OP_DAMAGE:
        damage_step(s, t, f)
    elif op == v.OP_PUSH:
        push_step(s, t, f)
    elif op == v.OP_GATHER:
        gather_step(s, t, f)
    elif op == v.OP_ADD:
        add_step(s, t, f)
    elif op == v.OP_REMOVE:
        remove_step(s, t, f)
    elif op == v.OP_REMOVE_HEALTH:
        remove_health_step(s, t, f)
    elif op == v.OP_DESTROY:
        destroy_step(s, t, f)
    elif op == v.OP_MOVE_TO:
        move_to_step(s, t, f)
    elif op == v.OP_REPLACE:
        replace_step(s, t, f)
    elif op == v.OP_STRIFE_FIGHT:
        strife_fight_step(s, t, f)
    elif op == frames.FR_PUSH_PIECE:
        push_piece_step(s, t, f)
    elif op == frames.FR_FOLLOW:
        allies.follow_step(s, t, f)
    elif op == frames.FR_RESCUE:
        rescue_step(s, t, f)
    elif op == frames.FR_ADD_BLIGHT:
        add_blight_step(s, t, f)
    else:
        return False
    return True


@kernel
def spirit_effect(s, t, f, op):
    """Works on an effect on spirits and their cards; returns False if it is none."""
    if op == v.OP_ADD_PRESENCE:
        add_presence_step(s, t, f)
    elif op == v.OP_DESTROY_PRESENCE:
        destroy_presence_step(s, t, f)
    elif op == v.OP_PUSH_PRESENCE:
        push_presence_step(s, t, f)
    elif op == v.OP_GAIN_CARD:
        gain_card_step(s, t, f)
    elif op == v.OP_FORGET:
        forget_step(s, t, f)
    elif op == v.OP_RECLAIM:
        reclaim_step(s, t, f)
    elif op == v.OP_RECLAIM_PLAYED:
        reclaim_played_step(s, t, f)
    elif op == v.OP_PLAY_GAINED:
        play_gained_step(s, t, f)
    elif op == v.OP_EXTRA_PLAY:
        extra_play_step(s, t, f)
    elif op == v.OP_GAIN_ELEMENTS:
        gain_elements_step(s, t, f)
    elif op == v.OP_GATHER_PRESENCE_INTO_OCEANS:
        oceans_hungry_grasp.ocean_presence_step(s, t, f, False)
    elif op == v.OP_PUSH_PRESENCE_FROM_OCEANS:
        oceans_hungry_grasp.ocean_presence_step(s, t, f, True)
    elif op == frames.FR_CHOOSE_ANY:
        choose_any_step(s, t, f)
    elif op == frames.FR_CALL:
        sharp_fangs_behind_the_leaves.call_step(s, t, f)
    elif op == frames.FR_SWORN:
        thunderspeaker.sworn_step(s, t, f)
    elif op == frames.FR_PLAY_CARDS:
        play_cards_step(s, t, f)
    else:
        return False
    return True


@kernel
def phase_work(s, t, f, op):
    """Works on a phase or an invader action; returns False if it is none."""
    if op == frames.FR_USE_POWER:
        use_power_step(s, t, f)
    elif op == frames.FR_POWER_PHASE:
        power_phase_step(s, t, f)
    elif op == v.OP_RAVAGE:
        ravage_step(s, t, f)
    elif op == v.OP_BUILD:
        build_step(s, t, f)
    elif op == frames.FR_INVADER_CARD:
        invader_card_step(s, t, f)
    elif op == frames.FR_EXPLORE_CARD:
        explore_card_step(s, t, f)
    elif op == frames.FR_INVADER_PHASE:
        invader_phase_step(s, t, f)
    elif op == frames.FR_EVENT:
        event_step(s, t, f)
    elif op == frames.FR_FEAR_STEP:
        fear_step(s, t, f)
    elif op == frames.FR_SPIRIT_PHASE:
        spirit_phase_step(s, t, f)
    elif op == frames.FR_GROWTH:
        growth_step(s, t, f)
    elif op == frames.FR_END_ACTION:
        pop_frame(s)
        end_action(s, t)
    elif op == frames.FR_TIME_PASSES:
        time_passes_step(s, t, f)
    elif op == frames.FR_GAME:
        game_step(s, t, f)
    elif op == frames.FR_SETUP:
        setup_step(s, t, f)
    elif op == frames.FR_SPIRIT_SETUP:
        spirit_setup_step(s, t, f)
    else:
        return False
    return True


@kernel
def event_effect(s, t, f, op):
    """Works on a step that only events have; returns False if it is none."""
    if op == v.OP_PROBE:
        probe_step(s, t, f)
    elif op == v.OP_SHARED_PAY:
        shared_pay_step(s, t, f)
    elif op == v.OP_TERRAIN_ACTION:
        terrain_action_step(s, t, f)
    elif op == v.OP_DRAIN_BLIGHT:
        drain_blight_step(s, t, f)
    elif op == v.OP_OUTPACED:
        outpaced_step(s, t, f)
    elif op == v.OP_USE_SLOW_NOW:
        use_slow_now_step(s, t, f)
    else:
        return False
    return True


@kernel
def scenario_work(s, t, f, op):
    """Works on a step that only a scenario has; returns False if it is none."""
    if op == frames.FR_ANSWERS:
        answers_step(s, t, f)
    elif op == frames.FR_RESPOND:
        respond_step(s, t, f)
    elif op == frames.FR_TOLLS:
        tolls_step(s, t, f)
    elif op == frames.FR_STRANDED:
        stranded_step(s, t, f)
    elif op == frames.FR_RITUALS:
        rituals_step(s, t, f)
    elif op == frames.FR_KINDLE:
        kindle_step(s, t, f)
    elif op == frames.FR_MARKERS:
        markers_step(s, t, f)
    elif op == frames.FR_MOMENT:
        moment_step(s, t, f)
    elif op == frames.FR_SHIFT:
        shift_step(s, t, f)
    elif op == frames.FR_RUIN:
        ruin_step(s, t, f)
    elif op == frames.FR_DAHAN_STRIKE:
        dahan_strike_step(s, t, f)
    elif op == frames.FR_ERASE:
        erase_step(s, t, f)
    elif op == frames.FR_WAVE:
        wave_step(s, t, f)
    else:
        return False
    return True


@kernel
def loop_work(s, t, f, op):
    """Works on a loop of a program; returns False if it is none."""
    if op == v.OP_IN_LAND:
        in_land_step(s, t, f)
    elif op == v.OP_EACH_LAND:
        each_land_step(s, t, f)
    elif op == v.OP_EACH_PLAYER or op == v.OP_EACH_SPIRIT or op == v.OP_EACH_BOARD:
        each_step(s, t, f)
    else:
        return False
    return True


@kernel
def work(s, t):
    """Works on the frame on top of the agenda once."""
    f = s.frames - 1
    op = s.frame[f, F_OP]
    if op == frames.FR_RUN:
        run_step(s, t, f)
    elif not piece_effect(s, t, f, op):  # noqa: SIM102
        if not phase_work(s, t, f, op) and not spirit_effect(s, t, f, op) and not loop_work(s, t, f, op):
            if not event_effect(s, t, f, op) and not scenario_work(s, t, f, op):
                s.error |= v.E_MISSING
    if not s.flags & v.CHECK_END_PER_ACTION and s.turn > 0:  # R12.6: at every moment, also inside an action
        settle(s, t)


@kernel
def run_machine(s, t, limit, floor):
    """Runs the rules until somebody must choose, the game ends, `limit` frames were worked on or `floor` are left."""
    worked = 0
    while s.decision == 0 and s.outcome == 0 and s.frames > floor and s.error == 0 and worked != limit:
        work(s, t)
        worked += 1
        check_progress(s, t, worked)


@kernel
def begin_step(s, t, step, a, b, c, d):
    """Puts one step of a case file on the frames."""
    if step == STEP_USE:
        start_use(s, a, b, c, d, 0)
    elif step == STEP_GROWTH:
        start_growth(s, a, 1)
        pick_growth(s, t, s.frames - 1, b, c == 1)
    elif step == STEP_INCOME:
        gain_income(s, t, a)
    elif step == STEP_PLAY:
        play_card(s, t, a, b)
    elif step == STEP_RAVAGE or step == STEP_BUILD:
        start_slot(s, t, v.SLOT_RAVAGE if step == STEP_RAVAGE else v.SLOT_BUILD)
    elif step == STEP_RAVAGE_LAND:
        start_action(s, v.OP_RAVAGE, a, 0)
    elif step == STEP_BUILD_LAND:
        start_action(s, v.OP_BUILD, a, 0)
    elif step == STEP_RAVAGE_TERRAIN:
        start_card(s, t, v.OP_RAVAGE, card_lands(s, t, 1 << a), 0, 0)
    elif step == STEP_BUILD_TERRAIN:
        start_card(s, t, v.OP_BUILD, card_lands(s, t, 1 << a), 0, 0)
    elif step == STEP_EXPLORE:
        frames.push_frame(s, frames.FR_EXPLORE_CARD)
    elif step == STEP_FEAR_CARD:
        run_fear_card(s, t, a, b)
    elif step == STEP_ADD_BLIGHT:
        frames.push_frame(s, frames.FR_END_ACTION)
        start_blight(s, a, 0, 0)
    elif step == STEP_ADD_FEAR:
        add_fear(s, a, -1, False)
        end_action(s, t)
    elif step == STEP_INVADER_PHASE:
        frames.push_frame(s, frames.FR_INVADER_PHASE)
    elif step == STEP_EVENT:
        start_event(s, a)
    elif step == STEP_TIME_PASSES:
        frames.push_frame(s, frames.FR_TIME_PASSES)
    elif step == STEP_TURN:
        frames.push_frame(s, frames.FR_GAME)
