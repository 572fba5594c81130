"""How often intervals held a truth that was made up: what `make calibrate` wrote beside the methods. Only reads."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

FILE = "calibration.csv"


class Held(NamedTuple):
    """A row: what the intervals are of, the made-up world, how often it was drawn, and how often the truth was held."""

    method: str
    synthetic: str
    repetitions: int
    coverage: float
    error: float  # one standard error of the coverage


def calibration(game: str) -> list[Held]:
    """Returns the rows of what all games share, then those of a game."""
    core = Path(__file__).parent
    return [row for home in (core, core.parent / game) if (home / FILE).exists() for row in _read(home / FILE)]


def _read(file: Path) -> list[Held]:
    with file.open(encoding="utf-8", newline="") as lines:
        return [
            Held(row["method"], row["synthetic"], int(row["repetitions"]), float(row["coverage"]), float(row["error"]))
            for row in csv.DictReader(lines)
        ]
