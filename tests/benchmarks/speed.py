"""Measures the machine: games per second, decisions per game, copying a state, compile and start times."""

import subprocess
import sys
import time

import numpy as np


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


def measure_copy() -> None:
    """Prints the size of a state and the time of one copy inside numpy."""
    from simulator.spirit_island.state import STATE, new_states, words

    rows = words(new_states(2))
    copies = 200_000
    begin = time.perf_counter()
    for _ in range(copies):
        np.copyto(rows[1], rows[0])
    seconds = (time.perf_counter() - begin) / copies
    print(f"state: {STATE.itemsize} bytes; one copy from Python {seconds * 1e6:.2f} µs")


def measure_start() -> None:
    """Prints the warm start of the command."""
    begin = time.perf_counter()
    command = [sys.executable, "-m", "evenkeel", "play", "--spirit", "thunderspeaker", "--policy", "uniform", "--quiet"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    print(f"warm start of `evenkeel play`: {time.perf_counter() - begin:.2f} s")


if __name__ == "__main__":
    started = time.perf_counter()
    measure(1, 20_000)
    print(f"first batch incl. compiling or loading: {time.perf_counter() - started:.1f} s in all")
    for count in (2, 3, 4):
        measure(count, 5_000)
    measure_copy()
    measure_start()
