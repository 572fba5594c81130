"""What each power, innate and growth option did in a game: how often it was taken, played and used, and what came of it.

The game is played decision by decision; between the start of a use and its end everything that changes is its doing.
What defence and fear save later is no part of it.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np

from simulator.core.game import Chooser
from simulator.core.machine import CALL_ADVANCE
from simulator.spirit_island.match import Game
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_USE_POWER
from simulator.spirit_island.record.state import F_ACTOR, F_OP, F_POWER
from simulator.spirit_island.words.labels import spirit_id, unpack

COUNTED = ("taken", "played", "used", "fear", "blight", "explorers", "towns", "cities", "dahan")
GROWTH = "growth"
INVADERS = {"explorers": v.EXPLORER, "towns": v.TOWN, "cities": v.CITY}
Row = dict[str, Any]


class Tracer:
    """Plays one game and counts by seat and item."""

    def __init__(self, game: Game, chooser: Chooser) -> None:
        self.game, self.chooser, self.machine = game, chooser, game.rules.machine
        self.tables = game.content.tables[0]
        self.rows: dict[tuple[int, str, str], Row] = defaultdict(lambda: dict.fromkeys(COUNTED, 0))
        self.kinds = kinds_of(game.content)

    def play(self) -> list[Row]:
        """Plays to the end; returns a row for everything that a spirit took, played or used."""
        state = self.game.state
        self.game.advance()
        while state["decision"] != v.D_NONE and not state["error"]:
            asked = int(state["decision"])
            self._choose(state)
            if asked == v.D_USE_POWER:
                self._use(state)
            else:
                self.game.advance()
        return [
            {"spirit": spirit_id(state, self.game.content, seat), "kind": kind, "item": item, **counts}
            for (seat, kind, item), counts in sorted(self.rows.items())
        ]

    def _choose(self, state: np.void) -> None:
        """Answers the open decision and counts what is taken and played."""
        index = int(self.chooser(state, self.tables))
        kind, first, *_ = unpack(state["option"][index])
        asked, seat = int(state["decision"]), int(state["asked"])
        if kind == v.O_GROWTH:
            self.rows[seat, GROWTH, str(first + 1)]["taken"] += 1
        elif kind == v.O_CARD and asked in (v.D_TAKE_CARD, v.D_PLAY_CARD):
            self._row(seat, first)["taken" if asked == v.D_TAKE_CARD else "played"] += 1
        self.game.choose(index)

    def _use(self, state: np.void) -> None:
        """Goes on frame by frame to the use that was chosen, if one was, and counts what changes until it is over."""
        while (place := self._open_use(state)) < 0:
            self.machine.advance(state, self.tables, 1)
            if state["decision"] != v.D_NONE or state["frames"] == 0 or state["outcome"] != v.ONGOING:
                return
            if int(state["phase"]) not in (v.FAST_PHASE, v.SLOW_PHASE):
                self.game.advance()
                return
        frame = state["frame"][place]
        row, before = self._row(int(frame[F_ACTOR]), int(frame[F_POWER])), measured(state)
        row["used"] += 1
        while int(state["frames"]) > place and state["outcome"] == v.ONGOING and not state["error"]:
            self.machine.call(state, self.tables, CALL_ADVANCE, -1, place)
            if state["decision"] != v.D_NONE:
                if int(state["frames"]) <= place:
                    break
                self._choose(state)
        for name, change in changed(before, measured(state)).items():
            row[name] += change
        if state["decision"] == v.D_NONE and state["outcome"] == v.ONGOING:
            self.game.advance()

    def _open_use(self, state: np.void) -> int:
        """Returns the lowest frame of a use of a power, -1 if there is none."""
        ops = state["frame"][: int(state["frames"]), F_OP]
        found = np.flatnonzero(ops == FR_USE_POWER)
        return int(found[0]) if len(found) else -1

    def _row(self, seat: int, power: int) -> Row:
        item = self.game.content.powers[power]
        return self.rows[seat, self.kinds.get(item, "other"), item]


def kinds_of(content: Any) -> dict[str, str]:
    """Returns of which kind each power is: minor, major, unique or innate."""
    kinds = {card["id"]: kind for kind in ("minor", "major") for card in content.source[f"{kind}_powers"]}
    for spirit in content.source["spirits"]:
        kinds |= {power["id"]: "unique" for power in spirit["unique_powers"]}
        kinds |= {power["id"]: "innate" for power in spirit["innates"]}
    return kinds


def measured(state: np.void) -> dict[str, int]:
    """Returns what a use is measured by."""
    pieces = state["pieces"].sum(axis=0)
    found = {name: int(pieces[kind]) for name, kind in INVADERS.items()}
    return found | {"fear": int(state["fear_generated"]), "blight": int(pieces[v.BLIGHT]), "dahan": int(pieces[v.DAHAN])}


def changed(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    """Returns what was added of fear and dahan, and removed of blight and invaders."""
    added = ("fear", "dahan")
    return {name: (after[name] - before[name]) * (1 if name in added else -1) for name in before}


def trace(game: Game, chooser: Chooser) -> list[Row]:
    """Plays a game and returns what everything did in it."""
    return Tracer(game, chooser).play()


# --- going without


def without(content: Any, kind: str, item: str) -> dict[str, Any] | None:
    """Returns a patch with which nobody can play a card or reach an innate; growth is not taken away."""
    if kind == "unique":
        return {"unique_powers": {item: {"cost": DEAR}}}
    if kind in ("minor", "major"):
        return {f"{kind}_powers": {item: {"cost": DEAR}}}
    if kind == "innate":
        effect = next(power["effect"] for spirit in content.source["spirits"] for power in spirit["innates"]
                      if power["id"] == item)  # fmt: skip
        return {"innates": {item: {"effect": [{"threshold": {"sun": DEAR}, "then": effect}]}}}
    return None


DEAR = 20  # energy or elements: more than anybody ever has
