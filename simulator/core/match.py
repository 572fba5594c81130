"""One game under way as Python sees it, stepped decision by decision. Knows no game; a game's own class adds to it."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from simulator.core.errors import UnknownName, UserError
from simulator.core.game import find_game
from simulator.core.records import new_records, words


class Match:
    """One game, stepped decision by decision: `advance`, look at `options`, `choose`, and again."""

    game: str  # name of the game it is one of

    def __init__(self, setup: Any, seed: int = 0, game: int = 0, content: Any = None) -> None:
        self.rules = find_game(self.game)
        self.setup, self.seed, self.number = setup, seed, game
        self.content = content or self.rules.content()
        self.tables = self.content.tables[0]
        self.states = new_records(1, self.rules.state)
        self.state = self.states[0]
        record = setup if isinstance(setup, np.ndarray) else self.rules.setup_record(setup, self.content)
        self.rules.machine.new_game(self.state, self.tables, record[0], seed, game)

    def advance(self, limit: int = -1) -> str:
        """Runs to the next decision or the end and returns the kind of decision ("none" at the end)."""
        self.rules.machine.advance(self.state, self.tables, limit)
        return self.decision

    @property
    def decision(self) -> str:
        """The kind of the open decision."""
        return self.rules.decisions[self.state["decision"]]

    @property
    def asked(self) -> int:
        """The seat that decides, 1 for the first."""
        return int(self.state["asked"]) + 1

    @property
    def options(self) -> list[str]:
        """Labels of the legal answers."""
        return self.rules.option_labels(self.state, self.tables, self.content) if self.state["decision"] else []

    def choose(self, answer: int | str) -> None:
        """Answers the open decision, by index or label."""
        if isinstance(answer, str):
            options = self.options
            if answer not in options:
                raise UnknownName("answer", answer, options)
            answer = options.index(answer)
        offered = int(self.state["options"]) if self.state["decision"] else 0
        if not 0 <= answer < offered:
            raise UserError(f"answer {answer}: there are {offered} options")
        self.rules.machine.choose(self.state, answer)

    def copy(self) -> Self:
        """Returns an independent copy, in the middle of anything."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.states = new_records(1, self.rules.state)
        words(twin.states)[:] = words(self.states)  # word by word: numpy leaves the padding between fields open
        twin.state = twin.states[0]
        return twin

    def result(self) -> dict[str, Any]:
        """Returns the result of the game as plain data, with names instead of numbers."""
        return self.rules.plain_result(self.result_record()[0], self.content)

    def result_record(self) -> np.ndarray:
        """Returns the result record of the game, as compiled loops fill it in: one row."""
        return self.rules.result_record(self.states)
