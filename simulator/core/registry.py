"""Which games there are. A game is a folder of the same name in each of the four packages; there is no list to edit.

Folders outside this tree count too: EVENKEEL_GAMES names directories that hold `simulator/<game>/` and so on.
Knows no game; loads a part of one only when it is asked for.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from simulator.core.errors import UnknownName

# layer: (module of a game's folder, its name for what the layer needs to know of the game)
PARTS = {
    "simulator": ("game", "GAME"),
    "policies": ("players", "PLAYERS"),
    "experiments": ("study", "STUDY"),
    "reports": ("report", "REPORT"),
}
OUTSIDE = "EVENKEEL_GAMES"


def with_outside(path: list[str], package: str) -> list[str]:
    """Returns the search path of a package, widened by the directories that games of users live in."""
    outside = [Path(home) / package for home in os.environ.get(OUTSIDE, "").split(os.pathsep) if home]
    return [*path, *(str(folder) for folder in outside if folder.is_dir())]


@cache
def games() -> tuple[str, ...]:
    """Returns the names of all games; the one that was added first comes first and is meant when none is named."""
    import simulator

    found = {folder.parent.name for home in simulator.__path__ for folder in Path(home).glob("*/game.py")}
    found.discard("core")
    return tuple(sorted(found, key=lambda name: (import_module(f"simulator.{name}").ADDED, name)))


def default_game() -> str:
    """Returns the game that is meant when nothing says otherwise."""
    return games()[0]


def check_game(name: str) -> str:
    """Returns the name of a game, or complains that there is none."""
    if name not in games():
        raise UnknownName("game", name, games())
    return name


def part(layer: str, game: str) -> Any:
    """Returns what a layer needs to know of a game."""
    module, name = PARTS[layer]
    return getattr(import_module(f"{layer}.{check_game(game)}.{module}"), name)
