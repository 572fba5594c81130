"""The report that every game has for nothing: a table of its cells, a chart of each measure, how long games are.

A game takes it as it is, `REPORT = DefaultReport("chess")`, or derives its own from it and overrides what it can say better.
Imports nothing heavy: commands of a game are listed without reading any run.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from reports.core.report import Histogram, Section, each

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from reports.core.analysis import Analysis
    from reports.core.dataset import Run
    from reports.core.names import Names
    from reports.core.policies import Finding
    from reports.core.tables import Show, Table
    from reports.core.watch.stage import Stage
    from simulator.core.game import Game, Measure
    from simulator.core.match import Match

LENGTH = "length"
SPREAD = "_spread"  # ending of the name of a chart that shows how a measure is distributed


class DefaultReport:
    """A report made of the axes and measures of a game."""

    game: str = ""
    length = "decisions"  # the column that tells how long a game was
    means: tuple[str, ...] = ()
    facts: Mapping[str, str] = {}
    locales: Path | None = None
    commands: Mapping[str, tuple[str, str, str]] = {}

    def __init__(self, game: str = ""):
        self.game = game or self.game

    @property
    def _declared(self) -> Game:
        from simulator.core.game import find_game

        return find_game(self.game)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is compared between policies: a game says what."""
        return ()

    @cached_property
    def histograms(self) -> tuple[Histogram, ...]:
        """What is counted: the length of games, and every measure that is a number."""
        seats = self._declared.seats[-1]
        numbers = [(measure.name, measure.columns(seats)) for measure in self._declared.measures if measure.kind == "number"]
        spread = [Histogram(name, columns, each(columns), len(columns)) for name, columns in numbers]
        return (Histogram(LENGTH, (self.length,), each((self.length,)), sides=1), *spread)

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The parts of the page: one for each measure and for what sits at the seats, then length and cells."""
        spread = {histogram.name for histogram in self.histograms}
        charts = {
            measure.name: (measure.name, *((measure.name + SPREAD,) if measure.name in spread else ()))
            for measure in self._declared.measures
        }
        own = [Section(name, charts=shown) for name, shown in charts.items()]
        own += [Section(part, charts=(part,), tables=(part,), note="parts") for part in self._parts]
        return (*own, Section(LENGTH, charts=(LENGTH,)), Section("cells", tables=("cells",), note="cells"))

    def names(self, language: str) -> Names:
        """Returns what things are called in a language."""
        from reports.core.names import Names

        return Names(self.game, language, self.locales)

    def analysis(self, run: Run) -> Analysis:
        """Returns everything that can be said about a run."""
        from reports.core.analysis import Analysis

        return Analysis(run)

    def title(self, chart: str, names: Names) -> str:
        """Returns the title of a chart."""
        if chart in self._parts:
            return names.text(
                "charts", "parts", measure=names.measure(self._parts[chart]), part=names.text("columns", chart)
            )
        measure = self._measures.get(chart.removesuffix(SPREAD))
        if measure is None:
            return names.text("charts", chart)
        return names.text("charts", "spread" if chart.endswith(SPREAD) else "means", measure=names.measure(measure))

    def draw(self, chart: str, analysis: Analysis, names: Names) -> Figure:
        """Draws a chart."""
        from reports.core.charts import Side, draw_distribution, draw_means, draw_parts
        from reports.core.parts import by_part
        from reports.core.style import BLUE, COLOURS

        share = names.label("share_of_games")
        if chart == LENGTH:
            return draw_distribution(analysis, LENGTH, [Side("", BLUE)], (names.label(self.length), share))
        if chart in self._parts:
            return draw_parts(by_part(analysis, chart), chart, self._parts[chart], names)
        measure = self._measures[chart.removesuffix(SPREAD)]
        if not chart.endswith(SPREAD):
            return draw_means(analysis, measure, names)
        sides = [Side(names.label("seat", number=seat + 1), COLOURS[seat % 6]) for seat in range(self._declared.seats[-1])]
        sides = sides if measure.per == "seat" else [Side("", BLUE)]
        return draw_distribution(analysis, measure.name, sides, (names.measure(measure), share), apart=len(sides) > 1)

    @property
    def _parts(self) -> dict[str, Measure]:
        """Names of what sits at a seat, if anything tells it, and the measure it is first of all judged by."""
        from reports.core.parts import parts_of, seat_measures

        return {part: seat_measures(self.game)[0] for part in parts_of(self.game)}

    @property
    def _measures(self) -> dict[str, Measure]:
        return {measure.name: measure for measure in self._declared.measures}

    def cell_columns(self, cells: pd.DataFrame, names: Names) -> dict[str, Show]:
        """Returns how tables show what each cell is: every column that is not as usual everywhere."""
        from reports.core.files import HOW_PLAYED, configuration
        from reports.core.tables import named, who_played

        told = {
            name: named(name, names)
            for name, column in configuration(self.game).items()
            if name not in HOW_PLAYED and not (cells[name] == column.usual).all()
        }
        return {**told, "policy": who_played}

    def tables(self, analysis: Analysis, names: Names) -> dict[str, Table]:
        """Returns the tables of the page, formatted."""
        from reports.core.parts import by_part
        from reports.core.tables import build, cell_measures, identity, number, part_measures, replay_of

        measured, headings = cell_measures(analysis, names)
        columns = {
            "cell": identity("cell"), "replay": replay_of(analysis.run),
            **self.cell_columns(analysis.cells, names), "games": number("games"), **measured,
        }  # fmt: skip
        found = {"cells": build("cells", analysis.cells, columns, headings)}
        for part in self._parts:
            table = by_part(analysis, part)
            measured, headings = part_measures(table, part, names)
            if len(table):
                found[part] = build(part, table, measured, headings)
        return found

    def frames(self, analysis: Analysis) -> dict[str, pd.DataFrame]:
        """Returns the same tables as plain numbers and names as they are written, for files."""
        from reports.core.parts import by_part

        parts = {part: by_part(analysis, part) for part in self._parts}
        return {name: table for name, table in {**parts, "cells": analysis.cells}.items() if len(table)}

    def notes(self, analysis: Analysis, names: Names) -> dict[str, list[str]]:
        """Returns what is to be said above the charts of a section."""
        return {}

    def summary(self, analysis: Analysis, names: Names) -> list[str]:
        """Returns the sentences of the first screen."""
        from reports.core.words import general_summary

        return general_summary(analysis, names)

    def stage(self, match: Match, language: str) -> Stage:
        """Returns what draws the table of a match: nothing."""
        from reports.core.watch.stage import PlainStage

        return PlainStage(match, language)
