"""Runs programs, one instruction at a time: control flow here, instant effects in `instant.py`; the rest gets a frame."""

import numpy as np

from simulator.core.agenda import answer_a, answer_kind, ask, offer, pop_frame
from simulator.core.compiled import kernel
from simulator.spirit_island.machine.instant import instant_step
from simulator.spirit_island.machine.instructions import number_of, spirit_meant, start_body
from simulator.spirit_island.record import codes, steps
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_TOLLS, FR_USE_POWER, push_child
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
)
from simulator.spirit_island.rules.ending import end_action
from simulator.spirit_island.rules.invaders import flush_watches
from simulator.spirit_island.rules.shields import has_shields
from simulator.spirit_island.rules.values import holds, reaches


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
