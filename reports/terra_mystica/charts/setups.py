"""Heat maps: who does better against whom, what cards and tiles do to each faction."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.collections import QuadMesh
from matplotlib.figure import Figure

from reports.core.style import INK, MUTED, TooLittleData, new_figure, readable_on
from reports.terra_mystica.analysis import TerraAnalysis
from reports.terra_mystica.names import TerraNames
from simulator.terra_mystica.record import vocabulary as v

COLOURS = "PuOr_r"
GAMES_AT_LEAST = 20  # of a pair; one with fewer stays empty


def heat_map(axes: Axes, values: np.ndarray, sure: np.ndarray, reach: float) -> QuadMesh:
    """Draws a table of values on both sides of none; those that are significant are bold."""
    colours = colormaps[COLOURS]
    mesh = axes.pcolormesh(
        np.ma.masked_invalid(values), cmap=colours, vmin=-reach, vmax=reach, edgecolors="face", linewidth=0.2
    )
    for (row, column), value in np.ndenumerate(values):
        if not np.isfinite(value):
            axes.text(column + 0.5, row + 0.5, "·", ha="center", va="center", fontsize=10, color=MUTED)
            continue
        weight = "bold" if sure[row, column] else "normal"
        colour = readable_on(colours((value + reach) / (2 * reach)))
        text = f"{value:+.1f}" if abs(value) >= 0.05 else "0"
        axes.text(column + 0.5, row + 0.5, text, ha="center", va="center", fontsize=9, color=colour, fontweight=weight)
    axes.grid(visible=False)
    axes.tick_params(length=0)
    axes.invert_yaxis()
    return mesh


def _add_bar(figure: Figure, mesh: QuadMesh, axes: list[Axes], words: str) -> None:
    bar = figure.colorbar(mesh, ax=axes, pad=0.01, aspect=35)
    bar.outline.set_visible(False)
    bar.set_label(words, fontsize=11)


def _name_rows(axes: Axes, labels: list[str]) -> None:
    axes.set_yticks(np.arange(len(labels)) + 0.5, labels, fontsize=11)


def _reach(values: np.ndarray) -> float:
    return max(float(np.nanmax(np.abs(values))), 0.5)


def draw_match_ups(analysis: TerraAnalysis, names: TerraNames) -> Figure:
    """Draws how much better each faction (row) does against each other than their strengths predict."""
    table = analysis.pairs
    table = table[table["games"] >= GAMES_AT_LEAST] if len(table) else table
    if len(table) < 2:
        raise TooLittleData(f"needs at least {GAMES_AT_LEAST} games of several pairs")
    factions = sorted(set(table["faction"]), key=names.faction)
    shape = {"index": "faction", "columns": "opponent"}
    values = table.pivot(values="points", **shape).reindex(index=factions, columns=factions).to_numpy(float)
    sure = table.pivot(values="significant", **shape).reindex(index=factions, columns=factions).fillna(False).to_numpy(bool)
    figure, (axes,) = new_figure(11, 2.6 + 0.42 * len(factions))
    mesh = heat_map(axes, values, sure, _reach(values))
    labels = [names.faction(faction) for faction in factions]
    axes.set_xticks(np.arange(len(factions)) + 0.5, labels, rotation=40, ha="right", fontsize=11)
    _name_rows(axes, labels)
    players = int(table["players"].iloc[0])
    axes.set_title(f"{names.text('charts', 'match_ups')} ({names.label('players', players=players)})")
    _add_bar(figure, mesh, [axes], names.label("beyond"))
    return figure


def draw_cards(analysis: TerraAnalysis, names: TerraNames) -> Figure:
    """Draws what each card in play does to each faction."""
    table = _effects(analysis, 0)
    if table.empty:
        raise TooLittleData(analysis.setup_missing or "the bonus cards are the same in all games")
    factions, cards = sorted(set(table["faction"]), key=names.faction), sorted(set(table["what"]), key=_number)
    values, sure = _grid(table, factions, cards)
    figure, (axes,) = new_figure(11, 2.9 + 0.42 * len(factions))
    mesh = heat_map(axes, values, sure, _reach(values))
    _name_rows(axes, [names.faction(faction) for faction in factions])
    axes.set_xticks(np.arange(len(cards)) + 0.5, [names.tile(card) for card in cards], rotation=30, ha="right", fontsize=11)
    axes.set_title(names.text("charts", "cards"))
    _add_bar(figure, mesh, [axes], names.label("effect"))
    return figure


def draw_tiles(analysis: TerraAnalysis, names: TerraNames) -> Figure:
    """Draws what each scoring tile does to each faction, round by round."""
    table = _effects(analysis, None)
    if table.empty:
        raise TooLittleData(analysis.setup_missing or "the scoring tiles are the same in all games")
    factions, tiles = sorted(set(table["faction"]), key=names.faction), sorted(set(table["what"]), key=_number)
    rounds = sorted(set(table["round"]))
    reach = _reach(table["points"].to_numpy(float))
    figure = new_figure(12, 1.6 + 0.42 * len(factions) * -(-len(rounds) // 2))[0]
    figure.clear()
    grid = figure.subplots(-(-len(rounds) // 2), 2, squeeze=False, sharey=True)
    for axes, number in zip(grid.flat, rounds):
        values, sure = _grid(table[table["round"] == number], factions, tiles)
        mesh = heat_map(axes, values, sure, reach)
        axes.set_xticks(np.arange(len(tiles)) + 0.5, [tile.removeprefix("SCORE") for tile in tiles], fontsize=11)
        axes.set_title(names.label("round", number=number), fontsize=12, color=INK)
        axes.invert_yaxis()
        _name_rows(axes, [names.faction(faction) for faction in factions])
    grid[0, 0].invert_yaxis()  # shared by all
    for axes in grid.flat[len(rounds) :]:
        axes.axis("off")
    figure.suptitle(names.text("charts", "tiles"), fontweight="bold", x=0.01, ha="left")
    figure.supxlabel("   ".join(names.tile(tile).removeprefix("SCORE") for tile in tiles), fontsize=10, wrap=True)
    _add_bar(figure, mesh, list(grid.flat), names.label("effect"))
    return figure


def _effects(analysis: TerraAnalysis, number: int | None) -> pd.DataFrame:
    """Returns the effects of cards (round 0) or of tiles."""
    table = analysis.setups
    if table.empty:
        return table
    return table[table["round"] == 0] if number == 0 else table[table["round"] > 0]


def _grid(table: pd.DataFrame, factions: list[str], things: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Lays effects and whether they are significant out by faction and thing."""
    shape = {"index": "faction", "columns": "what"}
    values = table.pivot(values="points", **shape).reindex(index=factions, columns=things)
    sure = table.pivot(values="significant", **shape).reindex(index=factions, columns=things)
    return values.to_numpy(float), sure.eq(True).to_numpy(bool)


def _number(name: str) -> int:
    """Returns the printed number of a card or tile."""
    return int("".join(letter for letter in name if letter.isdigit()) or v.CARDS)
