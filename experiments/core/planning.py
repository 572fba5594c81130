"""Plans: what a sweep compares and how many games it plays, read from TOML files and from the command line."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import Path
from typing import Any

from experiments.core.sampling import Sampling, make_sampling
from experiments.spirit_island.axes import AXES, Axes, make_cells, parse_range, read_flags
from experiments.spirit_island.cells import Cell
from simulator.core.errors import UnknownName, UserError

LARGEST_SEED = 2**63 - 1
# key of a plan file -> the type of its value; `axes` and `sample` are tables, `only` and `exclude` lists of tables.
KEYS = {
    "about": str, "seed": int, "games": int, "precision": (float, int), "budget": str, "min_games": int, "max_games": int,
    "difficulty": str, "axes": dict, "sample": dict, "only": list, "exclude": list,
}  # fmt: skip
AXIS_TYPES = {"players": int, "thematic": bool, "flags": (str, dict)}
FILTERS = (
    "spirit", "spirits", "boards", "players", "expansion", "adversary", "level", "scenario", "thematic", "policy", "flags",
)  # fmt: skip


@dataclass(frozen=True)
class Plan:
    """A plan as written: its values are checked when cells and sampling are made of it."""

    name: str = "sweep"
    about: str = ""
    seed: int = 0
    games: int | None = None
    precision: float | None = None
    budget: str | None = None
    min_games: int | None = None
    max_games: int | None = None
    difficulty: str | None = None  # official difficulty, "2-6"
    axes: Axes = field(default_factory=Axes)
    only: tuple[dict[str, Any], ...] = ()
    exclude: tuple[dict[str, Any], ...] = ()

    def cells(self) -> list[Cell]:
        """Returns the cells, in their fixed order."""
        if not 0 <= self.seed <= LARGEST_SEED:
            raise UserError(f"seed: expected 0 to {LARGEST_SEED}, got {self.seed}")
        for rule in (*self.only, *self.exclude):
            for key in rule:
                if key not in FILTERS:
                    raise UnknownName("filter", key, FILTERS)
        return make_cells(self.axes, self.seed, self._wants, self._accepts)

    def _wants(self, cell: Cell) -> bool:
        wanted = not self.only or any(_fits(cell, rule) for rule in self.only)
        return wanted and not any(_fits(cell, rule) for rule in self.exclude)

    def _accepts(self, difficulty: int) -> bool:
        if self.difficulty is None:
            return True
        easiest, hardest = parse_range(self.difficulty, "difficulty")
        return easiest <= difficulty <= hardest

    def sampling(self) -> Sampling:
        """Returns how many games the cells get."""
        return make_sampling(self.games, self.precision, self.budget, self.min_games, self.max_games)

    def with_sampling(self, **given: Any) -> Plan:
        """Returns the plan with another sampling; one way of sampling replaces the others."""
        if any(given.get(way) is not None for way in ("games", "precision", "budget")):
            cleared = replace(self, games=None, precision=None, budget=None, min_games=None, max_games=None)
            return replace(cleared, **given)
        return replace(self, **{name: value for name, value in given.items() if value is not None})


def _fits(cell: Cell, rule: dict[str, Any]) -> bool:
    """Tells whether a filter fits a cell: each key names one value or a list of them."""
    for key, wanted in rule.items():
        values = wanted if isinstance(wanted, list) else [wanted]
        found = cell.team if key == "spirit" else [getattr(cell, key)]
        if not set(found) & set(values):
            return False
    return True


# --- files


def shipped_plans() -> dict[str, Plan]:
    """Returns the plans that come with the package."""
    found = sorted(resources.files("experiments.spirit_island").joinpath("plans").iterdir(), key=lambda path: path.name)
    return {path.stem: parse_plan(path.read_text("utf-8"), path.stem, path.name) for path in map(Path, map(str, found))}


def read_plan(name: str) -> Plan:
    """Reads a plan: a TOML file, or one of the shipped plans by name."""
    path = Path(name)
    if path.suffix != ".toml" and not path.is_file():
        plans = shipped_plans()
        if name not in plans:
            raise UnknownName("plan", name, list(plans))
        return plans[name]
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: cannot be read ({error})") from None
    return parse_plan(text, path.stem, str(path))


def parse_plan(text: str, name: str, where: str) -> Plan:
    """Reads the text of a plan file and checks its keys and types."""
    try:
        written = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{where}: {error}") from None
    try:
        for key, value in written.items():
            _check(key, value, KEYS, "key")
        sample = written.pop("sample", {})
        axes = read_axes(written.pop("axes", {}), sample)
        rules = {key: tuple(_rule(rule, key) for rule in written.pop(key, [])) for key in ("only", "exclude")}
        return Plan(name=name, axes=axes, **rules, **written)
    except UserError as error:
        raise UserError(f"{where}: {error}") from None


def read_axes(written: dict[str, Any], sample: dict[str, int], base: Axes | None = None) -> Axes:
    """Reads axes, each one value or a list of them, over the axes of another plan."""
    axes: dict[str, Any] = {}
    for name, value in written.items():
        if name not in AXES:
            raise UnknownName("axis", name, AXES)
        values = value if isinstance(value, list) else [value]
        for entry in values:
            _check(name, entry, {name: AXIS_TYPES.get(name, str)}, "axis")
        axes[name] = tuple(map(read_flags, values)) if name == "flags" else tuple(values)
    for name, count in sample.items():
        _check(f"sample: {name}", count, {f"sample: {name}": int}, "axis")
    base = base or Axes()
    return replace(base, **axes, sample=base.sample | sample)


def _rule(rule: Any, key: str) -> dict[str, Any]:
    if not isinstance(rule, dict):
        raise UserError(f"{key}: expected a table, got {rule!r}")
    return rule


def _check(key: str, value: Any, types: dict[str, Any], what: str) -> None:
    if key not in types:
        raise UnknownName(what, key, list(types))
    wanted = types[key]
    if not isinstance(value, wanted) or (isinstance(value, bool) and wanted is not bool):
        kinds = " or ".join(kind.__name__ for kind in (wanted if isinstance(wanted, tuple) else (wanted,)))
        raise UserError(f"{key}: expected {kinds}, got {value!r}")
