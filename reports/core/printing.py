"""What the commands about results share: their arguments, tables and JSON on the terminal."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import pandas as pd
import typer

from simulator.core.colour import paint

RunPath = Annotated[Path, typer.Argument(metavar="RUN", help="The directory of a run.")]
Language = Annotated[str, typer.Option("--lang", help="Language of names and headings, such as en.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def print_table(headings: list[str], rows: list[list[str]]) -> None:
    """Prints aligned columns; those of numbers to the right."""
    widths = [max(map(len, column)) for column in zip(headings, *rows)]
    right = [all(value[:1] in "+-−≥0123456789" for value in column if value) for column in zip(*rows)]
    for number, line in enumerate([headings, *rows]):
        cells = [text.rjust(w) if r else text.ljust(w) for text, w, r in zip(line, widths, right)]
        typer.echo(paint("  ".join(cells).rstrip(), "plain" if number else "strong"))


def to_json(table: pd.DataFrame) -> str:
    """Returns a table as a JSON list of objects."""
    return table.to_json(orient="records", force_ascii=False, double_precision=10)


def print_json(table: pd.DataFrame) -> None:
    """Prints a table as a JSON list of objects."""
    typer.echo(json.dumps(json.loads(to_json(table)), ensure_ascii=False, indent=1))


@contextmanager
def steps() -> Iterator[Callable[[str, int, int], None]]:
    """Shows on a terminal what is being done: a line that changes, and is gone at the end; elsewhere nothing."""
    shown = sys.stderr.isatty()

    def tell(what: str, done: int, of: int) -> None:
        if shown:
            sys.stderr.write(f"\r\x1b[K{what} {f'{done + 1}/{of} ' if of > 1 else ''}…")
            sys.stderr.flush()

    try:
        yield tell
    finally:
        if shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
