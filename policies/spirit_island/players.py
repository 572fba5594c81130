"""The policies of Spirit Island as the rest of Evenkeel sees them. What is compiled is imported when it is first used."""

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

STRENGTH = Path(__file__).parent / "strength.yaml"  # written by tests/benchmarks/strength.py


class Players(PlayersProtocol):
    """Who can play Spirit Island: one policy decides for all spirits."""

    policies: tuple[Policy, ...] = (
        Policy("uniform", "any legal option, by chance"),
        Policy("greedy", "tries each option on a copy and takes the best; fast"),
        Policy("planner[:COURSES[xTURNS]]", "lets whole courses of turns race in imagined worlds; strong and slow"),
    )
    explained: tuple[str, ...] = ("greedy", "planner")
    commands: Mapping[str, tuple[str, str, str]] = {
        "duel": ("policies.spirit_island.cli", "duel", "Compare two policies on the same games."),
        "tune": ("policies.spirit_island.cli", "tune", "Tune the weights of a policy."),
        "fit": ("policies.spirit_island.cli", "fit", "Fit the worth of positions to played games."),
    }

    def check(self, policy: str) -> None:
        """Complains about a policy that does not exist."""
        from policies.spirit_island.batch import check_policy

        check_policy(policy)

    def play_games(
        self, content: Any, setup: np.ndarray, seed: int, first: int, count: int, policies: tuple[str, ...]
    ) -> np.ndarray:
        """Plays consecutive games of one set-up and returns their result records."""
        from policies.spirit_island.batch import play_games

        (policy,) = policies
        return play_games(content, setup, seed, first, count, policy)

    def chooser(self, content: Any, policies: tuple[str, ...]) -> Chooser:
        """Returns what answers the decisions of a game just as `play_games` would."""
        from policies.spirit_island.batch import Chooser

        (policy,) = policies
        return Chooser(content, policy)

    def explain(self, chooser: Any, state: np.void, choice: int) -> Explanation:
        """Returns how the last choice of a chooser came about."""
        from policies.spirit_island.explain import explain

        return explain(chooser, state, choice)

    def seen(self, content: Any, state: np.void) -> np.void:
        """Returns a state in which all that players cannot see is made up."""
        from policies.spirit_island.batch import seen

        return seen(content, state)

    def outlook(self, content: Any, state: np.void, games: int, seed: int) -> tuple[float, ...]:
        """Returns the chance of winning from a position, from games that greedy plays on from it."""
        from policies.spirit_island.batch import outlook

        return (outlook(content, state, games, seed),)

    def strength(self) -> Sequence[Strength]:
        """Returns what was measured of the policies."""
        return read_strength(STRENGTH)


PLAYERS = Players()
