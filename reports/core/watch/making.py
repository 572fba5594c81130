"""Makes the page of a game: of a new one, a saved one, or one of a run. Knows neither commands nor how a table is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from experiments.core.records import Record, check_ending, new_record, replay_chooser, start
from experiments.core.study import find_study
from policies.core import playing
from policies.core.explanation import Explanation
from policies.core.players import find_players
from policies.core.playing import Explainer
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
    """A game to be watched: who answers, who says why, and what is checked when it is over."""

    match: Match
    chooser: Chooser
    policy: str  # as users write it; "" = recorded choices, whoever made them
    command: str
    explain: Explainer | None
    check: Callable[[], Any] = lambda: None


def new_showing(match: Match, policy: str, command: str) -> Showing:
    """Returns a new game that a policy plays."""
    chooser = playing.make_chooser(match.game, match.content, policy)
    return Showing(match, chooser, policy, command, _explainer(match.game, policy, chooser))


def saved_showing(record: Record, command: str, policy: str = "") -> Showing:
    """Returns a saved game; a policy may say what it would have done."""
    match = start(record)
    explain = commentator(match, policy) if policy else None
    return Showing(match, replay_chooser(record), "", command, explain, lambda: check_ending(record, match))


def stored_showing(run: Path, number: int, row: int, command: str) -> Showing:
    """Returns a game of a run."""
    from experiments.core.recall import check_row, deal_again, find_row

    cell, stored = find_row(run, number, row)
    showing = new_showing(deal_again(cell, row), cell.policy, command)
    showing.check = lambda: check_row(showing.match, stored)
    return showing


def _explainer(game: str, policy: str, chooser: Chooser) -> Explainer | None:
    return playing.make_explainer(game, policy, chooser) if playing.can_explain(game, policy) else None


def commentator(match: Match, policy: str) -> Explainer:
    """Returns what says of choices, whoever made them, how a policy would have chosen."""
    chooser = playing.make_chooser(match.game, match.content, policy)
    explain = playing.make_explainer(match.game, policy, chooser)

    def comment(state: np.void, choice: int) -> Explanation:
        twin = match.copy()  # a policy may draw from the state it is asked about
        best = chooser(twin.state, twin.tables)
        found = explain(twin.state, best)
        agrees = "would do the same" if best == choice else f"would rather: {find_study(match.game).meanings(twin)[best]}"
        return replace(found, why=f"{policy} {agrees}" + (f"; it {found.why}" if found.why else ""), is_planned=False)

    return comment


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
    beats = study.tell(match, showing.chooser, new_record(match), showing.explain)
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
