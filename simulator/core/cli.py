"""Commands about the rules themselves: `coverage` and `describe`."""

import json
from dataclasses import asdict
from typing import Annotated

import typer

from simulator.core.errors import UserError
from simulator.spirit_island.language.assembler import load_content
from simulator.spirit_island.setups import Setup
from simulator.spirit_island.words.coverage import Coverage, Reading, readings
from simulator.spirit_island.words.coverage import coverage as cover
from simulator.spirit_island.words.describing import describe_setup, smallest_set
from simulator.spirit_island.words.names import localized

NAMED_AT_MOST = 4


def coverage(
    unsure: Annotated[bool, typer.Option("--unsure", help="List what rests on an interpretation instead.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show which components of the game are implemented, or which of them rest on an interpretation."""
    if unsure:
        print_readings(readings(load_content()), as_json)
        return
    found = cover(load_content())
    if as_json:
        typer.echo(json.dumps([asdict(kind) for kind in found], indent=2))
    else:
        typer.echo("\n".join(coverage_table(found)))


def print_readings(found: list[Reading], as_json: bool) -> None:
    """Prints the places where the sources leave a question open, with the reading the machine plays."""
    if as_json:
        typer.echo(json.dumps([asdict(reading) for reading in found], indent=2, ensure_ascii=False))
        return
    for reading in found:
        typer.echo(f"{reading.component}: {' '.join(reading.reading.split())}")
    typer.echo(f"{len(found)} places rest on an interpretation")


def describe(
    adversary: Annotated[str | None, typer.Option(metavar="ID[:LEVEL]", help="An adversary, e.g. england:4.")] = None,
    scenario: Annotated[str | None, typer.Option(metavar="ID", help="A scenario.")] = None,
    thematic: Annotated[bool, typer.Option("--thematic", help="The thematic boards.")] = False,
    expansion: Annotated[str | None, typer.Option(metavar="SET", help="base or branch_and_claw.")] = None,
    spirit: Annotated[list[str] | None, typer.Option(metavar="ID", help="A spirit; repeat for more players.")] = None,
    lang: Annotated[str, typer.Option(metavar="en|ru|pl|cs", help="Language of the game's names.")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Say how hard a configuration officially is, and what it changes."""
    content = localized(load_content(), lang)
    name, level = read_adversary(adversary)
    setup = Setup(
        spirits=spirit or content.spirits[:1], expansion=expansion or smallest_set(content, name, scenario, spirit),
        adversary=name, level=level, scenario=scenario, thematic=thematic,
    )
    facts = describe_setup(setup, content)
    typer.echo(json.dumps(facts, indent=2, ensure_ascii=False) if as_json else "\n".join(description_lines(facts)))


def read_adversary(written: str | None) -> tuple[str | None, int]:
    """Returns adversary and level of a text such as england:4; nothing or `none` is no adversary."""
    if written is None or written == "none":
        return None, 0
    name, _, level = written.partition(":")
    if level and not level.isdigit():
        raise UserError(f"level {level} of {name} is no number (write {name}:4)")
    return name, int(level or 0)


def description_lines(facts: dict) -> list[str]:
    """Returns a description as lines of text."""
    lines = [f"{facts['name']}: official difficulty {facts['difficulty']}"]
    return lines + [f"- {part['name']} (+{part['difficulty']})" + "".join(f"\n    {says}" for says in part["says"])
                    for part in facts["parts"]]


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
