"""How well policies play, as measured: one row per figure, kept by each game as YAML beside its policies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from simulator.core.errors import UserError


@dataclass(frozen=True)
class Strength:
    """One figure: a measure of the games that a policy has played."""

    policy: str
    what: str  # in words: which games
    group: str  # what was measured together
    scope: Literal["summary", "part"]  # of all, or of one component
    measure: str
    value: float
    low: float | None  # 95 % interval; None where there is none
    high: float | None
    games: int
    seed: int
    facts: Mapping[str, Any] = field(default_factory=dict)  # what else a game tells: numbers, texts, counts by name

    def row(self) -> dict[str, str]:
        """Returns the figure as the cells of a table, by column."""
        interval = "" if self.low is None else f"{self.low:.3f} to {self.high:.3f}"
        return {
            "policy": self.policy, "games": self.what, "n": f"{self.games:,}", "measure": self.measure,
            "value": f"{self.value:.3f}", "95 % interval": interval,
            **{name.replace("_", " "): _told(value) for name, value in self.facts.items()},
            "seed": str(self.seed),
        }  # fmt: skip


def _told(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {count:,}" for name, count in value.items())
    return f"{value:,}" if isinstance(value, int | float) else str(value)


def table_of(figures: Sequence[Strength]) -> list[dict[str, str]]:
    """Returns figures as the rows of one table: each has every column, empty where it tells nothing."""
    rows = [figure.row() for figure in figures]
    columns = [column for column in dict.fromkeys(name for row in rows for name in row) if column != "seed"]
    return [{column: row.get(column, "") for column in (*columns, "seed")} for row in rows]


def read_strength(path: Path) -> tuple[Strength, ...]:
    """Reads the figures of a file; without a file, nothing was measured."""
    import yaml

    if not path.exists():
        return ()
    try:
        return tuple(Strength(**row) for row in yaml.safe_load(path.read_text("utf-8")) or ())
    except (TypeError, yaml.YAMLError) as error:
        raise UserError(f"{path}: {error}") from None


def write_strength(rows: Iterable[Strength], path: Path) -> None:
    """Writes figures into a file."""
    import yaml

    path.write_text(yaml.safe_dump([asdict(row) for row in rows], sort_keys=False, width=200), "utf-8")
