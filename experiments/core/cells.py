"""A cell: one configuration that a sweep plays many games of. Knows its columns and its set-up, not its results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, fields, make_dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from experiments.core.axes import Axis, Column, RangeFilter
from simulator.core.game import find_game

TYPES = {"text": str, "bool": bool, "int8": int, "int16": int, "int64": int}
# What every cell has, whatever the game.
POLICY = Column("policy", "text", "uniform", "who decides")
FLAGS = Column("flags", "text", "", "rule flags that differ from the rules as printed, name=value")
SEED = Column("seed", "int64", 0, "the master seed: with the number of a game it gives that game back")


class Cell:
    """One configuration; every field is plain text or a number, so that cells compare, hash and save as they are.

    The class of a game's cells is made of the columns of its axes.
    """

    game: ClassVar[str]
    axes: ClassVar[tuple[Axis | RangeFilter, ...]]
    policy: str
    flags: str
    seed: int

    if TYPE_CHECKING:  # the columns of the game's axes

        def __init__(self, **columns: Any) -> None: ...
        def __getattr__(self, column: str) -> Any: ...

    @property
    def study(self) -> Any:
        """The study this cell belongs to."""
        from experiments.core.study import find_study

        return find_study(self.game)

    @property
    def label(self) -> str:
        """What distinguishes the cell, for people; what is usual is left out."""
        return self.study.label(self)

    def as_dict(self) -> dict[str, Any]:
        """Returns the cell as plain values, for the manifest."""
        return asdict(self)  # type: ignore[call-overload]

    def setup(self) -> Any:
        """Returns the set-up of the cell's games."""
        game = find_game(self.game)
        return game.read_setup(self.study.setup(self), game.content())

    def record(self) -> np.ndarray:
        """Returns the set-up as the machine reads it; one against the rules raises a UserError."""
        return _record(self)

    def values(self) -> dict[str, Any]:
        """Returns the value of every column, the derived ones included."""
        found = {"seed": self.seed}
        for column in columns_of(self.axes):
            found[column.name] = column.of_record(self.record()[0]) if column.of_record else getattr(self, column.name)
        return found


@lru_cache(maxsize=1024)
def _record(cell: Cell) -> np.ndarray:
    game = find_game(cell.game)
    return game.setup_record(cell.setup(), game.content())


def columns_of(axes: Iterable[Axis | RangeFilter]) -> list[Column]:
    """Returns the columns of a game's axes, in the order of a dataset."""
    return [column for axis in axes for column in axis.columns]


def cell_class(game: str, axes: tuple[Axis | RangeFilter, ...], required: str) -> type:
    """Makes the class of a game's cells: one field per column, the required one first; derived columns are computed."""
    columns = columns_of(axes)
    told = [column for column in columns if not column.is_derived and column.name != required] + [SEED]
    computed = {column.name: property(column.of_cell) for column in columns if column.of_cell}
    types = {column.name: TYPES[column.type] for column in columns}
    made = make_dataclass(
        "Cell",
        [(required, types[required]), *((column.name, TYPES[column.type], column.usual) for column in told)],
        bases=(Cell,),
        frozen=True,
        namespace={"game": game, "axes": axes, **computed},
    )
    made.__module__ = f"experiments.{game}.study"  # where the game keeps it, so that workers find it by name
    return made


def usual(cell_type: type) -> dict[str, Any]:
    """Returns the usual value of every field that has one."""
    return {field.name: field.default for field in fields(cell_type)}
