"""Tells a game in plain words: the table at the start of each turn, every decision, and the cause of every change.

Runs the machine frame by frame and gives each change to the frame that was being worked on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from experiments.core.records import Record, check, choose
from experiments.core.story import Beat, Choice, chosen, plain
from experiments.spirit_island.changes import Reader, invader_card_words
from experiments.spirit_island.decisions import decider, option_words, question
from policies.core.explanation import Explanation
from policies.core.playing import Explainer
from simulator.core.game import Chooser
from simulator.spirit_island.machine import machine
from simulator.spirit_island.match import Game
from simulator.spirit_island.record import frames
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.state import F_LAND, F_OP, F_POWER, F_SOURCE
from simulator.spirit_island.words.cards import event_text, fear_text
from simulator.spirit_island.words.describing import describe_setup
from simulator.spirit_island.words.labels import unpack

PHASES = ("spirit phase", "fast powers", "invader phase", "slow powers", "time passes")
# Words for frames of the machine that are causes in themselves; the others speak for the frame below them.
FRAME_WORDS = {
    frames.FR_GROWTH: "growth",
    frames.FR_PLAY_CARDS: "card plays",
    frames.FR_RECLAIM_ONE: "reclaim one",
    frames.FR_FEAR_STEP: "fear cards",
    frames.FR_TIME_PASSES: "time passes",
    frames.FR_SWORN: "Sworn to Victory",
    frames.FR_INVADER_PHASE: "cards advance",
    frames.FR_SPIRIT_SETUP: "starting presence",
    frames.FR_SETUP: "set-up",
    frames.FR_WAVE: "between the games",
    frames.FR_SPIRIT_PHASE: "income",
}
INVADER_WORDS = {v.OP_RAVAGE: "ravage", v.OP_BUILD: "build"}
CAUSE_WORDS = {
    v.C_TERROR: "no invader is left that the terror level forbids",
    v.C_FEAR: "the fear deck is empty",
    v.C_SACRIFICE: "won and lost at once",
    v.C_BLIGHT: "no blight is left",
    v.C_PRESENCE: "a spirit has no presence left",
    v.C_INVADER_DECK: "no invader card is left to explore",
}


@dataclass(frozen=True)
class Cause:
    """What changes the table: in words, and the land it acts in (-1 = none)."""

    words: str
    land: int = -1
    card: str = ""  # the power, fear card, event or blight card behind it: told even when it changes nothing
    says: str = ""  # what such a card does, where nobody knows it before it is turned over


class Narrator:
    """Plays a game with a chooser and yields its story."""

    def __init__(self, game: Game, chooser: Chooser, record: Record, explain: Explainer | None = None) -> None:
        self.game = game
        self.chooser = chooser
        self.record = record
        self.explain = explain
        self.tables = game.content.tables[0]
        self.reader = Reader(self.tables, game.content)
        self.before = game.state.copy()  # the state at the last line told
        self.cause = Cause("set-up")
        self.silent = False  # nothing has been told of the present card yet
        self.declined = False  # what it offers was turned down
        self.fear_card = -1
        self.turn, self.phase = -1, -1

    def tell(self) -> Iterator[Beat]:
        """Plays to the end."""
        state = self.game.state
        yield plain("opening", self._title())
        while state["outcome"] == v.ONGOING:
            cause = self._cause()
            if cause != self.cause:
                yield from self._told()
                if cause.card != self.cause.card:
                    yield from self._unchanged()
                    self.silent, self.declined = True, False
                    if cause.says:
                        yield plain("change", f"  {cause.card} says: {cause.says}")
                self.cause = cause
            machine.advance(state, self.tables, 1)
            check(self.game)
            yield from self._headings()
            if state["decision"] != v.D_NONE:
                yield from self._told()
                yield from self._decide()
            elif state["frames"] == 0:
                break
        yield from self._told()
        yield from self._ending()

    # --- lines

    def _title(self) -> str:
        state = self.game.state
        boards = [self.game.content.boards[int(board)] for board in self.tables["layout_board"][state["layout"]]]
        seats = [f"{self.reader.spirit(state, player)} on board {boards[player]}" for player in range(int(state["players"]))]
        setup = self.game.setup
        challenge = [part["name"] for part in describe_setup(setup, self.game.content)["parts"]]
        return "; ".join([", ".join(seats), *challenge, f"{setup.expansion.replace('_', ' ')} game, seed {self.game.seed}"])

    def _told(self) -> Iterator[Beat]:
        """Yields the changes since the last line, with their cause."""
        old, new = self.before, self.game.state
        changes = self.reader.changes(old, new, self.cause.land)
        advanced = self.reader.advanced_cards(old, new)
        self.before = new.copy()
        if advanced:
            changes.append(advanced)
        if changes:
            self.silent = False
            yield plain("change", f"  {self.cause.words}: {'; '.join(changes)}")

    def _unchanged(self) -> Iterator[Beat]:
        """Yields that a card has changed nothing."""
        if self.silent and self.cause.card:
            why = "what it offers is declined" if self.declined else "there is nothing it could act on"
            yield plain("change", f"  {self.cause.card}: nothing changes, {why}")

    def _headings(self) -> Iterator[Beat]:
        state = self.game.state
        if int(state["turn"]) != self.turn:
            yield from self._told()
            self.turn, self.phase = int(state["turn"]), -1
            if self.turn > 0:
                yield plain("chapter", "", f"== Turn {self.turn} ==", *self.reader.table(state))
        if int(state["phase"]) != self.phase and self.turn > 0:
            yield from self._told()
            self.phase = int(state["phase"])
            yield plain("scene", f"-- {PHASES[self.phase]}")

    def _decide(self) -> Iterator[Beat]:
        state = self.game.state
        option = self.chooser(state, self.tables)
        who, asked = decider(self.reader, state, option), question(self.reader, state, self.cause.words)
        options = tuple(option_words(self.reader, state, number) for number in range(int(state["options"])))
        explanation = self.explain(state, option) if self.explain else Explanation()
        self.declined |= unpack(state["option"][option])[0] in (v.O_NO, v.O_STOP)
        choose(self.game, self.record, option)
        yield chosen(Choice(who, asked, options, option, explanation))

    def _ending(self) -> Iterator[Beat]:
        state = self.game.state
        result = self.game.result()
        reason = CAUSE_WORDS.get(int(state["cause"]), result["cause"])
        ended = f"{result['outcome'].capitalize()} ({result['cause']}) in turn {result['turns']}: {reason}."
        score = f"Score {result['score']}, {result['decisions']} decisions."
        yield Beat("ending", ended, ("", *self.reader.board(state), ended, score))

    # --- causes

    def _cause(self) -> Cause:
        """Returns what the machine is about to work on."""
        state = self.game.state
        top = int(state["frames"]) - 1
        if top < 0:
            return self.cause
        if state["frame"][top, F_OP] == frames.FR_FEAR_STEP and state["earned_count"] > 0:
            self.fear_card = int(state["earned"][0])
        cascade = -1
        for f in range(top, -1, -1):
            frame = state["frame"][f]
            if frame[F_OP] == frames.FR_ADD_BLIGHT:
                cascade = int(frame[F_LAND]) if cascade < 0 else cascade
                continue
            cause = self._frame_cause(frame)
            if cause is not None:
                if cascade in (-1, cause.land):
                    return cause
                return Cause(f"{cause.words} cascades to {self.reader.land(state, cascade)}", cascade, cause.card)
        return Cause(PHASES[int(state["phase"])])

    def _frame_cause(self, frame: np.ndarray) -> Cause | None:
        """Returns the cause a frame stands for; None lets the frame below it speak."""
        names, content, state = self.game.content.names, self.game.content, self.game.state
        op, source, land = int(frame[F_OP]), int(frame[F_SOURCE]), int(frame[F_LAND])
        where = f" in {self.reader.land(state, land)}" if land >= 0 else ""
        if source == v.SOURCE_POWER and frame[F_POWER] >= 0:
            power = self.reader.power(frame[F_POWER])
            return Cause(power + where, land, power)
        if source == v.SOURCE_FEAR and self.fear_card >= 0:
            card = f"fear card {names['fear_cards'][content.fear_cards[self.fear_card]]}"
            level = int(state["terror_level"])
            says = fear_text(content, content.fear_cards[self.fear_card], level)
            return Cause(f"{card} (terror level {level})", -1, card, says)
        if source == v.SOURCE_BLIGHT_CARD and state["blight_card"] >= 0:
            card = f"blight card {names['blight_cards'][content.blight_cards[int(state['blight_card'])]]}"
            return Cause(card, -1, card)
        if source == v.SOURCE_ADVERSARY:
            return Cause(names["adversaries"][content.adversaries[int(state["adversary"])]])
        if source == v.SOURCE_GROWTH:
            return Cause("growth")
        if op == frames.FR_EVENT and frame[reg.EVENT_CARD] >= 0:
            event = content.events[int(frame[reg.EVENT_CARD])]
            card = f"event {names['event_cards'][event]}"
            return Cause(card, -1, card, " | ".join(event_text(content, event)))
        if op in INVADER_WORDS:
            return Cause(INVADER_WORDS[op] + where, land)
        if op == frames.FR_EXPLORE_CARD:
            return Cause(f"explore {self._explored()}")
        return Cause(FRAME_WORDS[op]) if op in FRAME_WORDS else None

    def _explored(self) -> str:
        """Returns the card being explored: just revealed, or still on top of the deck."""
        state = self.game.state
        if state["slot_count"][v.SLOT_EXPLORE]:
            return self.reader.invader_cards(state, v.SLOT_EXPLORE)
        if state["invader_top"] == state["invader_size"]:
            return "without a card"
        return invader_card_words(self.game.content.invader_cards[int(state["invader_deck"][state["invader_top"]])])


def tell(game: Game, chooser: Chooser, record: Record, explain: Explainer | None = None) -> Iterator[Beat]:
    """Plays a game with a chooser, records its choices and yields its story."""
    return Narrator(game, chooser, record, explain).tell()
