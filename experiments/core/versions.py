"""Plays the same games with several versions of the content: as printed, and with each of some patches. Knows no game."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import joblib
import numpy as np
import pandas as pd

from experiments.core.cells import Cell
from experiments.core.tables import result_values
from policies.core.playing import play_games
from simulator.core.game import find_game
from simulator.core.results import result_columns

CHUNK = 500  # games of one task: short enough to keep all workers busy to the end
PRINTED = ""  # the patch that changes nothing


@dataclass(frozen=True)
class Versions:
    """The same games played both ways: cell, game, measures and course of each; games that went wrong are only counted."""

    printed: pd.DataFrame
    patched: pd.DataFrame
    errors: int

    @property
    def copies(self) -> int:
        """How many cells have only copies of one game: all that is left to chance is the same in each of them."""
        courses = self.printed.groupby("cell")["course"]
        return int(((courses.nunique() == 1) & (courses.size() > 1)).sum())

    @property
    def changed(self) -> int:
        """How many games went differently in anything, won or lost."""
        both = self.printed.merge(self.patched, on=["cell", "game"])
        return int((both["course_x"] != both["course_y"]).sum())


def play_versions(
    cells: list[Cell], patches: list[str], games: int, jobs: int, beside: tuple[str, ...] = ()
) -> list[Versions]:
    """Plays games 0 to `games` of every cell as printed, once, and with each patch; `beside`: further columns of results."""
    printed, *changed = play_each(cells, [PRINTED, *patches], games, jobs, beside)
    whole = games * len(cells)
    return [Versions(printed, patched, errors=2 * whole - len(printed) - len(patched)) for patched in changed]


def play_each(
    cells: list[Cell], versions: list[str], games: int, jobs: int, beside: tuple[str, ...] = ()
) -> list[pd.DataFrame]:
    """Plays games 0 to `games` of every cell with each version of the content; those that went wrong are left out."""
    for version in versions:  # compiles once, before the workers start; a patch that cannot be dealt says so
        _play(0, cells[0], version, 0, 1, beside)
    tasks: list[tuple[Any, ...]] = [
        (number, cell, version, first, min(CHUNK, games - first), beside)
        for version in versions
        for number, cell in enumerate(cells)
        for first in range(0, games, CHUNK)
    ]
    frames = joblib.Parallel(n_jobs=jobs)(joblib.delayed(_play)(*task) for task in tasks)
    each = len(frames) // len(versions)
    return [pd.concat(frames[first : first + each], ignore_index=True) for first in range(0, len(frames), each)]


def _play(number: int, cell: Cell, patch: str, first_game: int, count: int, beside: tuple[str, ...]) -> pd.DataFrame:
    game, content = find_game(cell.game), _content(cell.game, patch)
    record = game.setup_record(cell.setup(), content)
    results = play_games(cell.game, content, record, cell.seed, first_game, count, cell.policy)
    values = result_values(cell.game, results)
    measures = [name for measure in game.measures for name in measure.columns(cell.study.seats(cell))]
    frame = pd.DataFrame(
        {
            "cell": np.int32(number),
            "game": np.arange(first_game, first_game + count, dtype=np.int32),
            **{name: values[name] for name in [*measures, *sitting(cell.game), *beside]},
            "course": _course(values),
        }
    )
    return frame[results["error"] == 0]


def sitting(game: str) -> list[str]:
    """Returns the result columns that say what sat at each seat, by number; games that count nothing by seat have none."""
    declared = find_game(game)
    if all(measure.per == "game" for measure in declared.measures):
        return []
    return [column.name for column in result_columns(declared) if column.codes and column.seat and column.part < 0]


def _course(values: dict[str, np.ndarray]) -> np.ndarray:
    """Returns a hash of everything counted in a game; its digest would also tell which rules were in force."""
    counted = {name: column for name, column in values.items() if name != "digest"}
    return pd.util.hash_pandas_object(pd.DataFrame(counted), index=False).to_numpy()


@lru_cache(maxsize=8)
def _content(game: str, patch: str) -> Any:
    return find_game(game).content(json.loads(patch) if patch else None)
