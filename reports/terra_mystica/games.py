"""Reads the games of a run seat by seat: who sat where, what it scored, with which tiles and cards; and sums by faction.

Games of one kind (policy, rules, number of players, how factions were found) are a *group* and are judged together.
Knows no statistics but what is independent of what.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa
from threadpoolctl import threadpool_limits

from reports.core.clusters import numbered
from reports.core.dataset import Run
from reports.core.files import batches, coded, integers, numbers, open_dataset, seat_columns
from simulator.core.game import find_game
from simulator.core.results import result_columns
from simulator.terra_mystica.record import vocabulary as v

GAME = "terra_mystica"
SEATS = v.MAX_SEATS
SEAT_FIELDS = {"round_vp": v.ROUNDS, "vp_source": len(v.SOURCES), "structures": len(v.STRUCTURES) - 1, "first_sites": 3}
DRAFT = "draft"
SETUPS, LINE_UPS, GAMES = "setups", "line_ups", "games"  # what is independent of each other


class Key(NamedTuple):
    """What games of a group have in common."""

    policy: str
    flags: str
    start_vp: str
    players: int
    draft: bool


@dataclass(frozen=True)
class Tables:
    """The games of a group, game × seat."""

    key: Key
    cell: np.ndarray
    game: np.ndarray
    faction: np.ndarray  # number of the faction, from 0
    vp: np.ndarray
    win: np.ndarray  # share of the win
    scoring: np.ndarray  # game × round
    cards: np.ndarray  # bit set of the cards in play

    @cached_property
    def margin(self) -> np.ndarray:
        """Points beyond the mean of the table."""
        return self.vp - self.vp.mean(axis=1, keepdims=True)

    @cached_property
    def deal(self) -> np.ndarray:
        """A number for each set of tiles and cards."""
        found = self.cards.astype(np.int64)
        for number in range(v.ROUNDS):
            found = found * v.ROUND_TILES + self.scoring[:, number]
        return found

    @cached_property
    def deals(self) -> int:
        """How many different set-ups were played."""
        return len(np.unique(self.deal))

    @cached_property
    def clusters(self) -> tuple[np.ndarray, str]:
        """The cluster of each game, and what clusters are: set-ups; with one set-up only line-ups, or else games."""
        cluster, count = numbered(self.deal)
        if count > 1:
            return cluster, SETUPS
        line_up = np.zeros(len(self.deal), np.int64)
        for seat in range(self.key.players):
            line_up = line_up * v.FACTIONS + self.faction[:, seat]
        cluster, count = numbered(line_up)
        return (cluster, LINE_UPS) if count > 1 else (numbered(self.game)[0], GAMES)

    @property
    def cluster(self) -> np.ndarray:
        """The cluster of each game."""
        return self.clusters[0]

    @cached_property
    def are_copies(self) -> bool:
        """Tells whether all games of a set-up and line-up ended alike: nothing but the first of them tells anything."""
        return len(self.vp) > 1 and bool((self.vp == self.vp[0]).all() and (self.faction == self.faction[0]).all())

    def chosen(self, rows: np.ndarray) -> Tables:
        """Returns some of the games."""
        parts = (self.cell, self.game, self.faction, self.vp, self.win, self.scoring, self.cards)
        return Tables(self.key, *(part[rows] for part in parts))


@dataclass
class Totals:
    """What the seats of a group add up to, by faction (from 0)."""

    seats: np.ndarray  # how many
    fields: dict[str, np.ndarray]  # field of the result -> faction × part
    first_sites: np.ndarray  # faction × hex: start dwellings
    built: np.ndarray  # faction × hex: structures at the end
    pairs: dict[int, int]  # faction and its start hexes, see `start_of` -> how often
    round_vp: np.ndarray  # others, winners × round
    outcomes: np.ndarray  # others, winners: how many
    leech: np.ndarray  # offered, taken × size


@dataclass
class Games:
    """A run, game by game."""

    cells: pd.DataFrame
    tables: dict[Key, Tables]  # cells in which everybody may take everything
    totals: dict[Key, Totals]
    without: dict[str, Tables]  # what seats must go without -> its games, whatever the group

    @property
    def main(self) -> Key | None:
        """The group that is told about first: factions given rather than chosen, four players if there are any."""
        keys = sorted(self.tables, key=lambda key: (key.draft, key.players != 4, -len(self.tables[key].vp)))
        return keys[0] if keys else None


@threadpool_limits.wrap(limits=1)  # small matrices only lose time to threads, on a busy machine a hundredfold
def read_seats(run: Run) -> Games:
    """Reads the games of a run."""
    reader = _Reader(run)
    data, columns = open_dataset(run.path, GAME)
    wanted = [name for name in reader.wanted if name in columns]
    for batch in batches(data, wanted):
        reader.add(batch)
    return reader.games()


class _Reader:
    """Takes batches apart."""

    def __init__(self, run: Run):
        self.cells = run.cells.reset_index(drop=True)
        self.keys = [
            Key(row.policy, row.flags, row.start_vp, int(row.players), row.factions.startswith(f"{DRAFT}:"))
            for row in self.cells.itertuples()
        ]
        self.forbidden = [row.without for row in self.cells.itertuples()]
        self.codes = {column.name: column.codes for column in result_columns(find_game(GAME)) if column.codes}
        self.parts = {field: [f"{field}_{part}" for part in find_game(GAME).parts[field]] for field in SEAT_FIELDS}
        self.whole = ["cell", "game", "cards", "error", *_named("scoring"), *_named("leech_offers"), *_named("leech_taken")]
        names = [
            "faction",
            "vp",
            "win",
            "built_low",
            "built_high",
            *(name for parts in self.parts.values() for name in parts),
        ]
        self.wanted = [*self.whole, *(column for name in names for column in seat_columns(name, SEATS))]
        self.groups: dict[tuple[Key, str], list[tuple[np.ndarray, ...]]] = {}
        self.totals: dict[Key, Totals] = {}

    def add(self, batch: pa.RecordBatch) -> None:
        """Adds the games of a batch that count to their groups."""
        cell = np.searchsorted(self.cells["cell"].to_numpy(), integers(batch, "cell"))
        good = integers(batch, "error") == 0 if "error" in batch.schema.names else np.ones(len(cell), bool)
        kinds = {number: (self.keys[number], self.forbidden[number]) for number in np.unique(cell).tolist()}
        for kind in dict.fromkeys(kinds.values()):
            rows = np.isin(cell, [number for number, other in kinds.items() if other == kind]) & good
            if rows.any():
                part = batch if rows.all() else batch.filter(pa.array(rows))
                self._add(kind, part, cell[rows])

    def _add(self, kind: tuple[Key, str], batch: pa.RecordBatch, cell: np.ndarray) -> None:
        seats = range(1, kind[0].players + 1)

        def by_seat(name: str, as_type: type) -> np.ndarray:
            return np.stack([self._read(batch, f"{name}_{seat}").astype(as_type) for seat in seats], axis=1)

        faction, win = by_seat("faction", np.int8) - 1, by_seat("win", np.float32)
        scoring = np.stack([self._read(batch, name).astype(np.int8) for name in _named("scoring")], axis=1)
        numbered = cell.astype(np.int32), integers(batch, "game").astype(np.int32)
        cards = integers(batch, "cards").astype(np.int16)
        self.groups.setdefault(kind, []).append((*numbered, faction, by_seat("vp", np.float32), win, scoring, cards))
        if not kind[1]:
            self._add_up(self.totals.setdefault(kind[0], _no_totals()), batch, faction, win)

    def _read(self, batch: pa.RecordBatch, name: str) -> np.ndarray:
        return coded(batch, name, self.codes[name]) if name in self.codes else numbers(batch, name)

    def _add_up(self, totals: Totals, batch: pa.RecordBatch, faction: np.ndarray, win: np.ndarray) -> None:
        """Adds what the games of a batch add up to; runs of earlier versions lack some columns."""
        there = set(batch.schema.names)
        if f"leech_taken_{v.LEECH_SIZES}" in there:
            for row, field in enumerate(("leech_offers", "leech_taken")):
                totals.leech[row] += [integers(batch, name).sum() for name in _named(field)]
        for seat in range(faction.shape[1]):
            who, won = faction[:, seat].astype(np.int64), (win[:, seat] > 0).astype(np.int64)
            totals.seats += np.bincount(who, minlength=v.FACTIONS)
            totals.outcomes += np.bincount(won, minlength=2)
            for field, names in self.parts.items():
                columns = [f"{name}_{seat + 1}" for name in names]
                if field == "first_sites" or not there.issuperset(columns):
                    continue
                values = np.stack([numbers(batch, column) for column in columns], axis=1)
                totals.fields[field] += _by_group(values, who, v.FACTIONS)
                if field == "round_vp":
                    totals.round_vp += _by_group(values, won, 2)
            self._add_sites(totals, batch, who, seat)

    def _add_sites(self, totals: Totals, batch: pa.RecordBatch, who: np.ndarray, seat: int) -> None:
        halves = [f"built_{half}_{seat + 1}" for half in ("low", "high")]
        if set(halves) <= set(batch.schema.names):
            words = np.stack(
                [batch.column(name).cast(pa.uint64()).to_numpy(zero_copy_only=False) for name in halves], axis=1
            )
            bits = np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=1, bitorder="little", count=v.HEXES)
            totals.built += _by_group(bits, who, v.FACTIONS)
        columns = [f"{name}_{seat + 1}" for name in self.parts["first_sites"]]
        if set(columns) <= set(batch.schema.names):
            sites = np.stack([self._read(batch, column).astype(np.int64) for column in columns], axis=1) - 1
            for site in sites.T:
                held = site >= 0
                place = who[held] * v.HEXES + site[held]
                totals.first_sites += np.bincount(place, minlength=v.FACTIONS * v.HEXES).reshape(v.FACTIONS, v.HEXES)
            place = who
            for site in np.sort(sites, axis=1).T:
                place = place * (v.HEXES + 1) + site + 1
            found, count = np.unique(place, return_counts=True)
            for number, games in zip(found.tolist(), count.tolist()):
                totals.pairs[number] = totals.pairs.get(number, 0) + games

    def games(self) -> Games:
        """Returns everything that was read."""
        tables: dict[Key, Tables] = {}
        without: dict[str, list[Tables]] = {}
        for (key, forbidden), rows in self.groups.items():
            found = Tables(key, *(np.concatenate(part) for part in zip(*rows)))
            if forbidden:
                without.setdefault(forbidden, []).append(found)
            else:
                tables[key] = found
        chosen = {name: max(found, key=lambda one: len(one.vp)) for name, found in without.items()}
        return Games(self.cells, tables, self.totals, chosen)


def _named(field: str) -> list[str]:
    """Returns the columns of a field of the whole game that has several parts."""
    return [f"{field}_{part}" for part in find_game(GAME).parts[field]]


def _no_totals() -> Totals:
    fields = {name: np.zeros((v.FACTIONS, parts)) for name, parts in SEAT_FIELDS.items() if name != "first_sites"}
    sites = np.zeros((2, v.FACTIONS, v.HEXES))
    return Totals(
        np.zeros(v.FACTIONS),
        fields,
        sites[0],
        sites[1],
        {},
        np.zeros((2, v.ROUNDS)),
        np.zeros(2),
        np.zeros((2, v.LEECH_SIZES)),
    )


def _by_group(values: np.ndarray, group: np.ndarray, groups: int) -> np.ndarray:
    """Adds up the rows of each group."""
    member = (group[None, :] == np.arange(groups)[:, None]).astype(np.float32)
    return (member @ values.astype(np.float32)).astype(float)


def start_of(number: int) -> tuple[int, list[int]]:
    """Returns faction and start hexes that a number of `Totals.pairs` stands for."""
    sites = []
    for _ in range(SEAT_FIELDS["first_sites"]):
        number, site = divmod(number, v.HEXES + 1)
        sites.append(site - 1)
    return number, sorted(site for site in sites if site >= 0)


def faction_names() -> list[str]:
    """Returns the ids of the factions, in the order of their numbers."""
    content: Any = find_game(GAME).content()
    return list(content.factions)
