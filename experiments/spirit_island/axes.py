"""The axes of a plan as users write them ("all:0-6", "a+b"), and the cells they span."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from experiments.core import engine
from experiments.spirit_island.cells import NONE, RANDOM, Cell, parse_flags, write_flags
from simulator.core.errors import UnknownName, UserError
from simulator.spirit_island.language.assembler import Content, load_content
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.setups import EXPANSIONS

ALL = "all"
LEVELS = (0, 6)


@dataclass(frozen=True)
class Axes:
    """What varies, as written; a cell is one choice from each axis."""

    spirits: tuple[str, ...] = (ALL,)  # from which teams of each number of players are made
    players: tuple[int, ...] = ()  # 1 unless teams are given
    teams: tuple[str, ...] = ()  # "a+b": fixed teams, instead of spirits and players
    boards: tuple[str, ...] = (RANDOM,)
    expansion: tuple[str, ...] = ("base",)
    adversaries: tuple[str, ...] = (NONE,)  # "england:3", "all:0-6"
    scenarios: tuple[str, ...] = (NONE,)
    thematic: tuple[bool, ...] = (False,)
    policies: tuple[str, ...] = (engine.UNIFORM,)
    flags: tuple[str, ...] = ("",)
    sample: dict[str, int] = field(default_factory=dict)  # axis -> how many of its values, drawn by the seed


AXES = tuple(axis.name for axis in fields(Axes) if axis.name != "sample")
SAMPLED = tuple(name for name in AXES if name not in ("players", "expansion"))


def make_cells(axes: Axes, seed: int, wants: Callable[[Cell], bool], accepts: Callable[[int], bool]) -> list[Cell]:
    """Returns the wanted cells of an accepted difficulty in their fixed order, all of them checked."""
    _check_axes(axes)
    for policy in axes.policies:
        engine.check_policy(policy)
    cells = [cell for expansion in axes.expansion for cell in _cells(axes, seed, expansion, load_content())]
    if len(set(cells)) < len(cells):
        twice = next(cell for n, cell in enumerate(cells) if cell in cells[:n])
        raise UserError(f"the plan names the same cell twice: {twice.label}")
    # A combination against the rules is a mistake, unless a filter leaves it out.
    kept = [cell for cell in cells if wants(cell) and accepts(engine.official_difficulty(cell))]
    if not kept:
        raise UserError(f"the plan has no cells: its filters leave none of {len(cells)}")
    return kept


def _cells(axes: Axes, seed: int, expansion: str, content: Content) -> Iterator[Cell]:
    def drawn(axis: str, values: Sequence) -> Sequence:
        return _draw(axis, values, axes.sample.get(axis), seed)

    spirits = drawn("spirits", _named("spirit", "spirits", axes.spirits, expansion, content))
    teams = drawn("teams", _teams(axes, spirits, content))
    boards = drawn("boards", _boards(axes.boards, teams, content))
    opponents = drawn("adversaries", _adversaries(axes.adversaries, expansion, content))
    scenarios = drawn("scenarios", _named("scenario", "scenarios", axes.scenarios, expansion, content))
    flags = drawn("flags", [write_flags(parse_flags(text)) for text in axes.flags])
    others = (boards, opponents, scenarios, drawn("thematic", axes.thematic), drawn("policies", axes.policies), flags)
    for team, island, (adversary, level), scenario, thematic, policy, rules in itertools.product(teams, *others):
        if island == RANDOM or len(island.split("+")) == len(team):
            yield Cell("+".join(team), island, expansion, adversary, level, scenario, thematic, policy, rules, seed)


def _draw(axis: str, values: Sequence, count: int | None, seed: int) -> Sequence:
    """Draws some values of an axis, in their order; the same seed draws the same ones."""
    if count is None or count >= len(values):
        return values
    chosen = random.Random(f"{axis} {seed}").sample(range(len(values)), count)
    return [values[index] for index in sorted(chosen)]


# --- checks that need no content


def _check_axes(axes: Axes) -> None:
    for name in AXES:
        values = getattr(axes, name)
        if not values and name not in ("players", "teams"):
            raise UserError(f"{name}: nothing is named")
        if twice := [value for n, value in enumerate(values) if value in values[:n]]:
            raise UserError(f"{name}: {twice[0]} is named twice")
    if axes.teams and (axes.players or axes.spirits != (ALL,)):
        raise UserError("contradictory axes: fixed teams leave no room for spirits or players")
    for players in axes.players:
        if not 1 <= players <= v.MAX_PLAYERS:
            raise UserError(f"players: expected 1 to {v.MAX_PLAYERS}, got {players}")
    for expansion in axes.expansion:
        if expansion not in EXPANSIONS:
            raise UnknownName("expansion", expansion, EXPANSIONS)
    for name, count in axes.sample.items():
        if name not in SAMPLED:
            raise UnknownName("axis to sample", name, SAMPLED)
        if count < 1:
            raise UserError(f"sample: {name}: expected at least 1, got {count}")


# --- one axis each


def _teams(axes: Axes, spirits: Sequence[str], content: Content) -> list[tuple[str, ...]]:
    if axes.teams:
        return [_team(text, content) for text in axes.teams]
    teams: list[tuple[str, ...]] = []
    for players in axes.players or (1,):
        if players > len(spirits):
            raise UserError(f"players: {players} players need {players} spirits, {len(spirits)} are named")
        teams += itertools.combinations(spirits, players)
    return teams


def _team(text: str, content: Content) -> tuple[str, ...]:
    team = tuple(text.split("+"))
    for spirit in team:
        content.spirit_index(spirit)
    return team


def _boards(written: Sequence[str], teams: Sequence[tuple[str, ...]], content: Content) -> Sequence[str]:
    """Checks that every island exists and fits a team, and that every team finds an island."""
    sizes = {len(team) for team in teams}
    fitting = set()
    for text in written:
        if text == RANDOM:
            fitting |= sizes
            continue
        boards = text.split("+")
        content.layout_index(boards)
        if len(boards) not in sizes:
            raise UserError(f"boards: {text} is for {len(boards)} spirits, the plan has teams of {_listed(sizes)}")
        fitting.add(len(boards))
    if sizes - fitting:
        raise UserError(f"boards: none named for teams of {_listed(sizes - fitting)}")
    return written


def _adversaries(written: Sequence[str], expansion: str, content: Content) -> list[tuple[str, int]]:
    """Reads "england:0-6": names with levels; all levels when none is written."""
    chosen = []
    for text in written:
        name, colon, levels = text.partition(":")
        if name == NONE:
            if colon:
                raise UserError(f"adversaries: {text}: no adversary has no level")
            chosen.append((NONE, 0))
            continue
        names = _named("adversary", "adversaries", (name,), expansion, content)
        chosen += itertools.product(names, _levels(text, levels if colon else None))
    return chosen


def _levels(text: str, levels: str | None) -> range:
    first, last = parse_range(levels, f"adversaries: {text}") if levels is not None else LEVELS
    if not LEVELS[0] <= first <= last <= LEVELS[1]:
        raise UserError(f"adversaries: {text}: levels go from {LEVELS[0]} to {LEVELS[1]}")
    return range(first, last + 1)


def parse_range(text: str, where: str) -> tuple[int, int]:
    """Reads "3" or "0-6"."""
    first, dash, last = text.partition("-")
    if not first.isdigit() or (dash and not last.isdigit()):
        raise UserError(f"{where}: expected a number or a range such as 0-6, got {text!r}")
    return int(first), int(last if dash else first)


def _named(what: str, kind: str, written: Sequence[str], expansion: str, content: Content) -> list[str]:
    """Reads names; `all` stands for every one that the expansion allows."""
    valid = engine.names(kind, content)
    chosen: list[str] = []
    for name in written:
        if name == ALL:
            chosen += [known for known in valid if engine.belongs(kind, known, expansion, content)]
        elif name in valid or (name == NONE and kind != "spirits"):
            chosen.append(name)
        else:
            raise UnknownName(what, name, valid)
    return chosen


def _listed(sizes: set[int]) -> str:
    return " or ".join(map(str, sorted(sizes)))


def read_flags(value: Any) -> str:
    """Reads one choice of rule flags, written as text or as a table."""
    if isinstance(value, dict):
        value = ",".join(f"{name}={str(v).lower() if isinstance(v, bool) else v}" for name, v in value.items())
    return write_flags(parse_flags(value))
