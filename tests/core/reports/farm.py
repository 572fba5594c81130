"""A game that was never played: two or three farmers, corn counted seat by seat, first places shared by those who tie.

Its runs are made up, with means that are known: it shows what a game gets that declares axes and measures and nothing else.
"""

import json
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from experiments.core.axes import Axis, Column
from experiments.core.cells import POLICY, cell_class
from reports.core.default import DefaultReport
from simulator.core.game import Measure

AXES = (
    Axis("soils", "Soils.", (Column("soil", "text", "loam", "what grows"),)),
    Axis("crops", "Crops.", (Column("crops", "text", "", "what each sows", one="crop"),)),
    Axis("seats", "Seats.", (Column("seats", "int8", 2, "who plays"),)),
    Axis("frost", "Frost.", (Column("frost", "bool", False, "late frost"),)),
    Axis("policies", "Who decides.", (POLICY,)),
)
TOOLS = ("none", "hoe", "plough")  # drawn game by game
MEASURES = (Measure("corn", "number", per="seat"), Measure("first", "share", per="seat", title="first places"))
PARTS = {
    "simulator": SimpleNamespace(
        name="farm",
        title="Farmers & Co",
        languages=("en", "pl"),
        seats=range(2, 4),
        measures=MEASURES,
        codes={"tool": TOOLS},
        result=np.dtype([("tool", np.int8, (3,))]),
    ),
    "policies": SimpleNamespace(strength=lambda: (), commands={}),
    "experiments": SimpleNamespace(game="farm", axes=AXES, Cell=cell_class("farm", AXES, required="crops")),
    "reports": DefaultReport("farm"),
}
# soil, crops, frost, and the mean corn of each seat
CELLS = [
    ("loam", "rye+maize", False, (10.0, 12.0)),
    ("loam", "rye+oats+maize", False, (8.0, 9.0, 10.0)),
    ("river_sand", "oats+rye", False, (5.0, 5.0)),
    ("river_sand", "maize+rye", True, (3.0, 4.0)),
]


def draw_games(number, cell, games, rng, shift=0.0):
    """Draws the games of a cell: corn of each seat, and who comes first; one in fifty goes wrong."""
    soil, crops, frost, means = cell
    seats = crops.count("+") + 1
    corn = np.round(rng.normal(np.array(means) + shift, 2.0, (games, seats))).astype(int)
    first = corn == corn.max(axis=1, keepdims=True)
    first = first / first.sum(axis=1, keepdims=True)
    frame = pd.DataFrame({
        "cell": number, "seed": 1, "soil": soil, "crops": crops, "seats": seats, "frost": frost, "policy": "greedy+uniform",
        "game": np.arange(games), "decisions": rng.integers(20, 200, games), "error": (np.arange(games) % 50 == 49) * 1,
    })  # fmt: skip
    for seat in range(3):
        held = seat < seats
        frame[f"corn_{seat + 1}"] = pd.array(corn[:, seat] if held else [None] * games, "Int16")
        tools = rng.choice(TOOLS[1:], games)
        frame[f"tool_{seat + 1}"] = pd.Categorical(tools if held else [None] * games, TOOLS)
        frame[f"first_{seat + 1}"] = pd.array(first[:, seat] if held else [None] * games, "Float32")
    return frame


def write_run(path, games=200, seed=1, shift=0.0, cells=CELLS):
    """Writes a run as a sweep does."""
    path.mkdir(parents=True)
    rng = np.random.default_rng(seed)
    for number, cell in enumerate(cells):
        frame = draw_games(number, cell, games, rng, shift)
        pq.write_table(pa.Table.from_pandas(frame, preserve_index=False), path / f"cell-{number}.parquet")
    written = {"format": 1, "game": "farm", "name": "farm", "rules": {}, "plan": {}, "cells": [], "sessions": []}
    (path / "_manifest.json").write_text(json.dumps(written), "utf-8")
    return path


def rows_of(path):
    """Returns the games of a run that count."""
    rows = pd.concat([pd.read_parquet(file) for file in sorted(path.glob("*.parquet"))], ignore_index=True)
    return rows[rows["error"] == 0]
