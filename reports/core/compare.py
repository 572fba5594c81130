"""Compares two runs of a game: matches their cells by what was played and their games by number."""

from pathlib import Path

import numpy as np
import pandas as pd

from experiments.core.cells import FLAGS, POLICY, SEED
from experiments.core.manifest import game_of
from reports.core.dataset import read_cells, read_games
from reports.core.files import configuration, read_manifest
from reports.core.paired import Comparison, compared, independent_difference, paired_difference
from reports.core.parted import change_by_part
from simulator.core.errors import UserError
from simulator.core.game import find_game

# What may differ between the two runs, and is therefore no part of a cell's identity when it does.
CHANGES = [POLICY.name, FLAGS.name]


def compare_runs(run_a: Path, run_b: Path) -> tuple[Comparison, pd.DataFrame, dict[str, pd.DataFrame]]:
    """Compares run B with run A; returns the comparison, the cells of A by number, and what sat at seats, if games match."""
    game = _common_game(run_a, run_b)
    cells_a, cells_b = read_cells(run_a), read_cells(run_b)
    partner = _match(cells_a, cells_b, list(configuration(game)))
    if not partner:
        raise UserError(f"{run_a} and {run_b} have no cell in common")
    games_a, games_b = read_games(run_a), read_games(run_b)
    games_b = _renumbered(games_b, partner)
    paired = _same_seeds(cells_a, cells_b, partner)
    compare = paired_difference if paired else independent_difference
    found = compare(games_a, games_b, what_to_compare(game, games_a, games_b))
    if not found.overall["games"]:
        raise UserError(f"{run_a} and {run_b} have no game in common")
    return found, cells_a.set_index("cell"), change_by_part(game, games_a, games_b) if paired else {}


def what_to_compare(game: str, games_a: pd.DataFrame, games_b: pd.DataFrame) -> list:
    """Returns what two versions of games are compared by: all measures that both have."""
    declared = find_game(game)
    return compared(declared.measures, {*games_a.columns} & {*games_b.columns}, declared.seats[-1])


def _common_game(run_a: Path, run_b: Path) -> str:
    game_a, game_b = (game_of(read_manifest(run)) for run in (run_a, run_b))
    if game_a != game_b:
        raise UserError(f"{run_a} is a run of {game_a}, {run_b} one of {game_b}: nothing to compare")
    return game_a


def _renumbered(games: pd.DataFrame, partner: dict[int, int]) -> pd.DataFrame:
    """Gives the games of B the cell numbers of A, and drops those without a partner."""
    known = np.array(sorted(partner))
    place = np.searchsorted(known, games["cell"]).clip(max=len(known) - 1)
    new = np.array([partner[cell] for cell in known.tolist()], np.int32)[place]
    matched = known[place] == games["cell"].to_numpy()
    return games.assign(cell=new) if matched.all() else games.assign(cell=new)[matched]


def _same_seeds(cells_a: pd.DataFrame, cells_b: pd.DataFrame, partner: dict[int, int]) -> bool:
    """Tells whether all matched cells were played on the same games."""
    seed_a, seed_b = (cells.set_index("cell")[SEED.name] for cells in (cells_a, cells_b))
    return all(seed_b[b] == seed_a[a] for b, a in partner.items())


def _match(cells_a: pd.DataFrame, cells_b: pd.DataFrame, whole: list[str]) -> dict[int, int]:
    """Finds for each cell of B the cell of A that it is to be compared with."""
    # Runs that differ in policy, flags or seed are matched by everything else.
    for changed in ([], CHANGES, [SEED.name], [*CHANGES, SEED.name]):
        keys = [name for name in whole if name not in changed]
        if cells_a.duplicated(keys).any() or cells_b.duplicated(keys).any():
            continue
        both = cells_b.merge(cells_a, on=keys, suffixes=("_b", "_a"))
        if len(both):
            return dict(zip(both["cell_b"], both["cell_a"]))
    return {}
