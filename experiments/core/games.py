"""Plays one game with a policy, records it, saves it and plays it again.

A recorded game is its set-up, its seed and the number of every option chosen: the machine does the rest.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np

from simulator.core.errors import UnknownName, UserError
from simulator.spirit_island.language.assembler import load_content
from simulator.spirit_island.machine import machine
from simulator.spirit_island.match import Game
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.scenarios.first_game import FirstGame, first_game_of, read_first_game
from simulator.spirit_island.setups import Setup
from simulator.spirit_island.words.labels import option_labels

GAME = "spirit_island"
Chooser = Callable[[np.void, np.void], int]  # (state, tables) -> number of an option


def uniform(seed: int) -> Chooser:
    """Returns a chooser that takes any legal option, by its own random numbers."""
    numbers = random.Random(f"uniform {seed}")
    return lambda state, tables: numbers.randrange(int(state["options"]))


def first(seed: int) -> Chooser:
    """Returns a chooser that always takes the first legal option."""
    return lambda state, tables: 0


# Name -> maker of a chooser for one game. The other policies are compiled (policies/spirit_island/batch.py).
POLICIES: dict[str, Callable[[int], Chooser]] = {"uniform": uniform, "first": first}


def make_chooser(policy: str, seed: int) -> Chooser:
    """Returns the chooser of a policy for one game."""
    if policy in POLICIES:
        return POLICIES[policy](seed)
    from policies.spirit_island import batch

    if policy.partition(":")[0] not in batch.POLICIES:
        raise UnknownName("policy", policy, [*POLICIES, *batch.POLICIES[1:]])
    return batch.Chooser(load_content(), policy)


def make_explainer(chooser: Chooser) -> Callable[[np.void, list[str], int], list[str]]:
    """Returns what explains the choices of a chooser; only compiled policies score their options."""
    from policies.spirit_island.batch import Chooser as Compiled
    from policies.spirit_island.explain import explain

    if not isinstance(chooser, Compiled):
        raise UserError("only greedy and planner can explain their choices")
    return lambda state, names, choice: explain(chooser, state, names, choice)


@dataclass
class Record:
    """A game that can be played again: set-up, seed and choices; the digest tells whether it went the same way."""

    setup: dict[str, Any]
    seed: int
    choices: list[int] = field(default_factory=list)
    digest: str = ""
    game: str = GAME


def new_record(setup: Setup, seed: int) -> Record:
    """Returns the empty record of a game about to begin."""
    return Record(setup=asdict(setup), seed=seed)


def advance(game: Game) -> bool:
    """Runs to the next decision; returns False at the end of the game. A game that went wrong is an error."""
    machine.advance(game.state, game.content.tables[0], -1)
    check(game.state)
    return game.state["decision"] != v.D_NONE


def check(state: np.void) -> None:
    """Complains when the machine has given up."""
    if state["error"]:
        names = [name for bit, name in enumerate(v.ERRORS) if int(state["error"]) >> bit & 1]
        raise UserError(f"the machine stopped: {', '.join(names)}")


def labels(game: Game) -> list[str]:
    """Returns the labels of the open decision."""
    return option_labels(game.state, game.content.tables[0], game.content)


def play_game(setup: Setup, seed: int, policy: str) -> tuple[Game, Record]:
    """Plays a game to its end and returns it with its record."""
    game, record = Game(setup, seed=seed), new_record(setup, seed)
    chooser = make_chooser(policy, seed)
    while advance(game):
        choose(game, record, chooser(game.state, game.content.tables[0]))
    record.digest = digest(game.state)
    return game, record


def choose(game: Game, record: Record, option: int) -> None:
    """Answers the open decision and records the answer."""
    machine.choose(game.state, option)
    record.choices.append(int(option))


def digest(state: np.void) -> str:
    """Returns the running hash of all choices and the outcome, as text."""
    return f"{int(state['digest']):016x}-{v.OUTCOMES[int(state['outcome'])]}-{int(state['turn'])}"


def replay_chooser(record: Record) -> Chooser:
    """Returns a chooser that repeats recorded choices."""
    choices = iter(record.choices)

    def choose_again(state: np.void, tables: np.void) -> int:
        option = next(choices, None)
        if option is None or not 0 <= option < state["options"]:
            raise UserError(f"the record does not fit these rules at decision {int(state['decisions']) + 1}")
        return option

    return choose_again


def replay_game(record: Record) -> Game:
    """Plays a recorded game again and checks that it went the same way."""
    game = start(record)
    chooser = replay_chooser(record)
    while advance(game):
        machine.choose(game.state, chooser(game.state, game.content.tables[0]))
    check_ending(record, game)
    return game


def check_ending(record: Record, game: Game) -> None:
    """Complains when a replay ended differently from the record."""
    if game.state["decisions"] < len(record.choices):
        raise UserError(f"the record goes on after the end of the game, at decision {int(game.state['decisions']) + 1}")
    if digest(game.state) != record.digest:
        raise UserError(f"the replay went differently: digest {digest(game.state)}, recorded {record.digest}")


def start(record: Record) -> Game:
    """Sets up the game of a record."""
    first = record.setup.get("first_game")
    first_game = None if first is None else read_first_game(first)
    return Game(Setup(**{**record.setup, "first_game": first_game}), seed=record.seed)


def first_game_from(path: Path, assist: list[str]) -> FirstGame:
    """Plays a recorded game again and returns what it leaves for a Second Wave."""
    try:
        return first_game_of(replay_game(load_record(path)), assist)
    except UserError as error:
        raise error if str(error).startswith(str(path)) else UserError(f"{path}: {error}") from None


# --- files


def check_writable(path: Path) -> None:
    """Complains before a game begins when it could not be saved."""
    if path.is_dir() or not path.parent.is_dir():
        raise UserError(f"{path}: cannot be written ({'is' if path.is_dir() else 'not in'} a directory)")


def save_record(record: Record, path: Path) -> None:
    """Writes a record as JSON."""
    try:
        path.write_text(json.dumps(asdict(record)) + "\n", "utf-8")
    except OSError as error:
        raise UserError(f"{path}: cannot be written ({error.strerror})") from None


RECORD_KEYS = {"game": str, "setup": dict, "seed": int, "choices": list, "digest": str}


def load_record(path: Path) -> Record:
    """Reads a record and checks its shape."""
    try:
        found = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror})") from None
    except ValueError as error:  # neither UTF-8 nor JSON
        raise UserError(f"{path}: is no recorded game ({error})") from None
    if not isinstance(found, dict) or set(found) != set(RECORD_KEYS):
        raise UserError(f"{path}: a recorded game has the keys {', '.join(RECORD_KEYS)}")
    for key, kind in RECORD_KEYS.items():
        if type(found[key]) is not kind:
            raise UserError(f"{path}: {key}: unexpected value {found[key]!r}")
    if found["game"] != GAME:
        raise UnknownName("game", found["game"], [GAME])
    wrong = next((choice for choice in found["choices"] if type(choice) is not int), None)
    if wrong is not None:
        raise UserError(f"{path}: choices: unexpected value {wrong!r}")
    _check_setup(found["setup"], path)
    return Record(**found)


def _check_setup(setup: dict[str, Any], path: Path) -> None:
    """Checks names and kinds of what a recorded set-up holds; whether they can be played, the simulator checks."""
    kinds = {field.name: type(value) for field, value in zip(fields(Setup), asdict(Setup([], [])).values())}
    for key, value in setup.items():
        if key not in kinds:
            raise UserError(f"{path}: setup: {UnknownName('key', key, list(kinds))}")
        if key == "first_game" and value is not None:
            read_first_game(value)
            continue
        is_name = kinds[key] is type(None) and isinstance(value, str)
        if value is not None and type(value) is not kinds[key] and not is_name:
            raise UserError(f"{path}: setup: {key}: unexpected value {value!r}")
    if not isinstance(setup.get("spirits"), list):
        raise UserError(f"{path}: setup: spirits are missing")
