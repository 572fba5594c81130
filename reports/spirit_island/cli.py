"""Commands about runs of Spirit Island: `difficulty` and `pairings`. They parse and print."""

from typing import Annotated, Any

import typer

from reports.core.analysis import analysis_of
from reports.core.printing import AsJson, Language, RunPath, print_json, print_table
from reports.spirit_island.names import IslandNames
from reports.spirit_island.tables import challenge_of, departure, extreme, inferred, inferred_interval
from reports.spirit_island.words import how_exact
from simulator.core.errors import UserError


def pairings(
    run: RunPath,
    top: Annotated[int, typer.Option(min=1, help="How many pairs, those furthest from expectation first.")] = 20,
    as_json: AsJson = False,
    lang: Language = "en",
) -> None:
    """Show which spirits do better or worse together than their own strengths predict."""
    analysis: Any = analysis_of(run)
    names = IslandNames(lang)
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


def difficulty(run: RunPath, as_json: AsJson = False, lang: Language = "en") -> None:
    """Show what each challenge plays like on the official scale of difficulty."""
    analysis: Any = analysis_of(run)
    names, found = IslandNames(lang), analysis.difficulty
    if found.challenges.empty:
        raise UserError(f"{run} gives no difficulty scale: {found.missing}")
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
