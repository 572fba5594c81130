"""Commands about runs of Spirit Island: `difficulty` and `pairings`. They parse and print."""

import os
from typing import Annotated, Any

import numpy as np
import pandas as pd
import typer

from reports.core.analysis import analysis_of
from reports.core.printing import AsJson, Language, RunPath, print_json, print_table, steps
from reports.core.tables import q_value
from reports.spirit_island.names import IslandNames
from reports.spirit_island.tables import challenge_of, departure, extreme, inferred, inferred_interval, partner_adds
from reports.spirit_island.words import how_exact
from simulator.core.errors import UserError
from simulator.core.reading import MOST_JOBS, MOST_ROWS

MOST_TRACED = 10_000  # games of a cell: each is played again step by step


def pairings(
    run: RunPath,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID[:LEVEL]", help="What each member adds against this adversary; all for each; may be repeated."
        ),
    ] = None,
    by_level: Annotated[bool, typer.Option("--by-level", help="With --against: each level on its own.")] = False,
    top: Annotated[
        int, typer.Option(min=1, max=MOST_ROWS, help="How many rows, those furthest from expectation first.")
    ] = 20,
    as_json: AsJson = False,
    lang: Language = "en",
) -> None:
    """Show which spirits do better or worse together, and who carries whom against an adversary.

    Without --against: synergy, what a pair wins beyond what its two spirits' own strengths predict. With it: what a
    spirit adds to a team against this adversary compared with the mean spirit in its seat, and what its partner adds.
    """
    analysis: Any = analysis_of(run)
    names = IslandNames(lang)
    if against:
        _print_lifts(analysis.lifts_against(against, by_level), top, as_json, names)
        return
    if by_level:
        raise UserError("--by-level parts what --against asks for: name an adversary, or all")
    if analysis.pairs.empty:
        raise UserError(f"{run} has too little data for pairings: it needs several pairs, with victories and defeats")
    table = analysis.pairs.sort_values("points", key=abs, ascending=False).head(top)
    if as_json:
        print_json(table)
        return
    rows = [
        [names.spirit(row.first), names.spirit(row.second), f"{row.games:,}", f"{row.points:+.1f}",
         f"{row.low:+.1f} … {row.high:+.1f}", f"{row.q:.3f}", "*" if row.significant else ""]
        for row in table.itertuples()
    ]  # fmt: skip
    print_table(["spirit", "partner", "games", "synergy", "95 % interval", "q", ""], rows)
    stars = "; * significant (false-discovery rate 5 %)" if table["significant"].any() else ""
    typer.echo(f"synergy in percentage points of win rate{stars}")


def _print_lifts(table: pd.DataFrame, top: int, as_json: bool, names: IslandNames) -> None:
    if as_json:
        print_json(table.head(top))
        return
    rows = []
    for row in table.head(top).itertuples():
        met = names.challenge(row.adversary, row.level) if "level" in table else names.adversary(row.adversary)
        rows.append([
            names.spirit(row.spirit), f"{row.points:+.1f}", f"{row.low:+.1f} … {row.high:+.1f}",
            "*" if row.significant else "",
            names.team(row.partners) if row.partners else "–", *partner_adds(row), "*" if row.ahead else "", met,
            f"{100 * row.rate:.1f} %", f"{row.games:,}", q_value(row).text,
        ])  # fmt: skip
    print_table(
        ["spirit", "adds", "95 % interval", "", "with", "who adds", "95 % interval", "", "against", "won", "games", "q"],
        rows,
    )
    typer.echo(
        "adds: percentage points of win rate against the mean spirit of the run in that seat; "
        "* significant; after the partner: one of the two adds significantly more "
        "(false-discovery rate 5 % over the rows asked for)"
    )


def difficulty(run: RunPath, as_json: AsJson = False, lang: Language = "en") -> None:
    """Show what each challenge plays like on the official scale of difficulty."""
    analysis: Any = analysis_of(run)
    names, found = IslandNames(lang), analysis.difficulty
    if found.challenges.empty:
        raise UserError(f"{run} gives no difficulty scale: {names.text('reasons', found.missing)}")
    if as_json:
        print_json(found.challenges)
        return
    rows = [
        [challenge_of(row, names), f"{row.games:,}", f"{100 * row.rate:.1f} %", f"{row.difficulty}", inferred(row),
         inferred_interval(row), departure(row), "*" if row.significant else "", extreme(row, names)]
        for row in found.challenges.sort_values(["difficulty", "inferred"]).itertuples()
    ]  # fmt: skip
    print_table(["challenge", "games", "won", "official", "plays like", "95 % interval", "departure", "", ""], rows)
    if len(found.found):
        typer.echo("* departs significantly, by more than the rounding of official numbers (false-discovery rate 5 %)")
    typer.echo("\n".join(how_exact(found, names)))


def powers(
    run: RunPath,
    games: Annotated[
        int, typer.Option(min=1, max=MOST_TRACED, help="Trace so many games of each cell, as far as it is not done yet.")
    ] = 10,
    without: Annotated[
        int,
        typer.Option(
            min=0, max=MOST_TRACED, help="Also play so many games of some cells without each power that belongs to a spirit."
        ),
    ] = 0,
    jobs: Annotated[int, typer.Option(min=1, max=MOST_JOBS, help="Worker processes.")] = os.cpu_count() or 1,
    top: Annotated[int, typer.Option(min=1, help="How many rows of each spirit, and of cards of the decks.")] = 12,
    as_json: AsJson = False,
    lang: Language = "en",
) -> None:
    """Show what powers, innates and growth did: how often, fear, invaders and blight removed, and what going without costs.

    Games are traced step by step and kept beside the run (RUN/_trace). --without plays the same games once more for each
    power that belongs to a spirit, with that power out of anybody's reach: win rate with and without, paired.
    """
    from experiments.core.trace import trace_with_progress
    from reports.spirit_island.powers import EVERYBODY, play_without, powers_of

    trace_with_progress(run, games, jobs)
    if without:
        with steps() as tell:
            play_without(run, without, jobs, lambda done, of: tell("going without", done, of))
    names, table = IslandNames(lang), powers_of(run)
    if as_json:
        print_json(table)
        return
    forced = "worth" in table
    for spirit, part in table.groupby("spirit", sort=True):
        typer.echo(f"\n{names.spirit(spirit) if spirit != EVERYBODY else 'cards of the decks, whoever took them'}")
        rows = [_power_row(row, names, forced) for row in part.sort_values("used", ascending=False).head(top).itertuples()]
        print_table(["", "kind", "taken", "played", "used", "fear", "95 % interval", "invaders", "95 % interval", "blight",
                     *(["won with", "without", "worth", "95 % interval", ""] if forced else []), "games"], rows)  # fmt: skip
    typer.echo(
        "\nper game; fear, invaders and blight removed by its uses; a use that only defends saves later and is not counted"
    )
    if forced:
        typer.echo(
            "worth: points of win rate lost by games in which nobody can use it; * significant (false-discovery rate 5 %)"
        )


def _power_row(row: Any, names: IslandNames, forced: bool) -> list[str]:
    worth = []
    if forced and np.isfinite(row.worth):
        worth = [
            f"{100 * row.won_with:.1f} %", f"{100 * row.won_without:.1f} %", f"{row.worth:+.1f}",
            f"{row.low:+.1f} … {row.high:+.1f}", "*" if row.significant is True else "",
        ]  # fmt: skip
    elif forced:
        worth = ["–"] * 4 + [""]
    return [
        names.power(row.kind, row.item), row.kind, f"{row.taken:.2f}", f"{row.played:.2f}", f"{row.used:.2f}",
        f"{row.fear:.1f}", f"{row.fear_low:.1f} … {row.fear_high:.1f}", f"{row.invaders:.1f}",
        f"{row.invaders_low:.1f} … {row.invaders_high:.1f}", f"{row.blight:.2f}", *worth, f"{row.games:,}",
    ]  # fmt: skip
