"""Measures what the readings of open questions are worth: `python -m reports.spirit_island.readings [COMPONENT ...]`.

The same games are played as the project reads the rules and by another reading (a patch of the content, or an edit of
one file in a copy of the project), and the win rates compared game by game; where the other reading cannot be played,
the games are counted in which it can matter. Writes simulator/spirit_island/words/readings_measured.yaml.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

import pandas as pd

from experiments.core.cells import Cell
from experiments.core.planning import Plan, read_axes
from experiments.core.study import find_study
from experiments.core.versions import PRINTED, play_each
from reports.core.paired import paired_interval
from reports.core.rates import rate_interval
from simulator.core.errors import UserError
from simulator.core.sources import ROOT
from simulator.spirit_island.words.readings import Figure, read_figures, write_figures, written

GAME = "spirit_island"
SEED = 990_001  # of no tuning
GAMES = 5_000  # of a population, about
PACKAGES = ("simulator", "policies", "experiments", "reports")
FRAME = "frame.parquet"


def population_cells(population: str) -> list[Cell]:
    """Returns the cells of a population, played by greedy."""
    axes = written()["populations"][population]
    return Plan(game=GAME, seed=SEED, axes=read_axes(find_study(GAME), {**axes, "policies": "greedy"})).cells()


@cache
def as_read(population: str, games: int, jobs: int) -> pd.DataFrame:
    """Plays the games of a population as the project reads the rules."""
    return play_each(population_cells(population), [PRINTED], games, jobs)[0]


def otherwise(change: Mapping[str, Any], population: str, games: int, jobs: int) -> pd.DataFrame:
    """Plays the games of a population with a patch of the content or an edit of a file."""
    if "file" not in change:
        return play_each(population_cells(population), [json.dumps(change)], games, jobs)[0]
    with tempfile.TemporaryDirectory() as directory:
        copy = Path(directory)
        copy_edited(change, copy)
        environment = {**os.environ, "PYTHONPATH": str(copy)}
        if change["file"].endswith(".py"):  # compiled once and thrown away
            environment["EVENKEEL_CACHE"] = str(copy / "cache")
        command = [sys.executable, "-m", "reports.spirit_island.readings", "--play", population, str(games), str(jobs)]
        subprocess.run(command, cwd=copy, env=environment, check=True)
        return pd.read_parquet(copy / FRAME)


def copy_edited(change: Mapping[str, Any], goal: Path) -> None:
    """Copies the project and edits one file of the copy; what is to be edited must stand there once."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, goal / package, ignore=shutil.ignore_patterns("__pycache__"))
    edited = goal / change["file"]
    text = edited.read_text("utf-8")
    if text.count(change["old"]) != 1:
        raise UserError(f"{change['file']}: expected once, found {text.count(change['old'])} times: {change['old']!r}")
    edited.write_text(text.replace(change["old"], change["new"]), "utf-8")


def measure(component: str, entry: Mapping[str, Any], games: int, jobs: int) -> Figure:
    """Measures one other reading."""
    how: Literal["flip", "touch"] = "flip" if "flip" in entry else "touch"
    population = entry["games"]
    each = max(1, games // len(population_cells(population)))
    both = as_read(population, each, jobs).merge(otherwise(entry[how], population, each, jobs), on=["cell", "game"])
    count = len(both)
    if how == "flip":
        gained, lost = int((both["win_y"] > both["win_x"]).sum()), int((both["win_y"] < both["win_x"]).sum())
        value, (low, high) = (gained - lost) / count, paired_interval(gained, lost, count)
    else:
        met = int((both["course_x"] != both["course_y"]).sum())
        value, (low, high) = met / count, (float(bound) for bound in rate_interval(met, count))
    value, low, high = (round(float(number), 5) for number in (value, low, high))
    return Figure(component, entry["otherwise"], how, count, population, SEED, value, low, high)


def measure_all(wanted: list[str], games: int, jobs: int) -> None:
    """Measures the other readings of some components, or of all, and writes each figure as it is found."""
    readings = written()["readings"]
    for name in wanted:
        if name not in readings:
            raise UserError(f"component: unknown reading {name!r} (valid: {', '.join(readings)})")
    entries = [(component, entry) for component, found in readings.items() for entry in found]
    figures = read_figures()
    for component, entry in entries:
        if ("flip" in entry or "touch" in entry) and (component in wanted or not wanted):
            figure = measure(component, entry, games, jobs)
            figures[component, entry["otherwise"]] = figure
            print(f"{component}: at most {100 * figure.at_most:.2f} points ({figure.words()})", flush=True)
            keys = [(component, entry["otherwise"]) for component, entry in entries]
            write_figures({key: figures[key] for key in keys if key in figures})


def main() -> int:
    """Reads the command line and measures."""
    parser = argparse.ArgumentParser(prog="python -m reports.spirit_island.readings", description=__doc__.splitlines()[0])
    parser.add_argument("components", nargs="*", help="whose readings; all by default")
    parser.add_argument("--games", type=int, default=GAMES, help="games of a population, about")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--play", nargs=3, metavar=("POPULATION", "GAMES", "JOBS"), help="only play, for a copy of the project"
    )
    args = parser.parse_args()
    if args.play:
        population, games, jobs = args.play
        as_read(population, int(games), int(jobs)).to_parquet(FRAME)
        return 0
    try:
        measure_all(args.components, args.games, args.jobs)
    except UserError as error:
        print(f"readings: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
