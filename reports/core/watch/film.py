"""A game as a film: its steps with their words, what changes on the table, and how the chance of winning moves.

Knows neither the game nor the page. What lies on the table is kept as differences from step to step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from experiments.core.story import Beat, Choice
from reports.core.watch.stage import Stage

MOST_POINTS = 120  # of the curve
TURNING = 0.10  # least change of a chance that is a turning point
SURE = 2.5  # and how many standard errors it must be
MOST_TURNING = 5
PLAYED_ON = 100  # games from each point of the curve, if nothing else is said
Outlook = Callable[[np.void, int], tuple[float, ...]]  # state, games played on from it -> chances of winning


@dataclass
class Step:
    """One step of a film."""

    kind: str
    words: str
    chapter: int  # the numbers of its headings among the steps
    scene: int
    changed: dict[str, int]  # place -> number of what lies there now
    choice: Choice | None = None
    chances: tuple[float, ...] = ()


@dataclass
class Turning:
    """A step at which the chance of somebody moved much."""

    step: int
    player: int
    before: float
    after: float


@dataclass
class Film:
    """All that a page needs of a game."""

    steps: list[Step] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)  # what lies in places, each once
    turnings: list[Turning] = field(default_factory=list)
    games: int = 0  # played on from each point of the curve; 0 = it shows what the policy thought


def make_film(beats: Iterable[Beat], state: np.void, stage: Stage, outlook: Outlook | None, games: int | None,
              tell: Callable[[str, int, int], Any]) -> Film:  # fmt: skip
    """Plays a match while its story is told, and keeps every step; `tell` is told how far it is.

    The curve comes from so many games played on; if no number is given, from what the policy thought, where it says so.
    """
    film, kept = Film(), []
    lies, numbers = dict[str, int](), dict[str, int]()
    chapter = scene = 0
    for beat in beats:
        step = len(film.steps)
        chapter = step if beat.kind in ("opening", "chapter", "ending") else chapter
        scene = step if beat.kind not in ("change", "choice") else scene
        changed = {}
        for place, markup in stage.parts(state).items():
            number = numbers.setdefault(str(markup), len(numbers))
            if lies.get(place) != number:
                changed[place] = lies[place] = number
        film.steps.append(Step(beat.kind, beat.words, chapter, scene, changed, beat.choice))
        kept.append(state.copy())
        tell("playing", step, 0)
    film.texts = list(numbers)
    if outlook is not None:
        _find_chances(film, kept, outlook, games, tell)
    film.turnings = find_turnings(film.steps, film.games)
    return film


def _find_chances(film: Film, kept: list[np.void], outlook: Outlook, games: int | None,
                  tell: Callable[[str, int, int], Any]) -> None:  # fmt: skip
    """Fills in the chances at some steps, the last one among them."""
    thought = {number: step.choice.explanation.chances for number, step in enumerate(film.steps) if step.choice is not None}
    own = {number: chances for number, chances in thought.items() if chances} if games is None else {}
    film.games = 0 if own else games or PLAYED_ON
    for number, chances in own.items():
        film.steps[number].chances = chances
    points = [len(film.steps) - 1] if own else points_of(film.steps)
    for number, step in enumerate(points):
        film.steps[step].chances = outlook(kept[step], film.games or 1)
        tell("chances", number, len(points))


def points_of(steps: list[Step]) -> list[int]:
    """Returns the steps at which chances are found out: each scene, and as many changes as there is room for."""
    scenes = [number for number, step in enumerate(steps) if step.kind not in ("change", "choice")]
    changes = [number for number, step in enumerate(steps) if step.kind == "change"]
    room = max(0, MOST_POINTS - len(scenes))
    if len(changes) > room:
        changes = [changes[int(place)] for place in np.linspace(0, len(changes) - 1, room)]
    return sorted({*scenes, *changes, len(steps) - 1})


def find_turnings(steps: list[Step], games: int) -> list[Turning]:
    """Returns the steps where a chance moved most, the first of them first; what chance alone explains is none."""
    known = [(number, step.chances) for number, step in enumerate(steps) if step.chances]
    found = []
    for (_, before), (number, after) in zip(known, known[1:]):
        player = max(range(len(after)), key=lambda player: abs(after[player] - before[player]))
        noise = np.sqrt(sum(share * (1 - share) / games for share in (before[player], after[player]))) if games else 0.0
        if abs(after[player] - before[player]) >= max(TURNING, SURE * noise):
            found.append(Turning(number, player, before[player], after[player]))
    found.sort(key=lambda turning: -abs(turning.after - turning.before))
    return sorted(found[:MOST_TURNING], key=lambda turning: turning.step)
