"""The page of a game, for a game that draws no table; and the film behind every page."""

import re

import numpy as np
import pytest

from experiments.core.story import Choice, chosen, plain
from policies.core.explanation import Explanation, Tried, difference_in_words
from reports.core.watch.film import Film, Step, find_turnings, make_film, points_of
from reports.core.watch.markup import tag
from reports.core.watch.stage import Player, Stage
from reports.core.watch.telling import gap, swing
from tests.core.reports.page import check_page
from tests.core.reports.watching import film_of


class Heap(Stage):
    """Draws a heap, and beside it something that never changes."""

    def parts(self, state):
        return {"heap": tag("b", int(state["stones"]), data_k="stones"), "table": tag("i", "round")}

    def players(self, state):
        return [Player("all", "#000000")]


def told(state, *heaps):
    """Tells of a heap that becomes smaller."""
    for number, stones in enumerate(heaps):
        state["stones"] = stones
        yield plain("chapter" if number == 0 else "change", f"  now {stones}")


@pytest.fixture
def state():
    return np.zeros(1, np.dtype([("stones", int)]))[0]


def film(state, *heaps, outlook=None):
    return make_film(told(state, *heaps), state, Heap(), outlook, 400, lambda *_: None)


def test_a_film_keeps_what_changes_and_each_text_once(state):
    found = film(state, 5, 5, 3, 5)
    assert [sorted(step.changed) for step in found.steps] == [["heap", "table"], [], ["heap"], ["heap"]]
    assert found.steps[0].changed["heap"] == found.steps[3].changed["heap"]
    assert found.texts == ['<b data-k="stones">5</b>', "<i>round</i>", '<b data-k="stones">3</b>']
    assert [step.words for step in found.steps] == ["now 5", "now 5", "now 3", "now 5"]


def test_chances_are_those_of_the_state_at_the_step(state):
    found = film(state, 5, 3, 1, outlook=lambda then, games: (int(then["stones"]) / 10,))
    assert [step.chances for step in found.steps] == [(0.5,), (0.3,), (0.1,)]


def test_a_policy_that_says_what_it_thinks_draws_the_curve_itself(state):
    def thought():
        for stones, chance in ((5, 0.4), (3, 0.8)):
            state["stones"] = stones
            yield chosen(Choice("", "which", ("x", "y"), 0, Explanation(chances=(chance,))))
        yield plain("ending", "over")

    found = make_film(thought(), state, Heap(), lambda then, games: (1.0,), None, lambda *_: None)
    assert [step.chances for step in found.steps] == [(0.4,), (0.8,), (1.0,)]
    assert found.games == 0
    assert [(turning.step, turning.before, turning.after) for turning in found.turnings] == [(1, 0.4, 0.8), (2, 0.8, 1.0)]
    played_on = make_film(thought(), state, Heap(), lambda then, games: (games / 100,), 30, lambda *_: None)
    assert played_on.games == 30
    assert played_on.steps[-1].chances == (0.3,)


def test_turning_points_are_large_and_not_chance():
    steps = [Step("change", "", 0, 0, {}, None, chances) for chances in ((0.5,), (0.55,), (), (0.8,), (0.7,), (0.3,))]
    assert [(turning.step, turning.before, turning.after) for turning in find_turnings(steps, 400)] == [
        (3, 0.55, 0.8), (4, 0.8, 0.7), (5, 0.7, 0.3),
    ]  # fmt: skip
    # Of 20 games 0.55 and 0.80 differ by 1.7 standard errors, 0.7 and 0.3 by 2.8.
    assert [turning.step for turning in find_turnings(steps, 20)] == [5]


def test_the_turning_of_several_players_is_of_the_one_who_moved_most():
    steps = [Step("change", "", 0, 0, {}, None, chances) for chances in ((0.5, 0.5, 0.0), (0.4, 0.1, 0.5))]
    assert [turning.player for turning in find_turnings(steps, 1000)] == [2]


def test_points_of_a_long_game_are_thinned_but_keep_every_scene():
    steps = [Step("scene" if number % 50 == 0 else "change", "", 0, 0, {}) for number in range(2000)]
    points = points_of(steps)
    assert {*range(0, 2000, 50), 1999} <= set(points)
    assert len(points) <= 122


def film_of_chances(*chances):
    return Film([Step("change", "", 0, 0, {}, None, chance) for chance in chances])


def test_close_games_stay_close_late_and_wild_ones_swing():
    close = film_of_chances((0.9,), (0.1,), (0.5,), (0.6,), (0.4,), (1.0,))
    clear = film_of_chances((0.5,), (0.5,), (0.9,), (0.9,), (1.0,), (1.0,))
    # From the fourth of six points on, the last one left out: 0.6 and 0.4 against 0.9 and 1.0 of the players together.
    assert gap(close) == pytest.approx(0.2)
    assert gap(clear) == pytest.approx(0.9)
    assert swing(close) == pytest.approx(0.9)
    assert swing(film_of_chances((0.3, 0.3, 0.4), (0.2, 0.7, 0.1), (0.2, 0.5, 0.3))) == pytest.approx(0.4)
    assert (gap(film_of_chances()), swing(film_of_chances())) == (0.0, 0.0)


def test_a_report_has_pages_of_telling_games_beside_it(evenkeel, tmp_path):
    evenkeel("sweep", "--game", "stones", "--stones", "7,9", "--games", 8, "--out", "run", "--jobs", 1)
    evenkeel("report", "run", "--watch", 4)
    page = (tmp_path / "run/report/report.html").read_text("utf-8")
    links = re.findall(r'href="(games/[^"]+)"', page)
    assert links == [f"games/{number}.html" for number in range(1, 5)]
    shown = {
        (tmp_path / "run/report" / link).read_text("utf-8").rpartition("<code>")[2].partition("</code>")[0] for link in links
    }
    assert len(shown) == 4
    assert all(command.startswith("evenkeel watch run --cell ") for command in shown)
    assert "evenkeel watch run --cell 0 --game" in page


def test_markup_is_escaped_once():
    assert tag("i", "a<b", tag("u", "&"), title='"') == '<i title="&#34;">a&lt;b<u>&amp;</u></i>'
    assert tag("circle", class_="dot", data_k=3, r=1.25) == '<circle class="dot" data-k="3" r="1.2"></circle>'


def test_a_choice_is_told_with_its_reason_once():
    choice = Choice("A", "which", ("x", "y", "z"), 1, Explanation("it is better", (Tried(1, "60%"), Tried(0, "40%")), 1))
    assert chosen(choice).lines == ("      it is better", "      compared: 60% y; 40% x; 1 more", "  > A: which: y (of 3)")
    planned = Choice("", "which", ("x", "y"), 0, Explanation(is_planned=True))
    assert chosen(planned).lines == ("  > which: x (of 2)",)


def test_reasons_name_what_is_more_and_what_is_less():
    told = difference_in_words([("towns", -1.0, 0.5), ("fear", 2.0, 0.3), ("energy", -1.0, -0.2), ("noise", 1.0, 0.0)])
    assert told == "it brings fewer towns, more fear; it costs less energy"


def test_a_game_without_a_stage_has_a_page(evenkeel, tmp_path):
    evenkeel("watch", "--game", "stones", "--stones", 5, "--policy", "most", "--seed", 1, "--no-open", "-o", "five.html")
    page = (tmp_path / "five.html").read_text("utf-8")
    assert "Stones, 5 or a few more, seed 1" in check_page(page)
    steps = film_of(page)["steps"]
    assert [step["k"] for step in steps] == ["opening", "choice", "choice", "ending"]
    assert steps[1]["q"]["options"][steps[1]["q"]["taken"]] == "take:3"


def test_a_saved_game_and_a_game_of_a_run_have_pages(evenkeel, tmp_path):
    evenkeel("play", "--game", "stones", "--policy", "most", "--seed", 4, "--save", "game.json")
    assert "page: a.html" in evenkeel("watch", "game.json", "--no-open", "-o", "a.html")
    evenkeel("sweep", "--game", "stones", "--stones", 7, "--games", 8, "--out", "run", "--jobs", 1)
    assert "page: b.html" in evenkeel("watch", "run", "--cell", 0, "--game", 3, "--no-open", "-o", "b.html")
    assert "evenkeel watch run --cell 0 --game 3" in (tmp_path / "b.html").read_text("utf-8")


def test_what_does_not_fit_together_is_refused(evenkeel, tmp_path):
    evenkeel("play", "--game", "stones", "--save", "game.json")
    assert "--seed is of a new game" in evenkeel("watch", "game.json", "--seed", 3, "--no-open", fails=True)
    assert "--cell and --game go with the directory of a run" in evenkeel("watch", "game.json", "--cell", 3, fails=True)
    assert "cannot be written" in evenkeel("watch", "game.json", "-o", "missing/a.html", fails=True)
    (tmp_path / "run").mkdir()
    assert "name the game with --cell and --game" in evenkeel("watch", "run", "--no-open", fails=True)
