"""Makes the page of a game: of a new one, a saved one, or one of a run. Knows neither commands nor how a table is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from experiments.core.records import Record, check_ending, new_record, replay_chooser, start
from experiments.core.study import find_study
from policies.core import playing
from policies.core.players import find_players
from reports.core.drawing import Tell, silent
from reports.core.names import Names
from reports.core.report import find_report
from reports.core.watch.film import Film, make_film
from reports.core.watch.page import Subject, render
from reports.core.watch.stage import Player, Stage
from simulator.core.game import Chooser, find_game
from simulator.core.match import Match

OUTLOOK_SEED = 20_000_003  # of the games played on from each point: none that a sweep plays


@dataclass
class Showing:
    """A game to be watched: who answers, and what is checked when it is over."""

    match: Match
    chooser: Chooser
    policy: str  # as users write it; "" = recorded choices, whoever made them
    command: str
    check: Callable[[], Any] = lambda: None


def new_showing(match: Match, policy: str, command: str) -> Showing:
    """Returns a new game that a policy plays."""
    return Showing(match, playing.make_chooser(match.game, match.content, policy), policy, command)


def saved_showing(record: Record, command: str) -> Showing:
    """Returns a saved game."""
    match = start(record)
    return Showing(match, replay_chooser(record), "", command, lambda: check_ending(record, match))


def stored_showing(run: Path, number: int, row: int, command: str) -> Showing:
    """Returns a game of a run."""
    from experiments.core.recall import check_row, deal_again, find_row

    cell, stored = find_row(run, number, row)
    match = deal_again(cell, row)
    chooser = playing.make_chooser(cell.game, match.content, cell.policy)
    return Showing(match, chooser, cell.policy, command, lambda: check_row(match, stored))


@dataclass
class Shown:
    """A game as a film, with all that its page needs."""

    film: Film
    stage: Stage
    players: list[Player]
    subject: Subject
    names: Names

    def page(self) -> str:
        """Returns the page."""
        return render(self.film, self.stage, self.players, self.subject, self.names)


def film_showing(showing: Showing, language: str, games: int | None = None, tell: Tell = silent) -> Shown:
    """Plays a game and makes a film of it; 0 games means no curve."""
    match, game = showing.match, find_game(showing.match.game)
    match.content = game.localized(match.content, language)
    report, study = find_report(match.game), find_study(match.game)
    explains = bool(showing.policy) and playing.can_explain(match.game, showing.policy)
    explain = playing.make_explainer(match.game, showing.policy, showing.chooser) if explains else None
    beats = study.tell(match, showing.chooser, new_record(match), explain)
    stage = report.stage(match, language)
    film = make_film(beats, match.state, stage, None if games == 0 else _outlook(match), games, tell)
    showing.check()
    names = report.names(language)
    subject = Subject(
        title=film.steps[0].words, policy=showing.policy or names.text("watch", "somebody"),
        ending=game.ending(match.state), command=showing.command, games=film.games,
    )  # fmt: skip
    return Shown(film, stage, stage.players(match.state), subject, names)


def make_page(showing: Showing, language: str, games: int | None = None, tell: Tell = silent) -> str:
    """Plays a game and returns its page."""
    return film_showing(showing, language, games, tell).page()


def _outlook(match: Match) -> Callable[[np.void, int], tuple[float, ...]]:
    players = find_players(match.game)
    return lambda state, games: players.outlook(match.content, state, games, OUTLOOK_SEED)
