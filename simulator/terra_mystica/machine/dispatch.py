"""Dispatch: gives the frame on top of the agenda to the rule that works on it."""

from simulator.core.compiled import kernel
from simulator.core.header import F_OP
from simulator.core.machine import check_progress
from simulator.terra_mystica.record import state as st
from simulator.terra_mystica.rules.bridges import site_step
from simulator.terra_mystica.rules.building import favor_step, free_dwelling_step, free_trading_post_step, priests_step
from simulator.terra_mystica.rules.cults import cult_step_step, rise_step
from simulator.terra_mystica.rules.income import cult_spades_step
from simulator.terra_mystica.rules.leech import leech_step
from simulator.terra_mystica.rules.rounds import game_step
from simulator.terra_mystica.rules.setup import draft_step, first_card_step, start_dwelling_step
from simulator.terra_mystica.rules.spades import build_here_step, sandstorm_step, spades_step
from simulator.terra_mystica.rules.towns import towns_step
from simulator.terra_mystica.rules.turn import turn_step


@kernel
def action_work(s, t, f, op):
    """Works on a part of an action."""
    if op == st.FR_SPADES:
        spades_step(s, t, f)
    elif op == st.FR_BUILD_HERE:
        build_here_step(s, t, f)
    elif op == st.FR_TOWNS:
        towns_step(s, t, f)
    elif op == st.FR_LEECH:
        leech_step(s, t, f)
    elif op == st.FR_FAVOR:
        favor_step(s, t, f)
    elif op == st.FR_CULT_STEP:
        cult_step_step(s, t, f)
    elif op == st.FR_RISE:
        rise_step(s, t, f)
    elif op == st.FR_SITE:
        site_step(s, t, f)
    elif op == st.FR_SANDSTORM:
        sandstorm_step(s, t, f)
    elif op == st.FR_FREE_TRADING_POST:
        free_trading_post_step(s, t, f)
    elif op == st.FR_FREE_DWELLING:
        free_dwelling_step(s, t, f)
    else:
        priests_step(s, t, f)


@kernel
def work(s, t):
    """Works on the frame on top for one step."""
    f = s.frames - 1
    op = s.frame[f, F_OP]
    if op == st.FR_TURN:
        turn_step(s, t, f)
    elif op == st.FR_GAME:
        game_step(s, t, f)
    elif op == st.FR_DRAFT:
        draft_step(s, t, f)
    elif op == st.FR_START_DWELLING:
        start_dwelling_step(s, t, f)
    elif op == st.FR_FIRST_CARD:
        first_card_step(s, f)
    elif op == st.FR_CULT_SPADES:
        cult_spades_step(s, t, f)
    else:
        action_work(s, t, f, op)


@kernel
def run_machine(s, t, limit, floor):
    """Works until somebody must choose, the game is over, `limit` >= 0 frames were worked on or `floor` are left."""
    worked = 0
    while s.frames > floor and s.decision == 0 and s.error == 0 and worked != limit:
        work(s, t)
        worked += 1
        check_progress(s, t, worked)
