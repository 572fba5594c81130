"""Plays the same games with two versions of the content: as printed, and with a patch (a changed card or level).

A patch is YAML, `kind: {id: {field: value}}`: its fields take the place of the printed ones. Levels of an adversary
may be named by their number, and an empty field is taken away: `adversaries: {england: {levels: {1: {rules: []}}}}`.
"""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pandas as pd
import yaml

from experiments.spirit_island.cells import Cell
from policies.spirit_island.batch import play_games
from simulator.core.errors import UnknownName, UserError
from simulator.spirit_island.language.assembler import Content, load_content
from simulator.spirit_island.record import vocabulary as v

CHUNK = 500  # games of one task: short enough to keep all workers busy to the end
NOTHING = (None, [], {})  # as the value of a field of a level: the field is taken away
PRINTED = ""  # the patch that changes nothing
EXAMPLE = "kind: {id: {field: value}}, such as minor_powers: {drought: {cost: 2}}"


# --- patches


def read_patch(path: Path) -> str:
    """Reads a patch and checks it against the content; returns it as JSON, so that it can be passed on and cached."""
    try:
        written = yaml.load(path.read_text("utf-8"), _Loader)
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise UserError(f"{path}: cannot be read (not text in UTF-8)") from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f"line {mark.line + 1}: " if mark else ""
        raise UserError(f"{path}: {line}not valid YAML ({error.problem or error.context})") from None
    except yaml.YAMLError as error:
        raise UserError(f"{path}: not valid YAML ({str(error).splitlines()[0]})") from None
    if not isinstance(written, dict) or not written:
        raise UserError(f"{path}: expected {EXAMPLE}")
    try:
        patch = with_whole_levels(written)
        load_content(patch)
    except UserError as error:
        raise UserError(f"{path}: {error}") from None
    return json.dumps(patch)


class _Loader(yaml.SafeLoader):
    """Refuses a key written twice: YAML would silently keep the last, and a change would be lost."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict:
        keys = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
        for key in keys:
            if keys.count(key) > 1:
                raise yaml.constructor.ConstructorError(None, None, f"key {key!r} is written twice", node.start_mark)
        return super().construct_mapping(node, deep)


def with_whole_levels(patch: dict[str, Any]) -> dict[str, Any]:
    """Returns a patch in which levels of adversaries named by number stand among their printed neighbours."""
    patch = copy.deepcopy(patch)
    printed = {entry["id"]: entry["levels"] for entry in load_content().source["adversaries"]}
    adversaries = patch.get("adversaries")
    for name, fields in adversaries.items() if isinstance(adversaries, dict) else ():
        if name not in printed or not isinstance(fields, dict) or not isinstance(fields.get("levels"), dict):
            continue  # whole, or a mistake that the content will name
        levels = copy.deepcopy(printed[name])
        for number, change in fields["levels"].items():
            if number not in range(len(levels)):
                raise UnknownName(f"level of {name}", number, range(len(levels)))
            if not isinstance(change, dict):
                raise UserError(f"{name}: level {number}: expected a mapping, got {change!r}")
            gone = {key for key, value in change.items() if value in NOTHING and key in levels[number]}
            levels[number] = {key: value for key, value in (levels[number] | change).items() if key not in gone}
        fields["levels"] = levels
    return patch


# --- playing


@dataclass(frozen=True)
class Versions:
    """The same games played both ways: columns cell, game, win, score and course; games that went wrong are only counted."""

    printed: pd.DataFrame
    patched: pd.DataFrame
    errors: int

    @property
    def changed(self) -> int:
        """How many games went differently in anything, won or lost."""
        both = self.printed.merge(self.patched, on=["cell", "game"])
        return int((both["course_x"] != both["course_y"]).sum())


def play_versions(cells: list[Cell], patch: str, games: int, jobs: int) -> Versions:
    """Plays games 0 to `games` of every cell as printed and with the patch."""
    for version in (PRINTED, patch):  # compiles once, before the workers start
        _play(0, cells[0], version, 0, 1)
    tasks: list[tuple[Any, ...]] = [
        (number, cell, version, first, min(CHUNK, games - first))
        for version in (PRINTED, patch)
        for number, cell in enumerate(cells)
        for first in range(0, games, CHUNK)
    ]
    frames = joblib.Parallel(n_jobs=jobs)(joblib.delayed(_play)(*task) for task in tasks)
    half = len(frames) // 2
    printed, patched = (pd.concat(part, ignore_index=True) for part in (frames[:half], frames[half:]))
    return Versions(printed, patched, errors=2 * games * len(cells) - len(printed) - len(patched))


def _play(number: int, cell: Cell, patch: str, first_game: int, count: int) -> pd.DataFrame:
    content = _content(patch)
    results = play_games(content, cell.setup().record(content), cell.seed, first_game, count, policy=cell.policy)
    frame = pd.DataFrame({
        "cell": np.int32(number),
        "game": np.arange(first_game, first_game + count, dtype=np.int32),
        "win": (results["outcome"] == v.VICTORY).astype(np.int8),
        "score": results["score"],
        "course": _course(results),
    })
    return frame[results["error"] == 0]


def _course(results: np.ndarray) -> np.ndarray:
    """Returns a hash of everything counted in a game; its digest would also tell which rules an adversary has."""
    counted = pd.DataFrame({name: results[name] for name in results.dtype.names if name != "digest"})
    return pd.util.hash_pandas_object(counted, index=False).to_numpy()


@lru_cache(maxsize=4)
def _content(patch: str) -> Content:
    return load_content(json.loads(patch) if patch else None)
