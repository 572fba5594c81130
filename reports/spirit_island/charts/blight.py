"""The survival curve of the island: how long its blight card stays healthy."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from statsmodels.duration.survfunc import SurvfuncRight

from reports.core.missing import TooLittleData
from reports.core.style import new_figure, percent_axis
from reports.core.tables import percent
from reports.core.tips import add_tip, told
from reports.spirit_island.analysis import IslandAnalysis
from reports.spirit_island.names import IslandNames

GAMES_AT_LEAST = 50
BANDS = [(0, 2), (3, 5), (6, 8), (9, 99)]  # official difficulty
SHADES = ["#56B4E9", "#0072B2", "#E69F00", "#D55E00"]  # the harder, the warmer
DASHES = ["-", "--", "-.", ":"]


def draw_blight(analysis: IslandAnalysis, names: IslandNames) -> Figure:
    """Draws Kaplan-Meier curves by difficulty; a game that ends healthy leaves the count when it ends."""
    if "blighted_turn" not in analysis.run.counts:
        raise TooLittleData("no_column", column="blighted_turn")
    figure, (axes,) = new_figure(3.9)
    for number, (low, high) in enumerate(BANDS):
        inside = analysis.run.cells["difficulty"].between(low, high).to_numpy()
        games = int(analysis.run.counts["blighted_turn"][inside].sum())
        if games >= GAMES_AT_LEAST:
            counts = analysis.counted("blighted_turn")[inside].sum(axis=0)
            span = f"{low}–{high}" if high < 99 else f"{low}+"
            label = f"{names.label('official')} {span} (n = {games:,})"
            _draw_curve(axes, counts, label, SHADES[number], DASHES[number])
    if not axes.lines:
        raise TooLittleData("games", games=GAMES_AT_LEAST)
    axes.set_ylim(0, 1.02)
    percent_axis(axes.yaxis)
    axes.set_xlabel(names.label("turn"))
    axes.set_ylabel(names.label("unblighted"))
    figure.legend(loc="outside lower center", ncols=1)
    return figure


def _draw_curve(axes: Axes, counts: np.ndarray, label: str, colour: str, dash: str) -> None:
    flipped, turn = np.nonzero(counts)
    curve = SurvfuncRight(turn, flipped, freq_weights=counts[flipped, turn])
    times, alive, error = (np.concatenate([[start], part]) for start, part in
                           ((0, curve.surv_times), (1.0, curve.surv_prob), (0.0, curve.surv_prob_se)))  # fmt: skip
    # A curve ends where too few games are left to carry it.
    times, alive, error = (part[error < 0.1] for part in (times, alive, error))
    axes.step(times, alive, where="post", color=colour, linestyle=dash, label=label)
    low, high = np.clip(alive - 1.96 * error, 0, 1), np.clip(alive + 1.96 * error, 0, 1)
    for place, (time, rate) in enumerate(zip(times, alive)):
        end = times[place + 1] if place + 1 < len(times) else time
        text = told(percent(rate), percent(low[place]), percent(high[place]), counts.sum())
        add_tip(axes, (time, end), rate, f"{label.partition(' (')[0]} · {time:g}", text)
    axes.fill_between(times, low, high, step="post", color=colour, alpha=0.15, linewidth=0)
