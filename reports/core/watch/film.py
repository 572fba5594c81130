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
Outlook = Callable[[np.void], tuple[float, ...]]  # state -> chance of winning, of each seat if they compete


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


def make_film(beats: Iterable[Beat], state: np.void, stage: Stage, outlook: Outlook | None, games: int,
              watch: Callable[[str, int, int], Any]) -> Film:  # fmt: skip
    """Plays a match while its story is told, and keeps every step; `watch` is told how far it is."""
    film, numbers, kept = Film(), dict[str, int](), []
    lies: dict[str, int] = {}
    chapter = scene = 0
    for beat in beats:
        step = len(film.steps)
        chapter = step if beat.kind in ("opening", "chapter", "ending") else chapter
        scene = step if beat.kind != "change" and beat.kind != "choice" else scene
        changed = {}
        for place, markup in stage.parts(state).items():
            number = numbers.setdefault(str(markup), len(numbers))
            if lies.get(place) != number:
                changed[place] = lies[place] = number
        film.steps.append(Step(beat.kind, beat.words, chapter, scene, changed, beat.choice))
        kept.append(state.copy())
        watch("playing", step, 0)
    film.texts = list(numbers)
    if outlook is not None:
        points = points_of(film.steps)
        for number, step in enumerate(points):
            film.steps[step].chances = outlook(kept[step])
            watch("chances", number, len(points))
    film.turnings = find_turnings(film.steps, games)
    return film


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
        noise = np.sqrt(sum(share * (1 - share) / max(games, 1) for share in (before[player], after[player])))
        if abs(after[player] - before[player]) >= max(TURNING, SURE * noise):
            found.append(Turning(number, player, before[player], after[player]))
    found.sort(key=lambda turning: -abs(turning.after - turning.before))
    return sorted(found[:MOST_TURNING], key=lambda turning: turning.step)
