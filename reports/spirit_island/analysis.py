"""Everything a report can say about a run of Spirit Island, each part computed when it is first asked for."""

from functools import cached_property

import numpy as np
import pandas as pd

from experiments.spirit_island.axes import adversary_levels
from reports.core.analysis import Analysis
from reports.core.model import ShareModel
from reports.core.rates import add_intervals
from reports.spirit_island.difficulty import Difficulty, infer_difficulty, no_scale
from reports.spirit_island.lifts import lifts
from reports.spirit_island.people import beside_people
from reports.spirit_island.powers import powers_of
from reports.spirit_island.synergy import match_ups, pair_synergies, spirit_strengths
from reports.spirit_island.terms import is_plain, win_model
from simulator.core.errors import UserError


class IslandAnalysis(Analysis):
    """A run and what follows from it."""

    @cached_property
    def cells(self) -> pd.DataFrame:
        """The cells with their win rates."""
        return add_intervals(self.run.cells, "wins")

    @cached_property
    def model(self) -> ShareModel:
        """The win model."""
        return win_model(self.run, self.luck["win"])

    @cached_property
    def overall(self) -> pd.Series:
        """The win rate of all games together."""
        return self.grouped("win", []).iloc[0]

    @cached_property
    def difficulty(self) -> Difficulty:
        """How difficult each challenge is."""
        return no_scale("alike") if self.is_decided else infer_difficulty(self.model)

    @cached_property
    def strengths(self) -> pd.DataFrame:
        """How strong each spirit is."""
        return pd.DataFrame() if self.is_decided else spirit_strengths(self.model)

    @cached_property
    def pairs(self) -> pd.DataFrame:
        """What pairs of spirits are beyond their parts."""
        return pd.DataFrame() if self.is_decided else pair_synergies(self.model)

    @cached_property
    def lifts(self) -> pd.DataFrame:
        """What each spirit of a team of several adds against each adversary."""
        teams = is_plain(self.run.cells) & (self.run.cells["players"] > 1).to_numpy()
        return pd.DataFrame() if self.is_decided or not teams.any() else lifts(self.run, self.luck["win"], teams)

    def lifts_against(self, written: list[str], by_level: bool) -> pd.DataFrame:
        """Returns what each spirit of a team adds against the adversaries that are named, e.g. england or england:4."""
        cells = self.run.cells
        wanted = adversary_levels(written)
        there = np.array([pair in wanted for pair in zip(cells["adversary"], cells["level"])])
        if not there.any():
            played = ", ".join(dict.fromkeys(cells["adversary"]))
            raise UserError(f"{self.run.path} has no games against {', '.join(written)}; it has {played}")
        table = pd.DataFrame() if self.is_decided else lifts(self.run, self.luck["win"], there & is_plain(cells), by_level)
        if table.empty:
            raise UserError(
                f"{self.run.path} has too little data for this: it needs several spirits in the same seat, with victories "
                "and defeats"
            )
        return table

    @cached_property
    def people(self) -> pd.DataFrame:
        """Our win rates beside those of people."""
        return beside_people(self)

    @cached_property
    def powers(self) -> pd.DataFrame:
        """What powers, innates and growth did, if games of the run are traced."""
        return powers_of(self.run.path)

    @cached_property
    def match_ups(self) -> pd.DataFrame:
        """Which spirit suits which adversary."""
        return pd.DataFrame() if self.is_decided else match_ups(self.model)
