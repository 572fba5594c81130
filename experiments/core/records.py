"""One game from begin to end: played with a policy, recorded, saved and played again.

A recorded game is its set-up, its seed and the number of every option chosen: the machine does the rest.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from policies.core import playing
from simulator.core import registry
from simulator.core.errors import UserError, shortened
from simulator.core.files import read_json
from simulator.core.game import Chooser, find_game
from simulator.core.header import describe_errors
from simulator.core.match import Match
from simulator.core.reading import MAX_SEED


@dataclass
class Record:
    """A game that can be played again: set-up, seed and choices; the digest tells whether it went the same way."""

    setup: dict[str, Any]
    seed: int
    choices: list[int] = field(default_factory=list)
    digest: str = ""
    game: str = field(default_factory=registry.default_game)


def new_record(match: Match) -> Record:
    """Returns the empty record of a game about to begin."""
    return Record(setup=asdict(match.setup), seed=match.seed, game=match.game)


# --- playing


def advance(match: Match) -> bool:
    """Runs to the next decision; returns False at the end of the game. A game that went wrong is an error."""
    match.advance()
    check(match)
    return match.state["decision"] != 0


def check(match: Match) -> None:
    """Complains when the machine has given up."""
    if match.state["error"]:
        raise UserError(f"the machine stopped: {describe_errors(find_game(match.game).errors, int(match.state['error']))}")


def choose(match: Match, record: Record, option: int) -> None:
    """Answers the open decision and records the answer."""
    match.choose(int(option))
    record.choices.append(int(option))


def play_game(match: Match, chooser: Chooser) -> Record:
    """Plays a game to its end and returns its record."""
    record = new_record(match)
    while advance(match):
        choose(match, record, chooser(match.state, match.tables))
    record.digest = mark(match)
    return record


def mark(match: Match) -> str:
    """Returns a short text that two games share only if they went the same way."""
    return find_game(match.game).mark(match.state)


def ending(match: Match) -> str:
    """Returns in one line how a game ended."""
    state = match.state
    return f"{find_game(match.game).ending(state)}, {int(state['decisions'])} decisions, digest {mark(match)}"


def make_chooser(match: Match, policy: str) -> Chooser:
    """Returns a chooser that decides in a game exactly as the policy does in a batch: game 0 of a sweep's cell."""
    return playing.make_chooser(match.game, match.content, policy)


# --- playing again


def replay_chooser(record: Record) -> Chooser:
    """Returns a chooser that repeats recorded choices."""
    choices = iter(record.choices)

    def choose_again(state: np.void, tables: np.void) -> int:
        option = next(choices, None)
        if option is None and record.digest == find_game(record.game).mark(state):
            raise UserError(
                f"the game was saved before its end, after {len(record.choices)} decisions: play --resume goes on"
            )
        if option is None or not 0 <= option < state["options"]:
            raise UserError(f"the record does not fit these rules at decision {int(state['decisions']) + 1}")
        return option

    return choose_again


def resume_chooser(record: Record, then: Chooser) -> Chooser:
    """Returns a chooser that repeats recorded choices and goes on with another."""
    again, left = replay_chooser(record), iter(range(len(record.choices)))
    return lambda state, tables: then(state, tables) if next(left, None) is None else again(state, tables)


def replay_game(record: Record) -> Match:
    """Plays a recorded game again and checks that it went the same way."""
    match = start(record)
    play_game(match, replay_chooser(record))
    check_ending(record, match)
    return match


def check_ending(record: Record, match: Match) -> None:
    """Complains when a replay ended differently from the record."""
    if match.state["decisions"] < len(record.choices):
        raise UserError(f"the record goes on after the end of the game, at decision {int(match.state['decisions']) + 1}")
    if mark(match) != record.digest:
        raise UserError(f"the replay went differently: digest {mark(match)}, recorded {record.digest}")


def start(record: Record) -> Match:
    """Sets up the game of a record."""
    game = find_game(record.game)
    content = game.content()
    return game.play(game.read_setup(record.setup, content), record.seed, content=content)


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
    found = read_json(path)
    if not isinstance(found, dict) or set(found) != set(RECORD_KEYS):
        raise UserError(f"{path}: a recorded game has the keys {', '.join(RECORD_KEYS)}")
    for key, kind in RECORD_KEYS.items():
        if type(found[key]) is not kind:
            raise UserError(f"{path}: {key}: unexpected value {shortened(found[key])}")
    if not 0 <= found["seed"] <= MAX_SEED:
        raise UserError(f"{path}: seed: unexpected value {shortened(found['seed'])} (a whole number from 0 to {MAX_SEED})")
    wrong = next((choice for choice in found["choices"] if type(choice) is not int), None)
    if wrong is not None:
        raise UserError(f"{path}: choices: unexpected value {shortened(wrong)}")
    game = find_game(found["game"])
    try:
        game.read_setup(found["setup"], game.content())
    except UserError as error:
        raise UserError(f"{path}: setup: {error}") from None
    return Record(**found)
