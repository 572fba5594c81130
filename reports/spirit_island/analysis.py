"""Everything a report can say about a run, each part computed when it is first asked for."""

from functools import cached_property
from pathlib import Path

import pandas as pd

from reports.core.dataset import Run, read_run
from reports.core.luck import Luck
from reports.core.model import WinModel
from reports.core.rates import add_intervals, group_rates
from reports.spirit_island.difficulty import Difficulty, infer_difficulty, no_scale
from reports.spirit_island.synergy import match_ups, pair_synergies, spirit_strengths


class Analysis:
    """A run and what follows from it."""

    def __init__(self, run: Run):
        self.run = run

    @classmethod
    def of(cls, path: Path | str) -> "Analysis":
        return cls(read_run(path))

    @cached_property
    def luck(self) -> Luck:
        return Luck(self.run.wins)

    @cached_property
    def cells(self) -> pd.DataFrame:
        return add_intervals(self.run.cells)

    @cached_property
    def model(self) -> WinModel:
        return WinModel(self.run, self.luck)

    @cached_property
    def overall(self) -> pd.Series:
        return group_rates(self.run.cells, self.luck, []).iloc[0]

    @cached_property
    def difficulty(self) -> Difficulty:
        return no_scale("every game ended alike") if self.is_decided else infer_difficulty(self.model)

    @cached_property
    def strengths(self) -> pd.DataFrame:
        return pd.DataFrame() if self.is_decided else spirit_strengths(self.model)

    @cached_property
    def pairs(self) -> pd.DataFrame:
        return pd.DataFrame() if self.is_decided else pair_synergies(self.model)

    @cached_property
    def match_ups(self) -> pd.DataFrame:
        return pd.DataFrame() if self.is_decided else match_ups(self.model)

    @property
    def is_decided(self) -> bool:
        """Tells whether every game ended alike, so that nothing can be told apart."""
        return self.run.cells["wins"].sum() in (0, self.run.games)
