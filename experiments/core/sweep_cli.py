"""Commands about many games: `sweep`, `runs`, `merge` and `query`. They parse and print; the work is done elsewhere."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from experiments.core import engine
from experiments.core.cells import Cell
from experiments.core.manifest import game_of
from experiments.core.options import Chosen, apply_axes
from experiments.core.planning import Plan, read_plan, shipped_plans
from experiments.core.progress import format_seconds, make_progress, written
from experiments.core.query import RunLine, StoredRun, describe_cells, describe_run, list_runs, open_run, run_query
from experiments.core.runner import Speed, Sweep, estimate, local_workers
from experiments.core.sampling import Budget, Precision, Sampling
from experiments.core.store import Store, open_store, totals
from experiments.core.study import Study
from experiments.core.tables import schema
from experiments.core.which_game import MANIFEST
from experiments.core.workers import DaskWorkers
from simulator.core.colour import paint
from simulator.core.errors import UnknownName, UserError
from simulator.core.game import Measure, find_game
from simulator.core.reading import MOST_JOBS
from simulator.core.registry import check_game, default_game

RUNS = Path("runs")
BACKENDS = ("loky", "dask")
LISTED_CELLS = 20
LISTED_ROWS = 1000
FILE_BYTES, VALUE_BYTES = 400, 0.3  # of each column of a file of Parquet: its part of the footer, and each game's value


def sweep(  # long: one parameter per option of the command
    study: Study,
    chosen: Chosen,
    plan: Annotated[str | None, typer.Argument(help="A TOML file, or the name of a plan that comes with the game.")] = None,
    sample: Annotated[str | None, typer.Option(help="Only some values of an axis, drawn by the seed: AXIS=20.")] = None,
    games: Annotated[int | None, typer.Option(help="Games per cell; more than before extends a run.")] = None,
    precision: Annotated[float | None, typer.Option(help="Play until the 95 % interval is ± this.")] = None,
    measure: Annotated[
        str | None,
        typer.Option(help="With precision or budget: what is to be precise; the game's first measure by default."),
    ] = None,
    budget: Annotated[
        str | None, typer.Option(help="Play for this time, where intervals are widest: 90s, 10m, 1h30m.")
    ] = None,
    min_games: Annotated[int | None, typer.Option(help="With precision or budget: at least so many.")] = None,
    max_games: Annotated[int | None, typer.Option(help="With precision or budget: at most so many.")] = None,
    seed: Annotated[int | None, typer.Option(help="Master seed: decides every card and choice.")] = None,
    jobs: Annotated[int | None, typer.Option(help="Worker processes; all cores by default.")] = None,
    backend: Annotated[str, typer.Option(help="loky (this machine) or dask (a cluster).")] = "loky",
    scheduler: Annotated[str | None, typer.Option(help="Address of the Dask scheduler, such as tcp://host:8786.")] = None,
    out: Annotated[Path | None, typer.Option(help="Directory of the run; runs/<plan> by default.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show cells, games, time and disk; play nothing.")] = False,
    trace: Annotated[
        int, typer.Option(min=0, help="Afterwards also record what powers did in so many games of each cell, step by step.")
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print what the run holds at the end, as JSON.")] = False,
) -> int | None:
    """Play many games of many configurations and store them; the same command again goes on where it stopped."""
    wanted = check_says_something(apply_axes(make_plan(study.game, plan, chosen), chosen, sample))
    wanted = wanted.with_sampling(games=games, precision=precision, budget=budget, min_games=min_games, max_games=max_games)
    wanted = replace(wanted, seed=wanted.seed if seed is None else seed, measure=measure or wanted.measure)
    jobs = check_workers(jobs, backend, scheduler)
    sampling, cells = wanted.sampling(), wanted.cells()
    if dry_run:
        would = [cell.as_dict() for cell in cells]
        typer.echo(json.dumps({"cells": would}, indent=1) if as_json else "\n".join(dry_lines(cells, sampling, jobs)))
        return None
    if trace and study.trace is None:
        raise UserError(f"--trace: games of {find_game(study.game).title} cannot be traced")
    out = out or RUNS / wanted.name
    code = run_sweep(wanted, cells, sampling, out, jobs, scheduler, quiet=as_json)
    if trace and not code:
        from experiments.core.trace import trace_with_progress

        trace_with_progress(out, trace, jobs)
    if as_json:
        run = open_run(out)
        typer.echo(json.dumps(asdict(describe_run(run)) | {"cells": describe_cells(run)}, indent=1))
    return code


def play_sweep(
    out: Path | str, plan: str | None = None, *, game: str | None = None, seed: int | None = None, jobs: int | None = None,
    sampling: Mapping[str, Any] | None = None, **axes: Any,
) -> Path:  # fmt: skip
    """Plays a sweep, or what is left of it, and returns its directory: for people who write Python.

    `plan` is a file or a plan that comes with a game; `axes` take the place of its own, each one value or a list, as in
    plans; `sampling` is {"games": 200}, {"precision": 0.01} or {"budget": "10m"}.
    """
    wanted = read_plan(plan) if plan is not None else Plan(game=check_game(game or default_game()))
    wanted = check_says_something(wanted.with_axes(axes, {})).with_sampling(**(sampling or {}))
    wanted = replace(wanted, seed=wanted.seed if seed is None else seed)
    run_sweep(wanted, wanted.cells(), wanted.sampling(), Path(out), check_workers(jobs, "loky", None), None)
    return Path(out)


def make_plan(game: str, name: str | None, chosen: Chosen) -> Plan:
    """Returns a plan from its file, if one is named."""
    if name is not None:
        return read_plan(name)
    if not any(value not in (None, []) for value in chosen.values()):
        raise UserError(f"name a plan ({', '.join(shipped_plans())} or a TOML file) or what to compare (see --help)")
    return Plan(game=game)


def check_says_something(plan: Plan) -> Plan:
    """Refuses a plan that names nothing to compare: its games would be of whatever is usual."""
    if not plan.axes and not plan.ranges:
        known = ", ".join(axis.name for axis in plan.study.axes)
        raise UserError(f"the plan {plan.name} names nothing to compare: write at least one of its [axes] ({known})")
    return plan


def check_workers(jobs: int | None, backend: str, scheduler: str | None) -> int:
    if backend not in BACKENDS:
        raise UnknownName("backend", backend, BACKENDS)
    if (backend == "dask") != (scheduler is not None):
        raise UserError("--backend dask and --scheduler ADDRESS go together")
    if jobs is not None and backend == "dask":
        raise UserError("--jobs is for this machine; a Dask cluster has its own number of workers")
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise UserError(f"jobs: expected 1 to {MOST_JOBS}, got {jobs}")
    return jobs or len(os.sched_getaffinity(0))


def run_sweep(plan: Plan, cells: list[Cell], sampling: Sampling, out: Path, jobs: int, scheduler: str | None,
              quiet: bool = False) -> int | None:  # fmt: skip
    """Runs or continues a sweep and prints how it went; returns the exit code."""
    with open_store(out, plan, cells) as store:
        for told in store.set_aside:
            typer.echo(told, err=True)
        ending = play_on(store, cells, sampling, jobs, scheduler)
        lines = [f"{out}: nothing left to play ({sampling})"] if ending is None else []
        lines += summary_lines(store, sampling)
    if ending is not None:
        lines.append(f"{ending}: {out}" + ("; run the same command again to go on" if ending == "stopped" else ""))
    if not quiet:
        typer.echo("\n".join(lines))
    return 130 if ending == "stopped" else None


def play_on(store: Store, cells: list[Cell], sampling: Sampling, jobs: int, scheduler: str | None = None) -> str | None:
    """Plays what is left of a run behind a display of its progress; returns how that ended, None if nothing was left."""
    if not sampling.targets(store.tallies):
        return None
    speed = probe(cells)
    workers = (
        DaskWorkers(scheduler, cells[0], store.directory) if scheduler else local_workers(jobs, estimate(sampling, speed))
    )
    try:
        with make_progress(store, sampling) as progress:
            return Sweep(store, sampling, speed, progress).run(workers)
    finally:
        workers.close()


def announce_compiling(game: str) -> None:
    """Says why nothing will happen for a while, if the rules must be compiled first."""
    if engine.needs_compiling(game):
        typer.echo("compiling the rules (one-time step, a minute or two) …", err=True)


def probe(cells: list[Cell]) -> Speed:
    """Measures the speed of play, after compiling if need be."""
    announce_compiling(cells[0].game)
    speed = Speed(cells)
    speed.probe()
    return speed


# --- what is printed


def dry_lines(cells: list[Cell], sampling: Sampling, jobs: int) -> list[str]:
    """Returns what a sweep would do."""
    lines = [f"{number:>5}  {cell.label}" for number, cell in enumerate(cells[:LISTED_CELLS])]
    if len(cells) > LISTED_CELLS:
        lines.append(f"       … {len(cells) - LISTED_CELLS} more")
    seconds = estimate(sampling, probe(cells))
    lines.append(f"{len(cells)} cells, {sampling}")
    if isinstance(sampling, Budget):
        return [*lines, f"about {format_seconds(seconds)}"]
    most = sampling.most(len(cells))
    megabytes = len(schema(cells[0].game)) * (most * VALUE_BYTES + len(cells) * FILE_BYTES) / 1e6
    up_to = "up to " if isinstance(sampling, Precision) else ""
    time_text = f"{up_to}about {format_seconds(seconds / jobs)} with {jobs} jobs"
    return [*lines, f"{up_to}{most:,} games, {time_text}, {up_to}about {megabytes:,.1f} MB on disk"]


def summary_lines(store: Store, sampling: Sampling) -> list[str]:
    """Returns what a run holds after a session."""
    sums = totals(store.game, store.tallies)
    cells = f"{len(store.cells)} cell" + ("s" if len(store.cells) > 1 else "")
    counted = [f"{sums[measure.count]:,} {measure.count}" for measure in find_game(store.game).measures if measure.count]
    lines = [", ".join([f"{sums['games']:,} games in {cells}", *counted, f"dataset digest {sums['digest']}"])]
    if sums["errors"]:
        cell, tally = next((cell, tally) for cell, tally in store.tallies.items() if tally.failed)
        look = f"evenkeel replay {store.directory} --cell {cell} --game {tally.failed[0][0]}"
        lines.append(f"{sums['errors']:,} games went wrong and count in no rate; see one with: {look}")
    if isinstance(sampling, Precision):
        short = sum(not sampling.is_reached(tally) for tally in store.tallies.values())
        if short:
            lines.append(f"{short} of {len(store.cells)} cells have not reached the precision")
    return lines


def runs(
    path: Annotated[Path, typer.Argument(help="A run, or a directory with runs.")] = RUNS,
    check: Annotated[bool, typer.Option("--check", help="Read every row and verify what its file says of it.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List runs, or describe one of them."""
    if not path.is_dir():
        raise UserError(f"{path}: {'is no directory' if path.exists() else 'there is no such directory'}")
    if not (path / MANIFEST).exists():
        found = list_runs(path)
        typer.echo(json.dumps([asdict(line) for line in found], indent=1) if as_json else "\n".join(run_lines(found)))
        return
    run = open_run(path, check)
    cells = describe_cells(run)
    if as_json:
        typer.echo(json.dumps(run.manifest | {"cells": cells}, indent=1))
        return
    typer.echo("\n".join(describe_lines(run, cells)))
    if check:
        typer.echo("every row reads well, and all of them add up to what their files say")


def run_lines(found: list[RunLine]) -> list[str]:
    """Returns a list of runs as a table."""
    if not found:
        return ["no runs here"]
    header = ("run", "state", "cells", "games", "errors", "seed", "policy", "MB", "about")
    rows = [tuple(map(str, asdict(line).values())) for line in found]
    return table_lines(list(header), rows)


def describe_lines(run: StoredRun, cells: list[dict[str, Any]]) -> list[str]:
    """Returns what a run holds, cell by cell."""
    manifest, line = run.manifest, describe_run(run)
    lines = [f"{line.path}: {line.state}, {line.games:,} games in {line.cells} cells, {line.megabytes} MB"]
    if line.about:
        lines.append(line.about)
    lines.append(f"seed {line.seeds}; rules: " + ", ".join(f"{key} {value}" for key, value in manifest["rules"].items()))
    for session in manifest["sessions"]:
        lines.append(session_line(session))
    labels = [cell.label for cell in run.cells]
    measure = find_game(game_of(manifest)).measures[0]
    rows = [
        (str(number), labels[number], f"{cell['games']:,}", _mean(measure, cell), str(cell["errors"]))
        for number, cell in enumerate(cells)
    ]
    return [*lines, "", *table_lines(["cell", "configuration", "games", f"{measure.words} (95 %)", "errors"], rows)]


def session_line(session: dict[str, Any]) -> str:
    """Returns one session of work in a line."""
    who = f"{session['jobs']} jobs ({session.get('backend', '?')})" if "jobs" in session else "merged"
    done = f", {session['games']:,} games in {format_seconds(session.get('seconds', 0))}" if "games" in session else ""
    return f"{session.get('started', '?')}  {session.get('ending', 'interrupted')}: {who}{done}"


def _mean(measure: Measure, cell: dict[str, Any]) -> str:
    """Returns the mean of a cell with its interval; of every seat, if each has its own."""
    seats = [key.removeprefix("rate") for key in cell if key.startswith("rate")]
    if any(cell[f"rate{seat}"] is None for seat in seats):
        return "–"
    shown = [[written(measure, cell[f"{key}{seat}"]) for key in ("rate", "low", "high")] for seat in seats]
    return "; ".join(f"{mean} ({low} to {high})" for mean, low, high in shown)


def merge(
    out: Annotated[Path, typer.Argument(help="Directory of the new run.")],
    sources: Annotated[list[Path], typer.Argument(help="Two or more runs.")],
) -> None:
    """Merge runs played by the same rules into a new one; games that several hold are taken once."""
    from experiments.core.merging import merge_runs

    merged = merge_runs(out, sources)
    sums = totals(merged.game, merged.tallies)
    typer.echo(f"{out}: {sums['games']:,} games, dataset digest {sums['digest']}")


def query(
    run: Annotated[Path, typer.Argument(help="A run.")],
    sql: Annotated[str, typer.Argument(help="SQL over the table games.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON list of objects.")] = False,
) -> None:
    """Ask a run anything in SQL (DuckDB), e.g. "select policy, count(*) from games group by all"."""
    columns, rows = run_query(run, sql)
    if as_json:
        typer.echo(json.dumps([dict(zip(columns, row)) for row in rows], default=str, indent=1))
        return
    for line in table_lines(columns, [tuple(map(_shown, row)) for row in rows[:LISTED_ROWS]]):
        typer.echo(line)
    if len(rows) > LISTED_ROWS:
        typer.echo(f"… {len(rows) - LISTED_ROWS:,} more rows; --json prints all of them")


def _shown(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def table_lines(columns: list[str], rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Returns rows as aligned text; numbers stand to the right."""
    widths = [max(map(len, cells)) for cells in zip(columns, *rows)]
    numeric = [bool(rows) and all(_is_number(row[n]) for row in rows) for n in range(len(columns))]
    header, *lines = (
        "  ".join(cell.rjust(w) if right else cell.ljust(w) for cell, w, right in zip(row, widths, numeric)).rstrip()
        for row in (tuple(columns), *rows)
    )
    return [paint(header, "strong"), *lines]


def _is_number(text: str) -> bool:
    return text.replace(",", "").lstrip("-").replace(".", "", 1).isdigit()
