"""What a card or tile is worth: the same games with a seat that may take it and with one that must go without it."""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy.stats import norm

from reports.core.clusters import clustered_means
from reports.core.discovery import with_q
from reports.terra_mystica.games import Games, Tables, faction_names
from simulator.core.game import find_game

FACTION_GAMES_AT_LEAST = 30


def worth_table(games: Games, by_faction: bool = False) -> pd.DataFrame:
    """Returns what each tile is worth to a seat: points and share of the win lost without it, the dearest first.

    Only games in which the card is in play are looked at; by faction, only with enough games.
    """
    parts = [_worth(games.tables[key], found, text, by_faction) for text, found in games.without.items()
             if "+" not in text and (key := found.key) in games.tables]  # fmt: skip
    parts = [part for part in parts if len(part)]
    if not parts:
        return pd.DataFrame()
    table = pd.concat(parts, ignore_index=True)
    p = 2 * norm.sf(np.abs(table["points"]) / np.maximum(table["error"], 1e-12))
    table = with_q(table, np.where(table["error"] > 0, p, 1.0))
    return table.sort_values("points", ascending=False).reset_index(drop=True)


def _worth(usual: Tables, without: Tables, text: str, by_faction: bool) -> pd.DataFrame:
    tile, _, place = text.partition("@")
    seat = int(place or 1) - 1
    with_it, without_it = _same_games(usual, without, text)
    there = _in_play(usual.cards[with_it], tile)
    # In a draft the seat may choose another faction: then the games tell what the tile is worth to the seat.
    with_it, without_it = with_it[there], without_it[there]
    if not len(with_it):
        return pd.DataFrame()
    points = (usual.vp[with_it, seat] - without.vp[without_it, seat]).astype(float)
    won = (usual.win[with_it, seat] - without.win[without_it, seat]).astype(float)
    cluster = usual.cluster[with_it]
    group = usual.faction[with_it, seat].astype(np.int64) if by_faction else np.zeros(len(points), np.int64)
    size = int(group.max()) + 1
    mean = clustered_means(points, group, cluster, size, share=False)
    wins = clustered_means(won, group, cluster, size, share=False)
    felt = np.bincount(group, points != 0, size) / np.maximum(mean["games"], 1)
    table = pd.DataFrame({
        "tile": tile, "seat": seat + 1, "players": usual.key.players, "games": mean["games"], "felt": felt,
        "points": mean["mean"], "error": mean["error"], "low": mean["low"], "high": mean["high"],
        "won": 100 * wins["mean"], "won_low": 100 * wins["low"], "won_high": 100 * wins["high"],
    })  # fmt: skip
    if by_faction:
        names = faction_names()
        table.insert(1, "faction", names[:size])
    return table[table["games"] >= (FACTION_GAMES_AT_LEAST if by_faction else 1)]


def _same_games(usual: Tables, without: Tables, text: str) -> tuple[np.ndarray, np.ndarray]:
    """Returns the rows of the games that both have: of the same number, with the same set-up and line-up."""
    numbers, first, second = np.intersect1d(_numbers(usual), _numbers(without), return_indices=True)
    alike = usual.deal[first] == without.deal[second]
    if not usual.key.draft:
        alike &= (usual.faction[first] == without.faction[second]).all(axis=1)
    return first[alike], second[alike]


def _numbers(tables: Tables) -> np.ndarray:
    """Returns what tells games apart within a group: number and line-up as the cell gave it."""
    line_up = np.zeros(len(tables.game), np.int64)
    for seat in range(tables.key.players if not tables.key.draft else 0):
        line_up = line_up * 15 + tables.faction[:, seat]
    return line_up << 32 | tables.game.astype(np.int64)


def _in_play(cards: np.ndarray, tile: str) -> np.ndarray:
    content = find_game("terra_mystica").content()
    names = content.cards
    return (cards.astype(np.int64) >> names.index(tile) & 1).astype(bool) if tile in names else np.ones(len(cards), bool)
