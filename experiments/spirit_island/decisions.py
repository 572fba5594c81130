"""The open decision in words: who decides, what is asked, what each answer stands for. Only reads."""

from __future__ import annotations

import numpy as np

from experiments.spirit_island.changes import Reader
from simulator.spirit_island.record import frames
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.state import F_OP
from simulator.spirit_island.words.labels import QUESTIONS, unpack

ACTION_WORDS = {
    "gain_card": "gain a power card",
    "gain_energy": "gain {n} energy",
    "add_presence": "add a presence at range {range}",
    "extra_plays": "{n} card play more",
    "gather_presence_into_oceans": "gather a presence into each ocean",
    "push_presence_from_oceans": "push a presence from each ocean",
}
# Decisions inside an effect, which a reader understands only with its name.
ASKED_INSIDE = (v.D_PIECE, v.D_LAND, v.D_OPTION, v.D_THRESHOLD, v.D_MAY, v.D_ELEMENT, v.D_SPIRIT, v.D_PRESENCE)
CARDS = (v.D_PLAY_CARD, v.D_TAKE_CARD)


def question(state: np.void, cause: str) -> str:
    """Returns what is asked, and inside an effect by what."""
    decision = int(state["decision"])
    return QUESTIONS[decision] + (f" ({cause})" if decision in ASKED_INSIDE else "")


def decider(reader: Reader, state: np.void, option: int) -> str:
    """Returns who decides in a game of several spirits; the order of powers and lands is decided by all (R25.2)."""
    kind, a, b, _ = unpack(state["option"][option])
    if state["players"] == 1 or (kind == v.O_ORDER and b == 0):
        return ""
    return f"{reader.spirit(state, a if kind in (v.O_POWER, v.O_REPEAT) else int(state['asked']))}: "


def meaning(reader: Reader, state: np.void, option: int) -> str:
    """Returns what the bare label of an answer stands for, or nothing where it speaks for itself."""
    kind, a, b, _ = unpack(state["option"][option])
    if kind == v.O_GROWTH:
        return f" = {', '.join(map(action_words, _growth(reader, state)['options'][a]['actions']))}"
    if kind == v.O_ORDER and b == 2:
        return f" = {action_words(_growth_actions(reader, state)[a - 1])}"
    if kind == v.O_CARD and state["decision"] in CARDS:
        return f" ({int(reader.tables['power_cost'][a])} energy)"
    if kind == v.O_REPEAT:
        return " again"
    return ""


def action_words(action: dict) -> str:
    """Returns a growth action in words."""
    if action["do"] == "reclaim":
        return "reclaim all cards" if action["n"] == "all" else f"reclaim {action['n']} card"
    return ACTION_WORDS.get(action["do"], action["do"].replace("_", " ")).format(**action)


def _growth(reader: Reader, state: np.void) -> dict:
    return reader.content.source["spirits"][int(state["spirit"][state["asked"]])]["growth"]


def _growth_actions(reader: Reader, state: np.void) -> list[dict]:
    """Returns the actions of the growth under way as they are numbered: first those of every turn."""
    growing = next(frame for frame in state["frame"][: state["frames"]][::-1] if frame[F_OP] == frames.FR_GROWTH)
    growth = _growth(reader, state)
    return [*growth.get("always", []), *growth["options"][int(growing[reg.GROWTH_OPTION])]["actions"]]
