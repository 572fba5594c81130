"""Who plays chunks: this process, worker processes (loky) or a Dask cluster, all through joblib with the same results."""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import joblib

from experiments.core import engine
from experiments.core.cells import Cell
from experiments.core.tables import Chunk, Summary, encode, list_failed, make_table, summarize
from simulator.core.errors import UserError

CONNECT_SECONDS = 10
QUEUE = "1.5*n_jobs"  # enough to keep workers busy, little to wait for after Ctrl-C
Task = list[tuple[Chunk, Cell]]


class WorkersLost(Exception):
    """Worker processes died; what they had not handed over must be played again."""


@dataclass
class Played:
    """A chunk that was played: what it adds up to, its file, and how long the games took."""

    summary: Summary
    data: bytes
    seconds: float


def play_task(task: Task) -> list[Played]:
    """Plays the chunks of a task; runs in a worker."""
    return [play_chunk(chunk, cell) for chunk, cell in task]


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
    """The workers of a Dask cluster; they send files back, so no shared disk is needed."""

    def __init__(self, scheduler: str, probe: Cell) -> None:
        from distributed import Client

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
        ours = engine.fingerprint(probe.game)
        for worker, theirs in self.client.run(engine.fingerprint, probe.game).items():
            if theirs != ours:
                raise UserError(f"worker {worker} has other rules or another version ({theirs}, here {ours})")
        workers = self.client.scheduler_info(n_workers=-1)["workers"]
        one_per_host = {entry["host"]: worker for worker, entry in workers.items()}
        self.client.run(engine.play, probe, 0, 1, workers=list(one_per_host.values()))
        self.client.run(engine.play, probe, 0, 1)

    def play(self, tasks: Iterable[Task]) -> Iterator[list[Played]]:
        """Plays tasks and yields what comes back, in any order."""
        from distributed.scheduler import KilledWorker

        with joblib.parallel_config("dask", client=self.client):
            parallel = joblib.Parallel(-1, return_as="generator_unordered", batch_size=1, pre_dispatch=QUEUE)
            results = parallel(joblib.delayed(play_task)(task) for task in tasks)
            try:
                for played in results:  # noqa: UP028  (as above)
                    yield played
            except KilledWorker:
                raise WorkersLost("workers of the cluster died") from None
            finally:
                _drop(results)

    def close(self) -> None:
        """Leaves the cluster; it goes on running."""
        self.client.close()


Workers = LocalWorkers | DaskWorkers
