"""The same games played in two ways, by what sat at the seats: what a change does to each colour, say. Knows no game.

A seat is compared with itself, and only where the same sat there both times.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy.stats import norm

from reports.core.clusters import clustered_means, numbered
from reports.core.discovery import with_q
from reports.core.files import drawn_parts, seat_columns
from reports.core.paired import matched
from reports.core.parts import seat_measures
from simulator.core.game import find_game


def change_by_part(game: str, frame_a: pd.DataFrame, frame_b: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Returns what moved from A to B for everything that sat at seats as each game drew it, kind by kind.

    Columns: the part, games, and for each measure of seats its mean in A and B, the change with its interval, p and q.
    """
    there = {*frame_a.columns} & {*frame_b.columns}
    found = {}
    for part, columns in drawn_parts(find_game(game)).items():
        if there.issuperset(columns):
            table = _by_part(game, part, columns, frame_a, frame_b)
            if len(table):
                found[part] = table
    return found


def _by_part(game: str, part: str, columns: tuple[str, ...], frame_a: pd.DataFrame, frame_b: pd.DataFrame) -> pd.DataFrame:
    labels, seats = find_game(game).codes[part], find_game(game).seats[-1]
    measures = [measure for measure in seat_measures(game) if set(seat_columns(measure.name, seats)[:1]) <= set(frame_a)]
    known = [
        name for measure in measures for name in seat_columns(measure.name, seats) if name in frame_a and name in frame_b
    ]
    both = matched(frame_a, frame_b, [*columns, *known])
    table = pd.DataFrame()
    for measure in measures:
        sides, who, cluster = _stacked(both, columns, seat_columns(measure.name, seats))
        if not len(who):
            return table
        mean = [clustered_means(side, who, cluster, len(labels), share=False)["mean"] for side in sides]
        change = clustered_means(sides[1] - sides[0], who, cluster, len(labels), share=False)
        p = 2 * norm.sf(np.abs(change["mean"]) / np.maximum(change["error"], 1e-12))
        if table.empty:
            table = pd.DataFrame({part: labels, "games": change["games"]})
        prefix = f"{measure.name}_"
        table = table.assign(**{
            f"{prefix}a": mean[0], f"{prefix}b": mean[1], f"{prefix}difference": change["mean"],
            f"{prefix}low": change["low"], f"{prefix}high": change["high"], f"{prefix}p": np.nan_to_num(p, nan=1.0),
        })  # fmt: skip
    table = table[table["games"] > 0].reset_index(drop=True)
    lead = measures[0].name
    table = with_q(table, table[f"{lead}_p"]).drop(columns="p")
    return table.sort_values(f"{lead}_difference", ascending=False).reset_index(drop=True)


def _stacked(
    both: pd.DataFrame, columns: tuple[str, ...], values: tuple[str, ...]
) -> tuple[list[np.ndarray], np.ndarray, np.ndarray]:
    """Returns values of both sides, what sat there, and the cluster: games of the same number share their luck."""
    sides: list[list[np.ndarray]] = [[], []]
    who, game = [], []
    for column, value in zip(columns, values):
        if f"{value}_a" not in both:
            continue
        sat = both[f"{column}_a"].to_numpy()
        there = (sat == both[f"{column}_b"].to_numpy()) & (sat >= 0)
        numbers = [both[f"{value}_{side}"].to_numpy(float) for side in "ab"]
        there &= np.isfinite(numbers[0]) & np.isfinite(numbers[1])
        for side, number in zip(sides, numbers):
            side.append(number[there])
        who.append(sat[there].astype(np.int64))
        game.append(both["game"].to_numpy()[there])
    joined = [np.concatenate(side) if side else np.empty(0) for side in sides]
    return joined, _joined(who), numbered(_joined(game))[0]


def _joined(parts: list[np.ndarray]) -> np.ndarray:
    return np.concatenate(parts) if parts else np.empty(0, np.int64)
