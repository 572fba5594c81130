"""What the set-up does to each faction: bonus cards in play, scoring tiles round by round; and what a set-up promises.

For each faction its margins are fitted by the cards and tiles of its games; effects of one kind are drawn together.
An effect is against the mean card, or against the mean tile of the round as often as each lay there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.stats import norm
from threadpoolctl import threadpool_limits

from reports.core.clusters import CLUSTERS_AT_MOST, inverse, sandwich, scores
from reports.core.discovery import SURE, with_q
from reports.core.missing import TooLittleData
from reports.core.pooling import Pooled, pool
from reports.terra_mystica.games import Tables, faction_names
from reports.terra_mystica.strength import Strength
from simulator.core.errors import UserError
from simulator.core.game import find_game
from simulator.terra_mystica.record import vocabulary as v

DEALS_AT_LEAST = 200  # different set-ups; fewer tell nothing apart
GAMES_AT_LEAST = 200  # of a faction
CARD, TILE = 0, 1
COLUMNS = v.CARDS + v.ROUNDS * v.ROUND_TILES


@dataclass(frozen=True)
class SetupModel:
    """The fitted effects of tiles and cards on each faction."""

    players: int
    factions: list[int]
    columns: np.ndarray  # of the design, those that vary
    means: np.ndarray  # of these columns, by faction
    base: np.ndarray  # mean margin by faction, seats made equal
    base_error: np.ndarray
    games: np.ndarray  # faction × column: in which the card or tile lay
    raw: list[np.ndarray]
    covariance: list[np.ndarray]
    pooled: list[Pooled]
    spread: np.ndarray  # of cards, of tiles: standard deviation of effects

    def table(self) -> pd.DataFrame:
        """Returns every effect, pooled, tested as it was estimated."""
        names, parts = faction_names(), []
        for row, faction in enumerate(self.factions):
            error = np.sqrt(np.clip(np.diag(self.pooled[row].covariance), 0, None))
            parts.append(pd.DataFrame({
                "faction": names[faction], "what": [column_name(column) for column in self.columns],
                "round": [column_round(column) for column in self.columns], "games": self.games[row].astype(int),
                "points": self.pooled[row].effects, "low": self.pooled[row].effects - SURE * error,
                "high": self.pooled[row].effects + SURE * error, "raw": self.raw[row],
                "error": np.sqrt(np.clip(np.diag(self.covariance[row]), 0, None)),
            }))  # fmt: skip
        table = pd.concat(parts, ignore_index=True)
        p = 2 * norm.sf(np.abs(table["raw"]) / np.maximum(table["error"], 1e-12))
        return with_q(table, p).sort_values("points", key=abs, ascending=False).reset_index(drop=True)

    def lying(self, scoring: list[str], cards: list[str]) -> np.ndarray:
        """Returns which columns lie in a set-up; complains about a tile or card of which the run says nothing."""
        content = find_game("terra_mystica").content()
        lies = np.zeros(COLUMNS)
        lies[[content.cards.index(card) for card in cards]] = 1
        lies[[v.CARDS + place * v.ROUND_TILES + content.round_tiles.index(tile) for place, tile in enumerate(scoring)]] = 1
        for column in np.flatnonzero(lies).tolist():
            if column not in self.columns:
                where = f" in round {column_round(column)}" if column_round(column) else ""
                raise UserError(f"this run says nothing of {column_name(column)}{where}")
        return lies

    def predict(self, lies: np.ndarray) -> pd.DataFrame:
        """Returns the expected margin of each faction in a set-up, best first."""
        names, rows = faction_names(), []
        for row, faction in enumerate(self.factions):
            there = lies[self.columns] - self.means[row]
            variance = there @ self.pooled[row].covariance @ there + self.base_error[row] ** 2
            value, half = self.base[row] + there @ self.pooled[row].effects, SURE * np.sqrt(variance)
            rows.append({"faction": names[faction], "margin": value, "low": value - half, "high": value + half,
                         "usual": self.base[row]})  # fmt: skip
        return pd.DataFrame(rows).sort_values("margin", ascending=False).reset_index(drop=True)


def column_name(column: int) -> str:
    """Returns the card or tile of a column."""
    content = find_game("terra_mystica").content()
    kinds = content.cards if column < v.CARDS else content.round_tiles
    return kinds[column if column < v.CARDS else (column - v.CARDS) % v.ROUND_TILES]


def column_round(column: int) -> int:
    """Returns the round of a tile, 0 for a card."""
    return 0 if column < v.CARDS else (column - v.CARDS) // v.ROUND_TILES + 1


@threadpool_limits.wrap(limits=1)  # small matrices only lose time to threads, on a busy machine a hundredfold
def fit_setups(tables: Tables, strength: Strength | None) -> SetupModel:
    """Fits the margins of each faction by the tiles and cards of its games; complains about too little data."""
    if tables.deals < DEALS_AT_LEAST:
        raise TooLittleData("set_ups", least=DEALS_AT_LEAST, there=tables.deals)
    margin = tables.margin - _worth_of_seats(tables, strength)
    found = [(number, *_rows_of(tables, margin, number)) for number in range(v.FACTIONS)]
    found = [row for row in found if len(row[1]) >= GAMES_AT_LEAST]
    if not found:
        raise TooLittleData("games_of_faction", games=GAMES_AT_LEAST)
    columns = _varying(tables)
    fits = [_fit(tables, rows, values, columns) for _, rows, values in found]
    raw, covariance = [fit[0] for fit in fits], [fit[1] for fit in fits]
    pooled, variance = _pool(raw, covariance, columns)
    means, base, error, games = (np.array([fit[number] for fit in fits]) for number in range(2, 6))
    factions = [row[0] for row in found]
    for row in range(len(factions)):
        contrasts = _against_mean(columns, means[row])
        raw[row], covariance[row] = contrasts @ raw[row], contrasts @ covariance[row] @ contrasts.T
        turned = Pooled(contrasts @ pooled[row].effects, contrasts @ pooled[row].covariance @ contrasts.T)
        pooled[row] = turned
    return SetupModel(
        tables.key.players, factions, columns, means, base, error, games, raw, covariance, pooled, np.sqrt(variance)
    )


def _worth_of_seats(tables: Tables, strength: Strength | None) -> np.ndarray:
    worth = strength.of_seats() if strength is not None else pd.DataFrame()
    return worth["value"].to_numpy() if len(worth) else np.zeros(tables.key.players)


def _rows_of(tables: Tables, margin: np.ndarray, faction: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns the games in which a faction played, and its margins there."""
    rows, seats = np.nonzero(tables.faction == faction)
    return rows, margin[rows, seats].astype(float)


def _varying(tables: Tables) -> np.ndarray:
    """Returns the columns of the design that lay in some games and not in all."""
    lay = [np.count_nonzero(tables.cards >> card & 1) for card in range(v.CARDS)]
    for place in range(v.ROUNDS):
        lay += np.bincount(tables.scoring[:, place], minlength=v.ROUND_TILES).tolist()
    return np.flatnonzero((np.array(lay) > 0) & (np.array(lay) < len(tables.vp)))


def _design(tables: Tables, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """Returns which cards and tiles lay in some games."""
    design = np.zeros((len(rows), COLUMNS), np.float32)
    design[:, : v.CARDS] = tables.cards[rows].astype(np.int64)[:, None] >> np.arange(v.CARDS) & 1
    places = v.CARDS + np.arange(v.ROUNDS) * v.ROUND_TILES + tables.scoring[rows]
    design[np.arange(len(rows))[:, None], places] = 1
    return design[:, columns]


def _fit(tables: Tables, rows: np.ndarray, values: np.ndarray, columns: np.ndarray) -> tuple[np.ndarray, ...]:
    """Fits one faction; returns effects, covariance, means of the columns, base, its error, games of the columns."""
    design = _design(tables, rows, columns)
    games, means = design.sum(axis=0, dtype=float), design.mean(axis=0, dtype=float)
    design -= means.astype(np.float32)
    base = values.mean()
    bread = inverse((design.T @ design).astype(float))
    effects = bread @ (design.T @ (values - base).astype(np.float32))
    rest = values - base - design @ effects
    _, cluster = np.unique(tables.deal[rows], return_inverse=True)
    cluster = cluster % CLUSTERS_AT_MOST
    covariance = sandwich(bread, scores(design * rest[:, None].astype(np.float32), cluster))
    added = np.bincount(cluster, rest)
    error = np.sqrt((added**2).sum()) / len(rows)
    return effects, covariance, means, base, error, games


def _pool(raw: list[np.ndarray], covariance: list[np.ndarray], columns: np.ndarray) -> tuple[list[Pooled], np.ndarray]:
    """Draws effects together: those of cards, and those of tiles. The cards, and the tiles of a round, add up to none."""
    blocks = np.array([column_round(column) for column in columns])
    basis = np.zeros((len(columns), 0))
    kind: list[int] = []
    for number in np.unique(blocks):
        there = np.flatnonzero(blocks == number)
        free = np.linalg.qr(np.eye(len(there)) - 1 / len(there))[0][:, : len(there) - 1]  # orthonormal, each adds up to none
        part = np.zeros((len(columns), len(there) - 1))
        part[there] = free
        basis = np.hstack([basis, part])
        kind += [CARD if number == 0 else TILE] * (len(there) - 1)
    kinds = np.unique(kind, return_inverse=True)[1]
    found, variance = pool([basis.T @ one for one in raw], [basis.T @ one @ basis for one in covariance], kinds)
    return [Pooled(basis @ one.effects, basis @ one.covariance @ basis.T) for one in found], variance


def _against_mean(columns: np.ndarray, means: np.ndarray) -> np.ndarray:
    """Returns contrasts: cards against the mean card, tiles against the mean tile of the round by how often each lay."""
    contrasts = np.eye(len(columns))
    rounds = np.array([column_round(column) for column in columns])
    for number in np.unique(rounds):
        there = np.flatnonzero(rounds == number)
        weights = np.full(len(there), 1 / len(there)) if number == 0 else means[there] / means[there].sum()
        contrasts[np.ix_(there, there)] -= weights
    return contrasts
