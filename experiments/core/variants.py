"""Variants of the content to be tried in one go: patches of a YAML file, one or a list, and values to go through.

`kind.id.field=0..3` stands for four variants, each with one value in that field. Knows no game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from experiments.core.study import find_study
from simulator.core.errors import UserError
from simulator.core.files import parse_yaml, read_yaml
from simulator.core.game import find_game
from simulator.core.reading import natural, whole

FORM = "kind: {id: {field: value}}"
VALUES_AT_MOST = 100  # of one range


@dataclass(frozen=True)
class Variant:
    """A changed content: what it is called, its patch as JSON, and the value that it goes through, if it is a number."""

    name: str
    patch: str
    value: float | None = None

    @property
    def written(self) -> dict[str, Any]:
        """The patch as plain values."""
        return json.loads(self.patch)


def read_variants(path: Path | None, varied: Sequence[str], game: str) -> list[Variant]:
    """Reads the variants of a file and of ranges of values; checks each of them against the content."""
    found = [] if path is None else read_patches(path, game)
    found += [variant for text in varied for variant in _through(text, game)]
    if not found:
        raise UserError("whatif: name a PATCH, or values to go through: --vary KIND.ID.FIELD=0..3")
    names = [variant.name for variant in found]
    if twice := [name for number, name in enumerate(names) if name in names[:number]]:
        raise UserError(f"two variants are called {twice[0]!r}")
    return found


def read_patches(path: Path, game: str) -> list[Variant]:
    """Reads a file: one patch, or a list of patches, each of which may have a `name`."""
    written = read_yaml(path)
    entries = written if isinstance(written, list) else [written]
    example = find_study(game).patch_example
    if not entries or not all(isinstance(entry, dict) and set(entry) - {"name"} for entry in entries):
        raise UserError(f"{path}: expected {FORM}, such as {example}, or a list of such patches")
    found = []
    for number, entry in enumerate(entries):
        rest = {key: value for key, value in entry.items() if key != "name"} if isinstance(written, list) else entry
        where = f"{path}: variant {number + 1}" if isinstance(written, list) else str(path)
        name = str(entry.get("name", _in_words(rest))) if isinstance(written, list) else path.stem
        found.append(Variant(name, check_patch(rest, game, where)))
    return found


def check_patch(written: dict[str, Any], game: str, where: str) -> str:
    """Checks a patch against the content; returns it as JSON, so that it can be passed on and cached."""
    try:
        patch = find_study(game).whole_patch(written)
        find_game(game).content(patch)
    except UserError as error:
        raise UserError(f"{where}: {error}") from None
    return json.dumps(patch)


def _through(text: str, game: str) -> list[Variant]:
    """Reads path=values: numbers from..to, or values with commas."""
    path, equals, values = text.partition("=")
    keys = [key.strip() for key in path.split(".")]
    if not equals or not values.strip() or not all(keys):
        raise UserError(f"vary: expected KIND.ID.FIELD=0..3 or =a,b, got {text!r}")
    found = []
    for value in _values(values):
        patch = value
        for key in reversed(keys):
            patch = {key if natural(key) is None else int(key): patch}
        name = f"{path.strip()}={value if not isinstance(value, str) else value.strip()}"
        number = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
        found.append(Variant(name, check_patch(patch, game, name), number))
    return found


def _values(text: str) -> list[Any]:
    first, dots, last = text.partition("..")
    if dots:
        low, high = whole(first.strip()), whole(last.strip())
        if low is None or high is None or low > high or high - low >= VALUES_AT_MOST:
            raise UserError(f"vary: expected a range such as 0..3 (at most {VALUES_AT_MOST} values), got {text!r}")
        return list(range(low, high + 1))
    return [_read_value(part) for part in text.split(",")]


def _read_value(text: str) -> Any:
    try:
        return parse_yaml(text, text.strip())
    except UserError:
        raise UserError(f"vary: not a value: {text.strip()!r}") from None


def _in_words(patch: Any) -> str:
    """Names a patch by what it says: kind.id.field=value."""
    parts = []
    for key, value in patch.items() if isinstance(patch, Mapping) else ():
        if isinstance(value, Mapping) and value:
            parts += [f"{key}.{rest}" for rest in _in_words(value).split(", ")]
        else:
            parts.append(f"{key}={value}")
    return ", ".join(parts)
