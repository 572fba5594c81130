"""Everything sweeps need from the game and its policies, in one place: playing, checking, choosing, fingerprints."""

from __future__ import annotations

import hashlib
import time
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import policies
import simulator
from experiments.spirit_island.cells import Cell
from policies.spirit_island import batch
from simulator.core.compiled import is_compiled
from simulator.spirit_island.language.assembler import Content, load_content

if TYPE_CHECKING:
    from experiments.core.games import Chooser
    from simulator.spirit_island.match import Game

UNIFORM = "uniform"
PROBE_SECONDS = 0.2


# --- playing


def play(cell: Cell, first_game: int, count: int) -> np.ndarray:
    """Plays consecutive games of a cell and returns their results."""
    content = load_content()
    return batch.play_games(content, _record(cell), cell.seed, first_game, count, policy=cell.policy)


@lru_cache(maxsize=1024)
def _record(cell: Cell) -> np.ndarray:
    return cell.setup().record(load_content())


def official_difficulty(cell: Cell) -> int:
    """Returns the official difficulty of a cell; a configuration against the rules raises a UserError."""
    return int(_record(cell)["difficulty"][0])


def check_policy(spec: str) -> None:
    """Complains about a policy that does not exist."""
    batch.check_policy(spec)


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


# --- choosing as the compiled loop does, one decision at a time


def make_chooser(spec: str, game: Game) -> Chooser:
    """Returns a chooser that decides in a game exactly as the compiled policy does in a batch."""
    chooser = batch.Chooser(game.content, spec)

    def choose(state: np.void, tables: np.void) -> int:
        option = chooser(state, tables)
        game._states[0] = chooser.desk.states[0]  # in a batch the policy works on the game itself, draws included
        return option

    return choose


# --- names


def names(kind: str, content: Content) -> tuple[str, ...]:
    """Returns the names of all spirits, adversaries or scenarios."""
    return tuple(getattr(content, kind))


def belongs(kind: str, name: str, expansion: str, content: Content) -> bool:
    """Tells whether a component may be used with an expansion; the content says which set it came with."""
    sets = {entry["id"]: entry["set"] for entry in content.source.get(kind, ())}
    return sets.get(name, "base") in ("base", expansion)


# --- fingerprints


def fingerprint() -> dict[str, str]:
    """Returns what decides the result of a game beside its cell and number: version, content, code, policy data."""
    simulator_root, policies_root = (Path(package.__file__).parent for package in (simulator, policies))
    return {
        "version": version("evenkeel"),
        "content": load_content().digest[:16],
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
