"""What an option and a decision are called: the labels of case files, recorded games and narration.

Only reads a state. Knows the encoding of options, not the rules behind them. README.md lists all labels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from simulator.core.agenda import unpack
from simulator.terra_mystica.record import vocabulary as v

if TYPE_CHECKING:
    from simulator.terra_mystica.language.content import Content

QUESTIONS = {
    v.D_NONE: "nothing to decide",
    v.D_FACTION: "choose a faction",
    v.D_START_DWELLING: "choose a hex for a start dwelling",
    v.D_BONUS: "choose a first bonus card",
    v.D_ACTION: "choose an action",
    v.D_SPADES: "choose how many spades the next hex takes",
    v.D_TRANSFORM: "choose a hex and its new terrain",
    v.D_BUILD: "build a dwelling?",
    v.D_UPGRADE: "choose a dwelling to upgrade",
    v.D_FAVOR: "choose a favor tile",
    v.D_TOWN: "choose a town tile",
    v.D_TOP: "choose a cult track that rises to the top",
    v.D_CULT: "choose a cult track",
    v.D_SITE: "choose where the bridge goes",
    v.D_PRIESTS: "choose how many workers become priests",
    v.D_LEECH: "take power from the neighbour?",
    v.D_TURN_END: "end the turn?",
}


def option_labels(state: np.void, content: Content) -> list[str]:
    """Returns the labels of all legal answers."""
    return [option_label(int(option), content) for option in state["option"][: state["options"]]]


def option_label(option: int, content: Content) -> str:
    """Returns the label of one packed option."""
    kind, a, b, _ = unpack(option)
    name = v.OPTIONS[kind]
    if kind in (v.O_NO, v.O_STOP, v.O_END, v.O_BURN):
        return name
    if kind == v.O_CONVERT:
        return f"{'exchange' if a >= v.VP_TO_COIN else 'convert'}:{v.CONVERSIONS[a]}"
    if kind == v.O_PASS and a == 0:
        return name
    return f"{name}:{_operand(kind, a, b, content)}"


def _operand(kind: int, a: int, b: int, content: Content) -> str:
    if kind in (v.O_DWELLING, v.O_BUILD, v.O_TOWN_AT):
        return content.hexes[a]
    if kind == v.O_UPGRADE:
        return f"{content.hexes[a]}>{v.STRUCTURES[b]}"
    if kind == v.O_TRANSFORM:
        return f"{content.hexes[a]}>{v.TERRAIN_LETTERS[b]}"
    if kind == v.O_SEND:
        return f"{v.CULTS[a]}@{b}"
    if kind == v.O_BRIDGE:
        return "-".join(content.sites[a])
    if kind == v.O_PASS:
        return content.cards[a - 1]
    if kind == v.O_LEECH:
        return "yes" if a else "no"
    names = {v.O_FACTION: content.factions, v.O_POWER: v.POWER_ACTIONS, v.O_SPECIAL: v.SPECIALS, v.O_ADVANCE: v.TRACKS,
             v.O_FAVOR: content.favors, v.O_TOWN: content.towns, v.O_TOP: v.CULTS, v.O_CULT: v.CULTS}  # fmt: skip
    return names[kind][a] if kind in names else str(a)


def decision_name(state: np.void) -> str:
    """Returns the name of the open decision, 'none' when nothing is asked."""
    return v.DECISIONS[int(state["decision"])]


def describe_decision(state: np.void, content: Content, lang: str = "en") -> str:
    """Returns in words what is asked, and of whom."""
    from simulator.terra_mystica.words.names import faction_name

    question = QUESTIONS[int(state["decision"])]
    asked = int(state["asked"])
    if state["decision"] == v.D_NONE:
        return question
    faction = int(state["faction"][asked])
    who = f"seat {asked + 1}" if faction < 0 else faction_name(content, content.factions[faction], lang)
    return f"{who}: {question}"
