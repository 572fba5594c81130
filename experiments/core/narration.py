"""The story of a game in its plainest form: who was asked what, and what was answered. Knows no game."""

from __future__ import annotations

from collections.abc import Iterator

from experiments.core.records import Record, advance, choose, ending
from policies.core.playing import Explainer
from simulator.core.game import Chooser, find_game
from simulator.core.match import Match


def narrate(match: Match, chooser: Chooser, record: Record, explain: Explainer | None = None) -> Iterator[str]:
    """Plays a game with a chooser, records its choices and yields its story line by line."""
    game = find_game(match.game)
    yield f"{game.describe(match.setup, match.content)['name']}, seed {match.seed}"
    while advance(match):
        names = match.options
        option = chooser(match.state, match.tables)
        if explain:
            yield from (f"      {line}" for line in explain(match.state, names, option))
        yield f"  > seat {match.asked}, {game.question(match.state, match.content)}: {names[option]} (of {len(names)})"
        choose(match, record, option)
    yield ending(match)
