"""One game as Python sees it, stepped decision by decision."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulator.core.errors import UnknownName
from simulator.spirit_island.language.assembler import Content, load_content
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.setups import Setup


class Game:
    """One game, stepped decision by decision."""

    game = "spirit_island"

    def __init__(self, setup: Setup | np.ndarray, seed: int = 0, game: int = 0, content: Content | None = None) -> None:
        from simulator.spirit_island.machine import machine
        from simulator.spirit_island.record.state import new_states

        self.setup: Any = setup  # or its record
        self.seed, self.number = seed, game
        self.content = content or load_content()
        self.tables = self.content.tables[0]
        self._states = new_states(1)
        self.state = self._states[0]
        record = setup if isinstance(setup, np.ndarray) else setup.record(self.content)
        machine.new_game(self.state, self.tables, record[0], seed, game)

    def advance(self, limit: int = -1) -> str:
        """Runs to the next decision or the end and returns the kind of decision ("none" at the end)."""
        from simulator.spirit_island.machine import machine

        return v.DECISIONS[machine.advance(self.state, self.tables, limit)]

    @property
    def decision(self) -> str:
        """The kind of the open decision."""
        return v.DECISIONS[self.state["decision"]]

    @property
    def options(self) -> list[str]:
        """Labels of the legal answers."""
        from simulator.spirit_island.words import labels

        return labels.option_labels(self.state, self.tables, self.content) if self.state["decision"] else []

    def choose(self, answer: int | str) -> None:
        """Answers the open decision, by index or label."""
        from simulator.spirit_island.machine import machine

        if isinstance(answer, str):
            if answer not in self.options:
                raise UnknownName("answer", answer, self.options)
            answer = self.options.index(answer)
        machine.choose(self.state, answer)

    def copy(self) -> Game:
        """Returns an independent copy, in the middle of anything."""
        from simulator.core.records import words
        from simulator.spirit_island.record.state import new_states

        twin = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin._states = new_states(1)
        words(twin._states)[:] = words(self._states)  # word by word: numpy leaves the padding between fields open
        twin.state = twin._states[0]
        return twin

    @property
    def outcome(self) -> str:
        """`ongoing`, `victory` or `defeat`."""
        return v.OUTCOMES[self.state["outcome"]]

    @property
    def cause(self) -> str:
        """Why the game ended."""
        return v.CAUSES[self.state["cause"]]

    def result(self) -> dict[str, Any]:
        """Returns the result record of the game as a plain dictionary."""
        from simulator.spirit_island.record.results import result_of

        return result_of(self._states)

    def result_record(self) -> np.ndarray:
        """Returns the result record of the game, as one row."""
        from simulator.spirit_island.record.results import result_record

        return result_record(self._states)
