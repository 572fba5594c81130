"""The policies of Terra Mystica as the rest of Evenkeel sees them. What is compiled is imported when it is first used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from policies.core.players import Players as PlayersProtocol
from policies.core.players import Policy

if TYPE_CHECKING:
    import numpy as np

    from simulator.core.game import Chooser


class Players(PlayersProtocol):
    """Who can play Terra Mystica: one policy for all seats, or one for each."""

    policies = (Policy("uniform", "any legal option, by chance; conversions are rare"),)

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

    def seen(self, content: Any, state: np.void) -> np.void:
        """Returns the state itself: nothing is hidden (T1.2)."""
        return state


PLAYERS = Players()
