"""Who plays chunks: this process, worker processes (loky) or a Dask cluster, all through joblib with the same results."""

from __future__ import annotations

import os
import platform
import secrets
import signal
import threading
import time
import warnings
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import joblib

from experiments.core import engine
from experiments.core.cells import Cell
from experiments.core.chunks import chunk_path
from experiments.core.store import TOKEN, write_whole
from experiments.core.tables import Chunk, Summary, encode, list_failed, make_table, summarize
from simulator.core.errors import UserError

CONNECT_SECONDS = 10
QUEUE = "1.5*n_jobs"  # enough to keep workers busy, little to wait for after Ctrl-C
Task = list[tuple[Chunk, Cell]]
Rules = tuple[tuple[str, str], ...]


class WorkersLost(Exception):
    """Worker processes died; what they had not handed over must be played again."""


@dataclass
class Played:
    """A chunk that was played: what it adds up to, its file (None = it lies in the run already), and how long it took."""

    summary: Summary
    data: bytes | None
    seconds: float


@cache
def own_rules(game: str) -> Rules:
    """Returns what a game is played by in this process."""
    return tuple(sorted(engine.fingerprint(game).items()))


@dataclass(frozen=True)
class Errand:
    """What workers of a cluster must know of a session: whose rules they play by, and where the run lies, if they see it."""

    rules: Rules
    directory: Path
    token: str  # stands in a file of the run as long as the session lasts

    def check_rules(self, game: str) -> None:
        """Complains unless this process plays by the same rules: workers may join at any time."""
        ours = own_rules(game)
        if ours != self.rules:
            theirs = f"{dict(ours)}, here {dict(self.rules)}"
            raise UserError(f"a worker on {platform.node()} has other rules or another version ({theirs})")

    def is_seen(self) -> bool:
        """Tells whether the run is seen from here, and the session still lasts."""
        try:
            return (self.directory / TOKEN).read_text("utf-8") == self.token
        except OSError:
            return False


def play_task(task: Task) -> list[Played]:
    """Plays the chunks of a task; runs in a worker."""
    return [play_chunk(chunk, cell) for chunk, cell in task]


def play_errand(task: Task, errand: Errand) -> list[Played]:
    """Plays the chunks of a task in a worker of a cluster; files go into the run where that can be seen, else back."""
    played = []
    for chunk, cell in task:
        errand.check_rules(cell.game)
        one = play_chunk(chunk, cell)
        if one.data is not None and errand.is_seen():
            write_whole(errand.directory / chunk_path(one.summary), one.data, errand.directory)
            one.data = None
        played.append(one)
    return played


def play_chunk(chunk: Chunk, cell: Cell) -> Played:
    """Plays a chunk and packs it, so that the parent only has to write it."""
    begin = time.perf_counter()
    results = engine.play(cell, chunk.first, chunk.count)
    seconds = time.perf_counter() - begin
    table = make_table(chunk, cell, results)
    summary = summarize(chunk, cell.game, table, list_failed(chunk, results))
    return Played(summary, encode(table, summary), seconds)


def leave_with_parent() -> None:
    """Makes a worker process end soon after its parent, even when that one is killed and cannot say so."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class LocalWorkers:
    """Worker processes on this machine; one job means this process itself."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.backend = "loky"
        # After a kill, loky's helper tidies up and would warn about it at length.
        os.environ.setdefault("PYTHONWARNINGS", "ignore:resource_tracker:UserWarning")

    def play(self, tasks: Iterable[Task]) -> Iterator[list[Played]]:
        """Plays tasks and yields what comes back, in any order."""
        from joblib.externals.loky.process_executor import TerminatedWorkerError

        parallel = joblib.Parallel(
            self.jobs, "loky", return_as="generator_unordered", batch_size=1, pre_dispatch=QUEUE,
            initializer=leave_with_parent if self.jobs > 1 else None,
        )  # fmt: skip
        with _deaf_to_interrupts():
            results = parallel(joblib.delayed(play_task)(task) for task in tasks)
        try:
            for played in results:  # noqa: UP028  (`yield from` would close the results before `_drop` can)
                yield played
        except TerminatedWorkerError:
            raise WorkersLost("a worker process was killed") from None
        finally:
            _drop(results)

    def close(self) -> None:
        """Ends the worker processes."""
        if self.jobs > 1:
            joblib.externals.loky.get_reusable_executor(reuse=True).shutdown(wait=True, kill_workers=True)


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Ignores Ctrl-C for the moment in which workers start: they inherit it, and only the parent ends the sweep in order."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _drop(results: Generator) -> None:
    """Gives up what has not come back; joblib would warn about it, but whoever stops early knows."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        results.close()


class DaskWorkers:
    """The workers of a Dask cluster: those that see the directory of the run write there, the others send files back."""

    def __init__(self, scheduler: str, probe: Cell, directory: Path) -> None:
        from distributed import Client

        self.errand = Errand(own_rules(probe.game), directory.resolve(), "")

        try:
            self.client = Client(scheduler, timeout=CONNECT_SECONDS, set_as_default=False)
            self.client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except (OSError, ValueError) as error:
            raise UserError(f"scheduler {scheduler}: no cluster with workers there ({error})") from None
        self.backend = "dask"
        self.jobs = sum(self.client.ncores().values())
        self._prepare(probe)

    def _prepare(self, probe: Cell) -> None:
        """Checks that all workers play by our rules and compiles the kernel once per machine, then loads it everywhere."""
        self.client.run(self.errand.check_rules, probe.game)
        workers = self.client.scheduler_info(n_workers=-1)["workers"]
        one_per_host = {entry["host"]: worker for worker, entry in workers.items()}
        self.client.run(engine.play, probe, 0, 1, workers=list(one_per_host.values()))
        self.client.run(engine.play, probe, 0, 1)

    def play(self, tasks: Iterable[Task]) -> Iterator[list[Played]]:
        """Plays tasks and yields what comes back, in any order."""
        from distributed.scheduler import KilledWorker

        # What was given up may still be played somewhere: with another token it comes too late to be written.
        self.errand = replace(self.errand, token=secrets.token_hex(16))
        write_whole(self.errand.directory / TOKEN, self.errand.token.encode(), self.errand.directory)
        with joblib.parallel_config("dask", client=self.client):
            parallel = joblib.Parallel(-1, return_as="generator_unordered", batch_size=1, pre_dispatch=QUEUE)
            results = parallel(joblib.delayed(play_errand)(task, self.errand) for task in tasks)
            try:
                for played in results:  # noqa: UP028  (as above)
                    yield played
            except KilledWorker:
                raise WorkersLost("workers of the cluster died") from None
            finally:
                _drop(results)

    def close(self) -> None:
        """Leaves the cluster; it goes on running, but what it still plays comes too late to be written."""
        (self.errand.directory / TOKEN).unlink(missing_ok=True)
        self.client.close()


Workers = LocalWorkers | DaskWorkers
