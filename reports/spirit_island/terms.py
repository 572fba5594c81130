"""The terms of the win model: which columns each cell has, from what the cell is. Knows no statistics."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd
from scipy import sparse

Weights = dict[Hashable, float]  # column label: weight, of one cell
NUISANCES = ["players", "expansion", "policy", "flags"]  # compared with their first value, without pooling


@dataclass(frozen=True)
class Block:
    """Columns that share one spread: the effects of all spirits, of all adversary levels, …"""

    name: str
    labels: list[Hashable]
    columns: sparse.csr_matrix  # cells × labels
    pooled: bool = True


def team(cell) -> list[str]:
    """Lists the spirits of a cell."""
    return cell.spirits.split("+")


def _shares(names: list[str]) -> Weights:
    """Gives each member of a team its share, so that effects mean the same for any number of players."""
    weights: Weights = {}
    for name in names:
        weights[name] = weights.get(name, 0) + 1 / len(names)
    return weights


def _spirits(cell) -> Weights:
    return _shares(team(cell))


def _boards(cell) -> Weights:
    return {} if cell.boards in ("", "random") else _shares(cell.boards.split("+"))


def _pairs(cell) -> Weights:
    pairs = [tuple(sorted(pair)) for pair in combinations(team(cell), 2)]
    return {pair: 1 / len(pairs) for pair in pairs}


def _level(cell) -> Weights:
    return {(cell.adversary, cell.level): 1}


def _crossed(one: Callable, other: Callable) -> Callable:
    return lambda cell: {(a, b): x * y for a, x in one(cell).items() for b, y in other(cell).items()}


_adversary = lambda cell: {cell.adversary: 1}  # noqa: E731
_scenario = lambda cell: {} if cell.scenario == "none" else {cell.scenario: 1}  # noqa: E731
_thematic = lambda cell: {"thematic": 1} if cell.thematic else {}  # noqa: E731

MAIN = {"spirit": _spirits, "level": _level, "scenario": _scenario, "thematic": _thematic, "board": _boards}
CROSSED = {
    "pair": ("spirit", "spirit", _pairs),
    "spirit_adversary": ("spirit", "adversary", _crossed(_spirits, _adversary)),
    "spirit_level": ("spirit", "level", _crossed(_spirits, _level)),
    "spirit_scenario": ("spirit", "scenario", _crossed(_spirits, _scenario)),
    "spirit_board": ("spirit", "board", _crossed(_spirits, _boards)),
    "level_scenario": ("level", "scenario", _crossed(_level, _scenario)),
    "adversary_board": ("adversary", "board", _crossed(_adversary, _boards)),
}


def make_blocks(cells: pd.DataFrame) -> list[Block]:
    """Makes the blocks that this set of cells can tell apart."""
    rows = list(cells.itertuples())
    blocks = [_fixed_block(cells)]
    sizes = {"adversary": cells["adversary"].nunique()}
    for name, weights in MAIN.items():
        block = _block(name, rows, weights)
        sizes[name] = len(block.labels)
        # One adversary level is part of the intercept, but one scenario is compared with no scenario.
        if len(block.labels) >= (1 if name in ("scenario", "thematic") and not _constant(block) else 2):
            blocks.append(block)
    for name, (one, other, weights) in CROSSED.items():
        block = _block(name, rows, weights)
        if len(block.labels) > max(sizes[one], sizes[other], 2):
            blocks.append(block)
    return blocks


def _constant(block: Block) -> bool:
    return bool((block.columns.toarray() == 1).all())


def _block(name: str, rows: list, weights: Callable) -> Block:
    found = [weights(row) for row in rows]
    labels = sorted({label for row in found for label in row})
    place = {label: column for column, label in enumerate(labels)}
    entries = [(number, place[label], weight) for number, row in enumerate(found) for label, weight in row.items()]
    row, column, value = zip(*entries) if entries else ((), (), ())
    return Block(name, labels, sparse.csr_matrix((value, (row, column)), shape=(len(rows), len(labels)), dtype=float))


def _fixed_block(cells: pd.DataFrame) -> Block:
    """Makes the unpooled columns: the intercept, the official difficulty, and what is merely to be corrected for."""
    columns = {"intercept": np.ones(len(cells))}
    if cells["difficulty"].nunique() > 1:
        columns["difficulty"] = cells["difficulty"].to_numpy(float)
    for name in NUISANCES:
        for value in sorted(cells[name].unique())[1:]:
            columns[(name, value)] = (cells[name] == value).to_numpy(float)
    return Block("fixed", list(columns), sparse.csr_matrix(np.column_stack(list(columns.values()))), pooled=False)
