"""Runs code under numba's bounds check, in a process of its own.

The checked code is compiled apart (one or two minutes on one core for each game) and cached like the other.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from simulator.core.sources import ROOT

PATIENCE = 1200


def checked_environment() -> dict[str, str]:
    """Returns the environment of a process whose compiled code checks the bounds of its arrays."""
    cache = os.environ.get("EVENKEEL_CACHE") or Path.home() / ".cache"
    return os.environ | {"NUMBA_BOUNDSCHECK": "1", "EVENKEEL_CACHE": str(Path(cache) / "evenkeel-bounds")}


def run_checked(code: str) -> subprocess.CompletedProcess:
    """Runs code with bounds checks; numba prints what goes wrong behind the gate and goes on, so look at stderr."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, env=checked_environment(), capture_output=True, text=True, timeout=PATIENCE)


@contextmanager
def overheard() -> Iterator[list[str]]:
    """Gathers what the process writes to stderr meanwhile, compiled code included, in a list filled at the end."""
    heard: list[str] = []
    kept = os.dup(2)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 2)
        try:
            yield heard
        finally:
            os.dup2(kept, 2)
            os.close(kept)
            file.seek(0)
            heard += file.read().decode(errors="replace").splitlines()
