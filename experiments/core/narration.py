"""The story of a game in its plainest form: who was asked what, and what was answered. Knows no game."""

from __future__ import annotations

from collections.abc import Iterator

from experiments.core.records import Record, advance, choose, ending
from experiments.core.story import Beat, Choice, chosen, plain
from policies.core.explanation import Explanation
from policies.core.playing import Explainer
from simulator.core.game import Chooser, find_game
from simulator.core.match import Match


def tell(match: Match, chooser: Chooser, record: Record, explain: Explainer | None = None) -> Iterator[Beat]:
    """Plays a game with a chooser, records its choices and yields its story."""
    game = find_game(match.game)
    yield plain("opening", f"{game.describe(match.setup, match.content)['name']}, seed {match.seed}")
    while advance(match):
        names = match.options
        option = chooser(match.state, match.tables)
        explanation = explain(match.state, option) if explain else Explanation()
        question = f"seat {match.asked}, {game.question(match.state, match.content)}"
        choose(match, record, option)
        yield chosen(Choice("", question, tuple(names), option, explanation))
    yield plain("ending", ending(match))
