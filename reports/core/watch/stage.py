"""How the table of a game is drawn: a frame with places, and what lies in each of them after a step. Knows no game.

A place is an element of the frame with `data-part`; what lies in it is markup. Elements inside it that have a `data-k`
are told apart from step to step, so that the page can mark those that are new or look different.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from markupsafe import Markup


@dataclass(frozen=True)
class Player:
    """Whose chance of winning is drawn: a seat, or all together."""

    name: str
    colour: str


class Stage(Protocol):
    """The table of one match; the parts that have a body serve a game that draws none."""

    style: str = ""  # CSS of its own

    def frame(self) -> Markup:
        """Returns the drawing that stays the same, with places for the rest."""
        return Markup("")

    def parts(self, state: np.void) -> dict[str, Markup]:
        """Returns what lies in each place."""
        return {}

    def tips(self) -> dict[str, str]:
        """Returns what is said of things that bear a `data-tip`, when somebody points at them."""
        return {}

    def players(self, state: np.void) -> list[Player]:
        """Returns whose chances are drawn, in the order of the outlook."""
        return []


class PlainStage(Stage):
    """Draws nothing: the story alone."""

    def __init__(self, match: Any, language: str) -> None:
        del match, language
