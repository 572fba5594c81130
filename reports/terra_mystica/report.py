"""The report of Terra Mystica, declared. What reads runs and draws is imported when it is first used."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.core.default import LENGTH, DefaultReport
from reports.core.report import Histogram, Section, each
from reports.core.report import Report as ReportProtocol

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from reports.core.dataset import Run
    from reports.core.policies import Finding
    from reports.core.tables import Table
    from reports.core.watch.stage import Stage
    from reports.terra_mystica.analysis import TerraAnalysis
    from reports.terra_mystica.names import TerraNames

# chart: its module in charts/; the function is called draw_<chart>
CHARTS = {
    "strength": "factions",
    "wins": "factions",
    "seats": "factions",
    "handicap": "factions",
    "match_ups": "setups",
    "cards": "setups",
    "tiles": "setups",
    "worth": "worth",
    "sources": "points",
    "rounds": "points",
    "leech": "points",
    "starts": "island",
    "sites": "island",
    "people": "people",
    "people_setups": "people",
}
POLICIES = "policies_strength_of_factions"  # chart and table of findings.py
CLI = "reports.terra_mystica.cli"


class Report(DefaultReport):
    """The report; analysis and names are always those of this game, as it makes them itself."""

    game = "terra_mystica"
    means: tuple[str, ...] = ("decisions",)
    histograms = (Histogram(LENGTH, ("decisions",), each(("decisions",)), sides=1),)
    sections = (
        Section("factions", ("strength", "wins"), ("factions",)),
        Section("draft", (), ("draft",), "draft"),
        Section("handicap", ("handicap",), ("handicap",), "handicap"),
        Section("seats", ("seats",), ("seats",)),
        Section("match_ups", ("match_ups",), ("match_ups",), "match_ups"),
        Section("setups", ("cards", "tiles"), ("setups",), "setups"),
        Section("worth", ("worth",), ("worth", "worth_by_faction"), "worth"),
        Section("points", ("sources", "rounds", "leech"), ("sources", "leech")),
        Section("island", ("starts", "sites"), ("starts",)),
        Section("policies", (POLICIES,), (POLICIES,), "policies"),
        Section("people", ("people", "people_setups"), ("people",), "people"),
        Section(LENGTH, (LENGTH,)),
        Section("cells", (), ("cells",), "cells"),
    )
    locales: Path | None = Path(__file__).parent / "locales"
    commands: Mapping[str, tuple[str, str, str]] = {
        "factions": (CLI, "factions", "Show how strong each faction is, with intervals."),
        "pick": (CLI, "pick", "Show which faction to pick for a set-up, with intervals."),
    }

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is compared between policies."""
        from reports.terra_mystica.findings import FINDINGS

        return FINDINGS

    def names(self, language: str) -> TerraNames:
        """Returns what things are called in a language."""
        from reports.terra_mystica.names import TerraNames

        return TerraNames(language)

    def analysis(self, run: Run) -> TerraAnalysis:
        """Returns everything that can be said about a run."""
        from reports.terra_mystica.analysis import TerraAnalysis

        return TerraAnalysis(run)

    def title(self, chart: str, names: Any) -> str:
        """Returns the title of a chart."""
        return names.text("charts", chart)

    def draw(self, chart: str, analysis: Any, names: Any) -> Figure:
        """Draws a chart."""
        if chart == LENGTH:
            return super().draw(chart, analysis, names)
        if chart == POLICIES:
            from reports.core.policy_page import draw_policies

            return draw_policies(analysis, names, chart)
        module = import_module(f"reports.terra_mystica.charts.{CHARTS[chart]}")
        return getattr(module, f"draw_{chart}")(analysis, names)

    def tables(self, analysis: Any, names: Any) -> dict[str, Table]:
        """Returns the tables of the page, formatted, without the empty ones."""
        from reports.core.policy_page import policy_tables
        from reports.terra_mystica.tables import make_tables

        cells = super().tables(analysis, names)["cells"]
        return {**make_tables(analysis, names), **policy_tables(analysis, names), "cells": cells}

    def frames(self, analysis: Any) -> dict[str, pd.DataFrame]:
        """Returns the same tables as plain numbers and ids."""
        from reports.core.policy_page import policy_frames
        from reports.terra_mystica.tables import plain_frames

        return {**plain_frames(analysis), **policy_frames(analysis), "cells": analysis.cells}

    def summary(self, analysis: Any, names: Any) -> list[str]:
        """Returns the sentences of the first screen."""
        from reports.terra_mystica.words import summary

        return summary(analysis, names)

    def stage(self, match: Any, language: str) -> Stage:
        """Returns what draws the map and what lies beside it."""
        from reports.terra_mystica.watch.stage import Stage

        return Stage(match, language)


REPORT: ReportProtocol = Report()
