"""Why games are won: what powers, innates and growth did in traced games, and what going without a power costs.

The first is counted use by use; the second is played: the same games once as they are and once with a power that nobody
can play, so it holds what defence, fear and time save later.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from experiments.core.cells import Cell
from experiments.core.manifest import check_rules, read_cells, read_manifest
from experiments.core.trace import DIRECTORY, WITHOUT, read_trace
from experiments.core.versions import play_versions
from experiments.spirit_island.tracing import GROWTH, INVADERS, without
from reports.core.clusters import clustered_means
from reports.core.compare import what_to_compare
from reports.core.discovery import with_q
from reports.core.paired import paired_difference
from simulator.core.errors import UserError
from simulator.core.game import find_game

OF_SPIRITS = ("unique", "innate", GROWTH)  # kinds that belong to one spirit; cards of decks are everybody's
EVERYBODY = ""
COUNTS = ("taken", "played", "used", "blight")
EXACT = ("fear", "invaders")  # told with intervals
CELLS_AT_MOST = 4  # of a spirit, in which it goes without its powers
KEYS = ["spirit", "kind", "item"]


def power_table(trace: pd.DataFrame) -> pd.DataFrame:
    """Returns what everything did per game: games, taken, played, used, fear, invaders, blight removed.

    A row per spirit and power of its own, innate or growth option, and per card of the decks over all who could take it.
    `fear_low` … `invaders_high` are intervals; games of the same number share their luck and are one observation.
    """
    if trace.empty:
        return pd.DataFrame()
    trace = trace.assign(invaders=trace[list(INVADERS)].sum(axis=1))
    owner = trace["spirit"].where(trace["kind"].isin(OF_SPIRITS), EVERYBODY)
    everybody = trace[["cell", "game"]].drop_duplicates()
    games = {spirit: own[["cell", "game"]].drop_duplicates() for spirit, own in trace.groupby("spirit")} | {
        EVERYBODY: everybody
    }
    rows = []
    for (spirit, kind, item), part in trace.groupby([owner.rename("owner"), "kind", "item"], sort=True):
        summed = part.groupby(["cell", "game"])[[*COUNTS, *EXACT]].sum().reset_index()
        all_games = games[spirit].merge(summed, how="left", on=["cell", "game"]).fillna(0)
        row: dict[str, Any] = {"spirit": spirit, "kind": kind, "item": item, "games": len(all_games)}
        row |= {name: float(all_games[name].mean()) for name in COUNTS}
        for name in EXACT:
            row |= _mean(all_games[name].to_numpy(float), all_games["game"].to_numpy(), name)
        rows.append(row)
    return pd.DataFrame(rows).sort_values(["spirit", "kind", "used"], ascending=[True, True, False]).reset_index(drop=True)


def _mean(values: np.ndarray, game: np.ndarray, name: str) -> dict[str, float]:
    found = clustered_means(values, np.zeros(len(values), np.int64), game.astype(np.int64), 1, share=False).iloc[0]
    return {name: found["mean"], f"{name}_low": max(found["low"], 0.0), f"{name}_high": found["high"]}


# --- going without


def play_without(run: Path, games: int, jobs: int, tell: Callable[[int, int], None]) -> None:
    """Plays games of some cells of each spirit without each of its own powers, and stores what that costs."""
    manifest = read_manifest(run)
    check_rules(run, manifest)
    cells = read_cells(manifest)
    spirits = sorted({spirit for cell in cells for spirit in cell.spirits.split("+")})
    rows = []
    for done, spirit in enumerate(spirits, 1):
        rows += _without_own(spirit, _some([cell for cell in cells if spirit in cell.spirits.split("+")]), games, jobs)
        tell(done, len(spirits))
    (run / DIRECTORY).mkdir(exist_ok=True)
    (run / DIRECTORY / WITHOUT).write_text(json.dumps(rows), encoding="utf-8")


def _without_own(spirit: str, cells: list[Cell], games: int, jobs: int) -> list[dict[str, Any]]:
    """Plays some cells without each unique power and innate of a spirit."""
    content = find_game("spirit_island").content()
    own = next(entry for entry in content.source["spirits"] if entry["id"] == spirit)
    items = [("unique", power["id"]) for power in own["unique_powers"]] + [
        ("innate", power["id"]) for power in own["innates"]
    ]
    patches = [json.dumps(without(content, kind, item)) for kind, item in items]
    rows = []
    for (kind, item), played in zip(items, play_versions(cells, patches, games, jobs, ("blight",))):
        wanted = what_to_compare("spirit_island", played.patched, played.printed)
        total = paired_difference(played.patched, played.printed, wanted).overall
        if total["games"]:
            rows.append({
                "spirit": spirit, "kind": kind, "item": item, "forced_games": int(total["games"]),
                "won_with": total["rate_b"], "won_without": total["rate_a"], "worth": 100 * total["difference"],
                "low": 100 * total["low"], "high": 100 * total["high"], "p": total["p"],
                "prevented": _prevented(played.printed, played.patched),
            })  # fmt: skip
    return rows


def _some(cells: list[Cell]) -> list[Cell]:
    """Returns a few cells, spread over all."""
    places = np.unique(np.linspace(0, len(cells) - 1, min(CELLS_AT_MOST, len(cells))).astype(int))
    return [cells[place] for place in places]


def _prevented(printed: pd.DataFrame, patched: pd.DataFrame) -> float:
    """Returns how much more blight lies on the island at the end of a game without the power."""
    both = printed.merge(patched, on=["cell", "game"])
    return float((both["blight_y"] - both["blight_x"]).mean())


def read_without(run: Path) -> pd.DataFrame:
    """Reads what going without powers costs, all of them tested together; nothing, if it was not played."""
    path = run / DIRECTORY / WITHOUT
    if not path.exists():
        return pd.DataFrame()
    try:
        table = pd.DataFrame(json.loads(path.read_text(encoding="utf-8")))
        return with_q(table, table["p"]).drop(columns="p")
    except (ValueError, KeyError):
        raise UserError(f"{path} is damaged; remove it and play without powers again") from None


def powers_of(run: Path) -> pd.DataFrame:
    """Returns all that is known of powers in a run: what they did, and what they are worth."""
    table, forced = power_table(read_trace(run)), read_without(run)
    if table.empty or forced.empty:
        return table
    return table.merge(forced, how="left", on=KEYS)
