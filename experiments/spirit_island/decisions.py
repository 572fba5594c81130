"""The open decision in words: who decides, what is asked, what each answer stands for. Only reads."""

from __future__ import annotations

import numpy as np

from experiments.spirit_island.changes import TRACK_WORDS, Reader
from simulator.spirit_island.record import codes, frames
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.state import F_OP, F_PC
from simulator.spirit_island.scenarios.dahan_insurrection import RAIDS_FIRST
from simulator.spirit_island.words.cards import growth_words
from simulator.spirit_island.words.labels import QUESTIONS, spirit_id, unpack
from simulator.spirit_island.words.steps import alternatives, step_words

CARD_OPTIONS = {v.O_CARD: "", v.O_FORGET: "forget ", v.O_DISCARD: "discard ", v.O_FACE_DOWN: "face down: ",
                v.O_ASSIST: "set aside "}  # fmt: skip
LAND_OPTIONS = {v.O_RITUAL: "hold the ritual in", v.O_WARD: "ward", v.O_SHIFT: "shift presence to"}
PLAIN_WORDS = {v.O_STOP: "no more", v.O_YES: "yes", v.O_NO: "no", v.O_DESTROYED: "a destroyed presence"}
PRESENCE_SOURCES = {codes.FROM_ENERGY: "from the energy track", codes.FROM_PLAYS: "from the card-play track",
                    codes.FROM_DESTROYED_PILE: "that was destroyed"}  # fmt: skip
OUTPACED_WORDS = {1: "discard it and gain its cost + 1 energy", 2: "pay 3 energy and keep it",
                  3: "destroy 2 presence and keep it"}  # fmt: skip
PLAY_GAINED_WORDS = {1: "play it, paying for it", 2: "play it for free and forget it afterwards"}
# Decisions inside an effect, which a reader understands only with its name.
ASKED_INSIDE = (v.D_PIECE, v.D_LAND, v.D_OPTION, v.D_THRESHOLD, v.D_MAY, v.D_ELEMENT, v.D_SPIRIT, v.D_PRESENCE)
CARDS = (v.D_PLAY_CARD, v.D_TAKE_CARD)


def question(reader: Reader, state: np.void, cause: str) -> str:
    """Returns what is asked, inside an effect by what; a question of yes or no says what the yes does."""
    decision = int(state["decision"])
    told = QUESTIONS[decision] + (f" ({cause})" if decision in ASKED_INSIDE else "")
    step = asking_step(reader, state)
    if step is None or "choose" in step or decision not in (v.D_MAY, v.D_THRESHOLD):
        return told
    return f"{told} {step_words({**step, 'may': step['may'] if 'may' in step and type(step['may']) is list else False})}"


def asking_step(reader: Reader, state: np.void) -> dict | None:
    """Returns the step of a card that asks, if one does."""
    top = state["frame"][int(state["frames"]) - 1]
    if state["frames"] == 0 or top[F_OP] != frames.FR_RUN:
        return None
    return reader.content.questions.get(int(top[F_PC]))


def decider(reader: Reader, state: np.void, option: int) -> str:
    """Returns who decides in a game of several spirits; the order of powers and lands is decided by all (R25.2)."""
    kind, a, b, _ = unpack(state["option"][option])
    if state["players"] == 1 or (kind == v.O_ORDER and b in (codes.ORDER_LAND, codes.ORDER_BOARD)):
        return ""
    return reader.spirit(state, a if kind in (v.O_POWER, v.O_REPEAT) else int(state["asked"]))


def option_words(reader: Reader, state: np.void, option: int) -> str:
    """Returns what an answer to the open decision does, in words."""
    kind, a, b, c = unpack(state["option"][option])
    if kind in CARD_OPTIONS:
        price = f" ({int(reader.tables['power_cost'][a])} energy)" if state["decision"] in CARDS else ""
        return f"{CARD_OPTIONS[kind]}{reader.power(a)}{price}"
    if kind in (v.O_POWER, v.O_REPEAT):
        return reader.power(b) + (" again" if kind == v.O_REPEAT else "")
    if kind in (v.O_PIECE, v.O_PUSH, v.O_GATHER):
        return _piece_words(reader, state, option)
    if kind == v.O_LAND:
        return _land_words(reader, state, a, b, c)
    if kind in LAND_OPTIONS:
        return f"{LAND_OPTIONS[kind]} {reader.land(state, a)}"
    return _other_words(reader, state, kind, a, b)


def _other_words(reader: Reader, state: np.void, kind: int, a: int, b: int) -> str:
    if kind == v.O_GROWTH:
        return growth_words(_growth(reader, state)["options"][a])
    if kind == v.O_ORDER:
        return _order_words(reader, state, a, b)
    if kind == v.O_ELEMENT:
        return v.ELEMENTS[a]
    if kind == v.O_TERRAIN:
        return reader.terrain(a)
    if kind == v.O_TRACK:
        return f"from the {TRACK_WORDS[a]}"
    if kind == v.O_DECK:
        return f"{('minor', 'major')[a]} powers"
    if kind == v.O_SPIRIT:
        return reader.content.names["spirits"][spirit_id(state, reader.content, a)]
    if kind == v.O_SOURCE:
        return f"source {a}"
    if kind == v.O_OPTION:
        return _alternative_words(reader, state, a)
    return PLAIN_WORDS[kind]


def _alternative_words(reader: Reader, state: np.void, number: int) -> str:
    """Returns an alternative of a card, from 1; two effects ask without their card saying how."""
    step = asking_step(reader, state)
    if step is not None and "choose" in step:
        return alternatives(step)[number - 1]
    if state["frame"][int(state["frames"]) - 1, F_OP] == v.OP_OUTPACED:
        return OUTPACED_WORDS[number]
    return PLAY_GAINED_WORDS[number]


def _order_words(reader: Reader, state: np.void, a: int, b: int) -> str:
    if b == codes.ORDER_LAND:
        return f"{reader.land(state, a)} next"
    if b == codes.ORDER_SPIRIT:
        return f"{reader.spirit(state, a)} next"
    if b == codes.ORDER_BOARD:
        return f"board {reader.content.boards[int(reader.tables['layout_board'][state['layout'], a])]} next"
    if b == codes.ORDER_ANSWER:
        return "the raids first" if a == RAIDS_FIRST else "the answers to what was destroyed first"
    return step_words(_growth_actions(reader, state)[a - 1])


def _land_words(reader: Reader, state: np.void, land: int, source: int, origin: int) -> str:
    """Returns a land with its terrain; as the goal of a presence, also where that comes from."""
    name = reader.land(state, land)
    if source == codes.FROM_LAND:
        return f"presence from {reader.land(state, origin)} to {name}"
    if source:
        return f"presence {PRESENCE_SOURCES[source]} to {name}"
    return f"{name} ({reader.terrain(int(reader.tables['layout_terrain'][state['layout'], land]))})"


def _piece_words(reader: Reader, state: np.void, option: int) -> str:
    """Returns a piece, what lies on it, and where it goes or comes from."""
    kind, a, b, c = unpack(state["option"][option])
    note = b >> 4
    hits, strife = (c >> 4) + (note if note <= v.MOST_DREAMT else 0), c & 15
    if b & 15 >= v.STRIFE:
        piece = f"strife on a {reader.piece((b & 15) - v.STRIFE)}"
    else:
        piece = reader.piece(b & 15)
    marks = [f"{hits} damage"] * bool(hits) + [f"{strife} strife"] * bool(strife)
    words = f"{piece} with {' and '.join(marks)}" if marks else piece
    if kind == v.O_PUSH:
        return f"{words} to {reader.land(state, a)}"
    return f"{words} {'from' if kind == v.O_GATHER else 'in'} {reader.land(state, a)}"


def _growth(reader: Reader, state: np.void) -> dict:
    return reader.content.source["spirits"][int(state["spirit"][state["asked"]])]["growth"]


def _growth_actions(reader: Reader, state: np.void) -> list[dict]:
    """Returns the actions of the growth under way as they are numbered: first those of every turn."""
    growing = next(frame for frame in state["frame"][: state["frames"]][::-1] if frame[F_OP] == frames.FR_GROWTH)
    growth = _growth(reader, state)
    return [*growth.get("always", []), *growth["options"][int(growing[reg.GROWTH_OPTION])]["actions"]]
