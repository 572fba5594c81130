"""Policies of users: a Python function in a file of their own, asked for every decision.

    def choose(position, options):
        return next((k for k, label in enumerate(options) if label.startswith("damage:")), 0)

The file is run anew for every game, so that what it remembers in its variables belongs to that game and results do not
depend on how games are cut into batches. Knows no game.
"""

from __future__ import annotations

import hashlib
import random
import re
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from types import CodeType
from typing import Any

import numpy as np

from policies.core.players import find_players
from simulator.core.errors import UnknownName, UserError
from simulator.core.game import find_game

FUNCTION = "choose"  # asked unless another one is named
WRITTEN = re.compile(r"(.+\.py)(?::(\w+))?")
Answer = Callable[["Position", tuple[str, ...]], int | str]


def is_file(policy: str) -> bool:
    """Tells whether a policy is written as a file, perhaps with the name of a function."""
    return WRITTEN.fullmatch(policy) is not None


@dataclass(frozen=True)
class Source:
    """The file of a policy, read and compiled."""

    path: str  # as written
    function: str
    code: CodeType
    digest: str  # of the text

    def load(self) -> Answer:
        """Runs the file and returns its function."""
        names: dict[str, Any] = {"__name__": Path(self.path).stem, "__file__": self.path}
        try:
            exec(self.code, names)  # noqa: S102 - the user's own code, named by the user
        except (Exception, SystemExit) as error:
            raise self.complaint(error) from None
        if not callable(names.get(self.function)):
            define = f"define {self.function}(position, options), or name another: {self.path}:FUNCTION"
            raise UserError(f"{self.path}: there is no function {self.function} ({define})")
        return names[self.function]

    def complaint(self, error: BaseException) -> UserError:
        """Returns a mistake in the file as one line that says where."""
        steps = [step for step in traceback.extract_tb(error.__traceback__) if step.filename == self.path]
        where = f"{self.path}:{steps[-1].lineno}" if steps else self.path
        kind = "" if isinstance(error, UserError) else f"{type(error).__name__}: "
        return UserError(f"{where}: {kind}{error}")


def read_policy(policy: str) -> Source:
    """Reads the file of a policy, written as FILE.py or FILE.py:FUNCTION."""
    written = WRITTEN.fullmatch(policy)
    if written is None:
        raise UserError(f"policy {policy!r}: expected a file such as mine.py or mine.py:function")
    path, function = written[1], written[2] or FUNCTION
    try:
        text = Path(path).read_bytes()
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror})") from None
    return _compile(path, function, text)


@lru_cache(maxsize=32)
def _compile(path: str, function: str, text: bytes) -> Source:
    try:
        code = compile(text, path, "exec", dont_inherit=True)
    except SyntaxError as error:
        raise UserError(f"{path}:{error.lineno or 1}: SyntaxError: {error.msg}") from None
    except ValueError as error:  # null bytes
        raise UserError(f"{path}: {error}") from None
    source = Source(path, function, code, hashlib.sha256(text).hexdigest()[:16])
    source.load()
    return source


class Position:
    """What a policy may know when it is asked. Hidden cards are dealt anew: nobody sees the true ones."""

    def __init__(self, game: str, content: Any, state: np.void, options: tuple[str, ...], luck: random.Random) -> None:
        self._game, self._state = game, state
        self.content = content  # the components, with their names
        self.options = options  # the labels of the legal answers
        self.random = luck  # random numbers of this game: the same in every repetition

    @property
    def seat(self) -> int:
        """Who is asked, from 0."""
        return int(self._state["asked"])

    @property
    def question(self) -> str:
        """What is asked, in words."""
        return find_game(self._game).question(self._state, self.content)

    @cached_property
    def state(self) -> np.void:
        """The state of the game as a record of numbers, which cannot be changed."""
        seen = find_players(self._game).seen(self.content, self._state)
        view = np.ndarray((1,), seen.dtype, buffer=seen)
        view.flags.writeable = False
        return view[0]

    def __getitem__(self, name: str) -> Any:
        """Returns a field of the state: position["turn"]."""
        fields = self._state.dtype.names or ()
        if name not in fields:
            raise UnknownName("field of the state", name, fields)
        return self.state[name]


class UserPolicy:
    """Asks the function of a file and checks what it answers; another game begins the file anew."""

    def __init__(self, source: Source, game: str, content: Any) -> None:
        self.source, self.game, self.content = source, game, content
        self.game_key: bytes | None = None

    def __call__(self, state: np.void, tables: np.void) -> int:
        """Returns the number of the option that the function chooses, by number or label."""
        key = state["seed_key"].tobytes()
        if key != self.game_key:
            self.game_key, self.answer, self.luck = key, self.source.load(), random.Random(key)
        options = tuple(find_game(self.game).option_labels(state, tables, self.content))
        position = Position(self.game, self.content, state, options, self.luck)
        try:
            chosen = self.answer(position, options)
        except (Exception, SystemExit) as error:
            raise self.source.complaint(error) from None
        return self._number(chosen, options)

    def _number(self, chosen: Any, options: tuple[str, ...]) -> int:
        where = f"{self.source.path}: {self.source.function}"
        if isinstance(chosen, str):
            if chosen not in options:
                raise UserError(f"{where}: {UnknownName('option', chosen, options)}")
            return options.index(chosen)
        if isinstance(chosen, bool) or not isinstance(chosen, int | np.integer):
            raise UserError(f"{where}: expected the number or the label of an option, got {chosen!r}")
        if not 0 <= chosen < len(options):
            raise UserError(f"{where}: expected a number from 0 to {len(options) - 1}, got {chosen}")
        return int(chosen)
