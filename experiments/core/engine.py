"""Everything sweeps need from a game and its policies, in one place: playing, timing, fingerprints."""

from __future__ import annotations

import time
from collections.abc import Iterable
from importlib.metadata import version

import numpy as np

from experiments.core.cells import Cell
from policies.core import playing
from simulator.core.compiled import is_compiled
from simulator.core.fingerprint import fingerprint as fingerprint_of
from simulator.core.game import find_game

PROBE_SECONDS = 0.2
WRITES_TABLES = ("experiments.core.tables",)


def play(cell: Cell, first_game: int, count: int) -> np.ndarray:
    """Plays consecutive games of a cell and returns their results."""
    content = find_game(cell.game).content()
    return playing.play_games(cell.game, content, cell.record(), cell.seed, first_game, count, cell.policy)


def needs_compiling(game: str) -> bool:
    """Tells whether the first game of a kind will wait for the compiler."""
    return not is_compiled(game)


def measure(cell: Cell) -> tuple[float, np.ndarray]:
    """Returns seconds per game and the last results, from a few games; compiles the kernel if that is not done yet."""
    results = play(cell, 0, 1)
    count, seconds = 1, 0.0
    while seconds < PROBE_SECONDS / 2:
        begin = time.perf_counter()
        results = play(cell, 0, count)
        seconds = time.perf_counter() - begin
        count *= 4
    return seconds / len(results), results


def fingerprint(game: str, policies: Iterable[str] = ()) -> dict[str, str]:
    """Returns what decides the result of a game beside its cell and number: version, content, code, policies."""
    hashes = fingerprint_of(game, find_game(game).content().source, WRITES_TABLES)
    own = playing.policy_hashes(sorted(set(policies)))
    return {"version": version("evenkeel"), **hashes, **{f"policy {name}": digest for name, digest in own.items()}}
