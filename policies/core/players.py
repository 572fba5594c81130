"""Who can play a game: what each game declares of its policies.

`find_players("name")` gives the `PLAYERS` that `policies/<name>/players.py` declares. Commands play through
`policies/core/playing.py`, which adds the policies that every game has. Knows no game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from policies.core.explanation import Explanation
from policies.core.strength import Strength
from simulator.core import registry
from simulator.core.errors import UserError

if TYPE_CHECKING:  # the list of commands must not wait for numpy
    import numpy as np

    from simulator.core.game import Chooser


@dataclass(frozen=True)
class Policy:
    """A policy as users read of it."""

    form: str  # how it is written: planner[:COURSES]
    help: str  # what it does, in a few words

    @property
    def name(self) -> str:
        """The name without its parameters."""
        return self.form.partition("[")[0]


class Players(Protocol):
    """The policies of one game; the parts that have a body or a value serve a game that inherits them."""

    policies: tuple[Policy, ...]  # the weakest first
    explained: tuple[str, ...] = ()  # names of those that can say how they chose
    commands: Mapping[str, tuple[str, str, str]] = {}  # the game's own commands: (module, function, help in one line)

    def check(self, policy: str) -> None:
        """Complains about a policy of this game that does not exist, as written: `greedy`, `planner:200`."""
        if policy not in [known.form for known in self.policies]:
            raise UserError(f"policy {policy!r}: takes no budget")

    def play_games(
        self, content: Any, setup: np.ndarray, seed: int, first: int, count: int, policies: tuple[str, ...]
    ) -> np.ndarray:
        """Plays consecutive games of one set-up and returns their result records.

        One policy answers for all seats; several, for one seat each (competitive games only).
        """
        ...

    def chooser(self, content: Any, policies: tuple[str, ...]) -> Chooser:
        """Returns what answers the decisions of a game just as `play_games` would.

        It may draw from the game's own policy stream and then advances it in the state it was given, so that a game
        played one decision at a time ends in the same state.
        """
        ...

    def explain(self, chooser: Chooser, state: np.void, choice: int) -> Explanation:
        """Returns how the last choice of a chooser came about."""
        return Explanation()

    def outlook(self, content: Any, state: np.void, games: int, seed: int) -> tuple[float, ...]:
        """Returns the chance of winning from a position, of each seat if they compete, from games played on from it.

        What players cannot see is dealt anew in each of them. Nothing, if the game has no such loop.
        """
        return ()

    def seen(self, content: Any, state: np.void) -> np.void:
        """Returns a state in which everything that the player asked may not see is made up."""
        return state.copy()

    def strength(self) -> Sequence[Strength]:
        """Returns what was measured of the policies."""
        return ()


def find_players(game: str) -> Players:
    """Returns the policies of a game."""
    return registry.part("policies", game)
