"""Commands about the rules themselves: `coverage`."""

import json
from dataclasses import asdict
from typing import Annotated

import typer

from simulator.spirit_island.assembler import load_content
from simulator.spirit_island.coverage import Coverage
from simulator.spirit_island.coverage import coverage as cover

NAMED_AT_MOST = 4


def coverage(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Show which components of the game are implemented."""
    found = cover(load_content())
    if as_json:
        typer.echo(json.dumps([asdict(kind) for kind in found], indent=2))
    else:
        typer.echo("\n".join(coverage_table(found)))


def coverage_table(found: list[Coverage]) -> list[str]:
    """Returns the coverage as lines of text."""
    lines = [f"{'component':<16} {'implemented':>11} {'total':>6}   missing"]
    for kind in found:
        named = ", ".join(kind.missing[:NAMED_AT_MOST])
        more = len(kind.missing) - NAMED_AT_MOST
        missing = (f"{named} and {more} more" if more > 0 else named) or "–"
        lines.append(f"{kind.kind:<16} {kind.implemented:>11} {kind.total:>6}   {missing}")
    done, total = sum(kind.implemented for kind in found), sum(kind.total for kind in found)
    return [*lines, f"{'all':<16} {done:>11} {total:>6}   {100 * done / total:.0f} %"]
