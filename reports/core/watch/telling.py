"""The games of a run that tell most: typical good and bad ones, the closest ones, those that swing most. Knows no game."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from reports.core.dataset import Run
from reports.core.drawing import Tell
from reports.core.luck import Luck, is_counted
from reports.core.watch.film import Film
from reports.core.watch.making import Shown, film_showing, stored_showing
from reports.core.watch.page import write_page
from simulator.core.errors import UserError
from simulator.core.game import find_game

CANDIDATES = 12  # games that are played again to find the close and the swinging ones
PLAYED_ON = 60  # games from each point of their curves
FOLDER = "games"  # beside the report
LATE = 0.6  # part of a game after which it shows how close it is


@dataclass(frozen=True)
class Watched:
    """A game with a page beside the report."""

    why: str  # key of a text
    title: str
    ending: str
    link: str


@dataclass(frozen=True)
class Candidate:
    """A game of a run, and what it looks like played again."""

    cell: int
    game: int
    shown: Shown


def write_telling_games(run: Run, count: int, out: Path, language: str, tell: Tell) -> list[Watched]:
    """Writes the pages of so many games into a folder beside the report, the most telling ones first."""
    try:
        (out / FOLDER).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"cannot write games into {out}: {error.strerror or error}") from None
    written = []
    for number, (why, candidate) in enumerate(telling_games(run, count, language, tell), 1):
        link = f"{FOLDER}/{number}.html"
        write_page(candidate.shown.page(), out / link)
        written.append(Watched(why, candidate.shown.subject.title, candidate.shown.subject.ending, link))
    return written


def telling_games(run: Run, count: int, language: str, tell: Tell) -> Iterator[tuple[str, Candidate]]:
    """Yields so many games with the reason why each is worth watching: none twice."""
    found = [_candidate(run, cell, game, language, tell) for cell, game in candidates(run)]
    seen: set[int] = set()
    for place in range(count):
        left = [number for number in range(len(found)) if number not in seen]
        if not left:
            return
        why, best = _best(found, left, place)
        seen.add(best)
        yield why, found[best]


def _best(found: list[Candidate], left: list[int], place: int) -> tuple[str, int]:
    """Returns why and which: the first two candidates are the typical ones, then the closest and the wildest in turn."""
    if place < 2 and place in left:
        return ("went_well", "went_badly")[place], place
    if place % 2 == 0:
        return "closest", min(left, key=lambda number: gap(found[number].shown.film))
    return "wildest", max(left, key=lambda number: swing(found[number].shown.film))


def candidates(run: Run) -> list[tuple[int, int]]:
    """Returns cell and game of a typical good and a typical bad game, and of others spread over the cells."""
    values, measure = next(iter(run.played.values())), find_game(run.game).measures[0]
    means = Luck(values).means
    usual = int(np.nanargmin(np.abs(means - np.nanmedian(means))))
    rows = np.argsort(means, kind="stable")
    rows = rows[np.isfinite(means[rows])]
    spread = [(int(rows[len(rows) * number // CANDIDATES]), number) for number in range(CANDIDATES)]
    ends = (np.argmax, np.argmin) if measure.good == "high" else (np.argmin, np.argmax)
    there = np.flatnonzero(is_counted(values[usual]))
    wanted = [(usual, int(there[end(values[usual][there])])) for end in ends]
    for row, number in spread:
        played = np.flatnonzero(is_counted(values[row]))
        wanted.append((row, int(played[number % len(played)])))
    return [(int(run.cells["cell"].iloc[row]), game) for row, game in dict.fromkeys(wanted)]


def _candidate(run: Run, cell: int, game: int, language: str, tell: Tell) -> Candidate:
    command = f"evenkeel watch {shlex.quote(str(run.path))} --cell {cell} --game {game}"
    return Candidate(cell, game, film_showing(stored_showing(run.path, cell, game, command), language, PLAYED_ON, tell))


# --- what a curve says


def _curves(film: Film) -> np.ndarray:
    """Returns the chances of each player, or of all and their failure, step by step."""
    chances = np.array([step.chances for step in film.steps if step.chances])
    if not len(chances):
        return np.zeros((1, 2))
    return chances if chances.shape[1] > 1 else np.hstack([chances, 1 - chances])


def gap(film: Film) -> float:
    """Returns how far the two best were apart late in a game, on average."""
    late = _curves(film)
    late = np.sort(late[int(LATE * len(late)) : -1] if len(late) > 3 else late, axis=1)
    return float((late[:, -1] - late[:, -2]).mean()) if len(late) else 1.0


def swing(film: Film) -> float:
    """Returns by how much the chance of somebody went up and down."""
    curves = _curves(film)
    return float((curves.max(axis=0) - curves.min(axis=0)).max())
