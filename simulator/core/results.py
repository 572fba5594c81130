"""Results of any game, read by what the game declares of its result record: which fields are numbers of names, which
hold one number per seat, which several. Knows no field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from simulator.core.game import Game


@dataclass(frozen=True)
class ResultColumn:
    """A number in a result: a field of the record, or one seat's part of it."""

    name: str
    field: str
    kind: np.dtype
    codes: tuple[str, ...] = ()  # names of the numbers in it
    seat: int = 0  # from 1; 0 = of the whole game
    part: int = -1  # which of several numbers; -1 = there is one

    def values(self, results: np.ndarray) -> np.ndarray:
        """Returns its values in many results."""
        found = results[self.field]
        if self.seat:
            found = found[:, self.seat - 1]
        if self.part >= 0:
            found = found[:, self.part]
        return np.ascontiguousarray(found)


def result_columns(game: Game) -> list[ResultColumn]:
    """Returns the columns of a game's result record in its order; those of a seat end in its number: points_1."""
    columns = []
    for field in game.result.names or ():
        kind, codes, parts = game.result[field], game.codes.get(field, ()), game.parts.get(field)
        named = [(-1, field)] if parts is None else [(number, f"{field}_{part}") for number, part in enumerate(parts)]
        per_seat = len(kind.shape) > (parts is not None)
        for part, name in named:
            columns += [
                ResultColumn(f"{name}_{seat}" if seat else name, field, kind.base, codes, seat, part)
                for seat in (range(1, game.seats[-1] + 1) if per_seat else (0,))
            ]
    return columns


def plain_result(game: Game, result: np.void) -> dict[str, Any]:
    """Returns a result as plain data, names instead of numbers where they are declared."""
    one = np.array([result])
    found = {}
    for column in result_columns(game):
        value = column.values(one)[0].item()
        found[column.name] = column.codes[value] if column.codes else value
    return found
