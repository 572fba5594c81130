"""Charts of distributions: how long games last and what they score, victories and defeats apart."""

from matplotlib.figure import Figure

from reports.core.charts import Side, draw_distribution
from reports.core.style import BLUE, VERMILION
from reports.spirit_island.analysis import IslandAnalysis
from reports.spirit_island.names import IslandNames


def draw_length(analysis: IslandAnalysis, names: IslandNames) -> Figure:
    """Draws how many turns games last."""
    return _draw(analysis, names, "length", "turns")


def draw_score(analysis: IslandAnalysis, names: IslandNames) -> Figure:
    """Draws the scores."""
    return _draw(analysis, names, "score", "score")


def _draw(analysis: IslandAnalysis, names: IslandNames, chart: str, column: str) -> Figure:
    sides = [Side(names.label("defeats"), VERMILION, "//"), Side(names.label("victories"), BLUE)]
    words = (names.text("charts", chart), names.label(column), names.label("share_of_games"))
    return draw_distribution(analysis, column, sides, words)
