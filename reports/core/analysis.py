"""What can be said about a run of any game, each part computed when first asked for; a game's own analysis adds to it."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from reports.core.dataset import Run, read_run
from reports.core.luck import Luck
from reports.core.rates import group_means, intervals
from reports.core.report import find_report
from simulator.core.game import Game, Measure, find_game


class Analysis:
    """A run and what follows from it."""

    def __init__(self, run: Run):
        self.run = run

    @property
    def report(self) -> Any:
        """The report of the run's game."""
        return find_report(self.run.game)

    @property
    def game(self) -> Game:
        """The game that was played."""
        return find_game(self.run.game)

    @property
    def lead(self) -> Measure:
        """The measure that leads."""
        return self.game.measures[0]

    @cached_property
    def luck(self) -> dict[str, Luck]:
        """The luck that cells share, in each column of a measure."""
        return {column: Luck(self.run.played[column]) for column in self.run.sums}

    @cached_property
    def cells(self) -> pd.DataFrame:
        """The cells with mean and interval of every measure; the games of a column are those of the cell, or none."""
        held = {column: sums for column, sums in self.run.sums.items() if sums.games.any()}
        parts = [intervals(self.measure_of(column), sums).add_suffix(f"_{column}") for column, sums in held.items()]
        kept = [name for name in self.run.cells if name not in {part for frame in parts for part in frame}]
        return pd.concat([self.run.cells[kept], *parts], axis=1)

    @cached_property
    def by_policy(self) -> dict[str, Any]:
        """An analysis for each policy, if the run has several."""
        from reports.core.policies import by_policy

        return by_policy(self)

    @cached_property
    def policy_findings(self) -> dict[str, pd.DataFrame]:
        """What holds whoever plays, finding by finding; nothing, if one policy played."""
        from reports.core.policies import compare_policies

        found = {finding.key: compare_policies(self.by_policy, finding) for finding in self.report.findings}
        return {key: table for key, table in found.items() if len(table)}

    def measure_of(self, column: str) -> Measure:
        """Returns the measure that a column holds."""
        return next(measure for measure in self.game.measures if measure.owns(column))

    def columns_of(self, measure: Measure) -> list[str]:
        """Returns the columns of a measure in which somebody sat."""
        return [column for column, sums in self.run.sums.items() if measure.owns(column) and sums.games.any()]

    def grouped(self, column: str, keys: list[str]) -> pd.DataFrame:
        """Returns a column of a measure by groups of cells: games, total, rate, low, high."""
        sums = self.run.sums[column]
        return group_means(self.run.cells, self.measure_of(column), sums, self.luck[column], keys)

    def counted(self, name: str) -> np.ndarray:
        """Returns a histogram, cell × side × bin, as if every cell had been played equally often.

        Sums over cells then tell of the mean of all cells, not of those that sampling played most; they are as large as
        a sample that would tell as much (the harmonic mean of the games, for each cell).
        """
        games = np.maximum(self.run.cells["games"].to_numpy(float), 1)
        return self.run.counts[name] / (games * np.mean(1 / games))[:, None, None]

    @property
    def is_decided(self) -> bool:
        """Tells whether every game ended alike in the first measure, so that nothing can be told apart."""
        return all(
            sums.squares.sum() * sums.games.sum() == sums.total.sum() ** 2
            for column, sums in self.run.sums.items()
            if self.lead.owns(column)
        )

    def count_errors(self) -> int:
        """Counts games that went wrong: a sweep keeps them out of its files and counts them in the manifest."""
        totals = self.run.manifest.get("totals") or {}
        return int(self.run.cells["errors"].sum()) or int(totals.get("errors") or 0)


def analysis_of(path: Path | str) -> Analysis:
    """Reads a run and returns the analysis that its game has of it."""
    run = read_run(path)
    return find_report(run.game).analysis(run)
