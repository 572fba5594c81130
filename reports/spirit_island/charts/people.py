"""Our win rates beside people's: adversaries, scenarios, numbers of players and spirits, a panel each."""

from typing import Any

import numpy as np
from matplotlib.figure import Figure

from reports.core.missing import TooLittleData
from reports.core.style import BLUE, ORANGE, new_figure, percent_axis, wrapped
from reports.core.tables import percent
from reports.core.tips import add_tip, told
from reports.spirit_island.analysis import IslandAnalysis
from reports.spirit_island.names import IslandNames


def draw_people(analysis: IslandAnalysis, names: IslandNames) -> Figure:
    """Draws both rates with their intervals, the easiest for people on top."""
    table = analysis.people
    if table.empty:
        raise TooLittleData("people")
    groups = list(dict.fromkeys(table["group"]))
    sizes = [(table["group"] == group).sum() + 1 for group in groups]
    figure, panels = new_figure(0.9 + 0.34 * sum(sizes), len(groups), height_ratios=sizes)
    for axes, group in zip(panels, groups):
        part = table[table["group"] == group].sort_values("people").reset_index(drop=True)
        for shift, ends, count, colour, who in (
            (-0.15, ("people", "people_low", "people_high"), "people_games", ORANGE, "of_people"),
            (0.15, ("rate", "low", "high"), "games", BLUE, "of_run"),
        ):
            rate, low, high = part[list(ends)].to_numpy(float).T
            arms = np.clip([rate - low, high - rate], 0, None)
            look: dict[str, Any] = {"fmt": "o", "color": colour, "capsize": 2.5, "elinewidth": 1.3, "markersize": 4.5}
            label = names.label(who) if axes is panels[0] else None
            axes.errorbar(rate, part.index + shift, xerr=arms, label=label, **look)
            for row, name in enumerate(part["name"]):
                text = told(percent(rate[row]), percent(low[row]), percent(high[row]), part[count].iloc[row])
                add_tip(
                    axes, (low[row], high[row]), row + shift, f"{names.of_group(group, name)} · {names.label(who)}", text
                )
        axes.set_yticks(part.index, [wrapped(names.of_group(group, name), 23) for name in part["name"]], linespacing=0.95)
        axes.set_ylim(-0.6, len(part) - 0.4)
        axes.set_title(names.text("columns", group))
        axes.set_xlim(0, 1)
        percent_axis(axes.xaxis)
        axes.grid(axis="y", visible=False)
    figure.legend(loc="outside lower center", ncols=2)
    return figure
