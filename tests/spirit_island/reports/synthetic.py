"""Datasets with a known truth: planted strengths, difficulties and synergies, and luck shared between cells."""

import json
from dataclasses import fields
from itertools import combinations

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from scipy.special import expit

from experiments.spirit_island.study import Cell
from reports.core.files import configuration
from tests.core.reports.synthetic import cut, draw_shares, run_of

CONFIGURATION = {name: column.usual for name, column in configuration("spirit_island").items()}

SPIRITS = [
    "lightnings_swift_strike", "vital_strength_of_the_earth", "river_surges_in_sunlight", "shadows_flicker_like_flame",
    "thunderspeaker", "a_spread_of_rampant_green", "oceans_hungry_grasp", "bringer_of_dreams_and_nightmares",
    "keeper_of_the_forbidden_wilds", "sharp_fangs_behind_the_leaves",
]  # fmt: skip
OFFICIAL = {
    "none": [0], "brandenburg_prussia": [1, 2, 4, 6, 7, 9, 10], "england": [1, 3, 4, 6, 7, 9, 11],
    "sweden": [1, 2, 3, 5, 6, 7, 8], "france": [2, 3, 5, 7, 8, 9, 10],
}  # fmt: skip
SCENARIOS = {"none": 0, "blitz": 0, "guard_the_isles_heart": 0, "rituals_of_terror": 3, "dahan_insurrection": 4}
CHALLENGES = [(adversary, level) for adversary, values in OFFICIAL.items() for level in range(len(values))]


def make_cells(spirits=SPIRITS, players=1, challenges=CHALLENGES, scenarios=("none",), boards=("random",)):
    """Makes the cells of a full cross of teams, challenges, scenarios and boards."""
    rows = [
        {
            **CONFIGURATION, "spirits": "+".join(team), "boards": board, "players": players, "adversary": adversary,
            "level": level, "scenario": scenario, "difficulty": OFFICIAL[adversary][level] + SCENARIOS[scenario],
            "policy": "greedy",
        }
        for team in combinations(spirits, players)
        for adversary, level in challenges
        for scenario in scenarios
        for board in boards
    ]  # fmt: skip
    return pd.DataFrame(rows).reset_index(names="cell")


def true_logit(cells, base=2.0, slope=0.35, strength=None, departures=None, synergy=None, match_ups=None):
    """Computes the planted log-odds of victory; departures are in points of difficulty."""
    strength, departures, synergy, match_ups = strength or {}, departures or {}, synergy or {}, match_ups or {}
    logit = []
    for row in cells.itertuples():
        team = row.spirits.split("+")
        points = row.difficulty + departures.get((row.adversary, row.level), 0) + departures.get(row.scenario, 0)
        value = base - slope * points + np.mean([strength.get(spirit, 0) for spirit in team])
        value += synergy.get(row.spirits, 0) + np.mean([match_ups.get((spirit, row.adversary), 0) for spirit in team])
        logit.append(value)
    return np.array(logit)


def make_run(cells, logit, games, rng, shared=0.1):
    """Makes a run in memory, with wins only; games: of all cells, or of each."""
    wins = cut(draw_shares(expit(logit), np.max(games), rng, shared), np.broadcast_to(games, len(cells)))
    return run_of("spirit_island", cells.assign(wins=np.sum(wins == 1, axis=1)), {"win": wins})


def make_games(cells, wins, rng):
    """Makes the rows of a dataset; everything but the wins is drawn loosely around what real games look like."""
    count = wins.shape[1]
    frame = cells[["cell", *CONFIGURATION]].loc[np.repeat(cells.index, count)].reset_index(drop=True)
    size, win = len(frame), wins.ravel()
    lost_by = rng.choice(["blight", "presence", "invader_deck", "adversary"], size, p=[0.6, 0.15, 0.2, 0.05])
    won_by = rng.choice(["terror", "fear"], size, p=[0.9, 0.1])
    turns = np.clip(rng.normal(7.5, 1.5, size) + win, 2, 14).astype(np.int8)
    flip = np.where(rng.random(size) < 0.3 + 0.4 * (win == 0), rng.integers(2, 9, size), 0)
    small = {"fear": 40, "blight": 5, "dahan": 6, "explorers": 8, "towns": 3, "cities": 1, "presence": 7, "cards_gained": 5}
    return frame.assign(
        game=np.tile(np.arange(count, dtype=np.int32), len(cells)), win=win,
        outcome=np.where(win, "victory", "defeat"), cause=np.where(win, won_by, lost_by), turns=turns,
        terror_level=np.where(win, rng.integers(1, 4, size), rng.integers(1, 3, size)).astype(np.int8),
        fear_cards=rng.poisson(7, size).astype(np.int16), invader_cards=np.clip(12 - turns, 0, 12).astype(np.int8),
        **{name: rng.poisson(mean, size).astype(np.int16) for name, mean in small.items()},
        score=(np.where(win, 5 * frame["difficulty"] + 20, 2 * frame["difficulty"] + 8)
               + rng.integers(-4, 5, size)).astype(np.int16),
        decisions=rng.poisson(300, size).astype(np.int32), error=np.zeros(size, np.int16),
        digest=rng.integers(0, 1 << 62, size, dtype=np.uint64), blighted_turn=np.minimum(flip, turns).astype(np.int8),
    )  # fmt: skip


def write_run(path, cells, logit, games, seed=1, shared=0.1, chunk=200, manifest=None):
    """Writes a run as an experiment does: a manifest and one Parquet file per chunk of cells."""
    rng = np.random.default_rng(seed)
    wins = draw_shares(expit(logit), games, rng, shared)
    cells = cells.assign(seed=seed)
    (path / "games").mkdir(parents=True, exist_ok=True)
    for first in range(0, len(cells), chunk):
        part = slice(first, first + chunk)
        table = pa.Table.from_pandas(make_games(cells.iloc[part], wins[part], rng), preserve_index=False)
        pq.write_table(table, path / "games" / f"part-{first:06}.parquet")
    content = {
        "format": 1, "name": "synthetic", "rules": {"version": "0.1.0", "content": "abc123"},
        "plan": {"name": "synthetic", "seed": seed},
        "cells": cells[[field.name for field in fields(Cell)]].to_dict("records"),
        "sessions": [{"machine": {"cores": 2}}], "totals": {"errors": 0, "digest": "d1g3st"},
    }  # fmt: skip
    (path / "_manifest.json").write_text(json.dumps(content if manifest is None else manifest), encoding="utf-8")
    return path
