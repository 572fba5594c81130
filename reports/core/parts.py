"""Measures of seats by what sits there: a column of cells may name one part per seat, as in a+b. Knows no game."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pandas as pd

from reports.core.analysis import Analysis
from reports.core.files import configuration
from reports.core.luck import Luck
from reports.core.rates import Sums, group_means
from simulator.core.game import Measure, find_game


def seat_measures(game: str) -> tuple[Measure, ...]:
    """Returns the measures that have a value for each seat."""
    return tuple(measure for measure in find_game(game).measures if measure.per == "seat")


def columns_of_parts(game: str) -> dict[str, str]:
    """Returns the columns that name one part per seat, by the name of a part."""
    if not seat_measures(game):
        return {}
    return {column.one: name for name, column in configuration(game).items() if column.one}


def by_part(analysis: Analysis, part: str) -> pd.DataFrame:
    """Returns games, mean and interval of every seat measure for each part, whatever seat and cell it was in.

    A game counts once for each seat in which the part sat. Without one part per seat there are no rows.
    """
    column = columns_of_parts(analysis.run.game)[part]
    table = pd.DataFrame()
    for measure in seat_measures(analysis.run.game):
        found = _grouped(analysis, column, measure)
        if found is None:
            return pd.DataFrame()
        found = found.rename(columns={"part": part, "rate": "mean"})
        own = found[["mean", "low", "high"]].add_suffix(f"_{measure.name}")
        table = pd.concat([table if len(table) else found[[part, "games"]], own], axis=1)
    lead = seat_measures(analysis.run.game)[0]
    return table.sort_values(f"mean_{lead.name}", ascending=lead.good == "low", kind="stable").reset_index(drop=True)


def _grouped(analysis: Analysis, column: str, measure: Measure) -> pd.DataFrame | None:
    """Stacks the seats of all cells, so that a part meets its games wherever it sat."""
    run, names, rows = analysis.run, [], []
    parts = run.cells[column].str.split("+")
    for seat, name in enumerate(analysis.columns_of(measure)):
        held = np.flatnonzero(run.sums[name].games > 0)
        if any(len(parts.iloc[row]) <= seat for row in held):
            return None
        names += [parts.iloc[row][seat] for row in held]
        rows.append((name, held))
    if not names:
        return None
    stacked = Sums(*(
        np.concatenate([getattr(run.sums[name], field.name)[held] for name, held in rows]) for field in fields(Sums)
    ))  # fmt: skip
    luck = Luck(np.concatenate([run.played[name][held] for name, held in rows]))
    return group_means(pd.DataFrame({"part": names}), measure, stacked, luck, ["part"])
