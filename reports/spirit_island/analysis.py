"""Everything a report can say about a run of Spirit Island, each part computed when it is first asked for."""

from functools import cached_property

import pandas as pd

from reports.core.analysis import Analysis
from reports.core.model import ShareModel
from reports.core.rates import add_intervals
from reports.spirit_island.difficulty import Difficulty, infer_difficulty, no_scale
from reports.spirit_island.synergy import match_ups, pair_synergies, spirit_strengths
from reports.spirit_island.terms import win_model


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
        return no_scale("every game ended alike") if self.is_decided else infer_difficulty(self.model)

    @cached_property
    def strengths(self) -> pd.DataFrame:
        """How strong each spirit is."""
        return pd.DataFrame() if self.is_decided else spirit_strengths(self.model)

    @cached_property
    def pairs(self) -> pd.DataFrame:
        """What pairs of spirits are beyond their parts."""
        return pd.DataFrame() if self.is_decided else pair_synergies(self.model)

    @cached_property
    def match_ups(self) -> pd.DataFrame:
        """Which spirit suits which adversary."""
        return pd.DataFrame() if self.is_decided else match_ups(self.model)
