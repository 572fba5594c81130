"""Plans: what a sweep compares and how many games it plays, read from TOML files and from the command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from experiments.core.axes import Axis, Column, RangeFilter, check_written, parse_range, span
from experiments.core.cells import Cell, columns_of
from experiments.core.sampling import Sampling, make_sampling
from experiments.core.study import Study, find_study
from policies.core.playing import check_policy
from simulator.core import registry
from simulator.core.errors import UnknownName, UserError
from simulator.core.files import parse_toml, read_text
from simulator.core.game import find_game
from simulator.core.reading import MAX_SEED

# key of a plan file -> the type of its value; `axes` and `sample` are tables, `only` and `exclude` lists of tables.
KEYS = {
    "game": str, "about": str, "seed": int, "games": int, "precision": (float, int), "budget": str, "measure": str,
    "min_games": int, "max_games": int, "axes": dict, "sample": dict, "only": list, "exclude": list,
}  # fmt: skip
SAMPLING = ("games", "precision", "budget", "min_games", "max_games")
Written = dict[str, tuple]  # axis -> its values as written


@dataclass(frozen=True)
class Plan:
    """A plan as written: its values are checked when cells and sampling are made of it."""

    game: str = field(default_factory=registry.default_game)
    name: str = "sweep"
    about: str = ""
    seed: int = 0
    games: int | None = None
    precision: float | None = None
    budget: str | None = None
    measure: str | None = None  # what precision and budget look at; the first of the game if none is named
    min_games: int | None = None
    max_games: int | None = None
    axes: Written = field(default_factory=dict)  # what is not written is as usual
    sample: dict[str, int] = field(default_factory=dict)  # axis -> how many of its values, drawn by the seed
    ranges: dict[str, str] = field(default_factory=dict)  # filters by a range of a number: name -> "2-6"
    only: tuple[dict[str, Any], ...] = ()
    exclude: tuple[dict[str, Any], ...] = ()

    @property
    def study(self) -> Study:
        """The study of the plan's game."""
        return find_study(self.game)

    def cells(self) -> list[Cell]:
        """Returns the cells in their fixed order, all of them checked."""
        if not 0 <= self.seed <= MAX_SEED:
            raise UserError(f"seed: expected 0 to {MAX_SEED}, got {self.seed}")
        cells = list(self._span())
        if len(set(cells)) < len(cells):
            twice = next(cell for n, cell in enumerate(cells) if cell in cells[:n])
            raise UserError(f"the plan names the same cell twice: {twice.label}")
        # A combination against the rules is a mistake, unless a filter leaves it out.
        columns = filters(self.study)
        only, exclude = (self._read_rules(rules, columns) for rules in (self.only, self.exclude))
        wanted = [
            cell for cell in cells if (not only or _fits_any(cell, only, columns)) and not _fits_any(cell, exclude, columns)
        ]
        kept = [cell for cell in wanted if self._accepts(cell)]
        if not kept:
            raise UserError(f"the plan has no cells: its filters leave none of {len(cells)}")
        return kept

    def _span(self) -> list[Cell]:
        study, axes = self.study, varying(self.study)
        written = {axis.name: self.axes.get(axis.name, axis.default) for axis in axes}
        check_written(axes, written, self.sample)
        for policy in written.get("policies", ()):
            check_policy(self.game, policy)
        values = span(axes, written, self.sample, self.seed, find_game(self.game).content())
        return [study.Cell(**found, seed=self.seed) for found in values if study.fits(found)]

    def _read_rules(self, rules: Iterable[Mapping[str, Any]], columns: Mapping[str, Column]) -> list[dict[str, list]]:
        """Returns filters with the values they mean, each a list of them."""
        content = find_game(self.game).content()
        read = []
        for rule in rules:
            for key in rule:
                if key not in columns:
                    raise UnknownName("filter", key, list(columns))
            listed = {key: wanted if isinstance(wanted, list) else [wanted] for key, wanted in rule.items()}
            read.append({key: [columns[key].meant(value, content) for value in listed[key]] for key in listed})
        return read

    def _accepts(self, cell: Cell) -> bool:
        cell.record()  # checks the set-up against the rules
        found = cell.values()
        for wish in ranges(self.study):
            if wish.name in self.ranges:
                first, last = parse_range(self.ranges[wish.name], wish.name)
                if not first <= found[wish.column.name] <= last:
                    return False
        return True

    def sampling(self) -> Sampling:
        """Returns how many games the cells get."""
        measures = find_game(self.game).measures
        names = [measure.name for measure in measures]
        if self.measure is not None and self.measure not in names:
            raise UnknownName("measure", self.measure, names)
        measure = measures[0 if self.measure is None else names.index(self.measure)]
        return make_sampling(self.games, self.precision, self.budget, self.min_games, self.max_games, measure)

    def with_sampling(self, **given: Any) -> Plan:
        """Returns the plan with another sampling; one way of sampling replaces the others."""
        if any(given.get(way) is not None for way in ("games", "precision", "budget")):
            given = {name: given.get(name) for name in SAMPLING} | given
            return replace(self, **given)
        return replace(self, **{name: value for name, value in given.items() if value is not None})

    def with_axes(self, written: Mapping[str, Any], sample: Mapping[str, int]) -> Plan:
        """Returns the plan with other values of some axes."""
        return replace(self, axes=self.axes | read_axes(self.study, written), sample=self.sample | read_sample(sample))

    def as_dict(self) -> dict[str, Any]:
        """Returns the plan as plain values, for the manifest."""
        return asdict(self)


# --- what a study offers


def varying(study: Study) -> list[Axis]:
    """Returns the axes of a study."""
    return [axis for axis in study.axes if isinstance(axis, Axis)]


def ranges(study: Study) -> list[RangeFilter]:
    """Returns the filters of a study by a range of a number."""
    return [axis for axis in study.axes if isinstance(axis, RangeFilter)]


def filters(study: Study) -> dict[str, Column]:
    """Returns what filters may name: columns, and the one part of those that hold several."""
    columns = [column for column in columns_of(varying(study)) if not column.of_record]
    return {name: column for column in columns for name in (column.one, column.name) if name}


def _fits_any(cell: Cell, rules: Iterable[Mapping[str, list]], columns: Mapping[str, Column]) -> bool:
    """Tells whether any filter fits a cell: one with one of the values that it names under each of its keys."""
    return any(all(set(columns[key].values(cell)[key]) & set(rule[key]) for key in rule) for rule in rules)


# --- files


def shipped_plans() -> dict[str, Path]:
    """Returns the plans that come with the games, by name."""
    found = [path for game in registry.games() for path in sorted(find_study(game).plans.glob("*.toml"))]
    return {path.stem: path for path in found}


def find_plan(name: str) -> Path:
    """Returns the file of a plan: a TOML file, or one of the shipped plans by name."""
    path = Path(name)
    if path.suffix == ".toml" or path.is_file():
        return path
    plans = shipped_plans()
    if name not in plans:
        raise UnknownName("plan", name, list(plans))
    return plans[name]


def read_plan(name: str) -> Plan:
    """Reads a plan from a TOML file, or one of the shipped plans by name."""
    path = find_plan(name)
    where = path.name if path.stem == name else str(path)
    return parse_plan(read_text(path), path.stem, where, shipped_game(path))


def shipped_game(path: Path) -> str:
    """Returns the game whose folder a plan stands in; the default one for plans of users."""
    return next((game for game in registry.games() if find_study(game).plans == path.parent), registry.default_game())


def parse_plan(text: str, name: str, where: str, game: str | None = None) -> Plan:
    """Reads the text of a plan file and checks its keys and types."""
    written = parse_toml(text, where)
    try:
        return _parse(written, name, game)
    except UserError as error:
        raise UserError(f"{where}: {error}") from None


def _parse(written: dict[str, Any], name: str, game: str | None) -> Plan:
    game = registry.check_game(written.pop("game", game or registry.default_game()))
    study = find_study(game)
    types = KEYS | {wish.name: str for wish in ranges(study)}
    for key, value in written.items():
        _check(key, value, types, "key")
    axes, sample = read_axes(study, written.pop("axes", {})), read_sample(written.pop("sample", {}))
    rules: dict[str, Any] = {key: tuple(_rule(rule, key) for rule in written.pop(key, [])) for key in ("only", "exclude")}
    wishes = {wish.name: written.pop(wish.name) for wish in ranges(study) if wish.name in written}
    return Plan(game=game, name=name, axes=axes, sample=sample, ranges=wishes, **rules, **written)


def read_axes(study: Study, written: Mapping[str, Any]) -> Written:
    """Reads axes, each one value or a list of them."""
    known = {axis.name: axis for axis in varying(study)}
    axes: Written = {}
    for name, value in written.items():
        if name not in known:
            raise UnknownName("axis", name, list(known))
        values = value if isinstance(value, list) else [value]
        for entry in values:
            _check(name, entry, {name: known[name].type}, "axis")
        axes[name] = tuple(known[name].read(entry) for entry in values)
    return axes


def read_sample(written: Mapping[str, Any]) -> dict[str, int]:
    """Reads how many values of an axis are wanted."""
    for name, count in written.items():
        _check(f"sample: {name}", count, {f"sample: {name}": int}, "axis")
    return dict(written)


def _rule(rule: Any, key: str) -> dict[str, Any]:
    if not isinstance(rule, dict):
        raise UserError(f"{key}: expected a table, got {rule!r}")
    return rule


def _check(key: str, value: Any, types: Mapping[str, Any], what: str) -> None:
    if key not in types:
        raise UnknownName(what, key, list(types))
    wanted = types[key]
    if not isinstance(value, wanted) or (isinstance(value, bool) and wanted is not bool):
        kinds = " or ".join(kind.__name__ for kind in (wanted if isinstance(wanted, tuple) else (wanted,)))
        raise UserError(f"{key}: expected {kinds}, got {value!r}")
