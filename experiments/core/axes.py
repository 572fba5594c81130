"""Axes: what varies between the cells of a plan, each declared once.

A game's axes make the keys of its plans, the options of its commands, the filters, the columns of its datasets, its
cells and the tables of its documentation. Knows no game.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simulator.core.errors import UnknownName, UserError
from simulator.core.reading import natural

ALL = "all"
NONE = "none"
Values = dict[str, Any]  # column -> value


@dataclass(frozen=True)
class Names:
    """The components that may be named: all of them, and the one that people mean by what they type."""

    all: Callable[[Any], Iterable[str]]  # of the content
    find: Callable[[Any, str], str]


@dataclass(frozen=True)
class Column:
    """What a cell says of itself: a column of every dataset, and a filter of plans."""

    name: str
    type: str  # text, bool, int8, int16, int64
    usual: Any  # what stands for a missing column, and is left out where a cell is named
    help: str
    one: str = ""  # name of one part of a value "a+b": a filter of plans, and another name of the column in queries
    names: Names | None = None  # if its values name components
    of_cell: Callable[[Any], Any] | None = None  # derived: follows from the other columns
    of_record: Callable[[np.void], Any] | None = None  # derived: follows from the set-up as the machine reads it

    @property
    def is_derived(self) -> bool:
        """Tells whether a cell need not be told."""
        return self.of_cell is not None or self.of_record is not None

    def meant(self, value: Any, content: Any) -> Any:
        """Returns the value that a filter means: names may be written as people call things."""
        if self.names is None or value == self.usual or not isinstance(value, str):
            return value
        return "+".join(self.names.find(content, name.strip()) for name in value.split("+"))

    def values(self, cell: Any) -> dict[str, list]:
        """Returns what filters of this column look at in a cell: its value, and each part of it."""
        value = getattr(cell, self.name)
        return {self.name: [value]} | ({self.one: value.split("+")} if self.one else {})


@dataclass(frozen=True)
class Spread:
    """What the values of an axis may depend on: all axes as written, the fixed outer values, the axes before."""

    written: Mapping[str, tuple]
    content: Any
    fixed: Mapping[str, Any] = field(default_factory=dict)
    found: dict[str, Sequence] = field(default_factory=dict)  # axis -> its values, drawn from if a sample is asked for


@dataclass(frozen=True)
class Option:
    """An option of the commands about a single game."""

    name: str
    help: str
    type: Any = str
    repeat: bool = False
    metavar: str = ""
    default: Any = None
    commands: tuple[str, ...] = ("play", "describe")
    needed_by: tuple[str, ...] = ()  # of these commands


@dataclass(frozen=True)
class Axis:
    """One thing that varies, as users write it.

    `expand` turns what is written into values: columns of a cell, or anything that a later axis makes use of if the
    axis has no columns of its own. An outer axis is fixed, one value after the other, before all others are expanded.
    """

    name: str  # key in [axes] of a plan
    help: str
    columns: tuple[Column, ...] = ()
    default: tuple = ()
    type: Any = str  # of one value in a plan
    expand: Callable[[Spread, tuple], Sequence] | None = None
    outer: bool = False
    may_be_empty: bool = False
    sampled: bool = True  # a plan may ask for some of its values only
    option: str = ""  # of the command line, if it is not --name
    switch: str = ""  # for truth values: "--yes/--no"
    read: Callable[[Any], Any] = lambda value: value  # one value as a plan writes it
    instead_of: tuple[str, ...] = ()  # axes of a plan that give way when a command names this one
    one: Option | None = None  # how commands about a single game ask for its one value
    names: Names | None = None  # the components that it names, if no column of its own says so

    @property
    def varies(self) -> bool:
        """Whether its values are columns of a cell."""
        return self.expand is not None and any(not column.is_derived for column in self.columns)

    @property
    def offered(self) -> Names | None:
        """The components that a shell may offer to complete its values."""
        return next((column.names for column in self.columns if column.names), self.names)


@dataclass(frozen=True)
class RangeFilter:
    """A plan's wish for cells whose derived number lies in a range, such as 2-6."""

    name: str  # key of a plan and option of the command line
    help: str
    column: Column  # derived from the set-up

    @property
    def columns(self) -> tuple[Column, ...]:
        """The number it looks at."""
        return (self.column,)


def span(axes: Sequence[Axis], written: Mapping[str, tuple], sample: Mapping[str, int], seed: int,
         content: Any) -> Iterator[Values]:  # fmt: skip
    """Yields every combination of the values of all axes, in a fixed order."""
    outer = [axis for axis in axes if axis.outer]
    inner = [(axis, axis.expand) for axis in axes if not axis.outer and axis.expand is not None]
    for chosen in itertools.product(*(written[axis.name] for axis in outer)):
        spread = Spread(written, content, dict(zip([axis.name for axis in outer], chosen)))
        for axis, expand in inner:
            values = expand(spread, written[axis.name])
            spread.found[axis.name] = draw(axis.name, values, sample.get(axis.name), seed)
        for parts in itertools.product(*(spread.found[axis.name] for axis, _ in inner if axis.varies)):
            yield dict(itertools.chain(spread.fixed.items(), *(part.items() for part in parts)))


def draw(axis: str, values: Sequence, count: int | None, seed: int) -> Sequence:
    """Draws some values of an axis, in their order; the same seed draws the same ones."""
    if count is None or count >= len(values):
        return values
    chosen = random.Random(f"{axis} {seed}").sample(range(len(values)), count)
    return [values[index] for index in sorted(chosen)]


def check_written(axes: Sequence[Axis], written: Mapping[str, tuple], sample: Mapping[str, int]) -> None:
    """Complains about what no content is needed for: nothing named, named twice, a sample that cannot be drawn."""
    sampled = [axis.name for axis in axes if axis.sampled]
    for axis in axes:
        values = written[axis.name]
        if not values and not axis.may_be_empty:
            raise UserError(f"{axis.name}: nothing is named")
        if twice := [value for n, value in enumerate(values) if value in values[:n]]:
            raise UserError(f"{axis.name}: {twice[0]} is named twice")
    for name, count in sample.items():
        if name not in sampled:
            raise UnknownName("axis to sample", name, sampled)
        if count < 1:
            raise UserError(f"sample: {name}: expected at least 1, got {count}")


# --- values as users write them


def one_column(name: str) -> Callable[[Spread, tuple], Sequence]:
    """Returns an expansion that takes the values as they are written."""
    return lambda spread, written: [{name: value} for value in written]


def parse_range(text: str, where: str) -> tuple[int, int]:
    """Reads "3" or "0-6"."""
    first, dash, last = text.partition("-")
    least, most = natural(first), natural(last if dash else first)
    if least is None or most is None:
        raise UserError(f"{where}: expected a number or a range such as 0-6, got {text!r}")
    return least, most


def listed(sizes: set[int]) -> str:
    """Returns numbers as words: 1 or 2."""
    return " or ".join(map(str, sorted(sizes)))
