"""Tables of what a game declares, for its page experiments/<game>/README.md: written between two marks, and compared.

`python -m experiments.core.documentation` writes them anew. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from experiments.core.axes import Axis, RangeFilter
from experiments.core.cells import SEED, columns_of
from experiments.core.options import written_option
from experiments.core.planning import filters, ranges
from experiments.core.study import Study, find_study
from simulator.core import registry
from simulator.core.game import Measure, find_game

BEGIN = "<!-- what follows is written by `make docs` -->"
END = "<!-- until here -->"


def page(game: str) -> Path:
    """Returns the page of a game; it need not exist."""
    return find_study(game).plans.parent / "README.md"


def with_tables(text: str, game: str) -> str:
    """Returns the text of a game's page with its tables as they should be."""
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    return f"{before}{BEGIN}\n\n" + "\n".join(sections(game)) + f"\n{END}{after}"


# --- what the tables say


def sections(game: str) -> Iterator[str]:
    """Yields the lines of all sections: axes, filters, columns, options of commands about one game, measures."""
    study = find_study(game)
    yield from section(
        "Axes of a plan, and options of `sweep`", ["axis", "option", "meaning", "if not said"], axis_rows(study)
    )
    names = ", ".join(f"`{name}`" for name in filters(study))
    yield f"Filters (`only`, `exclude`) name {names}."
    if wishes := ", ".join(f"`{wish.name}`" for wish in ranges(study)):
        yield f"Cells can be chosen by a range of {wishes}."
    yield ""
    yield from section("Columns of a cell", ["column", "type", "meaning"], column_rows(study))
    yield from section("Options of commands about one game", ["option", "commands", "meaning"], option_rows(study))
    yield from section("Measures", ["measure", "column", "kind", "good"], map(measure_row, find_game(game).measures))


def section(title: str, head: list[str], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Yields the lines of a section with one table."""
    yield f"## {title}\n"
    for row in (head, ["---"] * len(head), *rows):
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"
    yield ""


def axis_rows(study: Study) -> Iterator[tuple[str, ...]]:
    """Yields a row per axis; a filter by a range stands among them as it is written like one."""
    for axis in study.axes:
        if isinstance(axis, RangeFilter):
            yield f"`{axis.name}` (a key of the plan itself)", f"`{written_option(axis)}`", axis.help, "all"
            continue
        usual = ", ".join(f"`{str(value).lower()}`" for value in axis.default if value != "")
        yield f"`{axis.name}`", f"`{written_option(axis)}`", axis.help, usual or "–"


def column_rows(study: Study) -> Iterator[tuple[str, ...]]:
    """Yields a row per column of a cell."""
    for column in (SEED, *columns_of(study.axes)):
        parts = f"; `{column.one}` in filters means any part, in queries the same" if column.one else ""
        yield f"`{column.name}`", column.type, column.help + parts


def option_rows(study: Study) -> Iterator[tuple[str, ...]]:
    """Yields a row per option of the commands about one game."""
    ones = [axis.one for axis in study.axes if isinstance(axis, Axis) and axis.one is not None]
    for option in (*ones, *study.options):
        written = f"--{option.name.replace('_', '-')} {option.metavar}".strip()
        yield f"`{written}`", ", ".join(f"`{command}`" for command in option.commands), option.help


def measure_row(measure: Measure) -> tuple[str, ...]:
    """Returns the row of a measure."""
    column = measure.name if measure.per == "game" else f"{measure.name}_1 …"
    return measure.words, f"`{column}`", f"{measure.kind} per {measure.per}", measure.good


def main() -> None:
    """Writes the tables of every game that has a page."""
    for path, game in ((page(game), game) for game in registry.games()):
        if path.is_file():
            path.write_text(with_tables(path.read_text("utf-8"), game), "utf-8")
            print(f"wrote the tables of {path.name} of {find_game(game).title}")


if __name__ == "__main__":
    main()
