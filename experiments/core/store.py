"""The directory of a run that is being written: its manifest, its lock, one Parquet file per chunk of games.

    RUN/_manifest.json                       plan, cells, seed, rules, machine, sessions
    RUN/cell-00012/games-000000000.parquet   a chunk of games of cell 12, from game 0 on
    RUN/_index.json                          what the files add up to, to begin quickly; may be deleted
    RUN/_lock, RUN/_tmp-…, RUN/_session, RUN/_damaged/   never read as data: names with _ are skipped by every Parquet reader

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
from pathlib import Path
from typing import Any

from experiments.core.cells import Cell
from experiments.core.chunks import INDEX, Stored, chunk_path, data_files, index_text, survey, tallies_of
from experiments.core.manifest import Manifest, check_same, game_of, new_manifest, read_cells, read_manifest
from experiments.core.planning import Plan
from experiments.core.sampling import Tally
from experiments.core.tables import Summary
from experiments.core.which_game import MANIFEST
from simulator.core.errors import UserError
from simulator.core.game import find_game

LOCK = "_lock"
TEMPORARY = "_tmp-"
TOKEN = "_session"  # there as long as a sweep has workers of a cluster write: by it they know the run from others
DAMAGED = "_damaged"


class Store:
    """A run that is being written: keeps the tally of every cell and adds chunks."""

    def __init__(self, directory: Path, manifest: Manifest) -> None:
        self.directory = directory
        self.manifest = manifest
        self.game = game_of(manifest)
        self.cells = read_cells(manifest)
        self.tallies = {cell: Tally() for cell in range(len(self.cells))}
        self.files: list[Stored] = []
        self.set_aside: list[str] = []  # what was wrong with files that are not counted

    def load(self) -> None:
        """Reads what is stored; files that cannot be counted are set aside, so that their games are played again."""
        with writing(self.directory):
            for leftover in (self.directory / TOKEN, *self.directory.glob(TEMPORARY + "*")):
                leftover.unlink(missing_ok=True)
        self.read_again()

    def read_again(self) -> None:
        """Looks again which files there are: workers that were lost may have written some and not said so."""
        self.files, rejected = survey(self.directory, self.manifest, "new")
        for file in rejected:
            target = self._set_aside(file.path)
            fate = "set aside" if file.again else "set aside; its games are played again"
            self.set_aside.append(f"{file.path}: {file.reason}; it is now {target} and {fate}")
        self.tallies = tallies_of(self.files, self.manifest)

    def _set_aside(self, path: Path) -> Path:
        """Moves a file out of the data, or the link to it, under a name that is free."""
        target = self.directory / DAMAGED / f"{path.parent.name}-{path.name}"
        while target.exists() or target.is_symlink():
            target = target.with_name(f"again-{target.name}")
        with writing(target):
            target.parent.mkdir(exist_ok=True)
            path.rename(target)
        return target

    def add(self, summary: Summary, data: bytes) -> None:
        """Stores a chunk; it counts from the moment its file has its name."""
        path = self.directory / chunk_path(summary)
        if path.exists():
            raise UserError(f"{path}: is there already")
        write_whole(path, data, self.directory)
        self.note(summary)

    def note(self, summary: Summary) -> None:
        """Counts a chunk whose file is there."""
        path = self.directory / chunk_path(summary)
        status = path.stat()
        self.files.append(Stored(path, summary, (status.st_size, status.st_mtime_ns)))
        self.tallies[summary.cell].add(summary)

    def save_manifest(self) -> None:
        """Writes the manifest with the present totals, and the index."""
        self.manifest["totals"] = totals(self.game, self.tallies)
        write_whole(self.directory / MANIFEST, json.dumps(self.manifest, indent=1).encode(), self.directory)
        write_whole(self.directory / INDEX, index_text(self.files, self.directory).encode(), self.directory)


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
    temporary = scratch / f"{TEMPORARY}{platform.node()}-{os.getpid()}-{path.parent.name}-{path.name}"
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
