"""The report of Spirit Island, declared. What reads runs and draws is imported when it is first used."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.core.default import DefaultReport
from reports.core.report import Histogram, Read, Section, apart_by
from reports.core.report import Report as ReportProtocol

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from reports.core.dataset import Run
    from reports.core.policies import Finding
    from reports.core.tables import Show, Table
    from reports.core.watch.stage import Stage
    from reports.spirit_island.analysis import IslandAnalysis
    from reports.spirit_island.names import IslandNames

TURNS = 64  # longer games are counted in the last bin
TERRORS = 4  # levels 1 to 3
SCORE_FROM, SCORES = -64, 256  # bins of one point; scores beyond are counted in the outer bins
POLICIES = ("policies_strength_of_spirits", "policies_inferred")  # charts and tables of findings.py
# chart: its module in charts/; the function is called draw_<chart>
CHARTS = {
    "difficulty": "difficulty",
    "scenarios": "difficulty",
    "strength": "spirits",
    "heatmap": "spirits",
    "pairings": "pairings",
    "lifts": "pairings",
    "people": "people",
    "powers": "powers",
    "worth": "powers",
    "causes": "endings",
    "terror": "endings",
    "blight": "blight",
    "length": "distributions",
    "score": "distributions",
}


def flip_or_end(read: Read) -> list[tuple[Any, Any]]:
    """Counts the turn in which the blight card flipped, apart from the last turn of games in which it never did."""
    flipped = read["blighted_turn"] > 0
    return [(flipped.astype(int), flipped * read["blighted_turn"] + ~flipped * read["turns"])]


class Report(DefaultReport):
    """The report; analysis and names are always those of this game, as it makes them itself."""

    game = "spirit_island"
    histograms = (
        Histogram("turns", ("turns", "win"), apart_by("turns", "win"), sides=2, bins=TURNS),
        Histogram("score", ("score", "win"), apart_by("score", "win"), sides=2, bins=SCORES, first=SCORE_FROM),
        Histogram("terror_level", ("terror_level", "win"), apart_by("terror_level", "win"), sides=2, bins=TERRORS),
        Histogram("cause", ("cause", "win"), apart_by("cause", "win"), sides=2),
        Histogram("blighted_turn", ("blighted_turn", "turns"), flip_or_end, sides=2, bins=TURNS),
    )
    means: tuple[str, ...] = (
        "score", "turns", "fear", "fear_cards", "blight", "dahan", "explorers", "towns", "cities", "invader_cards",
        "presence", "cards_gained", "decisions",
    )  # fmt: skip
    sections = (
        Section("difficulty", ("difficulty",), ("difficulty",), "difficulty"),
        Section("scenarios", ("scenarios",), ("scenarios",), "scenarios"),
        Section("spirits", ("strength", "heatmap"), ("spirits",), "spirits"),
        Section("lifts", ("lifts",), ("lifts",), "lifts"),
        Section("pairings", ("pairings",), ("pairings",), "pairings"),
        Section("match_ups", (), ("match_ups",), "match_ups"),
        Section("powers", ("worth", "powers"), ("powers",), "powers"),
        Section("policies", POLICIES, POLICIES, "policies"),
        Section("people", ("people",), ("people",), "people"),
        Section("endings", ("causes", "terror", "blight", "length", "score"), (), "endings"),
        Section("cells", (), ("cells",), "cells"),
    )
    facts: Mapping[str, str] = {"expansions": "expansion"}
    locales: Path | None = Path(__file__).parent / "locales"
    commands: Mapping[str, tuple[str, str, str]] = {
        "difficulty": (
            "reports.spirit_island.cli",
            "difficulty",
            "Show what each challenge plays like on the official scale.",
        ),
        "powers": ("reports.spirit_island.cli", "powers", "Show what powers, innates and growth did, and are worth."),
        "ask": ("reports.spirit_island.ask.cli", "ask", "Ask how hard something is, in your own words."),
        "pairings": ("reports.spirit_island.cli", "pairings", "Show which spirits do better or worse together."),
    }

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is compared between policies."""
        from reports.spirit_island.findings import FINDINGS

        return FINDINGS

    def names(self, language: str) -> IslandNames:
        """Returns what things are called in a language."""
        from reports.spirit_island.names import IslandNames

        return IslandNames(language)

    def analysis(self, run: Run) -> IslandAnalysis:
        """Returns everything that can be said about a run."""
        from reports.spirit_island.analysis import IslandAnalysis

        return IslandAnalysis(run)

    def title(self, chart: str, names: Any) -> str:
        """Returns the title of a chart."""
        return names.text("charts", chart)

    def draw(self, chart: str, analysis: Any, names: Any) -> Figure:
        """Draws a chart."""
        if chart in POLICIES:
            from reports.core.policy_page import draw_policies

            return draw_policies(analysis, names, chart)
        module = import_module(f"reports.spirit_island.charts.{CHARTS[chart]}")
        return getattr(module, f"draw_{chart}")(analysis, names)

    def cell_columns(self, cells: pd.DataFrame, names: Any) -> dict[str, Show]:
        """Returns how tables show what each cell is."""
        from reports.spirit_island.tables import cell_columns

        return cell_columns(names)

    def tables(self, analysis: Any, names: Any) -> dict[str, Table]:
        """Returns the tables of the page, formatted."""
        from reports.spirit_island.tables import make_tables

        return make_tables(analysis, names)

    def frames(self, analysis: Any) -> dict[str, pd.DataFrame]:
        """Returns the same tables as plain numbers and ids."""
        from reports.spirit_island.tables import plain_frames

        return plain_frames(analysis)

    def notes(self, analysis: Any, names: Any) -> dict[str, list[str]]:
        """Returns what is to be said above the charts of difficulty."""
        from reports.spirit_island.words import notes

        return notes(analysis, names)

    def summary(self, analysis: Any, names: Any) -> list[str]:
        """Returns the sentences of the first screen."""
        from reports.spirit_island.words import summary

        return summary(analysis, names)

    def stage(self, match: Any, language: str) -> Stage:
        """Returns what draws the island and what lies beside it."""
        from reports.spirit_island.watch.stage import Stage

        return Stage(match, language)


REPORT: ReportProtocol = Report()
