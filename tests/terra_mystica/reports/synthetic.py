"""Runs with a known truth: strengths, seats, cards, tiles, pairs; the luck of a set-up shared by all who play it."""

import json
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from reports.core.files import configuration
from simulator.core.game import find_game
from simulator.terra_mystica.record import vocabulary as v

GAME = find_game("terra_mystica")
CONTENT = GAME.content()
FACTIONS = list(CONTENT.factions)
HOME = CONTENT.tables[0]["home"].astype(int)
CONFIGURATION = {name: column.usual for name, column in configuration("terra_mystica").items()}
BASE_CARDS, BASE_TILES = 9, 8


@dataclass
class Truth:
    """What points are made of."""

    strength: np.ndarray = field(default_factory=lambda: np.zeros(v.FACTIONS))
    seat: np.ndarray = field(default_factory=lambda: np.zeros(v.MAX_SEATS))
    card: np.ndarray = field(default_factory=lambda: np.zeros((v.FACTIONS, v.CARDS)))
    tile: np.ndarray = field(default_factory=lambda: np.zeros((v.FACTIONS, v.ROUNDS, v.ROUND_TILES)))
    pair: np.ndarray = field(default_factory=lambda: np.zeros((v.FACTIONS, v.FACTIONS)))  # own points × opponent
    noise: float = 12.0
    luck: float = 6.0  # what a set-up does to a faction, the same in every game of it


def cell(factions="drawn:4", **more):
    """Returns a cell; the number of players follows from the factions."""
    players = int(factions.partition(":")[2]) if ":" in factions else factions.count("+") + 1
    return {**CONFIGURATION, "factions": factions, "players": players, "policy": "greedy", **more}


def draw_deal(number, players, seed=0):
    """Draws tiles, cards and the luck of each faction, the same for all games of a number."""
    rng = np.random.default_rng([seed, number])
    tiles = rng.permutation(BASE_TILES)
    while 0 in tiles[4:6]:
        tiles = rng.permutation(BASE_TILES)
    return tiles[:6], rng.permutation(BASE_CARDS)[: players + 3], rng.standard_normal(v.FACTIONS)


def draw_factions(rng, players):
    """Draws colours, then sides."""
    homes = rng.permutation(len(v.TERRAINS))[:players]
    return np.array([rng.choice(np.flatnonzero(home == HOME)) for home in homes])


def draw_games(number, what, games, truth, rng, deal_of=None, penalty=None):
    """Draws the games of a cell; `deal_of` says which set-up each game has, `penalty` what each seat loses."""
    players = what["players"]
    named = None if ":" in what["factions"] else [FACTIONS.index(name) for name in what["factions"].split("+")]
    rows = {name: [] for name in ("faction", "vp", "scoring", "cards")}
    for game in range(games):
        tiles, cards, luck = draw_deal(game if deal_of is None else deal_of(game), players)
        who = np.array(named) if named else draw_factions(np.random.default_rng([7, game]), players)
        points = 100 + truth.strength[who] + truth.seat[:players] + truth.card[who][:, cards].sum(axis=1)
        points = points + sum(truth.tile[who, place, tile] for place, tile in enumerate(tiles)) + truth.luck * luck[who]
        points = points + np.array([truth.pair[own, who].sum() for own in who]) + truth.noise * rng.standard_normal(players)
        rows["faction"].append(who)
        rows["vp"].append(np.round(points - (0 if penalty is None else penalty)).astype(int))
        rows["scoring"].append(tiles)
        rows["cards"].append(sum(1 << card for card in cards))
    return frame_of(number, what, {name: np.array(values) for name, values in rows.items()})


def frame_of(number, what, rows):
    """Returns games as the rows of a dataset."""
    games, players = rows["vp"].shape
    best = rows["vp"] == rows["vp"].max(axis=1, keepdims=True)
    frame = {"cell": number, **what, "game": np.arange(games), "outcome": "finished", "error": 0, "decisions": 300}
    frame["cards"] = rows["cards"]
    for place in range(v.ROUNDS):
        frame[f"scoring_{place + 1}"] = pd.Categorical.from_codes(rows["scoring"][:, place], CONTENT.round_tiles)
    for seat in range(players):
        frame[f"faction_{seat + 1}"] = pd.Categorical.from_codes(rows["faction"][:, seat], FACTIONS)
        frame[f"vp_{seat + 1}"] = rows["vp"][:, seat].astype(np.int16)
        frame[f"win_{seat + 1}"] = (best / best.sum(axis=1, keepdims=True))[:, seat].astype(np.float32)
        frame[f"rank_{seat + 1}"] = (1 + (rows["vp"] > rows["vp"][:, [seat]]).sum(axis=1)).astype(np.int8)
    return pd.DataFrame(frame)


def write_run(path, frames):
    """Writes a run; columns of seats that nobody holds are empty."""
    path.mkdir(parents=True, exist_ok=True)
    whole = pd.concat(frames, ignore_index=True)
    for name in ("faction", "vp", "win", "rank"):
        for seat in range(1, v.MAX_SEATS + 1):
            if f"{name}_{seat}" not in whole:
                whole[f"{name}_{seat}"] = pd.array([None] * len(whole), "string" if name == "faction" else "Float32")
    for name in (column for column in whole if column.startswith(("faction_", "scoring_"))):
        whole[name] = whole[name].astype("string").astype("category")
    pq.write_table(pa.Table.from_pandas(whole, preserve_index=False), path / "games.parquet")
    written = {"format": 1, "game": "terra_mystica", "name": "made", "rules": {}, "plan": {}, "cells": [], "sessions": []}
    (path / "_manifest.json").write_text(json.dumps(written), "utf-8")
    return path
