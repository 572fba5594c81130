"""The other readings of what the sources leave open (readings.yaml) and what was measured of them (readings_measured.yaml).

Tells by how much a reading could move the win rate at most. Measures nothing itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import yaml

from simulator.core.game import Alternative

READINGS = Path(__file__).with_name("readings.yaml")
MEASURED = Path(__file__).with_name("readings_measured.yaml")


@dataclass(frozen=True)
class Figure:
    """What was measured of one other reading, over the same games."""

    component: str
    otherwise: str
    how: Literal["flip", "touch"]  # played by the other reading, or the games in which it can matter counted
    games: int
    population: str
    seed: int
    value: float  # flip: change of the win rate; touch: share of the games
    low: float  # 95 % interval
    high: float

    @property
    def at_most(self) -> float:
        """By how much the win rate can move: no farther than the interval reaches."""
        return max(abs(self.low), abs(self.high))

    def words(self) -> str:
        """Returns how it was found."""
        if self.how == "flip":
            interval = f"{100 * self.low:+.1f} to {100 * self.high:+.1f}"
            return (
                f"played both ways: {100 * self.value:+.1f}, {interval}; {self.games:,} games of {self.population}, greedy"
            )
        share = f"{100 * self.value:.2f} % of {self.games:,} games of {self.population}, greedy"
        return f"no other games can meet it: {share}"


def written() -> dict[str, Any]:
    """Returns the populations and the other readings as written."""
    return yaml.safe_load(READINGS.read_text("utf-8"))


def read_figures(path: Path = MEASURED) -> dict[tuple[str, str], Figure]:
    """Returns what was measured, by component and other reading."""
    rows = yaml.safe_load(path.read_text("utf-8")) if path.exists() else None
    return {(row["component"], row["otherwise"]): Figure(**row) for row in rows or ()}


def write_figures(figures: Mapping[tuple[str, str], Figure], path: Path = MEASURED) -> None:
    """Writes what was measured."""
    path.write_text(yaml.safe_dump([asdict(figure) for figure in figures.values()], sort_keys=False, width=200), "utf-8")


def alternatives() -> dict[str, tuple[Alternative, ...]]:
    """Returns the other readings of each component."""
    figures = read_figures()
    return {
        component: tuple(_alternative(component, entry, figures) for entry in entries)
        for component, entries in written()["readings"].items()
    }


def _alternative(component: str, entry: Mapping[str, Any], figures: Mapping[tuple[str, str], Figure]) -> Alternative:
    if "nothing" in entry:
        return Alternative(entry["otherwise"], 0.0, entry["nothing"])
    figure = figures.get((component, entry["otherwise"]))
    if figure is None:
        return Alternative(entry["otherwise"], None, entry.get("unmeasured", "not measured yet: make readings"))
    return Alternative(entry["otherwise"], figure.at_most, figure.words())
