"""Measures the machine: games per second, decisions per game, copying a state, compile and start times."""

import os
import subprocess
import sys
import tempfile
import time

import numba

from simulator.core.game import find_game

ONE_GAME = {  # what `play` needs to be told of one game
    "spirit_island": ["--spirit", "thunderspeaker"],
    "terra_mystica": ["--factions", "witches,giants"],
}


def measure(game: str, seats: int, games: int) -> None:
    """Prints the speed of uniform play for a number of players."""
    from experiments.core.planning import Plan
    from policies.core.playing import play_games

    cell = Plan(game=game, axes={"players": (seats,)}).cells()[0]
    content, setup = find_game(game).content(), cell.record()
    play_games(game, content, setup, 1, 0, 10, "uniform")
    begin = time.perf_counter()
    results = play_games(game, content, setup, 1, 0, games, "uniform")
    seconds = time.perf_counter() - begin
    decisions = results["decisions"].sum()
    print(
        f"uniform, {seats} seats: {games / seconds:8.0f} games/s  {decisions / games:6.1f} decisions/game  "
        f"{seconds / decisions * 1e9:6.0f} ns/decision"
    )


@numba.njit
def copy_often(rows, copies):
    """Copies a state back and forth, as policies do when they look ahead."""
    for k in range(copies):
        for word in range(rows.shape[1]):
            rows[1 - k % 2, word] = rows[k % 2, word]


def measure_copy(game: str) -> None:
    """Prints the size of a state and the time of one copy in compiled code."""
    from simulator.core.records import new_records, words

    rows = words(new_records(2, find_game(game).state))
    copy_often(rows, 10)
    copies = 1_000_000
    begin = time.perf_counter()
    copy_often(rows, copies)
    seconds = (time.perf_counter() - begin) / copies
    print(f"state: {find_game(game).state.itemsize} bytes; one copy {seconds * 1e6:.2f} µs")


def start_seconds(game: str, cache: str | None) -> float:
    """Returns how long the command takes to play one game, with its usual cache or an empty one."""
    command = [sys.executable, "-m", "evenkeel", "play", "--game", game, *ONE_GAME[game], "--policy", "uniform", "--quiet"]
    environment = os.environ if cache is None else os.environ | {"EVENKEEL_CACHE": cache}
    begin = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    return time.perf_counter() - begin


def measure_start(game: str) -> None:
    """Prints the warm start of the command and the cold one, which compiles the rules."""
    print(f"warm start of `evenkeel play`: {start_seconds(game, None):.2f} s")
    with tempfile.TemporaryDirectory() as empty:
        print(f"cold start, all rules compiled: {start_seconds(game, empty):.1f} s")


if __name__ == "__main__":
    for name in ONE_GAME:
        print(find_game(name).title)
        started = time.perf_counter()
        measure(name, find_game(name).seats[0], 20_000)
        print(f"first batch incl. compiling or loading: {time.perf_counter() - started:.1f} s in all")
        for count in (2, 3, 4):
            measure(name, count, 5_000)
        measure_copy(name)
        measure_start(name)
