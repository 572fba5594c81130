"""Plays the same games with two versions of the content: as printed, and with an overlay (a changed card or level)."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pandas as pd
import yaml

from experiments.cells import Cell
from policies.spirit_island.batch import play_games
from simulator.core.errors import UserError
from simulator.spirit_island import vocabulary as v
from simulator.spirit_island.assembler import Content, load_content

CHUNK = 500  # games of one task: short enough to keep all workers busy to the end
PRINTED = ""  # the overlay that changes nothing


def read_overlay(path: Path) -> str:
    """Reads an overlay and checks it against the content; returns it as JSON, so that it can be passed on and cached."""
    try:
        written = yaml.safe_load(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: cannot be read ({error})") from None
    except yaml.YAMLError as error:
        raise UserError(f"{path}: not valid YAML ({str(error).splitlines()[0]})") from None
    if not isinstance(written, dict) or not written:
        raise UserError(f"{path}: expected kinds of components, such as minor_powers: {{drought: {{cost: 2}}}}")
    load_content(written)
    return json.dumps(written)


@lru_cache(maxsize=4)
def _content(overlay: str) -> Content:
    return load_content(json.loads(overlay) if overlay else None)


def _play(number: int, cell: Cell, overlay: str, first_game: int, count: int) -> pd.DataFrame:
    content = _content(overlay)
    results = play_games(content, cell.setup().record(content), cell.seed, first_game, count, policy=cell.policy)
    frame = pd.DataFrame({
        "cell": np.int32(number),
        "game": np.arange(first_game, first_game + count, dtype=np.int32),
        "win": (results["outcome"] == v.VICTORY).astype(np.int8),
        "score": results["score"],
    })
    return frame[results["error"] == 0]


def play_versions(cells: list[Cell], overlay: str, games: int, jobs: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Plays games 0 to `games` of every cell as printed and with the overlay; returns both results."""
    for version in (PRINTED, overlay):  # compiles once, before the workers start, and checks the cells
        _play(0, cells[0], version, 0, 1)
    tasks: list[tuple[Any, ...]] = [
        (number, cell, version, first, min(CHUNK, games - first))
        for version in (PRINTED, overlay)
        for number, cell in enumerate(cells)
        for first in range(0, games, CHUNK)
    ]
    frames = joblib.Parallel(n_jobs=jobs)(joblib.delayed(_play)(*task) for task in tasks)
    half = len(frames) // 2
    return pd.concat(frames[:half], ignore_index=True), pd.concat(frames[half:], ignore_index=True)
