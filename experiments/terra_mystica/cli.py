"""Commands of Terra Mystica alone. They parse and print; the work is done elsewhere."""

import json
from pathlib import Path
from typing import Annotated

import typer

from experiments.core.conforming import conform_files
from experiments.terra_mystica.replaying import conform_written


def conform(
    files: Annotated[list[Path], typer.Argument(help="Recorded games (JSON), one each.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per game.")] = False,
) -> int:
    """Play recorded games again, row by row, and compare every state."""
    passed = count = 0
    for found in conform_files(files, conform_written):
        count += 1
        passed += found.passed
        for line in [json.dumps(found.as_dict(), ensure_ascii=False)] if as_json else found.lines():
            typer.echo(line)
    if not as_json:
        typer.echo(f"{passed} of {count} recorded games hold")
    return 0 if passed == count else 1
