"""Measures sweeps: how they scale on this machine, what the pipeline around the kernel costs, and memory.

Run it on a quiet machine: python -m tests.benchmarks.sweeps [policy] [games]
"""

import contextlib
import pickle
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import psutil

SPIRIT = "river_surges_in_sunlight"
TRIES = 5


def least(clock: Callable[[], float], work: Callable[[], object]) -> float:
    """Returns the least time of several tries."""
    times = []
    for _ in range(TRIES):
        begin = clock()
        work()
        times.append(clock() - begin)
    return min(times)


def measure_pipeline(policy: str, games: int) -> float:
    """Prints what packing and writing a chunk adds to playing it; returns the kernel's rate on one core."""
    from experiments.core import engine
    from experiments.core.store import write_whole
    from experiments.core.tables import Chunk
    from experiments.core.workers import play_chunk
    from experiments.spirit_island.study import Cell

    cell = Cell(SPIRIT, policy=policy, seed=1)
    engine.measure(cell)
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory)
        kernel = least(time.process_time, lambda: engine.play(cell, 0, games))
        chunk = Chunk(0, 0, games)
        whole = least(time.process_time, lambda: write_whole(path / "file", play_chunk(chunk, cell).data, path))
    print(f"pipeline, chunk of {games:,} {policy} games: {1 - kernel / whole:.1%} of the processor time is not the kernel")
    return games / least(time.perf_counter, lambda: engine.play(cell, 0, games))


def measure_coordinator(policy: str, games: int) -> None:
    """Prints how many rows a second the sweep itself can take in: files that workers send, and chunks they wrote."""
    from experiments.core.manifest import new_manifest
    from experiments.core.store import Store
    from experiments.core.tables import Chunk
    from experiments.core.workers import play_chunk
    from experiments.spirit_island.study import Cell

    cell = Cell(SPIRIT, policy=policy, seed=1)
    with tempfile.TemporaryDirectory() as directory:
        manifest = new_manifest("spirit_island", "bench", {}, [cell])
        store, other = Store(Path(directory), manifest), Store(Path(directory), manifest)
        played = [play_chunk(Chunk(0, number * games, games), cell) for number in range(TRIES)]
        size = sum(len(one.data or b"") for one in played) / TRIES / games
        sent = [pickle.dumps(one) for one in played]
        begin, clock = time.process_time(), time.perf_counter()
        for one in map(pickle.loads, sent):
            store.add(one.summary, one.data)
        added, waited = time.process_time() - begin, time.perf_counter() - clock
        written = [pickle.dumps(replace(one, data=None)) for one in played]
        begin = time.process_time()
        for one in map(pickle.loads, written):
            other.note(one.summary)
        noted = time.process_time() - begin
    rows = TRIES * games
    print(
        f"coordinator, chunks of {games:,} rows of {size:.0f} bytes: {rows / added:,.0f} rows a second of processor time",
        end="",
    )
    print(f", {rows / waited:,.0f} by the clock, with the disk")
    print(f"coordinator, the same written by workers: {rows / noted:,.0f} rows a second of processor time")


def sweep(policy: str, games: int, jobs: int) -> tuple[float, float]:
    """Returns the seconds of a sweep and the memory of its largest worker in MB."""
    begin = time.perf_counter()
    with tempfile.TemporaryDirectory() as directory:
        options = ["--policy", policy, "--games", str(games), "--seed", "1", "--jobs", str(jobs), "--out", directory]
        command = [sys.executable, "-m", "evenkeel", "sweep", "--spirits", SPIRIT, *options]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        largest = [0.0]
        threading.Thread(target=_watch, args=(process.pid, largest), daemon=True).start()
        assert process.wait() == 0
    return time.perf_counter() - begin, largest[0]


def _watch(pid: int, largest: list[float]) -> None:
    with contextlib.suppress(psutil.Error):
        while True:
            for child in psutil.Process(pid).children():
                largest[0] = max(largest[0], child.memory_info().rss / 1e6)
            time.sleep(0.2)


def main(policy: str = "uniform", games: str = "500000") -> None:
    """Prints what was measured; runs of two lengths are compared, so that starting Python and workers drops out."""
    count = int(games)
    rate = measure_pipeline(policy, max(1, count // 10))
    measure_coordinator(policy, max(1, count // 10))
    short, long = sweep(policy, count, 2), sweep(policy, 3 * count, 2)
    steady = 2 * count / (long[0] - short[0])
    print(f"sweep of {3 * count:,} games with 2 jobs: {long[0]:.1f} s in all, largest worker {long[1]:.0f} MB")
    print(f"steady rate {steady:,.0f} games/s: {steady / rate:.2f} × the kernel on one core ({rate:,.0f} games/s)")


if __name__ == "__main__":
    main(*sys.argv[1:])
