"""The tables of the report: challenges, scenarios, spirits, pairs, match-ups and cells."""

from typing import Any

import numpy as np
import pandas as pd

from reports.core.policy_page import policy_frames, policy_tables
from reports.core.tables import (
    TESTS,
    Show,
    Table,
    Value,
    build,
    identity,
    interval,
    number,
    percent,
    q_value,
    rate,
    rate_interval,
    replay_of,
    who_played,
)
from reports.spirit_island.analysis import IslandAnalysis
from reports.spirit_island.names import IslandNames

BOUND = {0: "", 1: "≥ ", -1: "≤ "}


def inferred(row: Any) -> str:
    """Shows an inferred difficulty, or its bound."""
    return f"{BOUND[row.beyond]}{row.inferred:.1f}" if np.isfinite(row.inferred) else "–"


def departure(row: Any) -> str:
    """Shows by how much a challenge departs from its number, at least if there is only a bound."""
    return f"{BOUND[row.beyond]}{row.departure:+.1f}" if np.isfinite(row.departure) else "–"


def inferred_interval(row: Any) -> str:
    """Shows an interval of difficulties; it may have no end."""
    low, high = (f"{end:.1f}" if np.isfinite(end) else sign for end, sign in ((row.low, "−∞"), (row.high, "∞")))
    return f"{low} … {high}"


def extreme(row: Any, names: IslandNames) -> str:
    """Says that the players won too seldom, or too often, to measure a challenge well."""
    return {-1: names.label("floor"), 0: "", 1: names.label("ceiling")}[row.extreme]


def challenge_of(row: Any, names: IslandNames) -> str:
    """Names the challenge of a row."""
    return names.challenge(row.adversary, row.level, row.scenario, row.thematic)


def partner_adds(row: Any) -> tuple[str, str]:
    """Shows what the other of a pair adds, and its interval."""
    if not np.isfinite(row.partner_points):
        return "–", "–"
    return f"{row.partner_points:+.1f}", f"{row.partner_low:+.1f} … {row.partner_high:+.1f}"


def _finite(value: float) -> float:
    return float(np.clip(np.nan_to_num(value, nan=-99), -99, 99))


def _ends(row: Any) -> Value:
    return Value(inferred_interval(row), _finite(row.high - row.low))


def make_tables(analysis: IslandAnalysis, names: IslandNames) -> dict[str, Table]:
    """Makes all tables, empty ones left out."""
    points = {"games": number("games"), "points": number("points", 1, "+"), "interval": interval()}

    def spirit(column: str) -> Show:
        return lambda row: Value(name := names.spirit(getattr(row, column)), find=name)

    def challenge(row: Any) -> Value:
        return Value(name := challenge_of(row, names), find=name)

    built = [
        build("difficulty", analysis.difficulty.challenges, {
            "challenge": challenge, "games": number("games"),
            "rate": lambda row: Value(percent(row.rate), row.rate),
            "difficulty": number("difficulty"), "inferred": lambda row: Value(inferred(row), _finite(row.inferred)),
            "interval": _ends, "remaining": lambda row: Value(f"± {row.remaining:.1f}", row.remaining),
            "departure": lambda row: Value(departure(row), _finite(row.departure)), **TESTS,
            "extreme": lambda row: Value(extreme(row, names)),
        }),
        build("scenarios", analysis.difficulty.additions, {
            "addition": lambda row: Value(name := names.scenario(row.addition), find=name), "games": number("games"),
            "official": number("official", 1, "+"), "adds": number("adds", 1, "+"), "interval": _ends,
            "departure": number("departure", 1, "+"), **TESTS,
        }),
        build("spirits", analysis.strengths, {"spirit": spirit("spirit"), **points}),
        build("pairings", analysis.pairs, {"first": spirit("first"), "second": spirit("second"), **points, **TESTS}),
        build("lifts", analysis.lifts, {
            "spirit": spirit("spirit"), "partners": lambda row: Value(names.team(row.partners)),
            "adversary": lambda row: Value(names.adversary(row.adversary)), "lift": number("points", 1, "+"),
            "interval": interval(), "partner_lift": lambda row: Value(partner_adds(row)[0], _finite(row.partner_points)),
            "ahead": lambda row: Value("★" if row.ahead else "", float(row.ahead)), "rate": rate, "games": number("games"),
            **TESTS,
        }),
        build("match_ups", analysis.match_ups, {
            "spirit": spirit("spirit"), "adversary": lambda row: Value(names.adversary(row.adversary)), **points, **TESTS,
        }),
        build("powers", analysis.powers, _columns_of_powers(analysis.powers, names)),
        build("people", analysis.people, {
            "group": lambda row: Value(names.text("columns", row.group)),
            "what": lambda row: Value(names.of_group(row.group, row.name)), "rate": rate, "interval": rate_interval,
            "games": number("games"), "of_people": lambda row: Value(percent(row.people), row.people),
            "people_games": number("people_games"),
        }),
        build("cells", analysis.cells, _columns_of_cells(analysis, names)),
    ]  # fmt: skip
    return {table.key: table for table in built if table.rows} | policy_tables(analysis, names)


def cell_columns(names: IslandNames) -> dict[str, Show]:
    """Returns how tables show what each cell is."""
    return {
        "spirits": lambda row: Value(names.team(row.spirits)),
        "challenge": lambda row: Value(challenge_of(row, names)),
        "boards": lambda row: Value(row.boards),
        "policy": who_played,
    }


def _columns_of_cells(analysis: IslandAnalysis, names: IslandNames) -> dict[str, Show]:
    columns = {
        "cell": identity("cell"), "replay": replay_of(analysis.run), **cell_columns(names),
        "games": number("games"), "rate": rate, "interval": rate_interval,
    }  # fmt: skip
    return columns | {name: number(name, 1) for name in ("mean_score", "mean_turns") if name in analysis.cells}


def _columns_of_powers(table: pd.DataFrame, names: IslandNames) -> dict[str, Show]:
    columns: dict[str, Show] = {
        "what": lambda row: Value(names.power(row.kind, row.item)),
        "spirit": lambda row: Value(names.spirit(row.spirit) if row.spirit else "–"),
        "kind": lambda row: Value(names.text("kinds", row.kind)),
        **{name: number(name, 2) for name in ("taken", "played", "used")}, "fear": _with_ends("fear"),
        "invaders": _with_ends("invaders"), "blight_removed": number("blight", 2), "games": number("games"),
    }  # fmt: skip
    if "worth" in table:
        columns |= {
            "won_with": lambda row: _share(row.won_with), "won_without": lambda row: _share(row.won_without),
            "worth": number("worth", 1, "+"), "interval": interval(), "q": q_value, "prevented": number("prevented", 2, "+"),
            "forced_games": number("forced_games"),
        }  # fmt: skip
    return columns


def _share(value: float) -> Value:
    return Value(percent(value), value) if np.isfinite(value) else Value("–", -1.0)


def _with_ends(name: str) -> Show:
    def show(row: Any) -> Value:
        value, low, high = (getattr(row, f"{name}{end}") for end in ("", "_low", "_high"))
        return Value(f"{value:.1f} ({low:.1f} … {high:.1f})", value)

    return show


def plain_frames(analysis: IslandAnalysis) -> dict[str, pd.DataFrame]:
    """Returns the tables as plain numbers and ids, for CSV files."""
    frames = {
        "difficulty": analysis.difficulty.challenges, "scenarios": analysis.difficulty.additions,
        "spirits": analysis.strengths, "pairings": analysis.pairs, "lifts": analysis.lifts,
        "match_ups": analysis.match_ups,
        "people": analysis.people, "powers": analysis.powers, "cells": analysis.cells, **policy_frames(analysis),
    }  # fmt: skip
    return {name: frame for name, frame in frames.items() if len(frame)}
