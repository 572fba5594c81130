"""Charts of points: by source, round by round; and how often power from neighbours is taken. People's stand beside."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from reports.core.heat import heat_map, name_fields, signed
from reports.core.missing import TooLittleData
from reports.core.rates import rate_interval
from reports.core.style import BLUE, ORANGE, VERMILION, new_figure, percent_axis, wrapped
from reports.core.tables import percent
from reports.core.tips import add_tip, told
from reports.terra_mystica.analysis import TerraAnalysis
from reports.terra_mystica.games import faction_names
from reports.terra_mystica.names import TerraNames

OFFERS_AT_LEAST = 30  # of a size


def draw_sources(analysis: TerraAnalysis, names: TerraNames) -> Figure:
    """Draws mean points by source beside people's, and which factions get more or less than others from each."""
    table = analysis.sources
    if table.empty:
        raise TooLittleData("no_sources")
    table = table[table["source"] != "start"].reset_index(drop=True)
    factions = [faction for faction in faction_names() if faction in table]
    figure, (upper, lower) = new_figure(2.9 + 0.66 * len(table), 2)
    rows, seats = np.arange(len(table)), _seats(analysis)
    labels = [names.source(source) for source in table["source"]]
    for shift, column, colour, who in ((-0.2, "mean", BLUE, "ours"), (0.2, "people", ORANGE, "people")):
        upper.barh(rows + shift, table[column], 0.38, color=colour, label=names.label(who))
        for row, value in enumerate(table[column]):
            add_tip(upper, (0, value), (row + shift - 0.19, row + shift + 0.19), f"{labels[row]} · {names.label(who)}",
                    f"{value:.1f}", seats if column == "mean" else "")  # fmt: skip
    upper.set_yticks(rows, [wrapped(label) for label in labels], fontsize=11)
    upper.set_xlabel(names.label("mean_vp"))
    upper.invert_yaxis()
    upper.grid(axis="y", visible=False)
    values = table[factions].to_numpy(float)
    beyond = values - values.mean(axis=1, keepdims=True)
    reach = max(float(np.abs(beyond).max()), 1.0)

    def tell(row: int, column: int) -> list[str]:
        return [
            f"{labels[row]} · {names.faction(factions[column])}",
            f"{values[row, column]:.1f} ({beyond[row, column]:+.1f})",
        ]

    heat_map(lower, beyond, (-reach, reach), signed(len(factions)), tell)
    name_fields(lower, labels, [names.faction(faction) for faction in factions])
    lower.set_title(names.label("beyond_mean"), fontsize=11.5)
    figure.legend(loc="outside lower left", ncols=2)
    return figure


def _seats(analysis: TerraAnalysis) -> str:
    """Says of how many seats the means are."""
    return f"n = {analysis.main.vp.size:,}" if analysis.main is not None else ""


def draw_rounds(analysis: TerraAnalysis, names: TerraNames) -> Figure:
    """Draws mean points when each round was over, of winners and of the others."""
    table = analysis.rounds
    if table.empty:
        raise TooLittleData("no_rounds")
    figure, (axes,) = new_figure(3.8)
    for column, colour, marker in (("winners", BLUE, "o"), ("others", VERMILION, "s")):
        for name, style, who in ((column, "-", "ours"), (f"people_{column}", ":", "people")):
            label = f"{names.label(column)}, {names.label(who)}"
            axes.plot(table["round"], table[name], style, marker=marker, color=colour, label=label)
            for number, value in zip(table["round"], table[name]):
                add_tip(axes, number, value, f"{names.label('round', number=number)} · {label}", f"{value:.1f}",
                        _seats(analysis) if who == "ours" else "")  # fmt: skip
    axes.set_xticks(table["round"], [str(number) for number in table["round"]])
    axes.set_xlabel(names.label("round", number="").strip())
    axes.set_ylabel(names.label("mean_vp"))
    figure.legend(loc="outside lower center", ncols=1)
    return figure


def draw_leech(analysis: TerraAnalysis, names: TerraNames) -> Figure:
    """Draws which share of offers of power is taken, by what is offered."""
    table = analysis.leech
    table = table[table["games"] >= OFFERS_AT_LEAST] if len(table) else table
    if table.empty:
        raise TooLittleData("offers", offers=OFFERS_AT_LEAST)
    figure, (axes,) = new_figure(3.6)
    places = np.arange(len(table))
    axes.bar(places - 0.2, table["taken"], 0.38, color=BLUE, label=names.label("ours"))
    axes.bar(places + 0.2, table["people"], 0.38, color=ORANGE, label=names.label("people"))
    for place, row in enumerate(table.itertuples(index=False)):
        low, high = rate_interval(row.taken * row.games, row.games)
        text = told(percent(row.taken), percent(float(low)), percent(float(high)), row.games)
        add_tip(axes, (place - 0.39, place - 0.01), (0, row.taken), f"{row.size} · {names.label('ours')}", text)
        add_tip(
            axes, (place + 0.01, place + 0.39), (0, row.people), f"{row.size} · {names.label('people')}", percent(row.people)
        )
    axes.set_xticks(places, [str(size) for size in table["size"]])
    axes.set_xlabel(names.label("offer"))
    axes.set_ylabel(names.label("taken"))
    axes.set_ylim(0, 1)
    percent_axis(axes.yaxis)
    axes.grid(axis="x", visible=False)
    figure.legend(loc="outside lower center", ncols=2)
    return figure
