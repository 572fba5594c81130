"""The first screen in words: what a reader wants to know before any chart."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from reports.core.policy_page import policy_sentences
from reports.core.tables import percent
from reports.core.words import errors_in_words, who_played
from reports.spirit_island.analysis import IslandAnalysis
from reports.spirit_island.difficulty import Difficulty
from reports.spirit_island.names import IslandNames
from reports.spirit_island.people import agreement
from reports.spirit_island.synergy import extremes
from reports.spirit_island.tables import challenge_of
from simulator.spirit_island.record.vocabulary import CAUSES

CHALLENGES_AT_MOST = 3
Say = Callable[..., str]  # key of a sentence and what it tells -> the sentence


def summary(analysis: IslandAnalysis, names: IslandNames) -> list[str]:
    """Returns the sentences of the first screen, the most important first."""

    def say(key: str, **values: object) -> str:
        return names.text("sentences", key, **values)

    if analysis.is_decided:
        return [say("all_won" if analysis.overall.total else "all_lost"), *errors_in_words(analysis, names)]
    if len(analysis.cells) == 1:
        return [_overall(analysis, say), say("one_cell"), *_losses(analysis, names, say), *errors_in_words(analysis, names)]
    cells = analysis.run.cells
    parts = {
        "scenarios": _scenarios(analysis, names, say), "teams": _teams(analysis, names, say),
        "difficulty": _challenges(analysis, names, say), "spirits": _spirits(analysis, names, say),
    }  # fmt: skip
    question = (
        "scenarios" if cells["scenario"].nunique() > 1
        else "teams" if (cells["players"] > 1).any()
        else "difficulty" if cells["difficulty"].nunique() > 1
        else "spirits"
    )  # fmt: skip
    sentences = parts.pop(question) + [sentence for part in parts.values() for sentence in part]
    sentences += policy_sentences(analysis, names)
    return (sentences or [_overall(analysis, say)]) + _losses(analysis, names, say) + errors_in_words(analysis, names)


def _overall(analysis: IslandAnalysis, say: Say) -> str:
    overall = analysis.overall
    return say(
        "overall", who=who_played(analysis), games=f"{analysis.run.games:,}", cells=f"{len(analysis.cells):,}",
        rate=percent(overall.rate), low=percent(overall.low), high=percent(overall.high),
    )  # fmt: skip


def _teams(analysis: IslandAnalysis, names: IslandNames, say: Say) -> list[str]:
    """Says who carries whom against whom, and which pair is more or less than its parts."""
    sentences = []
    table = analysis.lifts
    table = table[table["significant"] & table["ahead"] & (table["points"] > 0)] if len(table) else table
    for row in table.head(1).itertuples():
        sentences.append(say(
            "carries", spirit=names.spirit(row.spirit), partner=names.spirit(row.partners), points=f"{row.points:+.0f}",
            low=f"{row.low:+.0f}", high=f"{row.high:+.0f}", adversary=names.adversary(row.adversary),
            partner_points=f"{row.partner_points:+.0f}",
        ))  # fmt: skip
    found = analysis.pairs[analysis.pairs["significant"]] if len(analysis.pairs) else pd.DataFrame({"points": []})
    best, worst = found[found["points"] > 0].head(1), found[found["points"] < 0].tail(1)
    for key, part in (("best_pair", best), ("worst_pair", worst)):
        for row in part.itertuples():
            pair = {"first": names.spirit(row.first), "second": names.spirit(row.second)}
            sentences.append(say(key, points=f"{row.points:+.1f}", **pair))
    return sentences if len(found) or analysis.pairs.empty else [*sentences, say("no_pair")]


def _challenges(analysis: IslandAnalysis, names: IslandNames, say: Say) -> list[str]:
    """Says which challenges depart from their official number, and for whom they are hardest and easiest."""
    table = analysis.difficulty.challenges
    seen: set[tuple[str, str]] = set()
    if table.empty:
        return []
    # A level with a scenario mostly repeats what the two show on their own.
    single = table[((table["adversary"] == "none") | (table["scenario"] == "none")) & ~table["thematic"]]
    table = single if len(single) else table
    table = table[table["scenario"] == "none"] if (table["scenario"] == "none").any() else table
    found = table[table["significant"]].sort_values("departure", key=abs, ascending=False)
    if found.empty:
        return [say("no_departure", count=len(table))]
    sentences = []
    for row in found.head(CHALLENGES_AT_MOST).itertuples():
        sentence = say(
            {0: "departs", 1: "beyond", -1: "below"}[row.beyond], challenge=challenge_of(row, names),
            inferred=f"{row.inferred:.1f}", low=f"{row.low:.1f}", high=f"{row.high:.1f}", official=row.difficulty,
            won=percent(row.rate),
        )  # fmt: skip
        challenge = {name: getattr(row, name) for name in ("adversary", "level", "scenario", "thematic")}
        ends = None if row.beyond else extremes(analysis.model, challenge)
        if ends and ends not in seen | {_ends_overall(analysis)}:  # said once, and only where it is not so everywhere
            sentence += " " + say("extremes", worst=names.spirit(ends[0]), best=names.spirit(ends[1]))
            seen.add(ends)
        sentences.append(sentence)
    return sentences


def _ends_overall(analysis: IslandAnalysis) -> tuple[str, str]:
    """Returns the weakest and the strongest spirit."""
    order = analysis.strengths["spirit"].tolist() if len(analysis.strengths) else []
    return (order[-1], order[0]) if order else ("", "")


def _scenarios(analysis: IslandAnalysis, names: IslandNames, say: Say) -> list[str]:
    """Says which scenarios add more or less than their number."""
    added = analysis.difficulty.additions
    if added.empty:
        return []
    found = added[added["significant"]].sort_values("departure", key=abs, ascending=False)
    return [
        say("adds", what=names.scenario(row.addition), adds=f"{row.adds:+.1f}", low=f"{row.low:+.1f}",
            high=f"{row.high:+.1f}", official=f"{row.official:+.0f}")
        for row in found.head(CHALLENGES_AT_MOST).itertuples()
    ] or [say("no_addition", count=len(added))]  # fmt: skip


def notes(analysis: IslandAnalysis, names: IslandNames) -> dict[str, list[str]]:
    """Returns what is to be said of the difficulties: how exact they are, or why there are none."""
    found, beside = analysis.difficulty, [_beside(row, names) for row in agreement(analysis.people).itertuples()]
    if found.missing:
        missing = names.text("sentences", "no_scale", why=names.text("reasons", found.missing))
        return {"difficulty": [missing], "people": beside}
    return {"difficulty": how_exact(found, names), "people": beside}


def _beside(row: Any, names: IslandNames) -> str:
    """Says plainly whether an order agrees with that of people."""
    rank = f"ρ = {row.spearman:+.2f}" if np.isfinite(row.spearman) else ""
    return names.text(
        "sentences", f"people_{row.verdict}", group=names.text("columns", row.group), same=row.same, pairs=row.pairs,
        values=row.values, rank=rank,
    )  # fmt: skip


def how_exact(difficulty: Difficulty, names: IslandNames) -> list[str]:
    """Says what more games can and cannot narrow, and which challenges were won too seldom or too often to be measured."""
    table, sentences = difficulty.challenges, []
    measured = table[np.isfinite(table["high"] - table["low"])]
    if len(measured):
        half, left = ((measured["high"] - measured["low"]) / 2).median(), measured["remaining"].median()
        levels = ((table["scenario"] == "none") & ~table["thematic"]).sum() or len(table)
        sentences.append(names.text("sentences", "narrow", half=f"{half:.1f}", left=f"{min(left, half):.1f}", levels=levels))
    for key, side in (("floor", -1), ("ceiling", 1)):
        rows = table[table["extreme"] == side].sort_values("difficulty", ascending=side > 0)
        named = [challenge_of(row, names) for row in rows.head(CHALLENGES_AT_MOST).itertuples()]
        if named:
            more = " …" if len(rows) > len(named) else ""
            sentences.append(names.text("sentences", key, challenges=f"{', '.join(named)}{more}", count=len(rows)))
    return sentences


def _spirits(analysis: IslandAnalysis, names: IslandNames, say: Say) -> list[str]:
    sentences = []
    table = analysis.strengths
    if len(table) > 1 and table["low"].iloc[0] > table["high"].iloc[-1]:
        best, worst = table.iloc[0], table.iloc[-1]
        sentences.append(say(
            "strongest", best=names.spirit(best.spirit), best_points=f"{best.points:+.1f}",
            worst=names.spirit(worst.spirit), worst_points=f"{worst.points:+.1f}",
        ))  # fmt: skip
    return sentences


def _losses(analysis: IslandAnalysis, names: IslandNames, say: Say) -> list[str]:
    if "cause" not in analysis.run.counts:
        return []
    defeats = analysis.counted("cause")[:, 0].sum(axis=0)
    if not defeats[1:].sum():
        return []
    cause = int(defeats[1:].argmax()) + 1
    return [say("losses", share=f"{defeats[cause] / defeats.sum():.0%}", cause=names.text("causes", CAUSES[cause]))]
