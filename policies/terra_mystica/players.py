"""The policies of Terra Mystica as the rest of Evenkeel sees them. What is compiled is imported when it is first used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from policies.core.explanation import Explanation
from policies.core.players import Players as PlayersProtocol
from policies.core.players import Policy
from policies.core.strength import Strength, read_strength

if TYPE_CHECKING:
    import numpy as np

    from simulator.core.game import Chooser

STRENGTH = Path(__file__).parent / "strength.yaml"


class Players(PlayersProtocol):
    """Who can play Terra Mystica: one policy for all seats, or one for each."""

    policies = (
        Policy("uniform", "any legal option, by chance; conversions are rare"),
        Policy("greedy[@SHARE]", "tries each action on a copy; fast; @0.1 leaves one answer in ten to chance"),
        Policy(
            "planner[:COURSES[xROUNDS]]",
            "plays promising answers on to the end of the round; strong, a hundred times slower",
        ),
    )
    explained: tuple[str, ...] = ("greedy", "planner")
    commands: Mapping[str, tuple[str, str, str]] = {
        "duel": ("policies.terra_mystica.cli", "duel", "Compare two policies on the same games."),
        "tune": ("policies.terra_mystica.cli", "tune", "Tune the weights of a policy."),
        "fit": ("policies.terra_mystica.cli", "fit", "Fit the worth of positions to played games."),
    }

    def check(self, policy: str) -> None:
        """Complains about a policy that does not exist."""
        from policies.terra_mystica.batch import read_policy

        read_policy(policy)

    def play_games(
        self, content: Any, setup: np.ndarray, seed: int, first: int, count: int, policies: tuple[str, ...]
    ) -> np.ndarray:
        """Plays consecutive games of one set-up and returns their result records."""
        from policies.terra_mystica.batch import play_games

        return play_games(content, setup, seed, first, count, policies)

    def chooser(self, content: Any, policies: tuple[str, ...]) -> Chooser:
        """Returns what answers the decisions of a game just as `play_games` would."""
        from policies.terra_mystica.batch import Chooser

        return Chooser(content, policies)

    def explain(self, chooser: Any, state: np.void, choice: int) -> Explanation:
        """Returns how the last choice of a chooser came about."""
        from policies.terra_mystica.explain import explain

        return explain(chooser, state, choice)

    def seen(self, content: Any, state: np.void) -> np.void:
        """Returns the state itself: nothing is hidden (T1.2)."""
        return state

    def outlook(self, content: Any, state: np.void, games: int, seed: int) -> tuple[float, ...]:
        """Returns the chance of winning from a position of each seat, from games that greedy plays on from it."""
        from policies.terra_mystica.batch import outlook

        return tuple(map(float, outlook(content, state, games, seed)))

    def strength(self) -> Sequence[Strength]:
        """Returns what was measured of the policies."""
        return read_strength(STRENGTH)


PLAYERS = Players()
