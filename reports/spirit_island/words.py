"""The first screen in words: what a reader wants to know before any chart."""

from collections.abc import Callable

import numpy as np

from reports.core.tables import percent
from reports.core.words import errors_in_words, who_played
from reports.spirit_island.analysis import IslandAnalysis
from reports.spirit_island.difficulty import Difficulty
from reports.spirit_island.names import IslandNames
from reports.spirit_island.synergy import extremes
from reports.spirit_island.tables import challenge_of
from simulator.spirit_island.record.vocabulary import CAUSES

CHALLENGES_AT_MOST = 5
Say = Callable[..., str]  # key of a sentence and what it tells -> the sentence


def summary(analysis: IslandAnalysis, names: IslandNames) -> list[str]:
    """Returns the sentences of the first screen, the most important first."""

    def say(key: str, **values: object) -> str:
        return names.text("sentences", key, **values)

    overall = analysis.overall
    first = say(
        "overall", who=who_played(analysis), games=f"{analysis.run.games:,}", cells=f"{len(analysis.cells):,}",
        rate=percent(overall.rate), low=percent(overall.low), high=percent(overall.high),
    )  # fmt: skip
    sentences = [first]
    if analysis.is_decided:
        sentences.append(say("all_won" if analysis.overall.total else "all_lost"))
    elif len(analysis.cells) == 1:
        sentences.append(say("one_cell"))
    else:
        sentences += [*_challenges(analysis, names, say), *_spirits(analysis, names, say)]
    return sentences + _losses(analysis, names, say) + errors_in_words(analysis, names)


def _challenges(analysis: IslandAnalysis, names: IslandNames, say: Say) -> list[str]:
    """Says which challenges depart from their official number, and for whom they are hardest and easiest."""
    difficulty = analysis.difficulty
    table, added = difficulty.challenges, difficulty.additions
    if table.empty:
        return [say("no_scale", why=names.text("reasons", difficulty.missing))]
    # A level with a scenario mostly repeats what the two show on their own.
    single = table[((table["adversary"] == "none") | (table["scenario"] == "none")) & ~table["thematic"]]
    table = single if len(single) else table
    found = table[table["significant"]].sort_values("departure", key=abs, ascending=False)
    added = added[added["significant"]].sort_values("departure", key=abs, ascending=False) if len(added) else added
    sentences = [] if len(found) or len(added) else [say("no_departure")]
    if not len(added):
        found = found if len(found) else table.sort_values("games", kind="stable", ascending=False).head(1)
    for row in found.head(CHALLENGES_AT_MOST).itertuples():
        key = "departs" if row.significant else "agrees"
        sentence = say(
            {0: key, 1: "beyond", -1: "below"}[row.beyond], challenge=challenge_of(row, names),
            inferred=f"{row.inferred:.1f}", low=f"{row.low:.1f}", high=f"{row.high:.1f}", official=row.difficulty,
            won=percent(row.rate),
        )  # fmt: skip
        challenge = {name: getattr(row, name) for name in ("adversary", "level", "scenario", "thematic")}
        if not row.beyond and (ends := extremes(analysis.model, challenge)):
            sentence += " " + say("extremes", worst=names.spirit(ends[0]), best=names.spirit(ends[1]))
        sentences.append(sentence)
    for row in added.head(CHALLENGES_AT_MOST).itertuples():
        sentences.append(say(
            "adds", what=names.scenario(row.addition), adds=f"{row.adds:+.1f}", low=f"{row.low:+.1f}",
            high=f"{row.high:+.1f}", official=f"{row.official:+.0f}",
        ))  # fmt: skip
    return sentences + how_exact(difficulty, names)


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
    if analysis.pairs.empty:
        return sentences
    found = analysis.pairs[analysis.pairs["significant"]]
    for key, part in (("best_pair", found[found["points"] > 0].head(1)), ("worst_pair", found[found["points"] < 0].tail(1))):
        for row in part.itertuples():
            pair = {"first": names.spirit(row.first), "second": names.spirit(row.second)}
            sentences.append(say(key, points=f"{row.points:+.1f}", **pair))
    return sentences + ([] if len(found) else [say("no_pair")])


def _losses(analysis: IslandAnalysis, names: IslandNames, say: Say) -> list[str]:
    if "cause" not in analysis.run.counts:
        return []
    defeats = analysis.counted("cause")[:, 0].sum(axis=0)
    if not defeats[1:].sum():
        return []
    cause = int(defeats[1:].argmax()) + 1
    return [say("losses", share=f"{defeats[cause] / defeats.sum():.0%}", cause=names.text("causes", CAUSES[cause]))]
