"""What an option and a decision are called: the labels of case files, recorded games and narration.

Only reads a state. Knows the encoding of options (agenda.py), not the rules behind them.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from simulator.core.errors import UnknownName
from simulator.spirit_island.language.assembler import Content
from simulator.spirit_island.record import codes
from simulator.spirit_island.record import vocabulary as v

TRACKS = ("energy", "plays")
DECKS = ("minor", "major")
PRESENCE_SOURCES = {
    codes.FROM_ENERGY: "track:energy",
    codes.FROM_PLAYS: "track:plays",
    codes.FROM_DESTROYED_PILE: "destroyed",
}

QUESTIONS = {
    v.D_NONE: "nothing to decide",
    v.D_GROWTH: "choose a growth option",
    v.D_ORDER: "choose what comes next",
    v.D_SOURCE: "choose where the presence comes from",
    v.D_PLACE: "choose where the presence goes",
    v.D_TAKE_CARD: "choose a power card to gain",
    v.D_DECK: "choose a deck to draw from",
    v.D_FORGET: "choose a power card to forget",
    v.D_RECLAIM: "choose a power card to reclaim",
    v.D_PLAY_CARD: "choose a power card to play",
    v.D_USE_POWER: "choose a power to use",
    v.D_TARGET: "choose the target",
    v.D_PIECE: "choose a piece",
    v.D_LAND: "choose a land",
    v.D_OPTION: "choose one",
    v.D_THRESHOLD: "use the threshold?",
    v.D_MAY: "do it?",
    v.D_ELEMENT: "choose an element",
    v.D_SPIRIT: "choose a spirit",
    v.D_CASCADE: "choose where the blight cascades",
    v.D_PRESENCE: "choose a presence",
    v.D_SETUP: "choose a starting land",
}


def land_name(state: np.void, tables: np.void, content: Content, land: int) -> str:
    """Returns the name of a land of this island, such as 'A5'; 'A0' is the ocean of board A."""
    slot, number = divmod(int(land), v.SPACES_PER_BOARD)
    board = int(tables["layout_board"][state["layout"], slot])
    return f"{content.boards[board]}{number}"


def land_names(state: np.void, tables: np.void, content: Content) -> dict[str, int]:
    """Returns the spaces of this island by name, oceans included, in the order of boards and numbers."""
    terrain = tables["layout_terrain"][state["layout"]]
    spaces = range(int(state["players"]) * v.SPACES_PER_BOARD)
    return {land_name(state, tables, content, land): land for land in spaces if terrain[land] >= 0}


def land_index(state: np.void, tables: np.void, content: Content, name: str) -> int:
    """Returns the number of a land of this island."""
    lands = land_names(state, tables, content)
    if name not in lands:
        raise UnknownName("land", name, list(lands))
    return lands[name]


def spirit_id(state: np.void, content: Content, player: int) -> str:
    """Returns the id of a player's spirit."""
    return content.spirits[int(state["spirit"][player])]


def piece_name(kind: int, hits: int = 0, strife: int = 0) -> str:
    """Returns a piece in the notation of labels: town, town@1, city@1!, explorer!2."""
    if kind >= v.STRIFE:  # strife lying on an invader
        return f"strife:{v.PIECES[kind - v.STRIFE]}"
    mark = "" if strife == 0 else "!" if strife == 1 else f"!{strife}"
    return v.PIECES[kind] + (f"@{hits}" if hits else "") + mark


def unpack(option: int) -> tuple[int, int, int, int]:
    """Returns kind, a, b and c of an option."""
    option = int(option)
    return option >> 24, option >> 16 & 255, option >> 8 & 255, option & 255


def options_of(state: np.void) -> list[tuple[int, int, int, int]]:
    """Returns the legal answers of the open decision, unpacked."""
    return [unpack(option) for option in state["option"][: state["options"]]]


def option_labels(state: np.void, tables: np.void, content: Content) -> list[str]:
    """Returns the labels of all legal answers; equal ones are told apart by #2, #3 ..."""
    seen: Counter[str] = Counter()
    labels = []
    for k in range(int(state["options"])):
        label = option_label(state, tables, content, k)
        seen[label] += 1
        labels.append(label if seen[label] == 1 else f"{label}#{seen[label]}")
    return labels


def option_label(state: np.void, tables: np.void, content: Content, k: int) -> str:
    """Returns the label of answer `k` of the open decision."""
    kind, a, b, c = unpack(state["option"][k])
    if kind in (v.O_STOP, v.O_YES, v.O_NO, v.O_DESTROYED):
        return v.OPTIONS[kind]
    if kind in (v.O_PIECE, v.O_PUSH, v.O_GATHER):
        return _piece_label(state, tables, content, k)
    if kind == v.O_LAND:
        return _land_label(land_name(state, tables, content, a), b, c, state, tables, content)
    if kind in (v.O_RITUAL, v.O_WARD, v.O_SHIFT):
        return f"{v.OPTIONS[kind]}:{land_name(state, tables, content, a)}"
    if kind == v.O_ORDER:
        return f"order:{_order_name(state, tables, content, a, b)}"
    return f"{_PREFIX[kind]}:{_plain_name(state, content, kind, a, b)}"


_PREFIX = {
    v.O_CARD: "card", v.O_POWER: "card", v.O_REPEAT: "card", v.O_OPTION: "option", v.O_ELEMENT: "element",
    v.O_TRACK: "track", v.O_GROWTH: "growth", v.O_DECK: "deck", v.O_SPIRIT: "spirit", v.O_TERRAIN: "terrain",
    v.O_FORGET: "forget", v.O_DISCARD: "discard", v.O_FACE_DOWN: "face_down",
    v.O_SOURCE: "source", v.O_ASSIST: "assist",
}  # fmt: skip


def _plain_name(state: np.void, content: Content, kind: int, a: int, b: int) -> str:
    if kind in (v.O_CARD, v.O_FORGET, v.O_DISCARD, v.O_FACE_DOWN, v.O_ASSIST):
        return content.powers[a]
    if kind == v.O_TERRAIN:
        return v.TERRAINS[a]
    if kind in (v.O_POWER, v.O_REPEAT):
        return content.powers[b]
    if kind in (v.O_OPTION, v.O_SOURCE):
        return str(a)
    if kind == v.O_GROWTH:
        return str(a + 1)
    if kind == v.O_ELEMENT:
        return v.ELEMENTS[a]
    if kind == v.O_TRACK:
        return TRACKS[a]
    if kind == v.O_DECK:
        return DECKS[a]
    return spirit_id(state, content, a)


def _land_label(name: str, source: int, origin: int, state: np.void, tables: np.void, content: Content) -> str:
    """Returns land:A5, or for the goal of a presence its source as well: track:energy>A5, land:A7>A5."""
    if source == 0:
        return f"land:{name}"
    if source == codes.FROM_LAND:
        return f"land:{land_name(state, tables, content, origin)}>{name}"
    return f"{PRESENCE_SOURCES[source]}>{name}"


def _piece_label(state: np.void, tables: np.void, content: Content, k: int) -> str:
    kind, a, b, c = unpack(state["option"][k])
    note = b >> 4
    hits = (c >> 4) + (note if note <= v.MOST_DREAMT else 0)
    label = f"piece:{piece_name(b & 15, hits, c & 15)}"
    land = land_name(state, tables, content, a)
    if kind == v.O_PUSH:
        return f"{label}>{land}"
    if kind == v.O_GATHER or _pieces_lie_apart(state):
        return f"{label}<{land}"
    return label


def _pieces_lie_apart(state: np.void) -> bool:
    """Tells whether the pieces of one decision lie in several lands."""
    return len({a for kind, a, _, _ in options_of(state) if kind == v.O_PIECE}) > 1


def _order_name(state: np.void, tables: np.void, content: Content, a: int, b: int) -> str:
    if b == codes.ORDER_LAND:
        return land_name(state, tables, content, a)
    if b == codes.ORDER_SPIRIT:
        return spirit_id(state, content, a)
    return str(a + 1) if b == codes.ORDER_BOARD else str(a)


def decision_name(state: np.void) -> str:
    """Returns the name of the open decision, 'none' when nothing is asked."""
    return v.DECISIONS[int(state["decision"])]


def describe_decision(state: np.void, content: Content) -> str:
    """Returns in words what is asked, and of whom."""
    question = QUESTIONS[int(state["decision"])]
    asked = int(state["asked"])
    if state["decision"] == v.D_NONE or not 0 <= asked < state["players"]:
        return question
    return f"{content.names['spirits'][spirit_id(state, content, asked)]}: {question}"
