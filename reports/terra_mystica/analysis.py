"""Everything a report can say about a run of Terra Mystica, each part computed when it is first asked for."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import pandas as pd

from reports.core.analysis import Analysis
from reports.core.missing import TooLittleData
from reports.terra_mystica import people
from reports.terra_mystica.forbidden import worth_table
from reports.terra_mystica.games import Games, Key, Tables, Totals, faction_names, read_seats, start_of
from reports.terra_mystica.handicap import even_start
from reports.terra_mystica.strength import Strength, faction_table, fit_strength, pair_table, seat_table
from reports.terra_mystica.tiles import SetupModel, fit_setups
from simulator.core.game import find_game
from simulator.terra_mystica.record import vocabulary as v

PAIRS_OF = 2  # players for whom pairs are told first


class TerraAnalysis(Analysis):
    """A run and what follows from it."""

    @cached_property
    def games(self) -> Games:
        """The games, seat by seat."""
        return read_seats(self.run)

    @property
    def main(self) -> Tables | None:
        """The games of the group that is told about first."""
        return self.games.tables[self.games.main] if self.games.main else None

    @property
    def totals(self) -> Totals | None:
        """What the seats of that group add up to."""
        return self.games.totals.get(self.games.main) if self.games.main else None

    @cached_property
    def strengths(self) -> dict[Key, Strength | None]:
        """The strengths of factions, group by group."""
        return {key: fit_strength(tables) for key, tables in self.games.tables.items()}

    @property
    def keys(self) -> list[Key]:
        """The groups, in the order in which tables tell of them."""
        return sorted(self.games.tables, key=lambda key: (key.draft, key.players, key.policy, key.flags, key.start_vp))

    @cached_property
    def faction_tables(self) -> dict[Key, pd.DataFrame]:
        """How factions fare, group by group."""
        return {key: faction_table(self.games.tables[key], self.strengths[key]) for key in self.keys}

    @property
    def factions(self) -> pd.DataFrame:
        """How factions fare in all groups."""
        return pd.concat(self.faction_tables.values(), ignore_index=True) if self.keys else pd.DataFrame()

    @cached_property
    def seats(self) -> pd.DataFrame:
        """How seats fare in all groups."""
        parts = [seat_table(self.games.tables[key], self.strengths[key]) for key in self.keys]
        return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()

    @cached_property
    def pairs(self) -> pd.DataFrame:
        """Who does better or worse against whom: of two players, if they played, else of the main group."""
        keys = [key for key in self.games.tables if key.players == PAIRS_OF and not key.draft]
        key = max(keys, key=lambda key: len(self.games.tables[key].vp), default=self.games.main)
        return pair_table(self.games.tables[key], self.strengths[key]).assign(players=key.players) if key else pd.DataFrame()

    @cached_property
    def _setup_model(self) -> SetupModel | TooLittleData:
        if self.main is None:
            return TooLittleData("needs games in which every seat may take everything")
        try:
            return fit_setups(self.main, self.strengths[self.main.key])
        except TooLittleData as error:
            return error

    @property
    def setup_model(self) -> SetupModel | None:
        """What tiles and cards do to each faction, if there is enough to tell."""
        return None if isinstance(self._setup_model, TooLittleData) else self._setup_model

    @property
    def setup_missing(self) -> TooLittleData | None:
        """Why there is no model of set-ups."""
        return self._setup_model if isinstance(self._setup_model, TooLittleData) else None

    @cached_property
    def setups(self) -> pd.DataFrame:
        """The effects of tiles and cards, beside people's."""
        if self.setup_model is None:
            return pd.DataFrame()
        table = self.setup_model.table()
        theirs = [people.setup_effect(row.faction, row.what, row.round) for row in table.itertuples()]
        return table.assign(people=theirs)

    @cached_property
    def handicap(self) -> pd.DataFrame:
        """Start points that even the factions out, beside those that people agreed on."""
        table = even_start(self.main) if self.main is not None else pd.DataFrame()
        return (
            table.assign(people=people.of_factions("handicap").reindex(table["faction"]).to_numpy()) if len(table) else table
        )

    @cached_property
    def worth(self) -> pd.DataFrame:
        """What each tile is worth."""
        return worth_table(self.games)

    @cached_property
    def worth_by_faction(self) -> pd.DataFrame:
        """What each tile is worth to each faction."""
        return worth_table(self.games, by_faction=True)

    @cached_property
    def agreement(self) -> pd.DataFrame:
        """How far our games agree with people's; they played in fours."""
        if self.main is None or self.main.key.players != people.figures()["players"]:
            return pd.DataFrame()
        return people.agreement_table(self.faction_tables[self.main.key], self.setups)

    # --- sums

    @cached_property
    def sources(self) -> pd.DataFrame:
        """Mean points of a seat by source, beside people's, and the mean of each faction."""
        totals = self.totals
        if totals is None or not totals.fields["vp_source"].any():
            return pd.DataFrame()
        played, mean = totals.seats > 0, totals.fields["vp_source"] / np.maximum(totals.seats, 1)[:, None]
        overall = totals.fields["vp_source"].sum(axis=0) / totals.seats.sum()
        rows = []
        for together, theirs in people.figures()["sources"].items():
            places = [v.SOURCES.index(name) for name in together.split("+")]
            own = dict(zip(np.array(faction_names())[played], mean[played][:, places].sum(axis=1)))
            rows.append({"source": together, "mean": overall[places].sum(), "people": theirs, **own})
        return pd.DataFrame(rows)

    @cached_property
    def rounds(self) -> pd.DataFrame:
        """Mean points when each round was over, of winners and of the others, beside people's."""
        totals = self.totals
        if totals is None or not totals.round_vp.any() or not totals.outcomes.all():
            return pd.DataFrame()
        others, winners = totals.round_vp / totals.outcomes[:, None]
        theirs = people.figures()["round_vp"]
        return pd.DataFrame({"round": range(1, v.ROUNDS + 1), "winners": winners, "others": others,
                             "people_winners": theirs["winners"], "people_others": theirs["others"]})  # fmt: skip

    @cached_property
    def leech(self) -> pd.DataFrame:
        """Which share of offers of power was taken, by size, beside people's."""
        totals = self.totals
        if totals is None or not totals.leech.any():
            return pd.DataFrame()
        offers, taken = totals.leech
        sizes = range(1, v.LEECH_SIZES + 1)
        theirs = people.figures()["leech"]
        table = pd.DataFrame({"size": sizes, "games": offers.astype(int), "taken": taken / np.maximum(offers, 1),
                              "people": [theirs.get(size, np.nan) for size in sizes]})  # fmt: skip
        return table[table["games"] > 0]

    @cached_property
    def starts(self) -> pd.DataFrame:
        """The most frequent start dwellings of each faction, beside those of strong players."""
        totals, names = self.totals, faction_names()
        if totals is None:
            return pd.DataFrame()
        hexes, rows = find_game("terra_mystica").content().hexes, []
        for number, games in totals.pairs.items():
            faction, sites = start_of(number)
            usual = ["+".join(sorted(pair.split("+"))) for pair in people.figures()["starts"][names[faction]]]
            text = "+".join(sorted(hexes[site] for site in sites))
            rows.append({"faction": names[faction], "start": text, "games": games, "share": games / totals.seats[faction],
                         "people": usual.index(text) + 1 if text in usual else np.nan})  # fmt: skip
        table = pd.DataFrame(rows)
        if table.empty:
            return table
        table = table.sort_values(["faction", "games"], ascending=[True, False])
        return table.groupby("faction").head(3).reset_index(drop=True)
