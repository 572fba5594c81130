"""One game as Python sees it, stepped decision by decision."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulator.core.errors import UnknownName, UserError
from simulator.core.records import new_records, words
from simulator.terra_mystica.language.content import Content, load_content
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.record.state import STATE
from simulator.terra_mystica.setups import Setup


class Game:
    """One game, stepped decision by decision."""

    def __init__(self, setup: Setup | np.ndarray, seed: int = 0, game: int = 0, content: Content | None = None) -> None:
        from simulator.terra_mystica.machine.machine import MACHINE

        self.setup, self.seed, self.number = setup, seed, game
        self.content = content or load_content()
        self.tables = self.content.tables[0]
        self.machine = MACHINE
        self.states = new_records(1, STATE)
        self.state = self.states[0]
        record = setup if isinstance(setup, np.ndarray) else setup.record(self.content)
        self.machine.new_game(self.state, self.tables, record[0], seed, game)

    def advance(self, limit: int = -1) -> str:
        """Runs to the next decision or the end and returns the kind of decision ("none" at the end)."""
        return v.DECISIONS[self.machine.advance(self.state, self.tables, limit)]

    @property
    def decision(self) -> str:
        """The kind of the open decision."""
        return v.DECISIONS[self.state["decision"]]

    @property
    def asked(self) -> int:
        """The seat that decides, 1 for the first."""
        return int(self.state["asked"]) + 1

    @property
    def options(self) -> list[str]:
        """Labels of the legal answers."""
        from simulator.terra_mystica.words.labels import option_labels

        return option_labels(self.state, self.content) if self.state["decision"] else []

    def choose(self, answer: int | str) -> None:
        """Answers the open decision, by index or label."""
        options = self.options
        if isinstance(answer, str):
            if answer not in options:
                raise UnknownName("answer", answer, options)
            answer = options.index(answer)
        if not 0 <= answer < len(options):
            raise UserError(f"answer {answer}: there are {len(options)} options")
        self.machine.choose(self.state, answer)

    def copy(self) -> Game:
        """Returns an independent copy, in the middle of anything."""
        twin = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.states = new_records(1, STATE)
        words(twin.states)[:] = words(self.states)  # word by word: numpy leaves the padding between fields open
        twin.state = twin.states[0]
        return twin

    @property
    def outcome(self) -> str:
        """`ongoing` or `finished`."""
        return v.OUTCOMES[self.state["outcome"]]

    def result(self) -> dict[str, Any]:
        """Returns the result of the game as plain data: facts of the game, and one mapping for each seat."""
        from simulator.terra_mystica.record.results import plain_result, result_record

        return plain_result(result_record(self.states)[0], self.content)

    def result_record(self) -> np.ndarray:
        """Returns the result record of the game, as one row."""
        from simulator.terra_mystica.record.results import result_record

        return result_record(self.states)
