"""Charts of points: by source, round by round; and how often power from neighbours is taken. People's stand beside."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from reports.core.style import BLUE, GREEN, ORANGE, VERMILION, TooLittleData, new_figure, percent_axis
from reports.terra_mystica.analysis import TerraAnalysis
from reports.terra_mystica.charts.setups import heat_map
from reports.terra_mystica.games import faction_names
from reports.terra_mystica.names import TerraNames

OFFERS_AT_LEAST = 30  # of a size


def draw_sources(analysis: TerraAnalysis, names: TerraNames) -> Figure:
    """Draws mean points by source beside people's, and which factions get more or less than others from each."""
    table = analysis.sources
    if table.empty:
        raise TooLittleData("this run does not tell where points come from")
    table = table[table["source"] != "start"].reset_index(drop=True)
    figure, (left, right) = new_figure(14, 2.6 + 0.45 * len(table), columns=2, width_ratios=(2, 3))
    rows = np.arange(len(table))
    left.barh(rows - 0.2, table["mean"], 0.38, color=BLUE, label=names.label("ours"))
    left.barh(rows + 0.2, table["people"], 0.38, color=ORANGE, label=names.label("people"))
    left.set_yticks(rows, [names.source(source) for source in table["source"]])
    left.set_xlabel(names.label("mean_vp"))
    left.invert_yaxis()
    left.grid(axis="y", visible=False)
    left.set_title(names.text("charts", "sources"))
    factions = [faction for faction in faction_names() if faction in table]
    values = table[factions].to_numpy(float)
    values = values - values.mean(axis=1, keepdims=True)
    heat_map(right, values, np.zeros(values.shape, bool), max(float(np.abs(values).max()), 1.0))
    right.set_yticks([])
    labels = [names.faction(faction) for faction in factions]
    right.set_xticks(np.arange(len(factions)) + 0.5, labels, rotation=45, ha="right", fontsize=10)
    right.set_title(names.label("beyond_mean"), fontsize=12)
    figure.legend(loc="outside lower left", ncols=2)
    return figure


def draw_rounds(analysis: TerraAnalysis, names: TerraNames) -> Figure:
    """Draws mean points when each round was over, of winners and of the others."""
    table = analysis.rounds
    if table.empty:
        raise TooLittleData("this run does not tell points round by round")
    figure, (axes,) = new_figure(9, 4.8)
    for column, colour, marker in (("winners", BLUE, "o"), ("others", VERMILION, "s")):
        for name, style, who in ((column, "-", "ours"), (f"people_{column}", ":", "people")):
            label = f"{names.label(column)}, {names.label(who)}"
            axes.plot(table["round"], table[name], style, marker=marker, color=colour, label=label)
    axes.set_xticks(table["round"], [names.label("round", number=number) for number in table["round"]])
    axes.set_ylabel(names.label("mean_vp"))
    axes.set_title(names.text("charts", "rounds"))
    axes.legend(loc="upper left")
    return figure


def draw_leech(analysis: TerraAnalysis, names: TerraNames) -> Figure:
    """Draws which share of offers of power is taken, by what is offered."""
    table = analysis.leech
    table = table[table["games"] >= OFFERS_AT_LEAST] if len(table) else table
    if table.empty:
        raise TooLittleData(f"needs at least {OFFERS_AT_LEAST} offers of a size")
    figure, (axes,) = new_figure(9, 4.4)
    places = np.arange(len(table))
    axes.bar(places - 0.2, table["taken"], 0.38, color=BLUE, label=names.label("ours"))
    axes.bar(places + 0.2, table["people"], 0.38, color=GREEN, label=names.label("people"))
    labels = [f"{row.size}\nn = {row.games:,}" for row in table.itertuples(index=False)]
    axes.set_xticks(places, labels, fontsize=10)
    axes.set_xlabel(names.label("offer"))
    axes.set_ylabel(names.label("taken"))
    axes.set_ylim(0, 1)
    percent_axis(axes.yaxis)
    axes.set_title(names.text("charts", "leech"))
    axes.grid(axis="x", visible=False)
    axes.legend(loc="upper right")
    return figure
