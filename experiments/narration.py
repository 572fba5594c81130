"""Tells a game in plain words: the island at the start of each turn, every decision, and the cause of every change.

Runs the machine frame by frame and gives each change to the frame that was being worked on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from experiments.changes import Reader
from experiments.games import Chooser, Record, check, choose, labels
from simulator.spirit_island import Game, agenda, machine
from simulator.spirit_island import vocabulary as v
from simulator.spirit_island.labels import describe_decision
from simulator.spirit_island.state import F_LAND, F_OP, F_POWER, F_SOURCE

Explainer = Callable[[np.void, list[str], int], list[str]]  # state, labels, choice -> lines on how it was chosen
PHASES = ("spirit phase", "fast powers", "invader phase", "slow powers", "time passes")
# Words for frames of the machine that are causes in themselves; the others speak for the frame below them.
FRAME_WORDS = {
    agenda.FR_GROWTH: "growth",
    agenda.FR_PLAY_CARDS: "card plays",
    agenda.FR_RECLAIM_ONE: "reclaim one",
    agenda.FR_FEAR_STEP: "fear cards",
    agenda.FR_INVADER_CARD: "invader card",
    agenda.FR_TIME_PASSES: "time passes",
    agenda.FR_ADD_BLIGHT: "blight",
    agenda.FR_SWORN: "Sworn to Victory",
    agenda.FR_INVADER_PHASE: "invader phase",
    agenda.FR_SPIRIT_SETUP: "set-up",
    agenda.FR_SETUP: "set-up",
    agenda.FR_SPIRIT_PHASE: "spirit phase",
}
INVADER_WORDS = {v.OP_RAVAGE: "ravage", v.OP_BUILD: "build", agenda.FR_EXPLORE_CARD: "explore"}


class Narrator:
    """Plays a game with a chooser and yields the lines of its story."""

    def __init__(self, game: Game, chooser: Chooser, record: Record, explain: Explainer | None = None) -> None:
        self.game = game
        self.chooser = chooser
        self.record = record
        self.explain = explain
        self.tables = game.content.tables[0]
        self.reader = Reader(self.tables, game.content)
        self.before = game.state.copy()  # the state at the last line told
        self.cause = "set-up"
        self.fear_card = -1
        self.turn, self.phase = -1, -1

    def tell(self) -> Iterator[str]:
        """Plays to the end."""
        state = self.game.state
        while state["outcome"] == v.ONGOING:
            cause = self._cause()
            if cause != self.cause:
                yield from self._told()
                self.cause = cause
            machine.advance(state, self.tables, 1)
            check(state)
            yield from self._headings()
            if state["decision"] != v.D_NONE:
                yield from self._told()
                yield from self._decide()
            elif state["frames"] == 0:
                break
        yield from self._told()
        yield from self._ending()

    def _told(self) -> Iterator[str]:
        """Yields the changes since the last line, with their cause."""
        changes = self.reader.changes(self.before, self.game.state)
        self.before = self.game.state.copy()
        if changes:
            yield f"  {self.cause}: {'; '.join(changes)}"

    def _headings(self) -> Iterator[str]:
        state = self.game.state
        if int(state["turn"]) != self.turn:
            yield from self._told()
            self.turn, self.phase = int(state["turn"]), -1
            if self.turn > 0:
                yield from ["", f"== Turn {self.turn} == {self._summary()}", *self.reader.board(state)]
        if int(state["phase"]) != self.phase and self.turn > 0:
            yield from self._told()
            self.phase = int(state["phase"])
            yield f"-- {PHASES[self.phase]}"

    def _summary(self) -> str:
        state = self.game.state
        energy = ", ".join(
            f"{self.reader.spirit(state, player)} {int(state['energy'][player])} energy"
            for player in range(int(state["players"]))
        )
        fear = f"fear {int(state['fear'])}/{int(state['fear_pool'])}, terror level {int(state['terror_level'])}"
        return f"{fear}, {int(state['blight_pool'])} blight on the card; {energy}"

    def _decide(self) -> Iterator[str]:
        state = self.game.state
        question = describe_decision(state, self.game.content)
        names = labels(self.game)
        option = self.chooser(state, self.tables)
        if self.explain:
            yield from (f"      {line}" for line in self.explain(state, names, option))
        choose(self.game, self.record, option)
        yield f"  > {question}: {names[option]}  (of {len(names)})"

    def _ending(self) -> Iterator[str]:
        state = self.game.state
        yield ""
        yield from self.reader.board(state)
        outcome, cause = v.OUTCOMES[int(state["outcome"])], v.CAUSES[int(state["cause"])]
        turn, decisions = int(state["turn"]), int(state["decisions"])
        yield f"{outcome.capitalize()} ({cause}) in turn {turn}, after {decisions} decisions."

    # --- causes

    def _cause(self) -> str:
        """Returns in words what the machine is about to work on."""
        state = self.game.state
        top = int(state["frames"]) - 1
        if top < 0:
            return self.cause
        if state["frame"][top, F_OP] == agenda.FR_FEAR_STEP and state["earned_count"] > 0:
            self.fear_card = int(state["earned"][0])
        for f in range(top, -1, -1):
            words = self._frame_cause(state["frame"][f])
            if words:
                return words
        return PHASES[int(state["phase"])]

    def _frame_cause(self, frame: np.ndarray) -> str | None:
        """Returns the cause a frame stands for; None lets the frame below it speak."""
        content, state = self.game.content, self.game.state
        op, source, land = int(frame[F_OP]), int(frame[F_SOURCE]), int(frame[F_LAND])
        where = f" in {self.reader.land(state, land)}" if land >= 0 else ""
        if source == v.SOURCE_POWER and frame[F_POWER] >= 0:
            return self.reader.power(frame[F_POWER]) + where
        if source == v.SOURCE_FEAR and self.fear_card >= 0:
            return content.names["fear_cards"][content.fear_cards[self.fear_card]]
        if source == v.SOURCE_BLIGHT_CARD and state["blight_card"] >= 0:
            return content.names["blight_cards"][content.blight_cards[int(state["blight_card"])]]
        if source == v.SOURCE_GROWTH:
            return "growth"
        if op in INVADER_WORDS:
            return INVADER_WORDS[op] + where
        words = FRAME_WORDS.get(op)
        return words + where if words and op == agenda.FR_ADD_BLIGHT else words


def narrate(game: Game, chooser: Chooser, record: Record, explain: Explainer | None = None) -> Iterator[str]:
    """Plays a game with a chooser, records its choices and yields its story line by line."""
    return Narrator(game, chooser, record, explain).tell()
