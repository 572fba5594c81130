"""The chart of what tiles are worth: points lost by a seat that must go without one."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from reports.core.charts import Marks, draw_forest
from reports.core.missing import TooLittleData
from reports.core.style import MUTED
from reports.terra_mystica.analysis import TerraAnalysis
from reports.terra_mystica.charts.factions import VP
from reports.terra_mystica.names import TerraNames


def draw_worth(analysis: TerraAnalysis, names: TerraNames) -> Figure:
    """Draws what each tile is worth with its interval, the dearest on top."""
    table = analysis.worth
    table = table[np.isfinite(table["error"])] if len(table) else table
    if table.empty:
        raise TooLittleData("both_versions")
    players = sorted(set(table["players"]))
    order = table.drop_duplicates("tile")["tile"].tolist()[::-1]
    marks = []
    for number in players:
        part = table[table["players"] == number].drop_duplicates("tile").set_index("tile").reindex(order)
        label = names.label("players", players=number)
        marks.append(Marks(label, part[["points", "low", "high"]].to_numpy(float).T, part["games"].to_numpy(float)))
    labels = [names.tile(tile) for tile in order]
    figure = draw_forest(labels, marks, VP, names.label("worth"))
    figure.axes[0].axvline(0, color=MUTED, linewidth=1.2, zorder=0)
    return figure
