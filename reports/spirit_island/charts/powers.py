"""Charts of powers: what their uses do in a game, and what going without them costs."""

import pandas as pd
from matplotlib.figure import Figure

from reports.core.charts import Marks, draw_forest
from reports.core.missing import TooLittleData
from reports.core.style import MUTED
from reports.spirit_island.analysis import IslandAnalysis
from reports.spirit_island.names import IslandNames
from simulator.core.game import Measure

ROWS_AT_MOST = 30
NUMBER = Measure("count", "number")


def draw_powers(analysis: IslandAnalysis, names: IslandNames) -> Figure:
    """Draws fear made and invaders removed per game by each power, the busiest on top."""
    table = analysis.powers
    if table.empty:
        raise TooLittleData("traced")
    done = table["fear"] + table["invaders"]
    table = table[done > 0].assign(done=done).nlargest(ROWS_AT_MOST, "done")[::-1]
    marks = [
        Marks(names.text("columns", name), table[[name, f"{name}_low", f"{name}_high"]].to_numpy(float).T,
              table["games"].to_numpy())
        for name in ("fear", "invaders")
    ]  # fmt: skip
    return draw_forest(_labels(table, names), marks, NUMBER, names.label("per_game"))


def draw_worth(analysis: IslandAnalysis, names: IslandNames) -> Figure:
    """Draws what each power that belongs to a spirit is worth, the dearest on top."""
    table = analysis.powers
    table = table[table["worth"].notna()] if "worth" in table else pd.DataFrame()
    if table.empty:
        raise TooLittleData("without")
    table = table.nlargest(ROWS_AT_MOST, "worth")[::-1]
    marks = Marks(None, table[["worth", "low", "high"]].to_numpy(float).T, table["forced_games"].to_numpy())
    figure = draw_forest(_labels(table, names), [marks], NUMBER, names.label("worth"))
    figure.axes[0].axvline(0, color=MUTED, linewidth=1.2, zorder=0)
    return figure


def _labels(table: pd.DataFrame, names: IslandNames) -> list[str]:
    return [names.power(row.kind, row.item) for row in table.itertuples()]
