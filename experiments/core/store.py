"""The directory of a run: a manifest, and one Parquet file per chunk of games.

    RUN/_manifest.json                       plan, cells, seed, rules, machine, sessions
    RUN/cell-00012/games-000000000.parquet   a chunk of games of cell 12, from game 0 on
    RUN/_lock, RUN/_tmp-…, RUN/_damaged/     never read as data: names with _ are skipped by every Parquet reader

The files are the truth: each says in its footer which games it holds. A file appears whole or not at all.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from experiments.core.cells import Cell
from experiments.core.engine import fingerprint
from experiments.core.planning import Plan
from experiments.core.sampling import Tally
from experiments.core.study import find_study
from experiments.core.tables import Chunk, Summary, read_rows, read_summary
from simulator.core import registry
from simulator.core.errors import UserError
from simulator.core.game import find_game

FORMAT = 1
MANIFEST = "_manifest.json"
LOCK = "_lock"
TEMPORARY = "_tmp-"
DAMAGED = "_damaged"
LIBRARIES = ("numpy", "numba", "pyarrow", "joblib")
Manifest = dict[str, Any]


class Store:
    """A run that is being written: keeps the tally of every cell and adds chunks."""

    def __init__(self, directory: Path, manifest: Manifest) -> None:
        self.directory = directory
        self.manifest = manifest
        self.game = game_of(manifest)
        self.cells = read_cells(manifest)
        self.tallies = {cell: Tally() for cell in range(len(self.cells))}
        self.set_aside: list[Path] = []

    def load(self) -> None:
        """Reads what is stored; damaged files are set aside, so that their games are played again."""
        with writing(self.directory):
            for leftover in self.directory.glob(TEMPORARY + "*"):
                leftover.unlink()
        for path in data_files(self.directory):
            try:
                summary = read_summary(path, self.game)
                read_rows(path)
            except UserError:
                self._set_aside(path)
                continue
            self.tallies[summary.cell].add(summary)

    def _set_aside(self, path: Path) -> None:
        target = self.directory / DAMAGED / f"{path.parent.name}-{path.name}"
        with writing(target):
            target.parent.mkdir(exist_ok=True)
            path.rename(target)
        self.set_aside.append(target)

    def add(self, summary: Summary, data: bytes) -> None:
        """Stores a chunk; it counts from the moment its file has its name."""
        path = self.directory / chunk_path(summary)
        if path.exists():
            raise UserError(f"{path}: is there already")
        write_whole(path, data, self.directory)
        self.tallies[summary.cell].add(summary)

    def save_manifest(self) -> None:
        """Writes the manifest with the present totals."""
        self.manifest["totals"] = totals(self.game, self.tallies)
        write_whole(self.directory / MANIFEST, json.dumps(self.manifest, indent=1).encode(), self.directory)


@contextmanager
def open_store(directory: Path, plan: Plan, cells: list[Cell]) -> Iterator[Store]:
    """Opens a run for writing, or makes it; refuses to mix plans or rules, and a second sweep at the same time."""
    with locked(directory):
        if (directory / MANIFEST).exists():
            manifest = read_manifest(directory)
            check_same(directory, manifest, plan.game, cells)
        elif data_files(directory):
            raise UserError(f"{directory}: has games but no {MANIFEST}; choose another --out")
        else:
            manifest = new_manifest(plan.game, plan.name, plan.as_dict(), cells)
        store = Store(directory, manifest)
        store.load()
        store.save_manifest()
        yield store


@contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Holds the lock of a run; the system releases it even when the process is killed."""
    with writing(directory):
        directory.mkdir(parents=True, exist_ok=True)
        lock = open(directory / LOCK, "a+", encoding="utf-8")  # noqa: SIM115  (closed below, and by the system)
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            raise UserError(f"{directory}: another sweep is writing here ({lock.read().strip() or 'unknown'})") from None
        with writing(directory):
            lock.truncate(0)
            lock.write(f"process {os.getpid()} on {platform.node()}\n")
            lock.flush()
        yield


def is_locked(directory: Path) -> bool:
    """Tells whether a sweep is writing a run."""
    try:
        with open(directory / LOCK, encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def write_whole(path: Path, data: bytes, scratch: Path) -> None:
    """Writes a file so that it is there whole or not at all, even after a power cut."""
    temporary = scratch / f"{TEMPORARY}{os.getpid()}-{path.name}"
    try:
        with writing(path):
            path.parent.mkdir(exist_ok=True)
            with open(temporary, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.rename(path)
            _sync_directory(path.parent)
    except UserError:
        temporary.unlink(missing_ok=True)
        raise


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Says in one line what could not be written, such as on a full disk."""
    try:
        yield
    except OSError as error:
        hint = "what is stored is kept, run the same command again to go on"
        raise UserError(f"{path}: cannot be written ({error.strerror}); {hint}") from None


def _sync_directory(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# --- manifests


def new_manifest(game: str, name: str, plan: dict[str, Any], cells: list[Cell]) -> Manifest:
    """Returns the manifest of a run about to begin."""
    return {
        "format": FORMAT,
        "game": game,
        "name": name,
        "created": now(),
        "rules": fingerprint(game, (cell.policy for cell in cells)),
        "plan": plan,
        "cells": [cell.as_dict() for cell in cells],
        "sessions": [],
    }


def describe_machine() -> dict[str, Any]:
    """Returns where a session ran."""
    return {
        "host": platform.node(),
        "system": platform.platform(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "libraries": {name: version(name) for name in LIBRARIES},
    }


def now() -> str:
    """Returns the present time as text."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def read_manifest(directory: Path) -> Manifest:
    """Reads the manifest of a run; one that this version does not understand is an error."""
    path = directory / MANIFEST
    try:
        manifest = json.loads(path.read_text("utf-8"))
        found = manifest["format"]
    except FileNotFoundError:
        raise UserError(f"{directory}: not a run (there is no {MANIFEST})") from None
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise UserError(f"{path}: damaged ({type(error).__name__}: {error})") from None
    if found != FORMAT:
        raise UserError(f"{directory}: written in format {found}, this version of evenkeel reads format {FORMAT}")
    if missing := {"name", "rules", "plan", "cells", "sessions"} - set(manifest):
        raise UserError(f"{path}: damaged (no {', '.join(sorted(missing))})")
    return manifest


def game_of(manifest: Manifest) -> str:
    """Returns the game of a run; the first runs did not say it."""
    return registry.check_game(manifest.get("game", registry.default_game()))


def read_cells(manifest: Manifest) -> list[Cell]:
    """Returns the cells of a run, by number."""
    kind = find_study(game_of(manifest)).Cell
    try:
        return [kind(**cell) for cell in manifest["cells"]]
    except TypeError as error:
        raise UserError(f"{MANIFEST}: damaged ({error})") from None


def check_rules(directory: Path, manifest: Manifest) -> None:
    """Complains when a run was played by other rules than those here."""
    here = fingerprint(game_of(manifest), (cell.policy for cell in read_cells(manifest)))
    for key, value in here.items():
        found = manifest["rules"].get(key)
        if found != value:
            raise UserError(f"{directory}: played by other rules ({key} {found}, here {value}); they cannot be mixed")


def check_same(directory: Path, manifest: Manifest, game: str, cells: list[Cell]) -> None:
    """Complains when games of another kind, by other rules or of another plan would be mixed with those of a run."""
    if game_of(manifest) != game:
        raise UserError(f"{directory}: holds games of {game_of(manifest)}, not of {game}; choose another --out")
    check_rules(directory, manifest)
    there = read_cells(manifest)
    if there == cells:
        return
    difference = next((f"cell {n}: {a.label}, here {b.label}" for n, (a, b) in enumerate(zip(there, cells)) if a != b), "")
    if [cell.seed for cell in there[:1]] != [cell.seed for cell in cells[:1]]:
        difference = f"seed {there[0].seed}, here {cells[0].seed}"
    elif len(there) != len(cells):
        difference = f"{len(there)} cells, here {len(cells)}"
    raise UserError(f"{directory}: holds another plan ({difference}); choose another --out, and merge later if you like")


# --- files


def chunk_path(chunk: Chunk | Summary) -> Path:
    """Returns where a chunk is stored, within its run."""
    return Path(f"cell-{chunk.cell:05}") / f"games-{chunk.first:09}.parquet"


def data_files(directory: Path, cell: int | None = None) -> list[Path]:
    """Returns the files of a run, or of one of its cells, by cell and game."""
    cells = "cell-*" if cell is None else f"cell-{cell:05}"
    return sorted(directory.glob(f"{cells}/games-*.parquet"))


def read_tallies(directory: Path, manifest: Manifest, check: bool = False) -> dict[int, Tally]:
    """Adds up a run; a damaged file is an error. `check` also reads every row."""
    game = game_of(manifest)
    tallies = {cell: Tally() for cell in range(len(manifest["cells"]))}
    for path in data_files(directory):
        try:
            summary = read_summary(path, game)
            if check:
                read_rows(path)
        except UserError as error:
            raise UserError(f"{error}; run the sweep again to replace it") from None
        tallies[summary.cell].add(summary)
    return tallies


def totals(game: str, tallies: dict[int, Tally]) -> dict[str, Any]:
    """Returns what a run adds up to; equal digests mean equal rows, however they were played."""
    lines = [f"{cell} {tally.counted} {tally.digest}" for cell, tally in sorted(tallies.items())]
    return {
        "games": sum(tally.counted for tally in tallies.values()),
        **{
            measure.count: int(sum(tally.sums.get(measure.name, (0, 0))[0] for tally in tallies.values()))
            for measure in find_game(game).measures
            if measure.count
        },
        "errors": sum(tally.errors for tally in tallies.values()),
        "digest": hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16],
    }
