"""Charts of how games end: causes of defeat and terror levels of victory, by adversary level."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reports.core.style import (
    BLUE,
    GREEN,
    MUTED,
    ORANGE,
    PAPER,
    PINK,
    SKY,
    VERMILION,
    TooLittleData,
    new_figure,
    percent_axis,
)
from reports.spirit_island.analysis import IslandAnalysis
from reports.spirit_island.names import IslandNames
from reports.spirit_island.terms import is_plain
from simulator.spirit_island.record.vocabulary import CAUSES

GAMES_AT_LEAST = 20  # a bar of fewer games would be noise
FEWEST_PLACES = 8
HATCHES = ["", "//", "..", "xx", "\\\\", "oo"]
DEFEATS = {
    "blight": GREEN, "presence": ORANGE, "invader_deck": BLUE, "adversary": VERMILION, "scenario": PINK, "none": MUTED,
}  # fmt: skip


def draw_causes(analysis: IslandAnalysis, names: IslandNames) -> Figure:
    """Draws the causes of defeat, one bar per adversary level."""
    counts, games = _counts(analysis, "cause", side=0)
    drawn = counts[is_plain(analysis.run.cells)].sum(axis=0)
    shown = [cause for cause in DEFEATS if drawn[CAUSES.index(cause)]]
    parts = {names.text("causes", cause): (counts[:, CAUSES.index(cause)], DEFEATS[cause]) for cause in shown}
    return _draw_stacks(analysis, names, "causes", "share_of_defeats", parts, games)


def draw_terror(analysis: IslandAnalysis, names: IslandNames) -> Figure:
    """Draws the terror level at which games were won, one bar per adversary level; an empty fear deck stands apart."""
    counts, games = _counts(analysis, "terror_level", side=1)
    emptied = _counts(analysis, "cause", side=1)[0][:, CAUSES.index("fear")]  # always at terror level III
    title = names.label("terror_level")
    parts = {
        f"{title} I": (counts[:, 1], BLUE),
        f"{title} II": (counts[:, 2], SKY),
        f"{title} III": (counts[:, 3] - emptied, ORANGE),
        names.label("fear_victory"): (emptied, VERMILION),
    }
    return _draw_stacks(analysis, names, "terror", "share_of_victories", parts, games)


def _counts(analysis: IslandAnalysis, name: str, side: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns one side of a histogram, cell × bin, all cells of the same weight, and the games of each cell there."""
    if name not in analysis.run.counts:
        raise TooLittleData(f"the run has no column {name}")
    return analysis.counted(name)[:, side], analysis.run.counts[name][:, side].sum(axis=1)


def _draw_stacks(
    analysis: IslandAnalysis, names: IslandNames, chart: str, share: str, parts: dict, games: np.ndarray
) -> Figure:
    cells = analysis.run.cells
    plain = is_plain(cells)
    cells, games = cells[plain], games[plain]
    parts = {label: (counts[plain], colour) for label, (counts, colour) in parts.items()}
    order = list(cells.groupby("adversary")["difficulty"].min().sort_values(kind="stable").index)
    levels = sorted(set(zip(cells["adversary"], cells["level"])), key=lambda pair: (order.index(pair[0]), pair[1]))
    rows = [((cells["adversary"] == adversary) & (cells["level"] == level)).to_numpy() for adversary, level in levels]
    totals = np.array([games[row].sum() for row in rows])
    if not (totals >= GAMES_AT_LEAST).any():
        raise TooLittleData(f"needs at least {GAMES_AT_LEAST} such games at one adversary level")
    places = np.array([number + 0.7 * order.index(adversary) for number, (adversary, _) in enumerate(levels)])
    width = max(9, 3 + 0.36 * len(levels))
    figure, (axes,) = new_figure(width, 5.6)
    base = np.zeros(len(levels))
    whole = sum(counts for counts, _ in parts.values())
    for number, (label, (counts, colour)) in enumerate(parts.items()):
        enough = totals >= GAMES_AT_LEAST
        height = np.array([counts[row].sum() / whole[row].sum() if there else 0 for row, there in zip(rows, enough)])
        look = {"color": colour, "hatch": HATCHES[number % 6], "edgecolor": PAPER, "linewidth": 0.6}
        axes.bar(places, height, 0.82, base, label=label, **look)
        base += height
    for place, total in zip(places, totals):
        if total < GAMES_AT_LEAST:
            axes.text(place, 0.02, f"n={total:.0f}", rotation=90, ha="center", va="bottom", color=MUTED, fontsize=10)
    _label_levels(axes, places, levels, names)
    axes.set_xlim(-0.7, max(places[-1], FEWEST_PLACES) + 0.7)  # so that a single bar stays a bar
    axes.set_ylim(0, 1)
    percent_axis(axes.yaxis)
    axes.set_ylabel(names.label(share))
    axes.set_title(names.text("charts", chart))
    axes.grid(axis="x", visible=False)
    columns = min(len(parts), 4 if width > 11 else 2)
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=columns, handlelength=1.4)
    return figure


def _label_levels(axes: Axes, places: np.ndarray, levels: list[tuple[str, int]], names: IslandNames) -> None:
    """Writes the levels below the bars and each adversary once below its levels."""
    axes.set_xticks(places, [str(level) for _, level in levels])
    axes.tick_params(axis="x", length=0)
    for adversary in dict.fromkeys(adversary for adversary, _ in levels):
        own = [place for place, (name, _) in zip(places, levels) if name == adversary]
        narrow = len(own) < 3
        axes.annotate(
            names.adversary(adversary), (np.mean(own), 0), xytext=(0, -24), textcoords="offset points", fontsize=11,
            ha="right" if narrow else "center", va="top", rotation=30 if narrow else 0,
        )  # fmt: skip
