"""Charts of how games end: causes of defeat and terror levels of victory, by adversary level."""

import numpy as np
from matplotlib.figure import Figure

from reports.core.missing import TooLittleData
from reports.core.rates import rate_interval
from reports.core.style import (
    BLUE,
    MUTED,
    ORANGE,
    PAPER,
    SKY,
    VERMILION,
    new_figure,
    percent_axis,
)
from reports.core.tables import percent
from reports.core.tips import add_tip, told
from reports.spirit_island.analysis import IslandAnalysis
from reports.spirit_island.names import IslandNames
from reports.spirit_island.terms import is_plain
from simulator.spirit_island.record.vocabulary import CAUSES

GAMES_AT_LEAST = 20  # a bar of fewer games would be noise
HATCHES = ["", "//", "..", "xx", "\\\\", "oo"]
BLIGHT = "#8A5A83"  # of the pieces: a sickly purple, and no green
DEFEATS = {
    "blight": BLIGHT, "presence": ORANGE, "invader_deck": SKY, "adversary": VERMILION, "scenario": BLUE, "none": MUTED,
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
        raise TooLittleData("no_column", column=name)
    return analysis.counted(name)[:, side], analysis.run.counts[name][:, side].sum(axis=1)


def _draw_stacks(
    analysis: IslandAnalysis, names: IslandNames, chart: str, share_of: str, parts: dict, games: np.ndarray
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
        raise TooLittleData("games_of_level", games=GAMES_AT_LEAST)
    kept = totals >= GAMES_AT_LEAST
    levels, rows = ([part for part, there in zip(sequence, kept) if there] for sequence in (levels, rows))
    totals = totals[kept]
    shifts = np.cumsum([0.0, *(0.6 if a[0] != b[0] else 0.0 for a, b in zip(levels, levels[1:]))])
    places = np.arange(len(levels)) + shifts  # a gap between adversaries
    figure, (axes,) = new_figure(1.5 + 0.24 * (places[-1] + 1) + 0.2 * -(-len(parts) // 2))
    base = np.zeros(len(levels))
    whole = sum(counts for counts, _ in parts.values())
    for number, (label, (counts, colour)) in enumerate(parts.items()):
        wide = np.array([counts[row].sum() / whole[row].sum() for row in rows])
        look = {"color": colour, "hatch": HATCHES[number % 6], "edgecolor": PAPER, "linewidth": 0.6}
        axes.barh(places, wide, 0.84, base, label=label, **look)
        for place, level, share, start, total in zip(places, levels, wide, base, totals):
            if share > 0:
                low, high = rate_interval(share * total, total)
                text = told(percent(share), percent(float(low)), percent(float(high)), total)
                add_tip(
                    axes, (start, start + share), (place - 0.42, place + 0.42), f"{names.challenge(*level)} · {label}", text
                )
        base += wide
    axes.set_yticks(places, [names.challenge(*level) for level in levels])
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(places[-1] + 0.6, -0.6)
    axes.set_xlim(0, 1)
    percent_axis(axes.xaxis)
    axes.set_xlabel(names.label(share_of))
    axes.grid(axis="y", visible=False)
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=2, handlelength=1.4)
    return figure
