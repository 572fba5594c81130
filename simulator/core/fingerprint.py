"""The fingerprint of a game: a hash of all that decides its results besides cell and number.

Decides: the code that plays and what it imports (the rules, how content becomes tables, how results are filled in),
components, weights. Does not: other games, commands, words, explanations, figures of strength, tests.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from simulator.core.sources import ROOT, hash_of, module_file, reached

# from here everything that decides a game can be reached
PLAYING = ("simulator.{}.game", "policies.core.playing", "policies.{}.players")
SPEAKING = {"words", "cli", "explain"}  # rooms and modules that only tell what happens
PROSE = {"name", "says", "notes", "unsure"}  # fields of components that only people read, other_unsure included


def fingerprint(game: str, source: Any, also: Iterable[str] = (), root: Path | None = None) -> dict[str, str]:
    """Returns the hashes `content`, `code` and `policies`: runs with equal ones may be continued.

    `source` is the content of the game as it was read from its files (plain mappings and lists), `also` names further
    modules that decide what is stored, without those they import; `root` may be another copy of the project.
    """
    return {
        "content": content_hash(source),
        "code": hash_of(deciding_modules(game, root) | _outside(also, root)),
        "policies": hash_of(weight_files(game, root)),
    }


def decides(module: str) -> bool:
    """Tells whether a module may decide results; one that only speaks does not."""
    return SPEAKING.isdisjoint(module.split("."))


def deciding_modules(game: str, root: Path | None = None) -> dict[str, Path]:
    """Returns the files of all modules that decide results of a game, also those imported only when needed."""
    return reached((start.format(game) for start in PLAYING), root, inside_functions=True, follow=decides)


def _outside(modules: Iterable[str], root: Path | None) -> dict[str, Path]:
    return {module: (root or ROOT).joinpath(*module.split(".")).with_suffix(".py") for module in modules}


def weight_files(game: str, root: Path | None = None) -> dict[str, Path]:
    """Returns the files from which policies read what positions are worth."""
    package = module_file(f"policies.{game}", root)
    folder = package.parent / "weights" if package else Path("none")
    return {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}


def content_hash(source: Any) -> str:
    """Returns a hash of components without their prose; the order of entries counts, as it numbers them."""
    return hash_of({}, json.dumps(_without_prose(source)))


def _is_prose(key: str) -> bool:
    return key in PROSE or key.endswith("_unsure")


def _without_prose(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _without_prose(inner) for key, inner in value.items() if not _is_prose(str(key))}
    return [_without_prose(inner) for inner in value] if isinstance(value, list | tuple) else value
