"""Measures the machine by processor time: games per second, decisions per game, copying a state, compile and start times."""

import os
import resource
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


def measure(game: str, seats: int, games: int, policy: str = "uniform") -> None:
    """Prints the speed of a policy for a number of players."""
    from experiments.core.planning import Plan
    from policies.core.playing import play_games

    cell = Plan(game=game, axes={"players": (seats,)}).cells()[0]
    content, setup = find_game(game).content(), cell.record()
    play_games(game, content, setup, 1, 0, 10, policy)
    begin = time.process_time()
    results = play_games(game, content, setup, 1, 0, games, policy)
    seconds = time.process_time() - begin
    decisions = results["decisions"].sum()
    print(
        f"{policy}, {seats} seats: {games / seconds:8.1f} games/s  {decisions / games:6.1f} decisions/game  "
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
    begin = time.process_time()
    copy_often(rows, copies)
    seconds = (time.process_time() - begin) / copies
    print(f"state: {find_game(game).state.itemsize} bytes; one copy {seconds * 1e6:.2f} µs")


def measure_environment(game: str) -> None:
    """Prints how many steps a second the game makes as an environment for learning agents."""
    from experiments.core.planning import Plan
    from policies.core.environment import environment

    cell = Plan(game=game, axes={"players": (2,)}).cells()[0]
    env = environment(game, cell.study.setup(cell))
    steps, begin = 0, time.process_time()
    while time.process_time() < begin + 2:
        env.reset(seed=steps)
        for _ in env.agent_iter():
            *_, terminated, truncated, _ = env.last()
            env.step(None if terminated or truncated else 0)
            steps += 1
    print(f"environment: {steps / (time.process_time() - begin):,.0f} steps/s")


def start_seconds(game: str, cache: str | None) -> float:
    """Returns the processor time that the command takes for one game, with its usual cache or an empty one."""
    command = [sys.executable, "-m", "evenkeel", "play", "--game", game, *ONE_GAME[game], "--policy", "uniform", "--quiet"]
    environment = os.environ if cache is None else os.environ | {"EVENKEEL_CACHE": cache}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


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
        for count in (1, 2, 4):
            if count in find_game(name).seats:
                measure(name, count, 200, "greedy")
        measure(name, 4, 20, "planner")
        measure_environment(name)
        measure_copy(name)
        measure_start(name)
