"""One game of Spirit Island as Python sees it."""

from simulator.core.match import Match
from simulator.spirit_island.record import vocabulary as v


class Game(Match):
    """One game, stepped decision by decision."""

    game = "spirit_island"

    @property
    def outcome(self) -> str:
        """`ongoing`, `victory` or `defeat`."""
        return v.OUTCOMES[self.state["outcome"]]

    @property
    def cause(self) -> str:
        """Why the game ended."""
        return v.CAUSES[self.state["cause"]]
