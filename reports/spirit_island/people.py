"""Beside people's games (people.yaml): do adversaries, scenarios, numbers of players and spirits stand in the same order?

People choose what they play and at which level, so orders are compared, not levels.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import yaml
from scipy.stats import norm, spearmanr

from reports.core.discovery import with_q
from reports.core.policies import part_of
from reports.core.rates import Sums, group_means, rate_interval
from reports.spirit_island.terms import is_plain

FILE = Path(__file__).parent / "people.yaml"
GROUPS = ("adversary", "scenario", "players", "spirit")


@cache
def figures() -> dict[str, dict[Any, list[int]]]:
    """Returns games and wins of people: group -> value -> [games, wins]."""
    return yaml.safe_load(FILE.read_text(encoding="utf-8"))


def beside_people(analysis: Any) -> pd.DataFrame:
    """Returns our win rate beside people's for every value of a group that both have.

    Columns: group, name, games, rate, low, high, people_games, people, people_low, people_high.
    """
    rows = []
    for group in GROUPS:
        ours = _ours(analysis, group)
        for row in ours.itertuples():
            name = getattr(row, group)
            if (found := figures()[group].get(name)) is not None:
                low, high = rate_interval(found[1], found[0])
                rows.append({
                    "group": group, "name": str(name), "games": row.games, "rate": row.rate, "low": row.low,
                    "high": row.high, "people_games": found[0], "people": found[1] / found[0],
                    "people_low": float(low), "people_high": float(high),
                })  # fmt: skip
    table = pd.DataFrame(rows)
    return table[table.groupby("group")["name"].transform("size") > 1].reset_index(drop=True) if len(table) else table


def _ours(analysis: Any, group: str) -> pd.DataFrame:
    """Returns our rates by a group, over cells that are alike in everything else."""
    run = analysis.run
    cells = run.cells
    plain = is_plain(cells)
    if group == "adversary":  # at levels that all of them were played at: others would compare levels
        led = plain & (cells["adversary"] != "none").to_numpy()
        shared = _common(cells, led, "adversary", ["level"])
        chosen = (plain & ~led) | shared if shared.any() else shared
    elif group == "scenario":
        with_one = (cells["scenario"] != "none").to_numpy()
        chosen = with_one & _common(cells, with_one, "scenario", ["adversary", "level", "spirits"])
    elif group == "players":
        chosen = plain & _common(cells, plain, "players", ["adversary", "level"])
    else:
        chosen = plain
    rows = np.flatnonzero(chosen & (cells["games"] > 0).to_numpy())
    if not len(rows):
        return pd.DataFrame()
    part = analysis.report.analysis(part_of(run, rows))
    if group != "spirit":
        return part.grouped("win", [group])
    return _by_spirit(part)


def _common(cells: pd.DataFrame, among: np.ndarray, group: str, keys: list[str]) -> np.ndarray:
    """Chooses the cells of what was played with every value of a group."""
    values = cells.loc[among, group].nunique()
    counted = cells[among].groupby(keys)[group].nunique()
    shared = set(counted[counted == values].index)
    place = [key if len(keys) > 1 else key[0] for key in cells[keys].itertuples(index=False, name=None)]
    return among & np.array([key in shared for key in place], bool)


def _by_spirit(part: Any) -> pd.DataFrame:
    """Returns the rate of the cells of each spirit, alone or in a team."""
    cells = part.run.cells
    tables = []
    for spirit in sorted({name for team in cells["spirits"] for name in team.split("+")}):
        there = np.array([spirit in team.split("+") for team in cells["spirits"]])
        sums = part.run.sums["win"]
        own = Sums(*(np.where(there, values, 0) for values in (sums.games, sums.total, sums.squares)))
        table = group_means(cells.assign(spirit=there), part.lead, own, part.luck["win"], ["spirit"])
        tables.append(table[table["spirit"]].assign(spirit=spirit))
    return pd.concat(tables, ignore_index=True)


def agreement(table: pd.DataFrame) -> pd.DataFrame:
    """Says for each group how far orders agree, over the pairs that both sides tell apart.

    Columns: group, values, spearman, pairs (told apart by both), same (in the same order), verdict: agree, differ or open.
    """
    rows = []
    for group, part in table.groupby("group", sort=False) if len(table) else ():
        pairs = list(combinations(part.itertuples(), 2))
        ours = _told_apart(pairs, "rate", "low", "high")
        theirs = _told_apart(pairs, "people", "people_low", "people_high")
        both = (ours != 0) & (theirs != 0)
        same = int((ours[both] == theirs[both]).sum())
        against = int(both.sum()) - same
        rank = float(spearmanr(part["rate"], part["people"])[0]) if len(part) > 2 and np.ptp(part["rate"]) else np.nan
        verdict = "open" if not both.any() else "agree" if against == 0 else "differ"
        rows.append({"group": group, "values": len(part), "spearman": rank, "pairs": int(both.sum()), "same": same,
                     "verdict": verdict})  # fmt: skip
    return pd.DataFrame(rows)


def _told_apart(pairs: list, value: str, low: str, high: str) -> np.ndarray:
    """Returns the sign of each pair's difference, 0 where it may be chance, all pairs corrected together."""
    change = np.array([getattr(one, value) - getattr(other, value) for one, other in pairs])
    error = np.array([
        np.hypot(*(getattr(side, high) - getattr(side, low) for side in pair)) / 3.92 for pair in pairs
    ])  # fmt: skip
    sure = with_q(pd.DataFrame(), 2 * norm.sf(np.abs(change) / np.maximum(error, 1e-12)))["significant"].to_numpy()
    return np.sign(change) * sure
