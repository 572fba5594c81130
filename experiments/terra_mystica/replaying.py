"""Plays recorded games again, row by row, and compares.

A row is a search among the few ways of meaning it: the first that leads to the recorded state is taken.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from experiments.core.conforming import Conformity, Mismatch
from experiments.core.study import Difference
from experiments.terra_mystica.ending import end_differences, scored_state
from experiments.terra_mystica.reading import NOTHING_MORE, RULES, Items, candidates, is_automatic, written_as
from experiments.terra_mystica.recorded import LOOSE, STATE_NAMES, RecordedGame, Row, State
from experiments.terra_mystica.walk import Walk
from simulator.core.errors import UserError
from simulator.terra_mystica.match import Game
from simulator.terra_mystica.setups import Setup

MOST_TRIES = 20_000  # answers tried for one row; the longest row of a real game needs a few dozen


class Illegal(UserError):
    """A row that the machine does not allow."""


@dataclass
class Attempt:
    """What a search for the meaning of a row has found so far."""

    tries: int = 0
    left: int = 1_000_000  # fewest items left undone
    why: str = ""  # what stood in the way then
    differences: list[Difference] = field(default_factory=list)  # of the first way through that ends in another state
    seen: set[tuple] = field(default_factory=set)


class Replay:
    """One recorded game on the machine."""

    def __init__(self, game: RecordedGame, flags: dict[str, bool]) -> None:
        self.game = game
        setup = Setup(**{**game.setup, "flags": {**game.setup["flags"], **flags}})
        self.walk = Walk(Game(setup))
        self.before_end: Walk | None = None  # when the final scoring began
        self.scored: list[tuple[int, str]] = []  # seat and source of the rows of the final scoring

    def conform(self) -> Conformity:
        """Plays all rows as long as they hold."""
        rows = self.game.rows
        for matched, row in enumerate(rows):
            try:
                differences = self.play_row(row)
            except UserError as error:
                differences = [{"what": "command", "expected": row.text, "got": str(error)}]
            if differences:
                return Conformity(self.game.name, len(rows), matched, Mismatch(row.number, row.text, tuple(differences)))
        differences = end_differences(self.walk, self.game)
        mismatch = Mismatch(len(rows), "end of the game", tuple(differences)) if differences else None
        return Conformity(self.game.name, len(rows), len(rows), mismatch)

    def play_row(self, row: Row) -> list[Difference]:
        """Plays one row and returns the differences."""
        if row.number in self.walk.ahead:
            return []
        if row.seat < 0:
            self.begin_phase(row)
            return []
        if self.before_end is not None:
            return compare(scored_state(self.walk, self.before_end, row, self.scored), row.state)
        if row.is_scoring:
            raise Illegal("there is no scoring before the last pass (T15.1)")
        attempt = Attempt()
        found = self.search(self.walk, row, row.items, attempt)
        if found is not None:
            self.walk = found
            return []
        if attempt.differences:
            return attempt.differences
        raise Illegal(attempt.why)

    def begin_phase(self, row: Row) -> None:
        """Lets the phase end that is under way, and begins the next."""
        while self.walk.mark != row.text:
            if not self.close(self.walk):
                raise Illegal(f"{row.text!r} does not begin now: {self.walk.owes()}")
        if row.text == "final":
            self.before_end = self.walk.copy()
        self.walk.begin_phase()

    def close(self, walk: Walk) -> bool:
        """Answers that nothing more is done, or as a row to come says; tells whether there is such an answer."""
        for label in NOTHING_MORE:
            if label in walk.labels:
                walk.answer(label)
                return True
        return walk.is_open and self.play_ahead(walk)

    def play_ahead(self, walk: Walk) -> bool:
        """Takes the answer to an offer of power from the next row of the seat that is asked."""
        if "leech:no" not in walk.labels:
            return False
        row = next((row for row in self.game.rows if row.seat == walk.asked and self.is_to_come(walk, row)), None)
        if row is None or len(row.items) != 1 or row.items[0][0] not in ("leech", "decline"):
            return False
        labels = written_as(walk, row.items[0])
        if not labels:
            return False
        walk.answer(labels[0])
        walk.ahead |= {row.number}
        return not compare(walk.seat_state(row.seat), row.state)

    def is_to_come(self, walk: Walk, row: Row) -> bool:
        """Tells whether a row with commands is still to be played."""
        return row.number > self.number and row.number not in walk.ahead and bool(row.items)

    # --- the meaning of a row

    def search(self, walk: Walk, row: Row, items: Items, attempt: Attempt) -> Walk | None:
        """Returns the game after a row, if some way of meaning it leads to the recorded state."""
        self.number = row.number
        if items and is_automatic(walk, row) and not (walk.asked == row.seat and "leech:no" in walk.labels):
            items = ()
        if not items:
            differences = compare(walk.seat_state(row.seat), row.state)
            attempt.differences = attempt.differences or differences
            attempt.left = 0
            return None if differences else walk
        if self.is_hopeless(walk, items, attempt):
            return None
        if walk.is_open and walk.asked != row.seat:
            twin = walk.copy()
            found = self.search(twin, row, items, attempt) if self.close(twin) else None
        else:
            found = self.try_all(walk, row, items, attempt)
        if found is None and len(items) < attempt.left:
            attempt.left, attempt.why = len(items), forbidden(walk, row, items)
        return found

    def is_hopeless(self, walk: Walk, items: Items, attempt: Attempt) -> bool:
        """Tells whether the same was tried before, or too much."""
        attempt.tries += 1
        key = (items, walk.ahead, walk.key())
        if key in attempt.seen or attempt.tries > MOST_TRIES:
            return True
        attempt.seen.add(key)
        return False

    def try_all(self, walk: Walk, row: Row, items: Items, attempt: Attempt) -> Walk | None:
        """Tries the answers that are meant one after the other."""
        for label, rest in candidates(walk, items):
            twin = walk.copy()
            if label is not None:
                twin.answer(label)
            found = self.search(twin, row, rest, attempt)
            if found is not None:
                return found
        return None


def compare(got: State, expected: State | None) -> list[Difference]:
    """Returns the differences between two states of a seat."""
    if expected is None:
        return []
    return [
        {"what": what, "expected": right, "got": wrong}
        for what, wrong, right in zip(STATE_NAMES, got, expected)
        if wrong != right
    ]


def forbidden(walk: Walk, row: Row, items: Items) -> str:
    """Says which item cannot be done, by which rule, and what is awaited instead."""
    item = next((item for item in items if item[0] != "free"), items[0])
    said = next((operand for operand in item[1:] if isinstance(operand, str)), "")
    if walk.is_open and walk.asked != row.seat:
        return f"seat {row.seat + 1} is not asked (T4.1, T8.5): {walk.owes()}"
    what = said if ":" in said or item[0] == "free" else " ".join(filter(None, (item[0], said)))
    return f"{what} is not allowed here ({RULES[item[0]]}): {walk.owes()}"


def conform(game: RecordedGame) -> Conformity:
    """Plays a recorded game again and says how far it holds.

    A game whose bought spades go into several hexes breaks T6.1, though a server lets them: it is played again with the
    flag for that, and the result names it. Rows may part anywhere, so that the row that fails need not be the one that
    digs.
    """
    strict = Replay(game, {}).conform()
    if strict.mismatch is None or not buys_spades(game, strict.mismatch.row):
        return strict
    loose = Replay(game, {LOOSE: True}).conform()
    if loose.rows_matched <= strict.rows_matched and not loose.passed:
        return strict
    return Conformity(
        loose.name,
        loose.rows,
        loose.rows_matched,
        loose.mismatch,
        "bought spades in several hexes, or thrown away (T6.1, T6.5)",
    )


def buys_spades(game: RecordedGame, last: int) -> bool:
    """Tells whether a row up to a number buys spades."""
    return any(item[0] == "dig" for row in game.rows[:last] for item in row.items)


def conform_written(written: Any, name: str) -> Conformity:
    """Plays a recorded game again as it stands in a file."""
    from experiments.terra_mystica.recorded import read_game

    return conform(read_game(written, name))
