"""Commands about many games: `sweep`, `runs`, `merge` and `query`. They parse and print; the work is done elsewhere."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from experiments.core import engine
from experiments.core.planning import Plan, read_axes, read_plan, shipped_plans
from experiments.core.progress import format_seconds, make_progress
from experiments.core.query import RunLine, describe_cells, describe_run, list_runs, run_query
from experiments.core.runner import Speed, Sweep, estimate, local_workers
from experiments.core.sampling import Budget, Precision, Sampling
from experiments.core.store import MANIFEST, Store, open_store, read_cells, read_manifest, totals
from experiments.core.workers import DaskWorkers
from experiments.spirit_island.cells import Cell
from simulator.core.errors import UnknownName, UserError

RUNS = Path("runs")
BACKENDS = ("loky", "dask")
LISTED_CELLS = 20
LISTED_ROWS = 1000
FILE_BYTES, GAME_BYTES = 14_000, 13  # a file of Parquet: its footer, and each game


def _words(text: str) -> Any:
    return Annotated[str | None, typer.Option(help=text)]


def sweep(
    plan: Annotated[str | None, typer.Argument(help="A plan: a TOML file, or quick, difficulty, pairings, …")] = None,
    spirits: _words("Spirits, a,b,c or all; teams of each number of players are made of them.") = None,
    players: _words("Numbers of spirits, such as 1 or 1,2 (2: all pairs, 3: all triples).") = None,
    teams: _words("Fixed teams instead, a+b,c+d.") = None,
    boards: _words("Boards in layout order, A or A+B; or random.") = None,
    expansion: _words("base, branch_and_claw or both with a comma.") = None,
    adversaries: _words("none, england:3, all:0-6 …; without levels all of them.") = None,
    scenarios: _words("none, blitz, all …") = None,
    thematic: Annotated[bool | None, typer.Option("--thematic/--balanced", help="Thematic or balanced boards.")] = None,
    policy: _words("Who decides: uniform, greedy, planner:200 …") = None,
    flags: _words("Rule flags, bonus_growth=true,no_blight_card=true.") = None,
    difficulty: _words("Only cells of this official difficulty, such as 2-6.") = None,
    sample: _words("Only some values of an axis, drawn by the seed: teams=20,adversaries=4.") = None,
    games: Annotated[int | None, typer.Option(help="Games per cell; more than before extends a run.")] = None,
    precision: Annotated[float | None, typer.Option(help="Play until the 95 % interval is ± this.")] = None,
    budget: _words("Play for this time, where intervals are widest: 90s, 10m, 1h30m.") = None,
    min_games: Annotated[int | None, typer.Option(help="With precision or budget: at least so many.")] = None,
    max_games: Annotated[int | None, typer.Option(help="With precision or budget: at most so many.")] = None,
    seed: Annotated[int | None, typer.Option(help="Master seed: decides every card and choice.")] = None,
    jobs: Annotated[int | None, typer.Option(help="Worker processes; all cores by default.")] = None,
    backend: Annotated[str, typer.Option(help="loky (this machine) or dask (a cluster).")] = "loky",
    scheduler: _words("Address of the Dask scheduler, such as tcp://host:8786.") = None,
    out: Annotated[Path | None, typer.Option(help="Directory of the run; runs/<plan> by default.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show cells, games, time and disk; play nothing.")] = False,
) -> int | None:
    """Play many games of many configurations and store them; the same command again goes on where it stopped."""
    axes = {
        "spirits": _split(spirits), "players": _numbers("players", players), "teams": _split(teams),
        "boards": _split(boards), "expansion": _split(expansion), "adversaries": _split(adversaries),
        "scenarios": _split(scenarios), "thematic": None if thematic is None else [thematic],
        "policies": _split(policy), "flags": None if flags is None else [flags],
    }  # fmt: skip
    chosen = make_plan(plan, {name: value for name, value in axes.items() if value is not None}, _sample(sample))
    chosen = chosen.with_sampling(games=games, precision=precision, budget=budget, min_games=min_games, max_games=max_games)
    chosen = replace(chosen, seed=chosen.seed if seed is None else seed, difficulty=difficulty or chosen.difficulty)
    jobs = _check_workers(jobs, backend, scheduler)
    sampling, cells = chosen.sampling(), chosen.cells()
    if dry_run:
        typer.echo("\n".join(dry_lines(cells, sampling, jobs)))
        return None
    return run_sweep(chosen, cells, sampling, out or RUNS / chosen.name, jobs, scheduler)


def make_plan(name: str | None, axes: dict[str, list], sample: dict[str, int]) -> Plan:
    """Returns a plan from its file, if one is named, with axes from the command line in place of its own."""
    plan = Plan() if name is None else read_plan(name)
    if name is None and not axes:
        raise UserError(f"name a plan ({', '.join(shipped_plans())} or a TOML file) or what to compare (--spirits all …)")
    if "teams" in axes:  # fixed teams from the command line replace the plan's way of making teams
        plan = replace(plan, axes=replace(plan.axes, spirits=("all",), players=()))
    elif "spirits" in axes or "players" in axes:
        plan = replace(plan, axes=replace(plan.axes, teams=()))
    return replace(plan, axes=read_axes(axes, sample, plan.axes))


def _check_workers(jobs: int | None, backend: str, scheduler: str | None) -> int:
    if backend not in BACKENDS:
        raise UnknownName("backend", backend, BACKENDS)
    if (backend == "dask") != (scheduler is not None):
        raise UserError("--backend dask and --scheduler ADDRESS go together")
    if jobs is not None and backend == "dask":
        raise UserError("--jobs is for this machine; a Dask cluster has its own number of workers")
    if jobs is not None and jobs < 1:
        raise UserError(f"jobs: expected at least 1, got {jobs}")
    return jobs or len(os.sched_getaffinity(0))


def run_sweep(plan: Plan, cells: list[Cell], sampling: Sampling, out: Path, jobs: int, scheduler: str | None) -> int | None:
    """Runs or continues a sweep and prints how it went; returns the exit code."""
    with open_store(out, plan.name, asdict(plan), cells) as store:
        for path in store.set_aside:
            typer.echo(f"{path}: was damaged and is set aside; its games are played again", err=True)
        if not sampling.targets(store.tallies):
            typer.echo(f"{out}: nothing left to play ({sampling})")
            typer.echo("\n".join(summary_lines(store, sampling)))
            return None
        speed = probe(cells)
        workers = DaskWorkers(scheduler, cells[0]) if scheduler else local_workers(jobs, estimate(sampling, speed))
        try:
            with make_progress(store, sampling) as progress:
                ending = Sweep(store, sampling, speed, progress).run(workers)
        finally:
            workers.close()
        typer.echo("\n".join(summary_lines(store, sampling)))
    typer.echo(f"{ending}: {out}" + ("; run the same command again to go on" if ending == "stopped" else ""))
    return 130 if ending == "stopped" else None


def announce_compiling() -> None:
    """Says why nothing will happen for a while, if the rules must be compiled first."""
    if engine.needs_compiling():
        typer.echo("compiling the rules (one-time step, a minute or two) …", err=True)


def probe(cells: list[Cell]) -> Speed:
    """Measures the speed of play, after compiling if need be."""
    announce_compiling()
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
    megabytes = (most * GAME_BYTES + len(cells) * FILE_BYTES) / 1e6
    up_to = "up to " if isinstance(sampling, Precision) else ""
    time_text = f"{up_to}about {format_seconds(seconds / jobs)} with {jobs} jobs"
    return [*lines, f"{up_to}{most:,} games, {time_text}, {up_to}about {megabytes:,.1f} MB on disk"]


def summary_lines(store: Store, sampling: Sampling) -> list[str]:
    """Returns what a run holds after a session."""
    sums = totals(store.tallies)
    cells = f"{len(store.cells)} cell" + ("s" if len(store.cells) > 1 else "")
    lines = [f"{sums['games']:,} games in {cells}, {sums['wins']:,} won, dataset digest {sums['digest']}"]
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
    check: Annotated[bool, typer.Option("--check", help="Read every row and verify its checksum.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List runs, or describe one of them."""
    if not path.is_dir():
        raise UserError(f"{path}: there is no such directory")
    if not (path / MANIFEST).exists():
        found = list_runs(path)
        typer.echo(json.dumps([asdict(line) for line in found], indent=1) if as_json else "\n".join(run_lines(found)))
        return
    cells = describe_cells(path, check)
    if as_json:
        typer.echo(json.dumps(read_manifest(path) | {"cells": cells}, indent=1))
        return
    typer.echo("\n".join(describe_lines(path, cells)))
    if check:
        typer.echo("every row reads well")


def run_lines(found: list[RunLine]) -> list[str]:
    """Returns a list of runs as a table."""
    if not found:
        return ["no runs here"]
    header = ("run", "state", "cells", "games", "errors", "seed", "policy", "MB", "about")
    rows = [tuple(map(str, asdict(line).values())) for line in found]
    return table_lines(list(header), rows)


def describe_lines(path: Path, cells: list[dict[str, Any]]) -> list[str]:
    """Returns what a run holds, cell by cell."""
    manifest, line = read_manifest(path), describe_run(path)
    lines = [f"{line.path}: {line.state}, {line.games:,} games in {line.cells} cells, {line.megabytes} MB"]
    if line.about:
        lines.append(line.about)
    lines.append(f"seed {line.seeds}; rules: " + ", ".join(f"{key} {value}" for key, value in manifest["rules"].items()))
    for session in manifest["sessions"]:
        lines.append(session_line(session))
    labels = [cell.label for cell in read_cells(manifest)]
    rows = [
        (str(number), labels[number], f"{cell['games']:,}", _rate(cell), str(cell["errors"]))
        for number, cell in enumerate(cells)
    ]
    return [*lines, "", *table_lines(["cell", "configuration", "games", "win rate (95 %)", "errors"], rows)]


def session_line(session: dict[str, Any]) -> str:
    """Returns one session of work in a line."""
    who = f"{session['jobs']} jobs ({session['backend']})" if "jobs" in session else "merged"
    done = f", {session['games']:,} games in {format_seconds(session['seconds'])}" if "games" in session else ""
    return f"{session['started']}  {session.get('ending', 'interrupted')}: {who}{done}"


def _rate(cell: dict[str, Any]) -> str:
    return "–" if cell["rate"] is None else f"{cell['rate']:.1%} ({cell['low']:.1%} to {cell['high']:.1%})"


def merge(
    out: Annotated[Path, typer.Argument(help="Directory of the new run.")],
    sources: Annotated[list[Path], typer.Argument(help="Two or more runs.")],
) -> None:
    """Merge runs played by the same rules into a new one; games that several hold are taken once."""
    from experiments.core.merging import merge_runs

    sums = totals(merge_runs(out, sources).tallies)
    typer.echo(f"{out}: {sums['games']:,} games, dataset digest {sums['digest']}")


def query(
    run: Annotated[Path, typer.Argument(help="A run.")],
    sql: Annotated[str, typer.Argument(help="SQL over the table games.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON list of objects.")] = False,
) -> None:
    """Ask a run anything in SQL (DuckDB), e.g. "select spirits, avg(win) from games group by all"."""
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


def table_lines(columns: list[str], rows: list[tuple[str, ...]]) -> list[str]:
    """Returns rows as aligned text; numbers stand to the right."""
    widths = [max(map(len, cells)) for cells in zip(columns, *rows)]
    numeric = [bool(rows) and all(_is_number(row[n]) for row in rows) for n in range(len(columns))]
    return [
        "  ".join(cell.rjust(w) if right else cell.ljust(w) for cell, w, right in zip(row, widths, numeric)).rstrip()
        for row in (tuple(columns), *rows)
    ]


def _is_number(text: str) -> bool:
    return text.replace(",", "").lstrip("-").replace(".", "", 1).isdigit()


# --- reading options


def _split(text: str | None) -> list[str] | None:
    return None if text is None else [part.strip() for part in text.split(",") if part.strip()]


def _numbers(name: str, text: str | None) -> list[int] | None:
    parts = _split(text)
    if parts is None:
        return None
    for part in parts:
        if not part.lstrip("-").isdigit():
            raise UserError(f"{name}: expected numbers with commas, got {text!r}")
    return [int(part) for part in parts]


def _sample(text: str | None) -> dict[str, int]:
    chosen = {}
    for part in _split(text) or ():
        name, _, count = part.partition("=")
        if not count.isdigit():
            raise UserError(f"sample: expected axis=number, got {part!r}")
        chosen[name] = int(count)
    return chosen
