"""Charts of factions and seats: strength and wins by number of players, seats, even start points."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from reports.core.charts import Marks, draw_forest
from reports.core.missing import TooLittleData
from reports.core.style import COLOURS, MUTED, VERMILION
from reports.core.tips import add_tip
from reports.terra_mystica.analysis import TerraAnalysis
from reports.terra_mystica.games import Key
from reports.terra_mystica.names import TerraNames
from simulator.core.game import Measure

VP = Measure("vp", "number", per="seat")
SHARE = Measure("win", "share", per="seat")


def _groups(analysis: TerraAnalysis) -> list[Key]:
    """Returns the groups that one chart may show: like the main one, but for the number of players."""
    main = analysis.games.main
    if main is None:
        raise TooLittleData("all_taken")
    return [key for key in analysis.keys if key._replace(players=main.players) == main]


def _ordered(analysis: TerraAnalysis, column: str) -> list[str]:
    """Returns the factions, the best of the main group on top of a chart."""
    keys = _groups(analysis)
    parts = [analysis.faction_tables[analysis.games.main], *(analysis.faction_tables[key] for key in keys)]  # type: ignore[index]
    table = pd.concat(parts).drop_duplicates("faction")
    return table.sort_values(column)["faction"].tolist()


def _marks(analysis: TerraAnalysis, factions: list[str], names: TerraNames, columns: tuple[str, str, str]) -> list[Marks]:
    marks = []
    for key in _groups(analysis):
        table = analysis.faction_tables[key].set_index("faction").reindex(factions)
        label = names.label("players", players=key.players)
        marks.append(Marks(label, table[list(columns)].to_numpy(float).T, np.nan_to_num(table["games"].to_numpy(float))))
    return marks


def draw_strength(analysis: TerraAnalysis, names: TerraNames) -> Figure:
    """Draws the strength of each faction with its interval, by number of players, the strongest on top."""
    factions = _ordered(analysis, "strength")
    marks = _marks(analysis, factions, names, ("strength", "low", "high"))
    marks = [mark for mark in marks if np.isfinite(mark.ends[0]).any()]
    if len(factions) < 2 or not marks:
        raise TooLittleData("several_factions")
    labels = [names.faction(faction) for faction in factions]
    figure = draw_forest(labels, marks, VP, names.label("strength"))
    figure.axes[0].axvline(0, color=MUTED, linewidth=1.2, zorder=0)
    return figure


def draw_wins(analysis: TerraAnalysis, names: TerraNames) -> Figure:
    """Draws each faction's share of the wins; dotted lines are even shares."""
    factions = _ordered(analysis, "win_mean")
    marks = _marks(analysis, factions, names, ("win_mean", "win_low", "win_high"))
    labels = [names.faction(faction) for faction in factions]
    figure = draw_forest(labels, marks, SHARE, names.label("win"))
    for number, key in enumerate(_groups(analysis)):
        figure.axes[0].axvline(1 / key.players, color=COLOURS[number % 6], linestyle=":", linewidth=1.6, zorder=0)
    return figure


def draw_seats(analysis: TerraAnalysis, names: TerraNames) -> Figure:
    """Draws what each seat is worth, factions made equal."""
    table = analysis.seats
    table = table[np.isfinite(table["value"])] if len(table) else table
    if table.empty:
        raise TooLittleData("changing_seats")
    table = table[::-1]
    labels = [f"{names.group(row.players, row.draft)}, {names.label('seat', number=row.seat)}" for row in table.itertuples()]
    marks = Marks(None, table[["value", "low", "high"]].to_numpy(float).T, table["games"].to_numpy())
    figure = draw_forest(labels, [marks], VP, names.label("seat_worth"))
    figure.axes[0].axvline(0, color=MUTED, linewidth=1.2, zorder=0)
    return figure


def draw_handicap(analysis: TerraAnalysis, names: TerraNames) -> Figure:
    """Draws the start points that even the factions out, beside those of 2017."""
    table = analysis.handicap
    if table.empty:
        raise TooLittleData("mixed_tables")
    table = table[::-1].reset_index(drop=True)
    labels = [names.faction(faction) for faction in table["faction"]]
    marks = Marks(names.label("ours"), table[["start", "low", "high"]].to_numpy(float).T, table["games"].to_numpy())
    figure = draw_forest(labels, [marks], VP, names.label("start_vp"))
    axes = figure.axes[0]
    axes.axvline(20, color=MUTED, linewidth=1.2, zorder=0)
    axes.scatter(table["people"], table.index, marker="D", facecolors="none", edgecolors=VERMILION, linewidths=1.8, zorder=3,
                 label=names.label("people_2017"))  # fmt: skip
    for row in table.itertuples():
        add_tip(axes, row.people, row.Index, f"{labels[row.Index]} · {names.label('people_2017')}", f"{row.people:g}")
    figure.legends[0].remove()
    figure.legend(loc="outside lower center", ncols=2)
    return figure
