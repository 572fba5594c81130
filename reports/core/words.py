"""The first screen in words, for any game: how much was played, and what the measures come to."""

from __future__ import annotations

from experiments.core.cells import FLAGS, POLICY, SEED
from policies.core.players import find_players
from reports.core.analysis import Analysis
from reports.core.files import configuration
from reports.core.names import Names
from reports.core.tables import decimals, written
from simulator.core.game import Measure

NOT_ASKED = (POLICY.name, FLAGS.name, SEED.name, "difficulty")  # who played, and what follows from the rest
LISTED = 8  # values of an axis; more are counted


def general_summary(analysis: Analysis, names: Names) -> list[str]:
    """Returns the sentences of the first screen, the most important first."""
    measures = [means_in_words(analysis, measure, names) for measure in analysis.game.measures]
    cells = len(analysis.run.cells)
    games, who = f"{analysis.run.games:,}", who_played(analysis)
    first = names.text("sentences", "played", games=games, who=who, cells=f"{cells:,}", lead=measures[0])
    sentences = [first, *filter(None, measures[1:])]
    if cells == 1:
        sentences.append(names.text("sentences", "one_cell"))
    return sentences + errors_in_words(analysis, names)


def asked_in_words(analysis: Analysis, names: Names) -> str:
    """Says what was asked of the games: what the plan is about, and what its cells differ in."""
    run = analysis.run
    about = str((run.manifest.get("plan") or {}).get("about") or "")
    varied = [column for column in configuration(run.game).values() if column.name not in NOT_ASKED]
    found = []
    for column in varied:
        values = list(dict.fromkeys(run.cells[column.name]))
        if len(values) > 1:
            told = len(values) <= LISTED and not column.one
            shown = ", ".join(names.chosen(value) for value in values) if told else f"{len(values)}"
            found.append(f"{names.text('columns', column.name)}: {shown}")
    size = names.text("sentences", "size", games=f"{run.games:,}", cells=f"{len(run.cells):,}")
    return " · ".join(filter(None, [about, "; ".join(found), size]))


def players_in_words(analysis: Analysis, names: Names) -> list[str]:
    """Says of every policy of a run what it is and how strong it is, in a line."""
    figures = [figure for figure in find_players(analysis.run.game).strength() if figure.scope == "summary"]
    named = {measure.name: names.measure(measure) for measure in analysis.game.measures}
    lines = []
    for policy in sorted(set(analysis.run.cells[POLICY.name]) - {""}):
        base = str(policy).partition(":")[0].partition("@")[0]
        own = next((figure for figure in figures if figure.policy == base), None)
        words = [str(policy)]
        if (what := names.known("policies", base)) is not None:
            words.append(what)
        if own is not None and own.low is not None and own.high is not None:
            games = names.known("measured", own.group) or own.what
            value, low, high = (f"{100 * number:.1f}" for number in (own.value, own.low, own.high))
            told = {"measure": named.get(own.measure, own.measure), "games": f"{own.games:,}", "what": games}
            words.append(names.text("sentences", "strength", value=value, low=low, high=high, **told))
        lines.append(": ".join(filter(None, [words[0], "; ".join(words[1:])])))
    return lines


def who_played(analysis: Analysis) -> str:
    """Names the policies of a run."""
    return ", ".join(sorted({str(policy) for policy in analysis.run.cells[POLICY.name]} - {""}))


def means_in_words(analysis: Analysis, measure: Measure, names: Names) -> str:
    """Returns the mean of a measure over all games, of each seat if it has a value for each."""
    found = []
    rows = {column: analysis.grouped(column, []).iloc[0] for column in analysis.columns_of(measure)}
    digits = decimals(row["rate"] for row in rows.values())
    for column, row in rows.items():
        mean, low, high = (written(measure, row[name], digits) for name in ("rate", "low", "high"))
        shown = names.text("sentences", "mean", mean=mean, low=low, high=high)
        seat = column.removeprefix(f"{measure.name}_")
        found.append(f"{names.label('seat', number=seat)}: {shown}" if measure.per == "seat" else shown)
    return f"{names.measure(measure)}: {', '.join(found)}." if found else ""


def errors_in_words(analysis: Analysis, names: Names) -> list[str]:
    """Says how many games went wrong, if any did."""
    errors = analysis.count_errors()
    return [names.text("sentences", "errors", errors=f"{errors:,}")] if errors else []
