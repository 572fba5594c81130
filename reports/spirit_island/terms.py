"""The terms of the win model: which columns each cell has, from what the cell is."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse

from reports.core.dataset import Run
from reports.core.luck import Luck
from reports.core.model import SMALLEST, Block, ShareModel, Weights, make_block

# A challenge may well be a point off its official number (about 0.3 in log-odds), however exact the others are; so may a
# spirit differ from others that are alike.
SMALLEST_OF = {"spirit": 0.1, "level": 0.1, "scenario": 0.1, "thematic": 0.1}
LOOSE = {"intercept": 25.0, "difficulty": 1.0}  # variances that keep unpooled effects finite when all games are won
NUISANCES = ["players", "expansion", "policy", "flags"]  # compared with their first value, without pooling


def win_model(run: Run, luck: Luck | None = None) -> ShareModel:
    """Fits the win rate of a run."""
    return ShareModel(run, "win", make_blocks, luck)


def is_plain(cells: pd.DataFrame) -> np.ndarray:
    """Chooses the cells that tell about adversary levels alone: no scenario, no thematic map; all, if none are plain."""
    plain = ((cells["scenario"] == "none") & ~cells["thematic"]).to_numpy(bool)
    return plain if plain.any() else np.ones(len(cells), bool)


def team(cell: Any) -> list[str]:
    """Lists the spirits of a cell."""
    return cell.spirits.split("+")


def _shares(names: list[str]) -> Weights:
    """Gives each member of a team its share, so that effects mean the same for any number of players."""
    weights: Weights = {}
    for name in names:
        weights[name] = weights.get(name, 0) + 1 / len(names)
    return weights


def _spirits(cell: Any) -> Weights:
    return _shares(team(cell))


def _boards(cell: Any) -> Weights:
    return {} if cell.boards in ("", "random") else _shares(cell.boards.split("+"))


def _pairs(cell: Any) -> Weights:
    pairs = [tuple(sorted(pair)) for pair in combinations(team(cell), 2)]
    return {pair: 1 / len(pairs) for pair in pairs}


def _level(cell: Any) -> Weights:
    return {(cell.adversary, cell.level): 1}


def _crossed(one: Callable, other: Callable) -> Callable:
    return lambda cell: {(a, b): x * y for a, x in one(cell).items() for b, y in other(cell).items()}


def _adversary(cell: Any) -> Weights:
    return {cell.adversary: 1}


def _scenario(cell: Any) -> Weights:
    return {} if cell.scenario == "none" else {cell.scenario: 1}


def _thematic(cell: Any) -> Weights:
    return {"thematic": 1} if cell.thematic else {}


MAIN: dict[str, Callable[[Any], Weights]] = {
    "spirit": _spirits,
    "level": _level,
    "scenario": _scenario,
    "thematic": _thematic,
    "board": _boards,
}
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
        block = make_block(name, rows, weights, SMALLEST_OF.get(name, SMALLEST))
        sizes[name] = len(block.labels)
        # One adversary level is part of the intercept, but one scenario is compared with no scenario.
        if len(block.labels) >= (1 if name in ("scenario", "thematic") and not _constant(block) else 2):
            blocks.append(block)
    for name, (one, other, weights) in CROSSED.items():
        block = make_block(name, rows, weights, SMALLEST_OF.get(name, SMALLEST))
        if len(block.labels) > max(sizes[one], sizes[other], 2):
            blocks.append(block)
    return blocks


def _constant(block: Block) -> bool:
    return bool((block.columns.toarray() == 1).all())


def _fixed_block(cells: pd.DataFrame) -> Block:
    """Makes the unpooled columns: the intercept, the official difficulty, and what is merely to be corrected for."""
    columns: dict[Any, np.ndarray] = {"intercept": np.ones(len(cells))}
    if cells["difficulty"].nunique() > 1:
        columns["difficulty"] = cells["difficulty"].to_numpy(float)
    for name in NUISANCES:
        for value in sorted(cells[name].unique())[1:]:
            columns[(name, value)] = (cells[name] == value).to_numpy(float)
    return Block(
        "fixed", list(columns), sparse.csr_matrix(np.column_stack(list(columns.values()))), pooled=False, loose=LOOSE
    )
