"""Looks inside runs: SQL over the games (DuckDB), a list of runs, and what one run holds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from experiments.core.cells import Cell, columns_of
from experiments.core.chunks import Stored, read_files, tallies_of
from experiments.core.manifest import Manifest, game_of, read_cells, read_manifest
from experiments.core.sampling import Tally
from experiments.core.store import is_locked, totals
from experiments.core.study import find_study
from experiments.core.which_game import MANIFEST
from simulator.core.errors import UserError
from simulator.core.game import Measure, find_game

if TYPE_CHECKING:
    import duckdb

# SQL is often pasted or made by others: it may ask, and sees the rows of the run and nothing else, neither other files
# nor Python's names; it can install nothing, and cannot change that.
LOCKS = (
    "set python_enable_replacements = false",
    "set autoinstall_known_extensions = false",
    "set autoload_known_extensions = false",
    "set allow_persistent_secrets = false",
    "set temp_directory = ''",
    "set enable_external_access = false",
    "set lock_configuration = true",
)
ASKING = ("SELECT", "EXPLAIN")  # kinds of statements that only read


# --- SQL


def run_query(directory: Path, sql: str) -> tuple[list[str], list[tuple]]:
    """Runs SQL over the table `games` of a run and returns column names and rows."""
    import duckdb

    run = open_run(directory)  # says which file is damaged, if one is
    files = [str(file.path) for file in run.files]
    if not files:
        raise UserError(f"{directory}: has no games yet")
    try:
        sql.encode()  # what the shell could not read as UTF-8 DuckDB cannot either
        with duckdb.connect() as connection:
            statements = connection.extract_statements(sql)
            if not statements:
                raise UserError("query: no question (write SQL such as: select count(*) from games)")
            if other := [kind for one in statements if (kind := one.type.name) not in ASKING]:
                raise UserError(f"query: {other[0]} changes something; a query may only ask (SELECT)")
            _show_games(connection, files, game_of(run.manifest))
            for statement in statements:
                answer = connection.execute(statement)
            return [column[0] for column in answer.description or ()], answer.fetchall()
    except (duckdb.Error, RuntimeError) as error:
        raise UserError(f"query: {str(error).splitlines()[0]}{_candidates(str(error))}") from None
    except UnicodeError:
        raise UserError("query: not text in UTF-8") from None


def _show_games(connection: duckdb.DuckDBPyConnection, files: list[str], game: str) -> None:
    """Makes the table `games` of the files of a run and closes the door to all others."""
    # One part of a value beside the whole: where there is only one, the plural reads oddly.
    others = [f"{column.name} as {column.one}" for column in columns_of(find_study(game).axes) if column.one]
    connection.read_parquet(files).project(", ".join([*others, "*"])).create_view("games")
    connection.execute("set allowed_paths = $1", [files])
    for lock in LOCKS:
        connection.execute(lock)


def _candidates(message: str) -> str:
    """Returns the hint that DuckDB gives on another line, if it gives one."""
    hints = [line.strip() for line in message.splitlines()[1:] if line.startswith(("Candidate", "Did you mean"))]
    return f" ({hints[0]})" if hints else ""


# --- runs


@dataclass(frozen=True)
class StoredRun:
    """A run as it lies there: what its manifest says and what its files add up to."""

    directory: Path
    manifest: Manifest
    cells: list[Cell]
    files: list[Stored]
    tallies: dict[int, Tally]


def open_run(directory: Path, check: bool = False) -> StoredRun:
    """Reads a run once, for all that is to be said of it; `check` also reads every row."""
    manifest = read_manifest(directory)
    files = read_files(directory, manifest, check)
    return StoredRun(directory, manifest, read_cells(manifest), files, tallies_of(files, manifest))


@dataclass(frozen=True)
class RunLine:
    """One run in a list."""

    path: str
    state: str  # running, finished, stopped, interrupted, unreadable
    cells: int
    games: int
    errors: int
    seeds: str
    policies: str
    megabytes: float
    about: str


def list_runs(root: Path) -> list[RunLine]:
    """Returns the runs under a directory."""
    return [_line(path.parent) for path in sorted(root.rglob(MANIFEST))]


def _line(directory: Path) -> RunLine:
    """Describes a run; one that cannot be read does not hide the others."""
    try:
        return describe_run(open_run(directory))
    except UserError as error:
        return RunLine(str(directory), "unreadable", 0, 0, 0, "", "", 0.0, str(error))


def describe_run(run: StoredRun) -> RunLine:
    """Returns a run in one line; its numbers come from its files, not from what it once wrote down."""
    sums = totals(game_of(run.manifest), run.tallies)
    return RunLine(
        path=str(run.directory),
        state=state_of(run),
        cells=len(run.cells),
        games=sums["games"],
        errors=sums["errors"],
        seeds=",".join(map(str, sorted({cell.seed for cell in run.cells}))),
        policies=",".join(sorted({cell.policy for cell in run.cells})),
        megabytes=round(sum(file.stamp[0] for file in run.files) / 1e6, 1),
        about=run.manifest["plan"].get("about", ""),
    )


def state_of(run: StoredRun) -> str:
    """Returns how a run ended, or that it goes on."""
    if is_locked(run.directory):
        return "running"
    last = run.manifest["sessions"][-1] if run.manifest["sessions"] else {}
    return last.get("ending", "interrupted")


def describe_cells(run: StoredRun) -> list[dict[str, Any]]:
    """Returns what is known of every cell of a run."""
    measure = find_game(game_of(run.manifest)).measures[0]
    return [
        {"cell": number, **cell.as_dict(), **_means(run.tallies[number], measure)} for number, cell in enumerate(run.cells)
    ]


def _means(tally: Tally, measure: Measure) -> dict[str, Any]:
    """Returns what a cell's games come to: the mean of the first measure, of every seat if each has its own."""
    found: dict[str, Any] = {"games": tally.counted, "errors": tally.errors}
    if measure.count:
        found[measure.count] = int(tally.sums.get(measure.name, (0, 0))[0])
    for column in tally.columns(measure) or [measure.name]:
        seat = column.removeprefix(measure.name)
        low, high = tally.interval(measure, column)
        mean = tally.mean(column) if tally.counted else None
        found |= {f"rate{seat}": mean, f"low{seat}": low, f"high{seat}": high}
    return found
