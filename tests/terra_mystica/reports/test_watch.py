"""The page of a game of Terra Mystica: what is drawn is what lies there; the page works in a browser."""

import pytest

from policies.core.players import find_players
from reports.core.watch.making import make_page, new_showing
from reports.terra_mystica.hexmap import corners, place
from reports.terra_mystica.watch.stage import Stage
from simulator.core.game import find_game
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.setups import Setup
from tests.core.reports.browser import CHROMIUM, Browser
from tests.core.reports.watching import check_all, film_of

GAME = find_game("terra_mystica")


def match(seed=2):
    return GAME.play(Setup(["witches", "giants"]), seed, content=GAME.content())


@pytest.fixture(scope="module")
def page():
    return make_page(new_showing(match(), "greedy", "evenkeel watch --game terra_mystica"), "en", 20)


def test_hexes_that_share_a_side_are_neighbours():
    island = GAME.content().island
    rims = [{(round(x, 3), round(y, 3)) for x, y in corners(cell)} for cell in island.cells]
    for hexagon, near in enumerate(island.neighbours):
        assert near == [other for other in range(v.HEXES) if other != hexagon and len(rims[hexagon] & rims[other]) == 2]
    assert place((0, 0)) == (0, 0)


def test_what_stands_on_a_hex_is_drawn_there():
    game = match()
    game.advance()
    stage = Stage(game, "en")
    hexagon = game.content.hexes.index("E7")
    bare = stage.parts(game.state)["hex E7"]
    assert "structure" not in bare
    game.state["structure"][hexagon], game.state["owner"][hexagon] = v.TEMPLE, 1
    assert 'data-k="structure-3"' in stage.parts(game.state)["hex E7"]
    game.state["terrain"][hexagon] = v.TERRAINS.index("forest")
    assert "E7, forest" in stage.parts(game.state)["hex E7"]


def test_the_page_has_a_curve_for_each_seat(page):
    film = film_of(page)
    assert len(page) < 5_000_000
    assert [player["name"] for player in film["players"]] == ["Witches", "Giants"]
    chances = [step["p"] for step in film["steps"] if "p" in step]
    assert all(sum(chance) == pytest.approx(1, abs=0.002) for chance in chances)
    assert sum(step["k"] == "chapter" for step in film["steps"]) == v.ROUNDS


def test_the_outlook_of_a_decided_game_is_its_result():
    game = match()
    chooser = find_players("terra_mystica").chooser(game.content, ("greedy",))
    while game.advance() != "none":
        game.choose(chooser(game.state, game.tables))
    outlook = find_players("terra_mystica").outlook(game.content, game.state, 4, 1)
    assert outlook == tuple(seat["win"] for seat in game.result()["seats"])


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium here")
def test_the_page_in_a_browser(page, tmp_path):
    file = tmp_path / "game.html"
    file.write_text(page, "utf-8")
    with Browser() as browser:
        browser.resize(1400, 900)
        browser.open(file)
        check_all(browser, page, tmp_path)
