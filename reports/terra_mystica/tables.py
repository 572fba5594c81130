"""The tables of the report, formatted for the page and as plain numbers for files."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from reports.core.tables import TESTS, Show, Table, Value, build, number, number_value, percent
from reports.terra_mystica.analysis import TerraAnalysis
from reports.terra_mystica.names import TerraNames


def make_tables(analysis: TerraAnalysis, names: TerraNames) -> dict[str, Table]:
    """Makes all tables of this game, empty ones left out."""
    given, draft = _given_and_draft(analysis.factions)
    pairs = analysis.pairs
    built = [
        build("factions", given, _faction_columns(given, names)),
        build("draft", draft, {"faction": _faction(names), "picked": _share("picked"), **_faction_columns(draft, names)}),
        build("seats", analysis.seats, _seat_columns(analysis.seats, names)),
        build("match_ups", pairs, {
            "faction": _faction(names), "opponent": _faction(names, "opponent"), "players": number("players"),
            "games": number("games"), "win": _share("rate"), "win_interval": _ends("rate_low", "rate_high", 1, 100),
            "points": _signed("points"), "interval": _ends("low", "high"), **TESTS,
        }),
        build("setups", analysis.setups, {
            "faction": _faction(names), "what": _what(names), "games": number("games"), "points": _signed("points"),
            "interval": _ends("low", "high"), "unpooled": _signed("raw"), "people": _signed("people"), **TESTS,
        }),
        build("worth", analysis.worth, _worth_columns(names)),
        build("worth_by_faction", analysis.worth_by_faction, {"faction": _faction(names), **_worth_columns(names)}),
        build("handicap", analysis.handicap, {
            "faction": _faction(names), "games": number("games"), "start": number("start", 1),
            "interval": _ends("low", "high", 1, signed=False), "people_2017": number("people"),
        }),
        build("sources", analysis.sources, {
            "source": lambda row: Value(names.source(row.source)), "mean": number("mean", 1),
            "people_recorded": number("people", 1),
        }),
        build("leech", analysis.leech, {
            "size": number("size"), "offers": number("games"), "taken": _share("taken"), "people_league": _share("people"),
        }),
        build("starts", analysis.starts, {
            "faction": _faction(names), "start": lambda row: Value(row.start.replace("+", ", ")), "games": number("games"),
            "share": _share("share"), "people_sheet": number("people"),
        }),
        build("people", analysis.agreement, {
            "compared": lambda row: Value(names.text("compared", row.what)), "values": number("values"),
            "spearman": number("spearman", 2, "+"), "interval": _ends("low", "high"), "pearson": number("pearson", 2, "+"),
            "same_sign": lambda row: Value(f"{percent(row.same_sign)} / {row.large}", row.same_sign) if row.large
            else Value("–", -1.0),
        }),
    ]  # fmt: skip
    return {table.key: table for table in built if table.rows}


def plain_frames(analysis: TerraAnalysis) -> dict[str, pd.DataFrame]:
    """Returns the tables as plain numbers and ids, without the empty ones."""
    given, draft = _given_and_draft(analysis.factions)
    found = {
        "factions": given, "draft": draft, "seats": analysis.seats, "match_ups": analysis.pairs, "setups": analysis.setups,
        "worth": analysis.worth, "worth_by_faction": analysis.worth_by_faction, "handicap": analysis.handicap,
        "sources": analysis.sources, "rounds": analysis.rounds, "leech": analysis.leech, "starts": analysis.starts,
        "people": analysis.agreement,
    }  # fmt: skip
    return {name: frame for name, frame in found.items() if len(frame)}


def _given_and_draft(table: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Parts factions that were given from those that were chosen, which carry selection; says how often each was chosen."""
    if table.empty:
        return table, table
    draft = table[table["draft"]]
    whole = draft.groupby(["policy", "players"])["games"].transform("sum") / draft["players"]
    return table[~table["draft"]].reset_index(drop=True), draft.assign(picked=draft["games"] / whole).reset_index(drop=True)


# --- columns


def _faction_columns(table: pd.DataFrame, names: TerraNames) -> dict[str, Show]:
    columns: dict[str, Show] = {
        "faction": _faction(names), "players": number("players"), "games": number("games"),
        "win": _share("win_mean"), "win_interval": _ends("win_low", "win_high", 1, 100), "fair": _share("fair"),
        "vp": number("vp_mean", 1), "vp_interval": _ends("vp_low", "vp_high", 1, signed=False),
        "margin": _signed("margin_mean"), "strength": _signed("strength"), "interval": _ends("low", "high"), **TESTS,
    }  # fmt: skip
    return _with_policy(columns, table)


def _seat_columns(table: pd.DataFrame, names: TerraNames) -> dict[str, Show]:
    columns: dict[str, Show] = {
        "seat": number("seat"), "players": number("players"),
        "found": lambda row: Value(names.label("drafted" if row.draft else "given")), "games": number("games"),
        "win": _share("win_mean"), "win_interval": _ends("win_low", "win_high", 1, 100), "fair": _share("fair"),
        "margin": _signed("margin_mean"), "worth": _signed("value"), "interval": _ends("low", "high"),
    }  # fmt: skip
    return _with_policy(columns, table)


def _with_policy(columns: dict[str, Show], table: pd.DataFrame) -> dict[str, Show]:
    """Says who played, where that differs."""
    differs = len(table) and table["policy"].nunique() > 1
    return {**columns, "policy": lambda row: Value(row.policy)} if differs else columns


def _worth_columns(names: TerraNames) -> dict[str, Show]:
    return {
        "tile": lambda row: Value(names.tile(row.tile)), "players": number("players"), "games": number("games"),
        "felt": _share("felt"), "points": _signed("points"), "interval": _ends("low", "high"), "won": _signed("won"),
        "won_interval": _ends("won_low", "won_high"), **TESTS,
    }  # fmt: skip


def _faction(names: TerraNames, column: str = "faction") -> Show:
    return lambda row: Value(names.faction(getattr(row, column)))


def _what(names: TerraNames) -> Show:
    return lambda row: Value(names.what(row.what, row.round))


def _share(column: str) -> Show:
    def show(row: Any) -> Value:
        value = getattr(row, column)
        return Value(percent(value), float(value)) if np.isfinite(value) else Value("–", -1.0)

    return show


def _signed(column: str) -> Show:
    return lambda row: number_value(getattr(row, column), 2, "+")


def _ends(low: str, high: str, digits: int = 2, scale: float = 1, signed: bool = True) -> Show:
    """Shows an interval; without an end it is none."""

    def show(row: Any) -> Value:
        ends = scale * getattr(row, low), scale * getattr(row, high)
        if not np.isfinite(ends).all():
            return Value("–", 1e9)
        sign, unit = "+" if signed and scale == 1 else "", "\N{NO-BREAK SPACE}%" if scale == 100 else ""
        return Value(" … ".join(f"{end:{sign}.{digits}f}" for end in ends) + unit, ends[1] - ends[0])

    return show
