"""What a story of a game is made of: beats, each a thing that happens. Knows no game, and not how a story is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from policies.core.explanation import Explanation

# A game is parted into chapters (turns, rounds) and these into scenes (phases); in them things change and are chosen.
Kind = Literal["opening", "chapter", "scene", "change", "choice", "ending"]


@dataclass(frozen=True)
class Choice:
    """A decision that was taken: all words are for people."""

    who: str  # "" where only one could decide
    question: str
    options: tuple[str, ...]
    taken: int
    explanation: Explanation = Explanation()


@dataclass(frozen=True)
class Beat:
    """One thing that happens; the state of the match is the one after it until the next beat is asked for."""

    kind: Kind
    words: str  # in a sentence
    lines: tuple[str, ...] = ()  # as a terminal shows it; nothing where another line tells it as well
    choice: Choice | None = None


def plain(kind: Kind, *lines: str) -> Beat:
    """Returns a beat whose words are its first line."""
    return Beat(kind, next((line.strip(" =-") for line in lines if line), ""), lines)


def chosen(choice: Choice, is_shown: bool = True) -> Beat:
    """Returns the beat of a decision: its reason if there is one, and its answer."""
    who = f"{choice.who}: " if choice.who else ""
    answer, count = choice.options[choice.taken], len(choice.options)
    reasons = [f"      {line}" for line in choice.explanation.lines(choice.options)]
    told = [f"  > {who}{choice.question}: {answer} (of {count})"] if is_shown else []
    return Beat("choice", f"{who}{choice.question}: {answer}", (*reasons, *told), choice)


def lines_of(beats: Iterable[Beat]) -> Iterator[str]:
    """Yields the lines of a story."""
    for beat in beats:
        yield from beat.lines
