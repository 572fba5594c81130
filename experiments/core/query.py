"""Looks inside runs: SQL over the games (DuckDB), a list of runs, and what one run holds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from experiments.core.cells import columns_of
from experiments.core.sampling import Tally
from experiments.core.store import MANIFEST, data_files, game_of, is_locked, read_cells, read_manifest, read_tallies, totals
from experiments.core.study import find_study
from simulator.core.errors import UserError
from simulator.core.game import Measure, find_game


def run_query(directory: Path, sql: str) -> tuple[list[str], list[tuple]]:
    """Runs SQL over the table `games` of a run and returns column names and rows."""
    import duckdb

    manifest = read_manifest(directory)
    read_tallies(directory, manifest)  # says which file is damaged, if one is
    files = [str(path) for path in data_files(directory)]
    if not files:
        raise UserError(f"{directory}: has no games yet")
    try:
        with duckdb.connect() as connection:
            # One part of a value beside the whole: where there is only one, the plural reads oddly.
            columns = columns_of(find_study(game_of(manifest)).axes)
            others = [f"{column.name} as {column.one}" for column in columns if column.one]
            connection.read_parquet(files).project(", ".join([*others, "*"])).create_view("games")
            answer = connection.execute(sql)
            return [column[0] for column in answer.description or ()], answer.fetchall()
    except duckdb.Error as error:
        raise UserError(f"query: {str(error).splitlines()[0]}{_candidates(str(error))}") from None


def _candidates(message: str) -> str:
    """Returns the hint that DuckDB gives on another line, if it gives one."""
    hints = [line.strip() for line in message.splitlines()[1:] if line.startswith(("Candidate", "Did you mean"))]
    return f" ({hints[0]})" if hints else ""


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
        return describe_run(directory)
    except UserError as error:
        return RunLine(str(directory), "unreadable", 0, 0, 0, "", "", 0.0, str(error))


def describe_run(directory: Path) -> RunLine:
    """Returns a run in one line; its numbers come from its files, not from what it once wrote down."""
    manifest = read_manifest(directory)
    cells = read_cells(manifest)
    sums = totals(game_of(manifest), read_tallies(directory, manifest))
    return RunLine(
        path=str(directory),
        state=state_of(directory, manifest),
        cells=len(cells),
        games=sums["games"],
        errors=sums["errors"],
        seeds=",".join(map(str, sorted({cell.seed for cell in cells}))),
        policies=",".join(sorted({cell.policy for cell in cells})),
        megabytes=round(sum(path.stat().st_size for path in data_files(directory)) / 1e6, 1),
        about=manifest["plan"].get("about", ""),
    )


def state_of(directory: Path, manifest: dict[str, Any]) -> str:
    """Returns how a run ended, or that it goes on."""
    if is_locked(directory):
        return "running"
    last = manifest["sessions"][-1] if manifest["sessions"] else {}
    return last.get("ending", "interrupted")


def describe_cells(directory: Path, check: bool = False) -> list[dict[str, Any]]:
    """Returns what is known of every cell of a run."""
    manifest = read_manifest(directory)
    tallies = read_tallies(directory, manifest, check)
    measure = find_game(game_of(manifest)).measures[0]
    return [
        {"cell": number, **cell.as_dict(), **_means(tallies[number], measure)}
        for number, cell in enumerate(read_cells(manifest))
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
