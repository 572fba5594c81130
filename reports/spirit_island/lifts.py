"""Who carries whom: what each spirit of a team adds to it against an adversary.

A lift is the win rate of a team minus the mean win rate of all teams in which another spirit of the run sits in that
seat, everything else alike: partners, challenge, boards, who plays, and the games' luck. Needs no model.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse
from scipy.stats import norm

from reports.core.contrasts import contrasts
from reports.core.dataset import Run
from reports.core.discovery import SURE, with_q
from reports.core.effects import pooled
from reports.core.files import configuration
from reports.core.luck import Luck
from reports.core.rates import shares_of

SHARED = ("spirits", "players")  # of a cell's columns, those that another spirit in the seat changes
Key = tuple[Any, ...]


def lifts(run: Run, luck: Luck, chosen: np.ndarray, by_level: bool = False) -> pd.DataFrame:
    """Computes what each member of each team adds, in percentage points, over the chosen cells; the largest first.

    Columns: spirit, partners, adversary, level if asked for, games and rate of the team, points, low, high, p, q,
    significant; in pairs also what the partner adds: partner_points, partner_low, partner_high, and `ahead`, whether the
    two differ significantly. Lifts are drawn together like all effects; tests are of the plain differences.
    """
    keys = ["spirit", "partners", "adversary", *(["level"] if by_level else [])]
    seats = _seats(run.cells, chosen & (run.sums["win"].games > 0))
    if seats.empty:
        return pd.DataFrame()
    number = seats.groupby(keys, sort=True).ngroup().to_numpy()
    table = seats.groupby(keys, sort=True).size().reset_index()[keys]
    shares = shares_of(number, np.ones(len(seats), bool))
    own = _matrix(seats["cell"], number, shares, run)
    weights = own - _mean_in_seat(seats, number, shares, run)
    raw, error = contrasts(run.sums["win"], luck, weights)
    shown, spread = pooled(raw, error)
    games = run.sums["win"].games
    table = table.assign(
        games=np.bincount(number, weights=games[seats["cell"]]).astype(int), rate=contrasts(run.sums["win"], luck, own)[0],
        points=100 * shown, low=100 * (shown - SURE * spread), high=100 * (shown + SURE * spread),
    )  # fmt: skip
    table = _with_partners(with_q(table, 2 * norm.sf(np.abs(raw) / error)), weights, run, luck)
    return table.sort_values("points", key=abs, ascending=False, kind="stable").reset_index(drop=True)


def _seats(cells: pd.DataFrame, chosen: np.ndarray) -> pd.DataFrame:
    """Lists every seat of the chosen cells that several spirits of the run took, everything else alike.

    Columns: cell (its row), spirit, partners, adversary, level, and `place`, what the seats with the same rest have alike.
    """
    alike = [name for name in configuration("spirit_island") if name not in SHARED and name in cells]
    there = cells[chosen]
    rows = []
    for row, team, rest in zip(np.flatnonzero(chosen), there["spirits"], there[alike].itertuples(index=False, name=None)):
        for spirit in (members := team.split("+")):
            partners = "+".join(sorted(name for name in members if name != spirit))
            rows.append((row, spirit, partners, (partners, *rest)))
    seats = pd.DataFrame(rows, columns=["cell", "spirit", "partners", "place"])
    seats["place"] = seats.groupby("place").ngroup()
    seats = seats.assign(**{name: cells[name].to_numpy()[seats["cell"]] for name in ("adversary", "level")})
    return seats[seats.groupby("place")["spirit"].transform("nunique") > 1].reset_index(drop=True)


def _matrix(cell: Any, number: Any, weights: Any, run: Run) -> sparse.csr_matrix:
    return sparse.csr_matrix((weights, (cell, number)), shape=(len(run.cells), int(np.max(number)) + 1))


def _mean_in_seat(seats: pd.DataFrame, number: np.ndarray, shares: np.ndarray, run: Run) -> sparse.csr_matrix:
    """Returns the weights of the teams with each spirit in the seat in turn, the one that sat there among them."""
    sat = defaultdict(list)
    for cell, place in zip(seats["cell"], seats["place"]):
        sat[place].append(cell)
    others = [(cell, row, share / len(sat[place])) for place, row, share in zip(seats["place"], number, shares)
              for cell in sat[place]]  # fmt: skip
    cell, row, weight = zip(*others)
    return _matrix(cell, row, weight, run)


def _with_partners(table: pd.DataFrame, weights: sparse.csr_matrix, run: Run, luck: Luck) -> pd.DataFrame:
    """Sets what the other of a pair adds beside each row, and whether one of the two adds more."""
    where = [name for name in ("adversary", "level") if name in table]
    place = {key: row for row, key in enumerate(table[["spirit", "partners", *where]].itertuples(index=False, name=None))}
    swapped = table[["partners", "spirit", *where]].itertuples(index=False, name=None)
    other = np.array([place.get(key, -1) for key in swapped])
    there = np.flatnonzero(other >= 0)
    beside = {name: np.full(len(table), np.nan) for name in ("points", "low", "high")}
    for name, values in beside.items():
        values[there] = table[name].to_numpy()[other[there]]
    p = np.full(len(table), np.nan)
    if len(there):
        apart, error = contrasts(run.sums["win"], luck, weights[:, there] - weights[:, other[there]])
        p[there] = 2 * norm.sf(np.abs(apart) / np.maximum(error, 1e-12))
    ahead = with_q(pd.DataFrame(), p)["significant"].to_numpy()
    return table.assign(**{f"partner_{name}": values for name, values in beside.items()}, ahead=ahead)
