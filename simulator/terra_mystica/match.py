"""One game of Terra Mystica as Python sees it."""

from simulator.core.match import Match
from simulator.terra_mystica.record import vocabulary as v


class Game(Match):
    """One game, stepped decision by decision."""

    game = "terra_mystica"

    @property
    def outcome(self) -> str:
        """`ongoing` or `finished`."""
        return v.OUTCOMES[self.state["outcome"]]
