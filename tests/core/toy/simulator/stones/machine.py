"""Records and rules of Stones."""

import numpy as np

from simulator.core import header
from simulator.core.agenda import answer_a, ask, offer, pop_frame, push_frame
from simulator.core.chance import draw_below
from simulator.core.compiled import entry, kernel, record_at
from simulator.core.machine import CALL_ADVANCE, CALL_NEW_GAME, Machine, check_progress
from simulator.core.records import digest_of, words
from simulator.core.streams import stream_key

HEAP, POLICY = range(2)  # random streams
DECISIONS = ("none", "take")
TAKE = 1
MOST = 3  # stones taken at once

STATE = np.dtype(
    [
        ("seed_key", np.uint64, 2), ("draws", np.int32, 2), ("error", np.int32), ("outcome", np.int8),
        *header.agenda_fields(2, 2), *header.question_fields(MOST),
        ("stones", np.int32), ("turn", np.int8), ("points", np.int32, 2),
    ],
    align=True,
)  # fmt: skip
SETUP = np.dtype([("stones", np.int64)])
TABLES = np.dtype([("last", np.int64), header.STOP_FIELD])  # points for the last stone
RESULT = np.dtype(
    [
        ("outcome", np.int8), ("decisions", np.int32), ("error", np.int32), ("digest", np.uint64),
        ("share", np.float32, 2), ("points", np.int32, 2),
    ],
    align=True,
)  # fmt: skip


@kernel
def deal(s, setup, seed, game):
    for stream in range(2):
        s.seed_key[stream] = stream_key(seed, game, stream)
    s.stones = setup.stones + draw_below(s, HEAP, 4)
    push_frame(s, 0)


@kernel
def take_turn(s, t):
    if s.frame[0, header.F_STEP] == 0:
        s.frame[0, header.F_STEP] = 1
        s.options = 0
        for count in range(1, min(MOST, s.stones) + 1):
            offer(s, TAKE, count, 0, 0)
        if ask(s, TAKE, s.turn):
            return
    s.frame[0, header.F_STEP] = 0
    s.stones -= answer_a(s)
    s.points[s.turn] += answer_a(s)
    if s.stones == 0:
        s.points[s.turn] += t.last
        s.outcome = 1
        pop_frame(s)
    s.turn = 1 - s.turn


def serve(state, tables, setup, call, a, b, c, d, e):  # long: the call of a gate
    s = record_at(state, STATE)
    t = record_at(tables, TABLES)
    if call == CALL_NEW_GAME:
        deal(s, record_at(setup, SETUP), a, b)
    if call == CALL_ADVANCE:
        worked = 0
        while s.frames > b and s.decision == 0 and s.error == 0 and worked != a:
            take_turn(s, t)
            worked += 1
            check_progress(s, t, worked)
    return np.int64(s.decision)


@entry
def fill_result(s, state_words, result):
    result.outcome, result.decisions, result.error = s.outcome, s.decisions, s.error
    for seat in range(2):
        result.points[seat] = s.points[seat]
        result.share[seat] = 0.5 + 0.5 * (s.points[seat] > s.points[1 - seat]) - 0.5 * (s.points[seat] < s.points[1 - seat])
    result.digest = digest_of(s, state_words)


def result_record(states):
    result = np.zeros(1, RESULT)
    fill_result(states[0], words(states)[0], result[0])
    return result


MACHINE = Machine(serve)
