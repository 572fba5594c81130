"""A game that a person plays: asks for answers, explains, takes back, advises, saves. Knows no game and no terminal.

The story is told as for any game. To take an answer back, the game is played again up to it, silently.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from experiments.core.records import Record, check_writable, mark, new_record, save_record
from experiments.core.study import Study, find_study
from policies.core import playing
from simulator.core.errors import UserError
from simulator.core.game import Chooser, find_game
from simulator.core.match import Match
from simulator.core.reading import whole

HELP = (
    "Answer with the number of an option, its label, or a part of its words. Besides:",
    "  ?            this help                      board    what lies on the table",
    "  card NAME    what a component does          hint     what the strongest bot would do",
    "  undo         take your last answer back     save FILE   save the game as it stands; go on with play --resume",
    "  quit         stop (the game is saved first if --save names a file)",
)


class TakenBack(Exception):
    """The person takes the last answer back."""


class Stopped(Exception):
    """The person stops."""


@dataclass
class Session:
    """A person at the table, who answers for some seats; a policy answers for the others."""

    deal: Callable[[], Match]  # deals the same position every time
    seats: Collection[int]  # those of the person, from 0; none = all
    policy: str  # of the other seats
    read: Callable[[], str]  # a line of the person; raises EOFError at the end
    say: Callable[[str], Any]
    begun: list[int] = field(default_factory=list)  # answers of a saved game to go on with
    mine: list[int] = field(default_factory=list)  # which answers were the person's
    note: str = ""  # why the table is shown anew at the next question

    def play(self) -> tuple[Match, Record, bool]:
        """Plays to the end, or until the person stops; returns match, record and whether the game is over."""
        while True:
            self.match = self.deal()
            self.study: Study = find_study(self.match.game)
            self.record = new_record(self.match)
            try:
                for line in self._lines():
                    self.say(line)
            except TakenBack:
                self.begun, self.note = self.record.choices[: self.mine.pop()], "taken back"
            except Stopped:
                return self.match, self.standing(), False
            else:
                return self.match, self.standing(), True

    def standing(self) -> Record:
        """Returns the record of the game as it stands."""
        return replace(self.record, choices=list(self.record.choices), digest=mark(self.match))

    def _lines(self) -> Iterator[str]:
        """Yields the story; what was told before an answer was taken back is not told again."""
        others = playing.make_chooser(self.match.game, self.match.content, self.policy) if self.seats else None
        known = list(self.begun)
        is_told = not self.note
        for beat in self.study.tell(self.match, self._chooser(known, others), self.record):
            is_told = is_told or not self.note
            yield from beat.lines if is_told else ()

    def _chooser(self, known: list[int], others: Chooser | None) -> Chooser:
        def choose(state: np.void, tables: np.void) -> int:
            number = len(self.record.choices)
            if others is not None and int(state["asked"]) not in self.seats:
                return others(state, tables) if number >= len(known) else self._again(known[number], state)
            if not self.mine or self.mine[-1] < number:
                self.mine.append(number)
            if number < len(known):
                return self._again(known[number], state)
            self._show_anew()
            return self._ask()

        return choose

    def _again(self, option: int, state: np.void) -> int:
        if not 0 <= option < state["options"]:
            raise UserError(f"the record does not fit these rules at decision {int(state['decisions']) + 1}")
        return option

    def _show_anew(self) -> None:
        if self.note:
            self._say_all([self.note, *self.study.table(self.match)])
        self.note = ""

    # --- asking

    def _ask(self) -> int:
        """Returns the number of the option that the person takes."""
        names, words = self.match.options, self.study.meanings(self.match)
        self.say(find_game(self.match.game).question(self.match.state, self.match.content) + "   (? for help)")
        for number, (name, meaning) in enumerate(zip(names, words), 1):
            self.say(f"  {number:>3}  {meaning or name}" + (f"   [{name}]" if meaning else ""))
        while True:
            line = self.read().strip()
            command, _, rest = line.partition(" ")
            if command in COMMANDS:
                COMMANDS[command](self, rest.strip())
            elif (option := find_option(line, names, words)) is not None:
                return option
            else:
                self.say(f"no such option: {line} (? for help)")

    def _say_all(self, lines: list[str]) -> None:
        for line in lines:
            self.say(line)

    # --- what a person may ask for

    def help(self, rest: str) -> None:
        """Says what can be typed."""
        del rest
        self._say_all(list(HELP))

    def board(self, rest: str) -> None:
        """Shows the table."""
        del rest
        self._say_all(self.study.table(self.match) or ["this game shows no table"])

    def card(self, name: str) -> None:
        """Says what a component does."""
        found = self.study.look_up(self.match, name) if name else ["card NAME: the name of a component, or a part of it"]
        self._say_all(found or [f"no component is called {name!r}"])

    def hint(self, rest: str) -> None:
        """Says what the strongest bot would do, and why."""
        del rest
        match = self.match.copy()  # a bot may draw from the state it is asked about
        policy = playing.strongest(match.game)
        chooser = playing.make_chooser(match.game, match.content, policy)
        option = chooser(match.state, match.tables)
        words = [meaning or name for name, meaning in zip(match.options, self.study.meanings(match))]
        self.say(f"{policy} would: {words[option]}")
        if playing.can_explain(match.game, policy):
            explanation = playing.make_explainer(match.game, policy, chooser)(match.state, option)
            self._say_all([f"  {line}" for line in explanation.lines(words)])

    def undo(self, rest: str) -> None:
        """Takes the last answer of the person back."""
        del rest
        if len(self.mine) > 1:
            self.mine.pop()  # the open question
            raise TakenBack
        self.say("there is nothing to take back")

    def save(self, file: str) -> None:
        """Saves the game as it stands."""
        if not file:
            self.say("save FILE: the file to save it in")
            return
        try:
            check_writable(Path(file))
            save_record(self.standing(), Path(file))
            self.say(f"saved; go on with: evenkeel play --resume {file} --interactive")
        except UserError as error:
            self.say(str(error))

    def quit(self, rest: str) -> None:
        """Stops."""
        del rest
        raise Stopped


COMMANDS: dict[str, Callable[[Session, str], None]] = {
    "?": Session.help, "help": Session.help, "board": Session.board, "card": Session.card, "hint": Session.hint,
    "undo": Session.undo, "save": Session.save, "quit": Session.quit, "q": Session.quit,
}  # fmt: skip


def find_option(answer: str, names: list[str], words: list[str]) -> int | None:
    """Returns the option meant by a number from 1, a label, or words that only one of them has."""
    if answer in names:
        return names.index(answer)
    if 1 <= (number := whole(answer) or 0) <= len(names):
        return number - 1
    fitting = [option for option, meaning in enumerate(words) if answer and answer.lower() in meaning.lower()]
    return fitting[0] if len(fitting) == 1 else None
