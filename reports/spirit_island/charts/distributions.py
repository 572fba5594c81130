"""Charts of distributions: how long games last and what they score, victories and defeats apart."""

from matplotlib.figure import Figure

from reports.core.charts import Side, draw_distribution
from reports.core.style import BLUE, VERMILION
from reports.spirit_island.analysis import IslandAnalysis
from reports.spirit_island.names import IslandNames


def draw_length(analysis: IslandAnalysis, names: IslandNames) -> Figure:
    """Draws how many turns games last."""
    return _draw(analysis, names, "turns")


def draw_score(analysis: IslandAnalysis, names: IslandNames) -> Figure:
    """Draws the scores."""
    return _draw(analysis, names, "score")


def _draw(analysis: IslandAnalysis, names: IslandNames, column: str) -> Figure:
    sides = [Side(names.label("defeats"), VERMILION, "//"), Side(names.label("victories"), BLUE)]
    words = (names.label(column), names.label("share_of_games"))
    return draw_distribution(analysis, column, sides, words)
