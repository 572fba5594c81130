"""What people's games say (people.yaml), and how far ours agree: rank correlations, signs, coefficient by coefficient."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import yaml
from scipy.stats import rankdata

from reports.terra_mystica.games import faction_names

FILE = Path(__file__).parent / "people.yaml"
DRAWS = 400
LARGE = 2.0  # points: coefficients of people beyond this should at least have our sign


@cache
def figures() -> dict[str, Any]:
    """Returns what is known of people's games."""
    return yaml.safe_load(FILE.read_text(encoding="utf-8"))


def of_factions(name: str) -> pd.Series:
    """Returns a figure of each faction: strength, handicap, league_win …"""
    return pd.Series({faction: found[name] for faction, found in figures()["factions"].items()})


def setup_effect(faction: str, what: str, number: int) -> float:
    """Returns people's effect of a card in play (round 0) or of a tile in a round, none if they have no figure."""
    place = int(what.removeprefix("SCORE" if number else "BON")) - 1
    row = figures()["tiles"][faction][number - 1] if number else figures()["cards"][faction]
    value = row[place] if place < len(row) else None
    return np.nan if value is None else float(value)


def predicted(faction: str, scoring: list[str], cards: list[str]) -> float:
    """Returns the margin that the model of people's games predicts for a faction in a set-up, whatever its seat."""
    model, seat = figures()["setup_model"][faction], figures()["setup_seat"]
    value = model["base"] + seat["per_seat"] * seat["seat"]
    value += sum(dict(zip([f"BON{number}" for number in range(2, 11)], model["cards"])).get(card, 0.0) for card in cards)
    for number, tile in enumerate(scoring):
        others = [f"SCORE{other}" for other in ((1, *range(3, 10)) if number < 4 else range(3, 10))]
        value += dict(zip(others, model["rounds"][number])).get(tile, 0.0)
    return float(value)


# --- agreement


def spearman(ours: np.ndarray, theirs: np.ndarray) -> float:
    """Returns the rank correlation."""
    first, second = rankdata(ours), rankdata(theirs)
    return float(np.corrcoef(first, second)[0, 1]) if np.ptp(first) and np.ptp(second) else np.nan


def agreement(what: str, ours: pd.DataFrame, theirs: np.ndarray, seed: int = 0) -> dict[str, Any]:
    """Compares our values (columns value, error) with people's: correlations, interval for our own chance, signs.

    The interval says where the rank correlation would lie if our games were played again; people's figures are as published.
    """
    known = np.isfinite(theirs) & np.isfinite(ours["value"].to_numpy()) & np.isfinite(ours["error"].to_numpy())
    value, error = ours["value"].to_numpy()[known], ours["error"].to_numpy()[known]
    theirs = theirs[known]
    if len(value) < 4:
        return {}
    rng = np.random.default_rng(seed)
    draws = [spearman(value + error * rng.standard_normal(len(value)), theirs) for _ in range(DRAWS)]
    low, high = np.nanquantile(draws, [0.025, 0.975]) if np.isfinite(draws).any() else (np.nan, np.nan)
    rank = spearman(value, theirs)
    large = np.abs(theirs) >= LARGE
    same = np.sign(value[large]) == np.sign(theirs[large])
    return {
        "what": what, "values": len(value), "spearman": rank, "low": min(low, rank), "high": max(high, rank),
        "pearson": float(np.corrcoef(value, theirs)[0, 1]) if np.ptp(value) else np.nan, "large": int(large.sum()),
        "same_sign": float(same.mean()) if large.any() else np.nan,
    }  # fmt: skip


def agreement_table(factions: pd.DataFrame, setups: pd.DataFrame) -> pd.DataFrame:
    """Returns how far our factions and set-ups agree with people's."""
    rows = []
    if len(factions):
        order = factions.set_index("faction").reindex(faction_names())
        ours = pd.DataFrame({"value": order["strength"], "error": order["error"]})
        wins = pd.DataFrame({"value": order["win_mean"], "error": order["win_error"]})
        rows.append(agreement("strength", ours, _in_order("strength")))
        rows.append(agreement("handicap", ours, -(_in_order("handicap") - 20)))
        rows.append(agreement("league_win", wins, _in_order("league_win")) | {"large": 0, "same_sign": np.nan})
    if len(setups):
        for what, chosen in (("cards", setups["round"] == 0), ("tiles", setups["round"] > 0)):
            part = setups[chosen]
            found = pd.DataFrame({"value": part["raw"], "error": part["error"]})
            rows.append(agreement(what, found, part["people"].to_numpy(float)))
    return pd.DataFrame([row for row in rows if row])


def _in_order(name: str) -> np.ndarray:
    return of_factions(name).reindex(faction_names()).to_numpy(float)
