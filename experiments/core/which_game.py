"""Which game a command is about: the one named, else that of the plan, run or file it is given, else the default one."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from simulator.core import registry
from simulator.core.errors import UserError

MANIFEST = "_manifest.json"  # of a run, as experiments/core/store.py writes it


def which_game(arguments: Sequence[str], among: Sequence[str] = ()) -> str:
    """Returns the game that the arguments of a command name or lead to; of those that have the command, if not all do."""
    found = _named_or_found(arguments)
    if not among or found in among:
        return found or registry.default_game()
    if found is not None:
        raise UserError(f"game {found}: has no such command (valid: {', '.join(among)})")
    return among[0]


def _named_or_found(arguments: Sequence[str]) -> str | None:
    for number, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        written = value if equals else " ".join(arguments[number + 1 : number + 2])
        if name == "--game" and not written.isdigit():  # a number is of a game within a run
            return registry.check_game(written)
    found = (_game_of(argument) for argument in arguments if not argument.startswith("-"))
    first = next(filter(None, found), None)
    return None if first is None else registry.check_game(first)


def _game_of(argument: str) -> str | None:
    """Returns the game of a run, a plan or a record; what is wrong with them the command itself will say."""
    path = Path(argument)
    try:
        if (path / MANIFEST).is_file():
            return _named(json.loads((path / MANIFEST).read_text("utf-8")))
        if path.suffix == ".toml":
            return _named(tomllib.loads(path.read_text("utf-8")))
    except (OSError, ValueError, RecursionError):
        return None
    return _shipped(argument)


def _named(written: Any) -> str | None:
    name = written.get("game") if isinstance(written, dict) else None
    return name if isinstance(name, str) else None


def _shipped(argument: str) -> str | None:
    """Returns the game that a plan of this name comes with."""
    import experiments

    for home in experiments.__path__:
        for path in Path(home).glob(f"*/plans/{Path(argument).name}.toml"):
            return path.parts[-3]
    return None
