"""A run of several policies, one policy at a time: what holds whoever plays, and what does not. Knows no game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import norm, rankdata

from experiments.core.cells import POLICY, SEED
from reports.core.analysis import Analysis
from reports.core.dataset import Run
from reports.core.discovery import with_q
from reports.core.files import configuration
from reports.core.rates import Sums
from simulator.core.game import Measure

AGREE, DIFFER, OPEN = "agree", "differ", "open"  # one finding under all policies; another under some; cannot be told


def part_of(run: Run, rows: np.ndarray) -> Run:
    """Returns some cells of a run as a run of its own."""
    sums = {name: Sums(one.games[rows], one.total[rows], one.squares[rows]) for name, one in run.sums.items()}
    return replace(
        run, cells=run.cells.iloc[rows].reset_index(drop=True), sums=sums,
        played={name: table[rows] for name, table in run.played.items()},
        counts={name: counts[rows] for name, counts in run.counts.items()},
    )  # fmt: skip


def by_policy(analysis: Analysis) -> dict[str, Any]:
    """Returns an analysis for each policy of a run, of the cells that all of them played; nothing for one policy."""
    run = analysis.run
    policies = sorted(set(run.cells[POLICY.name]) - {""})
    if len(policies) < 2:
        return {}
    keys = [name for name in configuration(run.game) if name not in (POLICY.name, SEED.name)]
    played = run.cells[run.cells["games"] > 0]
    shared = played.groupby(keys)[POLICY.name].transform("nunique") == len(policies)
    rows = {policy: played.index[shared & (played[POLICY.name] == policy)].to_numpy() for policy in policies}
    return {policy: analysis.report.analysis(part_of(run, own)) for policy, own in rows.items() if len(own)}


@dataclass(frozen=True)
class Finding:
    """What is looked at under each policy: a table with columns name, value, error, low, high, games, neutral.

    A value whose interval leaves `neutral` out is a finding.
    """

    key: str
    table_of: Callable[[Any], pd.DataFrame]
    word: Callable[[Any, Any], str]  # (names, name) -> what it is called
    measure: Measure


def compare_policies(parts: dict[str, Any], finding: Finding) -> pd.DataFrame:
    """Returns each name under each policy, with rank, and whether the finding holds under all of them.

    Columns: name, then of each policy value_N, low_N, high_N, rank_N (in the order of `parts`), games, verdict, q: whether
    the values differ between the two policies that are furthest apart (Bonferroni over their pairs, then corrected for
    all names).
    """
    tables = [finding.table_of(part) for part in parts.values()]
    if len(tables) < 2 or any(table.empty for table in tables):
        return pd.DataFrame()
    names = [name for name in tables[0]["name"] if all(name in set(table["name"]) for table in tables)]
    tables = [table.set_index("name").loc[names] for table in tables]
    found = pd.DataFrame({"name": names, "games": sum(table["games"].to_numpy() for table in tables)})
    for number, table in enumerate(tables):
        for column in ("value", "low", "high"):
            found[f"{column}_{number}"] = table[column].to_numpy(float)
        found[f"rank_{number}"] = rankdata(-table["value"].to_numpy(float)).astype(int)
    pairs = [(one, other) for one in range(len(tables)) for other in range(one)]
    p = np.min([_apart(tables[one], tables[other]) for one, other in pairs], axis=0)
    found = with_q(found, np.minimum(p * len(pairs), 1)).rename(columns={"significant": "apart"})
    neutral = tables[0]["neutral"].to_numpy(float)
    found["verdict"] = [_verdict(found, row, len(tables), neutral[row]) for row in range(len(found))]
    return found.drop(columns="p")


def _apart(one: pd.DataFrame, other: pd.DataFrame) -> np.ndarray:
    """Tests whether values differ; as if the games were not the same, which is safe."""
    error = np.hypot(one["error"].to_numpy(float), other["error"].to_numpy(float))
    change = np.abs(one["value"].to_numpy(float) - other["value"].to_numpy(float))
    return np.nan_to_num(2 * norm.sf(change / np.maximum(error, 1e-12)), nan=1.0)


def _verdict(found: pd.DataFrame, row: int, policies: int, neutral: float) -> str:
    lows = [found[f"low_{number}"].iloc[row] for number in range(policies)]
    highs = [found[f"high_{number}"].iloc[row] for number in range(policies)]
    above, below = (np.array(lows) > neutral), (np.array(highs) < neutral)
    if above.all() or below.all():
        return AGREE
    return DIFFER if (above.any() and below.any()) or bool(found["apart"].iloc[row]) else OPEN


def rank_correlation(found: pd.DataFrame) -> float:
    """Returns Spearman's correlation of the ranks under the first and the last policy."""
    last = sum(column.startswith("rank_") for column in found) - 1
    return float(np.corrcoef(found["rank_0"], found[f"rank_{last}"])[0, 1]) if len(found) > 2 else np.nan
