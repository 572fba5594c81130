"""The first screen in words, for any game: how much was played, and what the measures come to."""

from __future__ import annotations

from experiments.core.cells import POLICY
from reports.core.analysis import Analysis
from reports.core.names import Names
from reports.core.tables import decimals, written
from simulator.core.game import Measure


def general_summary(analysis: Analysis, names: Names) -> list[str]:
    """Returns the sentences of the first screen, the most important first."""
    measures = [means_in_words(analysis, measure, names) for measure in analysis.game.measures]
    cells = len(analysis.run.cells)
    games, who = f"{analysis.run.games:,}", who_played(analysis)
    first = names.text("sentences", "played", games=games, who=who, cells=f"{cells:,}", lead=measures[0])
    sentences = [first, *filter(None, measures[1:])]
    if cells == 1:
        sentences.append(names.text("sentences", "one_cell"))
    return sentences + errors_in_words(analysis, names)


def who_played(analysis: Analysis) -> str:
    """Names the policies of a run."""
    return ", ".join(sorted({str(policy) for policy in analysis.run.cells[POLICY.name]} - {""}))


def means_in_words(analysis: Analysis, measure: Measure, names: Names) -> str:
    """Returns the mean of a measure over all games, of each seat if it has a value for each."""
    found = []
    rows = {column: analysis.grouped(column, []).iloc[0] for column in analysis.columns_of(measure)}
    digits = decimals(row["rate"] for row in rows.values())
    for column, row in rows.items():
        mean, low, high = (written(measure, row[name], digits) for name in ("rate", "low", "high"))
        shown = names.text("sentences", "mean", mean=mean, low=low, high=high)
        seat = column.removeprefix(f"{measure.name}_")
        found.append(f"{names.label('seat', number=seat)}: {shown}" if measure.per == "seat" else shown)
    return f"{names.measure(measure)}: {', '.join(found)}." if found else ""


def errors_in_words(analysis: Analysis, names: Names) -> list[str]:
    """Says how many games went wrong, if any did."""
    errors = analysis.count_errors()
    return [names.text("sentences", "errors", errors=f"{errors:,}")] if errors else []
