"""Heat maps: who does better against whom, what cards and tiles do to each faction."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import QuadMesh
from matplotlib.figure import Figure

from reports.core.heat import add_bar, heat_map, name_fields, signed
from reports.core.missing import TooLittleData
from reports.core.style import new_figure
from reports.core.tables import q_value
from reports.core.tips import told
from reports.terra_mystica.analysis import TerraAnalysis
from reports.terra_mystica.names import TerraNames
from simulator.terra_mystica.record import vocabulary as v

TOP = 1.3  # inches above the first row, for the names of columns
GAMES_AT_LEAST = 20  # of a pair; one with fewer stays empty
Keys = tuple[list[str], list[str]]  # of rows and columns


def _effects_map(
    axes: Axes, table: pd.DataFrame, columns: tuple[str, str], keys: Keys, words: Keys, reach: float
) -> QuadMesh:
    """Draws the points of a table by two of its columns."""
    found = {(getattr(row, columns[0]), getattr(row, columns[1])): row for row in table.itertuples()}
    fields = [[found.get((row, column)) for column in keys[1]] for row in keys[0]]
    values = np.array([[np.nan if field is None else field.points for field in line] for line in fields])
    sure = np.array([[field is not None and bool(field.significant) for field in line] for line in fields])

    def tell(row: int, column: int) -> list[str]:
        field = fields[row][column]
        if field is None or not np.isfinite(field.points):
            return []
        value = told(f"{field.points:+.2f}", f"{field.low:+.2f}", f"{field.high:+.2f}", field.games)
        return [f"{words[0][row]} · {words[1][column]}", value, f"q {q_value(field).text}"]

    mesh = heat_map(axes, values, (-reach, reach), signed(len(keys[1])), tell, sure=sure)
    return mesh


def _reach(table: pd.DataFrame) -> float:
    return max(float(table["points"].abs().max()), 0.5)


def draw_match_ups(analysis: TerraAnalysis, names: TerraNames) -> Figure:
    """Draws how much better each faction (row) does against each other than their strengths predict."""
    table = analysis.pairs
    table = table[table["games"] >= GAMES_AT_LEAST] if len(table) else table
    if len(table) < 2:
        raise TooLittleData("pairs", games=GAMES_AT_LEAST)
    factions = sorted(set(table["faction"]), key=names.faction)
    labels = [names.faction(faction) for faction in factions]
    figure, (axes,) = new_figure(TOP + 1.0 + 0.26 * len(factions))
    mesh = _effects_map(axes, table, ("faction", "opponent"), (factions, factions), (labels, labels), _reach(table))
    name_fields(axes, labels, labels)
    players = names.label("players", players=int(table["players"].iloc[0]))
    add_bar(figure, mesh, [axes], f"{names.label('beyond')} ({players})")
    return figure


def draw_cards(analysis: TerraAnalysis, names: TerraNames) -> Figure:
    """Draws what each card in play does to each faction."""
    table = _effects(analysis, 0)
    if table.empty:
        raise analysis.setup_missing or TooLittleData("same_cards")
    factions, cards = sorted(set(table["faction"]), key=names.faction), sorted(set(table["what"]), key=_number)
    labels = [names.faction(faction) for faction in factions], [names.tile(card) for card in cards]
    figure, (axes,) = new_figure(TOP + 1.0 + 0.26 * len(factions))
    mesh = _effects_map(axes, table, ("faction", "what"), (factions, cards), labels, _reach(table))
    name_fields(axes, *labels)
    add_bar(figure, mesh, [axes], names.label("effect"))
    return figure


def draw_tiles(analysis: TerraAnalysis, names: TerraNames) -> Figure:
    """Draws what each scoring tile does to each faction, round by round."""
    table = _effects(analysis, None)
    if table.empty:
        raise analysis.setup_missing or TooLittleData("same_tiles")
    factions, tiles = sorted(set(table["faction"]), key=names.faction), sorted(set(table["what"]), key=_number)
    rounds = sorted(set(table["round"]))
    labels = [names.faction(faction) for faction in factions], [names.tile(tile) for tile in tiles]
    figure, panels = new_figure(TOP + 1.0 + (0.35 + 0.26 * len(factions)) * len(rounds), len(rounds))
    for axes, number in zip(panels, rounds):
        part = table[table["round"] == number]
        mesh = _effects_map(axes, part, ("faction", "what"), (factions, tiles), labels, _reach(table))
        name_fields(axes, labels[0], labels[1] if axes is panels[0] else [""] * len(tiles))
        axes.set_title(names.label("round", number=number), fontsize=11.5)
    add_bar(figure, mesh, panels, names.label("effect"))
    return figure


def _effects(analysis: TerraAnalysis, number: int | None) -> pd.DataFrame:
    """Returns the effects of cards (round 0) or of tiles."""
    table = analysis.setups
    if table.empty:
        return table
    return table[table["round"] == 0] if number == 0 else table[table["round"] > 0]


def _number(name: str) -> int:
    """Returns the printed number of a card or tile."""
    return int("".join(letter for letter in name if letter.isdigit()) or v.CARDS)
