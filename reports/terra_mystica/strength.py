"""How strong factions are and what seats are worth: points beyond the table, corrected for who else sat there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.stats import norm
from threadpoolctl import threadpool_limits

from reports.core.clusters import Fit, clustered_means, inverse, sandwich
from reports.core.discovery import with_q
from reports.core.pooling import pool
from reports.terra_mystica.games import Tables, faction_names
from simulator.terra_mystica.record import vocabulary as v

BLOCK = 1 << 18


@dataclass(frozen=True)
class Strength:
    """The strengths of the factions of a group, and the worth of its seats, each against the mean of those that played."""

    factions: np.ndarray  # numbers of those that played
    fit: Fit  # effects of all factions, then of all seats
    by_faction: np.ndarray  # contrasts, rows as `factions`
    by_seat: np.ndarray  # contrasts; none if seats cannot be told from factions

    def of_factions(self) -> pd.DataFrame:
        """Returns value, error, low and high of each faction that played."""
        return self.fit.contrast(self.by_faction)

    def of_seats(self) -> pd.DataFrame:
        """Returns the same of each seat; empty, if factions never changed their seats."""
        return self.fit.contrast(self.by_seat)

    def per_later_seat(self) -> pd.DataFrame:
        """Returns by how much a later seat is better, by a straight line through the seats."""
        seats = len(self.by_seat)
        line = np.arange(seats) - (seats - 1) / 2
        return self.fit.contrast((line / max(float(line @ line), 1.0) @ self.by_seat)[None, :]) if seats else self.of_seats()

    def rest(self, tables: Tables) -> np.ndarray:
        """Returns what strengths and seats leave unexplained of the margins, game × seat."""
        seats = np.arange(tables.key.players)
        value = self.fit.effects[tables.faction] + self.fit.effects[v.FACTIONS + seats]
        return tables.margin - (value - value.mean(axis=1, keepdims=True))


@threadpool_limits.wrap(limits=1)  # small matrices only lose time to threads, on a busy machine a hundredfold
def fit_strength(tables: Tables) -> Strength | None:
    """Fits points of a game by faction and seat, each game with a level of its own; nothing, if all played one faction."""
    players, columns = tables.key.players, v.FACTIONS + tables.key.players
    information, gained = _normal_equations(tables)
    played = np.flatnonzero(np.diag(information)[: v.FACTIONS])
    seats = np.arange(v.FACTIONS, columns)
    # Factions that always sat in the same seats cannot be told from them: then seats are left out.
    with_seats = _rank(information, np.concatenate([played, seats])) == len(played) - 1 + players - 1
    used = np.concatenate([played, seats]) if with_seats else played
    if len(played) < 2 or _rank(information, played) < len(played) - 1:
        return None
    bread = np.zeros((columns, columns))
    bread[np.ix_(used, used)] = inverse(information[np.ix_(used, used)])
    effects = bread @ gained
    rest = Strength(played, Fit(effects, bread, 0), np.empty(0), np.empty(0)).rest(tables)
    added = _scores(tables, rest, columns)
    fit = Fit(effects, sandwich(bread, added), int(tables.cluster.max()) + 1)
    return Strength(played, fit, _centred(played, columns), _centred(seats if with_seats else seats[:0], columns))


def _normal_equations(tables: Tables) -> tuple[np.ndarray, np.ndarray]:
    """Returns both sides of the equations of dummies of faction and seat, the mean of each game taken out."""
    players = tables.key.players
    columns = v.FACTIONS + players
    information, gained = np.zeros((columns, columns)), np.zeros(columns)
    for first in range(0, len(tables.vp), BLOCK):
        faction, margin = tables.faction[first : first + BLOCK], tables.margin[first : first + BLOCK].astype(float)
        table = np.zeros((len(faction), columns), np.float32)  # who sat there, and every seat
        table[np.arange(len(faction))[:, None], faction] = 1
        table[:, v.FACTIONS :] = 1
        information -= (table.T @ table).astype(float) / players
        for seat in range(players):
            count = np.bincount(faction[:, seat], minlength=v.FACTIONS)
            total = np.bincount(faction[:, seat], weights=margin[:, seat], minlength=v.FACTIONS)
            own = v.FACTIONS + seat
            information[np.arange(v.FACTIONS), np.arange(v.FACTIONS)] += count
            information[: v.FACTIONS, own] += count
            information[own, : v.FACTIONS] += count
            information[own, own] += count.sum()
            gained[: v.FACTIONS] += total
            gained[own] += total.sum()
    return information, gained


def _rank(information: np.ndarray, used: np.ndarray) -> int:
    return int(np.linalg.matrix_rank(information[np.ix_(used, used)], tol=1e-6 * information.max(), hermitian=True))


def _scores(tables: Tables, rest: np.ndarray, columns: int) -> np.ndarray:
    """Adds up, by cluster, what each game says of each effect."""
    size = int(tables.cluster.max()) + 1
    added = np.zeros((size, columns))
    for seat in range(tables.key.players):
        place = tables.cluster.astype(np.int64) * v.FACTIONS + tables.faction[:, seat]
        added[:, : v.FACTIONS] += np.bincount(place, rest[:, seat], size * v.FACTIONS).reshape(size, v.FACTIONS)
        added[:, v.FACTIONS + seat] = np.bincount(tables.cluster, rest[:, seat], size)
    return added


def _centred(used: np.ndarray, columns: int) -> np.ndarray:
    """Returns contrasts of effects against their mean."""
    matrix = np.zeros((len(used), columns))
    matrix[np.arange(len(used)), used] = 1
    return matrix - matrix.mean(axis=0) if len(used) else matrix


# --- tables


def faction_table(tables: Tables, strength: Strength | None) -> pd.DataFrame:
    """Returns games, share of the win, points and margin of each faction with intervals, and its strength."""
    who = tables.faction.ravel().astype(np.int64)
    cluster = np.repeat(tables.cluster, tables.key.players)
    parts: list[pd.DataFrame] = []
    for name, values, share in (("win", tables.win, True), ("vp", tables.vp, False), ("margin", tables.margin, False)):
        found = clustered_means(values.ravel(), who, cluster, v.FACTIONS, share)
        parts.append(found if not parts else found.drop(columns="games"))
        parts[-1] = parts[-1].rename(columns={end: f"{name}_{end}" for end in ("mean", "error", "low", "high")})
    table = pd.concat(parts, axis=1).assign(faction=faction_names(), fair=1 / tables.key.players)
    table = table[table["games"] > 0].copy()
    for name in ("strength", "error", "low", "high"):
        table[name] = np.nan
    if strength is not None:
        table[["strength", "error", "low", "high"]] = strength.of_factions().to_numpy()
    order = "strength" if strength is not None else "margin_mean"
    p = 2 * norm.sf(np.abs(table["strength"]) / np.maximum(table["error"], 1e-12))
    table = with_q(table, np.nan_to_num(p, nan=1.0)).sort_values(order, ascending=False)
    return _of_group(tables, table).reset_index(drop=True)


def seat_table(tables: Tables, strength: Strength | None) -> pd.DataFrame:
    """Returns share of the win and margin of each seat with intervals, and its worth once factions are equal."""
    players = tables.key.players
    seat = np.tile(np.arange(players), len(tables.vp))
    cluster = np.repeat(tables.cluster, players)
    win = clustered_means(tables.win.ravel(), seat, cluster, players, share=True)
    margin = clustered_means(tables.margin.ravel(), seat, cluster, players, share=False)
    table = pd.DataFrame({"seat": np.arange(1, players + 1), "games": win["games"], "fair": 1 / players})
    for name, found in (("win", win), ("margin", margin)):
        table = pd.concat([table, found[["mean", "low", "high"]].add_prefix(f"{name}_")], axis=1)
    worth = strength.of_seats() if strength is not None else pd.DataFrame()
    for name in ("value", "low", "high"):
        table[name] = worth[name].to_numpy() if len(worth) else np.nan
    return _of_group(tables, table)


def _of_group(tables: Tables, table: pd.DataFrame) -> pd.DataFrame:
    """Says which group a table is of."""
    key = tables.key
    table.insert(0, "players", key.players)
    table.insert(1, "draft", key.draft)
    table.insert(2, "policy", " ".join(filter(None, [key.policy, key.flags, "" if key.start_vp == "20" else key.start_vp])))
    return table


# --- who does better or worse against whom


def pair_table(tables: Tables, strength: Strength | None) -> pd.DataFrame:
    """Returns, for each faction and opponent, the win share and the points beyond what strengths and seats predict."""
    if strength is None:
        return pd.DataFrame()
    rest, size = strength.rest(tables), v.FACTIONS
    players = range(tables.key.players)
    pairs = [(own, other) for own in players for other in players if own != other]
    place = np.concatenate([tables.faction[:, own] * np.int64(size) + tables.faction[:, other] for own, other in pairs])
    cluster = np.tile(tables.cluster, len(pairs))
    scale = tables.key.players if tables.key.players == 2 else 1  # of two players: points ahead of the other
    beyond = clustered_means(scale * np.concatenate([rest[:, own] for own, _ in pairs]), place, cluster, size**2, False)
    win = clustered_means(np.concatenate([tables.win[:, own] for own, _ in pairs]), place, cluster, size**2, True)
    names = faction_names()
    table = pd.DataFrame({
        "faction": np.repeat(names, size), "opponent": np.tile(names, size), "games": beyond["games"],
        "rate": win["mean"], "rate_low": win["low"], "rate_high": win["high"],
        "raw": beyond["mean"], "error": beyond["error"],
    })  # fmt: skip
    table = table[(table["games"] > 0) & np.isfinite(table["error"])].reset_index(drop=True)
    if tables.key.players == 2:  # the same games seen from the other side are no second discovery
        first = table["faction"] < table["opponent"]
        tested = _pooled_pairs(table[first].reset_index(drop=True))
        other = tested.rename(columns={"faction": "opponent", "opponent": "faction", "low": "high", "high": "low"})
        other = other.assign(points=-other["points"], low=-other["low"], high=-other["high"])
        table = table.merge(
            pd.concat([tested, other])[["faction", "opponent", "points", "low", "high", "p", "q", "significant"]]
        )
    else:
        table = _pooled_pairs(table)
    return table.sort_values("points", key=abs, ascending=False).reset_index(drop=True)


def _pooled_pairs(table: pd.DataFrame) -> pd.DataFrame:
    """Draws the pairs together and tests each as it was estimated."""
    if table.empty:
        return table
    groups, _ = pool([table["raw"].to_numpy()], [np.diag(table["error"].to_numpy() ** 2)], np.zeros(len(table), int))
    half = 1.96 * np.sqrt(np.diag(groups[0].covariance))
    table = table.assign(points=groups[0].effects, low=groups[0].effects - half, high=groups[0].effects + half)
    return with_q(table, 2 * norm.sf(np.abs(table["raw"]) / np.maximum(table["error"], 1e-12)))
