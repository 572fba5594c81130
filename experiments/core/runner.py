"""Runs a sweep: cuts what is missing into chunks, has them played, stores them, until the sampling is content.

Which games are played depends only on cells and sampling; how they are cut and who plays them changes no row.
"""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from experiments.core import engine
from experiments.core.cells import Cell
from experiments.core.manifest import describe_machine, now
from experiments.core.progress import Progress
from experiments.core.sampling import Budget, Sampling, describe
from experiments.core.store import Store
from experiments.core.tables import Chunk
from experiments.core.workers import LocalWorkers, Played, Task, Workers, WorkersLost
from simulator.core.errors import UserError

SHORTEST_CHUNK, LONGEST_CHUNK = 0.25, 30.0  # seconds of play
MOST_GAMES = 200_000  # in a chunk, for the memory of workers
TRIES = 3  # how often workers may die without a single chunk in between
START_SECONDS = 1.0  # less play than this is not worth starting workers


class Speed:
    """Seconds per game, learned while playing: of the cell itself, or of cells with the same policy and team size."""

    def __init__(self, cells: list[Cell]) -> None:
        self.cells = cells
        self.known: dict[Any, float] = {}

    def probe(self) -> None:
        """Plays a few games of each kind of cell; this also compiles the kernel before any worker starts."""
        for cell in self.cells:
            if _kind(cell) not in self.known:
                self.known[_kind(cell)], _ = engine.measure(cell)

    def learn(self, number: int, games: int, seconds: float) -> None:
        """Takes in a measurement."""
        self.known[number] = seconds / games
        self.known[_kind(self.cells[number])] = seconds / games

    def seconds(self, number: int) -> float:
        """Returns the expected seconds of one game of a cell."""
        return self.known.get(number) or self.known[_kind(self.cells[number])]


def _kind(cell: Cell) -> tuple[str, int]:
    return cell.policy, cell.study.seats(cell)


class Sweep:
    """One session of work on a run."""

    def __init__(self, store: Store, sampling: Sampling, speed: Speed, progress: Progress) -> None:
        self.store, self.sampling, self.speed, self.progress = store, sampling, speed, progress
        self.begin = time.monotonic()
        self.interrupted = False
        self.games, self.play_seconds = 0, 0.0

    def run(self, workers: Workers) -> str:
        """Plays until the sampling is content, the time is up or Ctrl-C; returns `finished` or `stopped`."""
        session = self._open_session(workers)
        ending = "failed"
        try:
            with _listening(self._interrupt):
                ending = self._play_rounds(workers)
        finally:
            session |= {"ended": now(), "ending": ending, "games": self.games, "play_seconds": round(self.play_seconds, 2)}
            session["seconds"] = round(time.monotonic() - self.begin, 2)
        self.store.save_manifest()
        return ending

    def _open_session(self, workers: Workers) -> dict[str, Any]:
        session = {"started": now(), "backend": workers.backend, "jobs": workers.jobs, "sampling": describe(self.sampling)}
        self.store.manifest["sessions"].append({**session, "machine": describe_machine()})
        self.store.save_manifest()
        return self.store.manifest["sessions"][-1]

    def _play_rounds(self, workers: Workers) -> str:
        failures = 0
        while not self._is_over() and (targets := self.sampling.targets(self.store.tallies)):
            before = self.games
            try:
                for batch in workers.play(self._tasks(targets, workers.jobs)):
                    for played in batch:
                        self._keep(played)
            except WorkersLost as loss:
                failures = failures + 1 if self.games == before else 1
                if failures >= TRIES:
                    raise UserError(f"{loss}, {TRIES} times in a row (out of memory?); what is stored is kept") from None
                self.progress.note(f"{loss}; the games in flight are played again")
                self.store.read_again()
        return "stopped" if self.interrupted else "finished"

    def _keep(self, played: Played) -> None:
        summary = played.summary
        if played.data is None:
            self.store.note(summary)
        else:
            self.store.add(summary, played.data)
        self.speed.learn(summary.cell, summary.count, played.seconds)
        self.games += summary.count
        self.play_seconds += played.seconds
        self.progress.update(summary.cell, self.games, time.monotonic() - self.begin)

    # --- cutting work into tasks

    def _tasks(self, targets: dict[int, int], jobs: int) -> Iterator[Task]:
        """Yields tasks of about equal time: chunks of one long cell, or several short cells together."""
        gaps = [(cell, *gap) for cell, target in targets.items() for gap in self.store.tallies[cell].missing(target)]
        left = sum((end - first) * self.speed.seconds(cell) for cell, first, end in gaps)
        task: Task = []
        seconds = 0.0
        for cell, first, end in gaps:
            while first < end and not self._is_over():
                length = self._chunk_seconds(left, jobs)
                per_game = self.speed.seconds(cell)
                parts = max(1, round((end - first) * per_game / length))
                count = min(MOST_GAMES, math.ceil((end - first) / parts))
                task.append((Chunk(cell, first, count), self.store.cells[cell]))
                first += count
                seconds += count * per_game
                if seconds >= 0.7 * length:
                    yield task
                    left -= seconds
                    task, seconds = [], 0.0
        if task and not self._is_over():
            yield task

    def _chunk_seconds(self, left: float, jobs: int) -> float:
        """Returns how long a task should take: longer as the sweep goes on, shorter towards the end of a round."""
        usual = 1 + (time.monotonic() - self.begin) / 20
        return max(SHORTEST_CHUNK, min(usual, LONGEST_CHUNK, left / (2 * jobs)))

    # --- ending

    def _is_over(self) -> bool:
        out_of_time = isinstance(self.sampling, Budget) and time.monotonic() - self.begin > self.sampling.seconds
        return self.interrupted or out_of_time

    def _interrupt(self) -> None:
        self.interrupted = True
        self.progress.note("stopping after the chunks in flight (Ctrl-C again to stop at once)")


@contextmanager
def _listening(interrupt: Any) -> Iterator[None]:
    """Turns the first Ctrl-C into an orderly end; the second one acts as usual."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def hear(*_: Any) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        interrupt()

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def estimate(sampling: Sampling, speed: Speed) -> float:
    """Returns the seconds of play, on one core, of the most games that a sampling can lead to."""
    if isinstance(sampling, Budget):
        return sampling.seconds
    return sampling.most(1) * sum(speed.seconds(number) for number in range(len(speed.cells)))


def local_workers(jobs: int, seconds: float) -> LocalWorkers:
    """Returns workers on this machine; work that is done in a moment stays in this process."""
    return LocalWorkers(1 if seconds < START_SECONDS else jobs)
