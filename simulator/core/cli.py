"""The command about the rules themselves: `coverage`. It parses and prints."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

import typer

from simulator.core.game import Coverage, Reading, find_game

NAMED_AT_MOST = 4


def coverage(
    game: str,
    unsure: Annotated[bool, typer.Option("--unsure", help="List what rests on an interpretation instead.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show which components of the game are implemented, or which of them rest on an interpretation."""
    declared = find_game(game)
    content = declared.content()
    if unsure:
        print_readings(declared.readings(content), as_json)
        return
    found = declared.coverage(content)
    if as_json:
        typer.echo(json.dumps([asdict(kind) for kind in found], indent=2))
    else:
        typer.echo("\n".join(coverage_table(found)))


def print_readings(found: Sequence[Reading], as_json: bool) -> None:
    """Prints the places where the sources leave a question open, with the reading the machine plays."""
    if as_json:
        typer.echo(json.dumps([asdict(reading) for reading in found], indent=2, ensure_ascii=False))
        return
    for reading in found:
        typer.echo(f"{reading.component}: {' '.join(reading.reading.split())}")
        for other in reading.alternatives:
            limit = "how much is not known" if other.at_most is None else f"at most {100 * other.at_most:.1f} points"
            typer.echo(f"    otherwise: {other.otherwise}\n    {limit} ({other.found})")
    typer.echo(f"{len(found)} places rest on an interpretation")


def coverage_table(found: Sequence[Coverage]) -> list[str]:
    """Returns the coverage as lines of text."""
    lines = [f"{'component':<16} {'implemented':>11} {'total':>6}   missing"]
    for kind in found:
        named = ", ".join(kind.missing[:NAMED_AT_MOST])
        more = len(kind.missing) - NAMED_AT_MOST
        missing = (f"{named} and {more} more" if more > 0 else named) or "–"
        lines.append(f"{kind.kind:<16} {kind.implemented:>11} {kind.total:>6}   {missing}")
    done, total = sum(kind.implemented for kind in found), sum(kind.total for kind in found)
    share = f"{100 * done / total:.0f} %" if total else "–"
    return [*lines, f"{'all':<16} {done:>11} {total:>6}   {share}"]
