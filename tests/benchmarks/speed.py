"""Measures the machine: games per second, decisions per game, copying a state, compile and start times."""

import os
import subprocess
import sys
import tempfile
import time

import numba


def measure(players: int, games: int) -> None:
    """Prints the speed of uniform play for a number of spirits."""
    from policies.spirit_island.batch import play_games
    from simulator import spirit_island as si

    content = si.load_content()
    setup = si.Setup(content.spirits[:players]).record(content)
    play_games(content, setup, 1, 0, 10)
    begin = time.perf_counter()
    results = play_games(content, setup, 1, 0, games)
    seconds = time.perf_counter() - begin
    decisions = results["decisions"].sum()
    print(
        f"uniform, {players} spirits: {games / seconds:8.0f} games/s  {decisions / games:6.1f} decisions/game  "
        f"{seconds / decisions * 1e9:6.0f} ns/decision"
    )


@numba.njit
def copy_often(rows, copies):
    """Copies a state back and forth, as policies do when they look ahead."""
    for k in range(copies):
        for word in range(rows.shape[1]):
            rows[1 - k % 2, word] = rows[k % 2, word]


def measure_copy() -> None:
    """Prints the size of a state and the time of one copy in compiled code."""
    from simulator.core.records import words
    from simulator.spirit_island.record.state import STATE, new_states

    rows = words(new_states(2))
    copy_often(rows, 10)
    copies = 1_000_000
    begin = time.perf_counter()
    copy_often(rows, copies)
    seconds = (time.perf_counter() - begin) / copies
    print(f"state: {STATE.itemsize} bytes; one copy {seconds * 1e6:.2f} µs")


def start_seconds(cache: str | None) -> float:
    """Returns how long the command takes to play one game, with its usual cache or an empty one."""
    command = [sys.executable, "-m", "evenkeel", "play", "--spirit", "thunderspeaker", "--policy", "uniform", "--quiet"]
    environment = os.environ if cache is None else os.environ | {"EVENKEEL_CACHE": cache}
    begin = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    return time.perf_counter() - begin


def measure_start() -> None:
    """Prints the warm start of the command and the cold one, which compiles the rules."""
    print(f"warm start of `evenkeel play`: {start_seconds(None):.2f} s")
    with tempfile.TemporaryDirectory() as empty:
        print(f"cold start, all rules compiled: {start_seconds(empty):.1f} s")


if __name__ == "__main__":
    started = time.perf_counter()
    measure(1, 20_000)
    print(f"first batch incl. compiling or loading: {time.perf_counter() - started:.1f} s in all")
    for count in (2, 3, 4):
        measure(count, 5_000)
    measure_copy()
    measure_start()
