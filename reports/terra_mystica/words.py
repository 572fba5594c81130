"""The first screen in words: what a reader wants to know before any chart."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd

from reports.core.policy_page import policy_sentences
from reports.core.tables import percent
from reports.core.words import errors_in_words
from reports.terra_mystica import people
from reports.terra_mystica.analysis import TerraAnalysis
from reports.terra_mystica.games import GAMES, LINE_UPS, Key
from reports.terra_mystica.names import TerraNames

SHOWN = 3  # of a list
EVEN = 1.0  # points: a start that differs by less is even
Say = Callable[..., str]  # key of a sentence and what it tells -> the sentence


def summary(analysis: TerraAnalysis, names: TerraNames) -> list[str]:
    """Returns the sentences of the first screen, the most important first."""

    def say(key: str, **values: object) -> str:
        return names.text("sentences", key, **values)

    sentences = []
    if analysis.main is not None:
        main = analysis.main.key
        sentences += _factions(main, analysis.faction_tables[main], names, say)
        for key, table in analysis.faction_tables.items():
            if _ends(table) != _ends(analysis.faction_tables[main]):  # others only where they say something else
                sentences += _factions(key, table, names, say)
        sentences += _caution(analysis, say)
        sentences += _evened(analysis, names, say) + _seats(analysis, say)
        sentences += _setups(analysis, names, say) + _pairs(analysis, names, say)
    sentences += _worth(analysis, names, say) + _people(analysis, names, say)
    sentences += policy_sentences(analysis, names)
    return [*sentences, _played(analysis, names, say), *errors_in_words(analysis, names)]


def _played(analysis: TerraAnalysis, names: TerraNames, say: Say) -> str:
    """Says what was played, by whom, and the mean points of the main group."""
    games, cells = f"{analysis.run.games:,}", f"{len(analysis.run.cells):,}"
    policies = ", ".join(sorted(set(analysis.run.cells["policy"])))
    if analysis.main is None:
        return say("only_without", games=games, cells=cells, policies=policies)
    key = analysis.main.key
    return say(
        "overall", games=games, cells=cells, policies=policies, group=names.group(key.players, key.draft),
        vp=f"{analysis.main.vp.mean():.1f}", best=f"{analysis.main.vp.max(axis=1).mean():.1f}",
    )  # fmt: skip


def _caution(analysis: TerraAnalysis, say: Say) -> list[str]:
    """Says when games are not as many as they seem."""
    assert analysis.main is not None
    if analysis.main.are_copies:
        return [say("copies")]
    unit = analysis.main.clusters[1]
    return [say("one_setup")] if unit in (LINE_UPS, GAMES) else []


def _factions(key: Key, table: pd.DataFrame, names: TerraNames, say: Say) -> list[str]:
    """Names the strongest and the weakest factions of a group."""
    known = table[np.isfinite(table["error"])]
    if len(known) < 2:
        return []
    best, worst = known.iloc[0], known.iloc[-1]
    group = names.group(key.players, key.draft, str(best["policy"]))
    if best["low"] <= worst["high"]:
        return [say("no_difference", group=group)]

    def told(rows: pd.DataFrame) -> str:
        return ", ".join(
            say("faction", faction=names.faction(row.faction), points=f"{row.strength:+.1f}",
                half=f"{(row.high - row.low) / 2:.1f}", win=percent(row.win_mean))
            for row in rows.itertuples()
        )  # fmt: skip

    shown = min(SHOWN, len(known) // 2)
    fair = percent(1 / key.players)
    return [say("strongest", group=group, best=told(known.head(shown)), worst=told(known[::-1].head(shown)), fair=fair)]


def _ends(table: pd.DataFrame) -> tuple[str, str]:
    """Returns the strongest and the weakest faction of a group."""
    known = table[np.isfinite(table["error"])]["faction"].tolist()
    return (known[0], known[-1]) if known else ("", "")


def _evened(analysis: TerraAnalysis, names: TerraNames, say: Say) -> list[str]:
    """Says which start points would even the factions out."""
    table = analysis.handicap
    if table.empty:
        return []
    far = table[(table["start"] - 20).abs() >= EVEN].sort_values("start")
    if far.empty:
        return [say("is_even")]
    far = far if len(far) <= 2 * SHOWN else pd.concat([far.head(SHOWN), far.tail(SHOWN)])
    starts = ", ".join(
        f"{names.faction(row.faction)} {row.start:.0f} ({row.low:.0f}–{row.high:.0f})" for row in far.itertuples()
    )
    return [say("handicap", starts=starts)]


def _seats(analysis: TerraAnalysis, say: Say) -> list[str]:
    """Says what a later seat is worth."""
    assert analysis.main is not None
    strength = analysis.strengths[analysis.main.key]
    table = strength.per_later_seat() if strength is not None else pd.DataFrame()
    if table.empty or not np.isfinite(table["error"].iloc[0]):
        return []
    row = table.iloc[0]
    key = "seat_even" if row["low"] <= 0 <= row["high"] else "seat"
    return [say(key, points=f"{row['value']:+.2f}", low=f"{row['low']:+.2f}", high=f"{row['high']:+.2f}",
                players=analysis.main.key.players)]  # fmt: skip


def _setups(analysis: TerraAnalysis, names: TerraNames, say: Say) -> list[str]:
    """Names the tiles and cards that matter most."""
    table = analysis.setups
    if table.empty:
        return []  # the page lists what a run cannot tell
    found = table[table["significant"]]
    if found.empty:
        return [say("no_setup_effect")]
    told = "; ".join(say("setup_effect", faction=names.faction(row.faction), what=names.what(row.what, row.round),
                         points=f"{row.points:+.1f}") for row in found.head(SHOWN).itertuples())  # fmt: skip
    return [say("setup_effects", count=f"{len(found):,}", all=f"{len(table):,}", told=told)]


def _pairs(analysis: TerraAnalysis, names: TerraNames, say: Say) -> list[str]:
    """Names the match-up that is furthest from what strengths predict."""
    table = analysis.pairs
    if table.empty:
        return []
    found = table[table["significant"]]
    if found.empty:
        return [say("no_pair")]
    best = found.sort_values("points", ascending=False).iloc[0]
    return [say("pair", faction=names.faction(best["faction"]), opponent=names.faction(best["opponent"]),
                points=f"{best['points']:+.1f}", players=int(best["players"]))]  # fmt: skip


def _worth(analysis: TerraAnalysis, names: TerraNames, say: Say) -> list[str]:
    """Names the dearest tiles."""
    table = analysis.worth
    if table.empty:
        return []
    dear = table[table["significant"] & (table["points"] > 0)].head(SHOWN)
    if dear.empty:
        return [say("no_worth", tiles=len(table))]
    told = ", ".join(
        f"{names.tile(row.tile)} {row.points:+.1f} ({row.low:+.1f} … {row.high:+.1f})" for row in dear.itertuples()
    )
    return [say("worth", told=told)]


def _people(analysis: TerraAnalysis, names: TerraNames, say: Say) -> list[str]:
    """Says how far factions rank as among people, and which are furthest off."""
    table = analysis.agreement
    if table.empty or "strength" not in set(table["what"]):
        return []
    row = table[table["what"] == "strength"].iloc[0]
    assert analysis.main is not None
    ours = analysis.faction_tables[analysis.main.key].set_index("faction")["strength"]
    theirs = people.of_factions("strength").reindex(ours.index)
    off = (ours - ours.mean()) - (theirs - theirs.mean())
    high, low = off.idxmax(), off.idxmin()
    return [say("people", spearman=f"{row['spearman']:.2f}", low=f"{row['low']:.2f}", high=f"{row['high']:.2f}",
                above=names.faction(high), above_points=f"{off[high]:+.1f}", below=names.faction(low),
                below_points=f"{off[low]:+.1f}")]  # fmt: skip
