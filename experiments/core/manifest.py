"""The manifest of a run: what was planned, by which rules, in which sessions. Checked as a whole whenever it is read.

Every command reads it here, so that all of them refuse the same damage in the same words. Knows no files of games.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, NoReturn

from experiments.core.cells import TYPES, Cell, columns_of
from experiments.core.engine import fingerprint
from experiments.core.study import find_study
from experiments.core.which_game import MANIFEST
from simulator.core import registry
from simulator.core.errors import UserError, shortened

FORMAT = 1
LIBRARIES = ("numpy", "numba", "pyarrow", "joblib")
NUMBER = (int, float)
Kinds = Mapping[str, tuple[type, ...]]
KEYS: Kinds = {
    "name": (str,),
    "rules": (dict,),
    "plan": (dict,),
    "cells": (list,),
    "sessions": (list,),
}
OPTIONAL: Kinds = {"game": (str,), "created": (str,), "totals": (dict,)}
SESSION: Kinds = {
    "started": (str,), "ended": (str,), "ending": (str,), "backend": (str,), "jobs": (int,), "games": (int,),
    "seconds": NUMBER, "play_seconds": NUMBER, "sampling": (dict,), "machine": (dict,),
}  # fmt: skip
BITS = {"int8": 8, "int16": 16, "int64": 64}
Manifest = dict[str, Any]


# --- written


def new_manifest(game: str, name: str, plan: dict[str, Any], cells: list[Cell]) -> Manifest:
    """Returns the manifest of a run about to begin."""
    return {
        "format": FORMAT,
        "game": game,
        "name": name,
        "created": now(),
        "rules": fingerprint(game, (cell.policy for cell in cells)),
        "plan": plan,
        "cells": [cell.as_dict() for cell in cells],
        "sessions": [],
    }


def describe_machine() -> dict[str, Any]:
    """Returns where a session ran."""
    return {
        "host": platform.node(),
        "system": platform.platform(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "libraries": {name: version(name) for name in LIBRARIES},
    }


def now() -> str:
    """Returns the present time as text."""
    return datetime.now(UTC).isoformat(timespec="seconds")


# --- read


def read_manifest(directory: Path) -> Manifest:
    """Reads the manifest of a run; one that this version does not understand, or that makes no sense, is an error."""
    path = directory / MANIFEST
    try:
        written = path.read_bytes()
    except FileNotFoundError:
        raise UserError(f"{directory}: not a run (there is no {MANIFEST})") from None
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror})") from None
    return _parse(path, written)


def _parse(path: Path, written: bytes) -> Manifest:
    manifest = _load(path, written)
    if not isinstance(manifest, dict) or "format" not in manifest:
        _damaged(path, "no mapping with a format")
    if manifest["format"] != FORMAT or type(manifest["format"]) is not int:
        found = shortened(manifest["format"])
        raise UserError(f"{path.parent}: written in format {found}, this version of evenkeel reads format {FORMAT}")
    if missing := set(KEYS) - set(manifest):
        _damaged(path, f"no {', '.join(sorted(missing))}")
    _check_kinds(path, manifest, {**KEYS, **OPTIONAL}, "")
    for number, session in enumerate(manifest["sessions"]):
        if not isinstance(session, dict):
            _damaged(path, f"sessions: {number}: unexpected value {shortened(session)}")
        _check_kinds(path, session, SESSION, f"sessions: {number}: ")
    for key, value in manifest["rules"].items():
        if not isinstance(value, str):
            _damaged(path, f"rules: {key}: unexpected value {shortened(value)}")
    _check_kinds(path, manifest["plan"], {"about": (str,)}, "plan: ")
    _check_cells(path, manifest)
    return manifest


def _load(path: Path, written: bytes) -> Any:
    try:
        return json.loads(written.decode("utf-8"))
    except RecursionError:
        _damaged(path, "nested too deep")
    except ValueError as error:  # neither UTF-8 nor JSON
        _damaged(path, str(error))


def _check_kinds(path: Path, found: Mapping[str, Any], kinds: Kinds, place: str) -> None:
    for key, kind in kinds.items():
        if key in found and type(found[key]) not in kind:
            _damaged(path, f"{place}{key}: unexpected value {shortened(found[key])}")


def _check_cells(path: Path, manifest: Manifest) -> None:
    """Checks every field of every cell; whether the rules allow such a cell, its set-up tells."""
    study = find_study(game_of(manifest))
    kinds = {column.name: column.type for column in columns_of(study.axes) if not column.is_derived} | {"seed": "int64"}
    required = [name for name in kinds if name not in vars(study.Cell)]
    for number, cell in enumerate(manifest["cells"]):
        if not isinstance(cell, dict):
            _damaged(path, f"cells: {number}: unexpected value {shortened(cell)}")
        if missing := [name for name in required if name not in cell]:
            _damaged(path, f"cells: {number}: no {', '.join(missing)}")
        for key, value in cell.items():
            if key not in kinds:
                _damaged(path, f"cells: {number}: unknown key {shortened(key)}")
            if type(value) is not TYPES[kinds[key]] or not _is_in_range(value, kinds[key]):
                _damaged(path, f"cells: {number}: {key}: unexpected value {shortened(value)}")


def _is_in_range(value: Any, kind: str) -> bool:
    return kind not in BITS or -(1 << BITS[kind] - 1) <= value < 1 << BITS[kind] - 1


def _damaged(path: Path, why: str) -> NoReturn:
    raise UserError(f"{path}: damaged ({why})")


def game_of(manifest: Manifest) -> str:
    """Returns the game of a run; the first runs did not say it."""
    return registry.check_game(manifest.get("game", registry.default_game()))


def read_cells(manifest: Manifest) -> list[Cell]:
    """Returns the cells of a run, by number."""
    kind = find_study(game_of(manifest)).Cell
    return [kind(**cell) for cell in manifest["cells"]]


# --- compared


def check_rules(directory: Path, manifest: Manifest) -> None:
    """Complains when a run was played by other rules than those here."""
    here = fingerprint(game_of(manifest), (cell.policy for cell in read_cells(manifest)))
    for key, value in here.items():
        found = manifest["rules"].get(key)
        if found != value:
            raise UserError(f"{directory}: played by other rules ({key} {found}, here {value}); they cannot be mixed")


def check_same(directory: Path, manifest: Manifest, game: str, cells: list[Cell]) -> None:
    """Complains when games of another kind, by other rules or of another plan would be mixed with those of a run."""
    if game_of(manifest) != game:
        raise UserError(f"{directory}: holds games of {game_of(manifest)}, not of {game}; choose another --out")
    check_rules(directory, manifest)
    there = read_cells(manifest)
    if there == cells:
        return
    difference = next((f"cell {n}: {a.label}, here {b.label}" for n, (a, b) in enumerate(zip(there, cells)) if a != b), "")
    if [cell.seed for cell in there[:1]] != [cell.seed for cell in cells[:1]]:
        difference = f"seed {there[0].seed}, here {cells[0].seed}" if there else "no cells"
    elif len(there) != len(cells):
        difference = f"{len(there)} cells, here {len(cells)}"
    raise UserError(f"{directory}: holds another plan ({difference}); choose another --out, and merge later if you like")
