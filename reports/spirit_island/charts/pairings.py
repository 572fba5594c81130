"""Pairs: who does better or worse together than apart, and who carries whom against which adversary."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import QuadMesh
from matplotlib.figure import Figure

from reports.core.heat import ROW, add_bar, heat_map, name_fields, signed
from reports.core.missing import TooLittleData
from reports.core.style import new_figure
from reports.core.tables import q_value
from reports.core.tips import told
from reports.spirit_island.analysis import IslandAnalysis
from reports.spirit_island.names import IslandNames

LEAST = 2.0  # points: colours do not tell smaller differences apart
TOP = 1.5  # inches above the first row, for the names of columns
Rows = Mapping[tuple[str, str], Any]  # (row, column) of a matrix -> what is known of it


def draw_pairings(analysis: IslandAnalysis, names: IslandNames) -> Figure:
    """Draws the synergy of each pair in percentage points; a star marks what is significant."""
    table = analysis.pairs
    if table.empty:
        raise TooLittleData("pairs")
    spirits = sorted({*table["first"], *table["second"]}, key=names.spirit)
    place = spirits.index
    # Below the diagonal; the row of the first spirit and the column of the last would be empty.
    rows = {tuple(sorted((row.first, row.second), key=place, reverse=True)): row for row in table.itertuples()}
    figure, (axes,) = new_figure(TOP + 1.0 + ROW * (len(spirits) - 1))
    mesh = _matrix(axes, rows, (spirits[1:], spirits[:-1]), _reach(table), names)
    name_fields(axes, [names.spirit(spirit) for spirit in spirits[1:]], [names.spirit(spirit) for spirit in spirits[:-1]])
    add_bar(figure, mesh, [axes], _words("synergy", table, names))
    return figure


def draw_lifts(analysis: IslandAnalysis, names: IslandNames) -> Figure:
    """Draws what each spirit (row) adds to each partner (column), a panel per adversary."""
    table = analysis.lifts
    table = table[~table["partners"].str.contains("+", regex=False)] if len(table) else table
    if table.empty:
        raise TooLittleData("lifts")
    spirits = list(table.groupby("spirit")["points"].mean().sort_values(ascending=False).index)
    partners = sorted(set(table["partners"]), key=lambda name: spirits.index(name))
    adversaries = sorted(set(table["adversary"]), key=lambda name: (name != "none", names.adversary(name)))
    figure, panels = new_figure(TOP + 0.8 + (0.35 + ROW * len(spirits)) * len(adversaries), len(adversaries))
    labels = [names.spirit(spirit) for spirit in spirits]
    for axes, adversary in zip(panels, adversaries):
        part = table[table["adversary"] == adversary]
        rows = {(row.spirit, row.partners): row for row in part.itertuples()}
        mesh = _matrix(axes, rows, (spirits, partners), _reach(table), names)
        first = axes is panels[0]
        name_fields(axes, labels, [names.spirit(name) for name in partners] if first else [""] * len(partners))
        axes.set_title(names.adversary(adversary), fontsize=11.5)
    add_bar(figure, mesh, panels, _words("lift", table, names))
    return figure


def _matrix(
    axes: Axes, rows: Rows, spirits: tuple[Sequence[str], Sequence[str]], reach: float, names: IslandNames
) -> QuadMesh:
    """Draws one matrix of points, spirits of rows against spirits of columns."""
    down, across = spirits
    found = [[rows.get((row, column)) for column in across] for row in down]
    values = np.array([[np.nan if field is None else field.points for field in line] for line in found])
    sure = np.array([[field is not None and bool(field.significant) for field in line] for line in found])

    def tell(row: int, column: int) -> list[str]:
        field = found[row][column]
        if field is None:
            return []
        team = " + ".join(names.spirit(name) for name in (down[row], across[column]) if name)
        value = told(f"{field.points:+.1f}", f"{field.low:+.1f}", f"{field.high:+.1f}", field.games)
        return [team, value, f"q {q_value(field).text}"]

    return heat_map(axes, values, (-reach, reach), signed(len(across)), tell, sure=sure)


def _reach(table: pd.DataFrame) -> float:
    return max(float(table["points"].abs().max()), LEAST)


def _words(label: str, table: pd.DataFrame, names: IslandNames) -> str:
    stars = f"\n* {names.label('significant')}" if table["significant"].any() else ""
    return names.label(label) + stars
