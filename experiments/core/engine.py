"""Everything sweeps need from a game and its policies, in one place: playing, timing, fingerprints."""

from __future__ import annotations

import hashlib
import time
from importlib.metadata import version
from pathlib import Path

import numpy as np

import policies
import simulator
from experiments.core.cells import Cell
from policies.core.players import find_players
from simulator.core.compiled import is_compiled
from simulator.core.game import find_game

PROBE_SECONDS = 0.2


def play(cell: Cell, first_game: int, count: int) -> np.ndarray:
    """Plays consecutive games of a cell and returns their results."""
    content = find_game(cell.game).content()
    return find_players(cell.game).play_games(content, cell.record(), cell.seed, first_game, count, cell.policy)


def needs_compiling() -> bool:
    """Tells whether the first game will wait for the compiler."""
    return not is_compiled()


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


# --- fingerprints


def fingerprint(game: str) -> dict[str, str]:
    """Returns what decides the result of a game beside its cell and number: version, content, code, policy data."""
    simulator_root, policies_root = (Path(package.__file__).parent for package in (simulator, policies))
    return {
        "version": version("evenkeel"),
        "content": find_game(game).content().digest[:16],
        "code": hash_files([simulator_root, policies_root], {".py"}),
        "policies": hash_files([policies_root], {".yaml", ".toml", ".json", ".npy", ".npz"}),
    }


def hash_files(roots: list[Path], endings: set[str]) -> str:
    """Returns a hash of all files with these endings; commands only print, so they do not count.

    All code, not only what is compiled: how a card becomes a table and what a policy reads from it decide games too.
    """
    digest = hashlib.sha256()
    for root in roots:
        for path in sorted(root.rglob("*")):
            if path.is_file() and path.suffix in endings and path.name != "cli.py":
                name = path.relative_to(root.parent).as_posix()
                digest.update(name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]
