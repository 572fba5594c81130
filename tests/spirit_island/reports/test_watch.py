"""The page of a game of Spirit Island: the island as drawn has the borders of the boards; the page works in a browser."""

from itertools import combinations

import numpy as np
import pytest

from experiments.core.records import make_chooser, play_game
from policies.core.players import find_players
from reports.core.watch.making import film_showing, make_page, new_showing, saved_showing
from reports.spirit_island.watch.island import island_shapes, surveyed
from reports.spirit_island.watch.tokens import markers_of, pieces_of
from simulator.core.game import find_game
from simulator.spirit_island.language.assembler import load_content
from simulator.spirit_island.language.island import adjacency
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.state import new_states
from simulator.spirit_island.setups import Setup
from tests.core.reports.browser import CHROMIUM, Browser
from tests.core.reports.watching import check_all, film_of

BOARDS = load_content().source["boards"]
ORDERS = [order.split() for order in ("A", "B", "C", "D", "B D", "C A D", "D C B A", "NE", "W E", "W E NE", "W E NE NW")]
SETUP = Setup(["river_surges_in_sunlight", "oceans_hungry_grasp"], ["A", "C"], "branch_and_claw", "england", 2)


@pytest.mark.parametrize("order", ORDERS, ids=" ".join)
def test_lands_touch_as_drawn_just_where_they_are_adjacent(order):
    shapes = {land: shape for land, shape in island_shapes(BOARDS, order).items() if shape.outline}
    neighbours = adjacency(BOARDS, order)
    assert list(shapes) == list(neighbours)
    rims = {land: np.array(shape.outline) for land, shape in shapes.items()}
    for one, other in combinations(shapes, 2):
        nearest = np.linalg.norm(rims[one][:, None] - rims[other][None], axis=2).min()
        if other in neighbours[one]:
            assert nearest < 20, (one, other)  # sides that boards share are cut into pieces of up to 30
        elif one.rstrip("0123456789") == other.rstrip("0123456789"):
            assert nearest > 20, (one, other)


@pytest.mark.parametrize("name", surveyed())
def test_borders_of_a_surveyed_board_run_between_lands_that_touch(name):
    kept = surveyed()[name]
    borders = {land: {frozenset(pair) for pair in zip(ring, [*ring[1:], ring[0]])} for land, ring in kept["lands"].items()}
    touching = adjacency(BOARDS, [name] if name != "thematic" else list(BOARDS["thematic"]))
    diagonals = {frozenset(pair) for pairs in BOARDS["thematic_corner_contacts"].values() for pair in pairs}
    for one, other in combinations(borders, 2):
        meant = other in touching[one] and frozenset((one, other)) not in diagonals
        assert bool(borders[one] & borders[other]) == meant, (one, other)
    for land, ring in kept["lands"].items():
        x, y = np.array([kept["points"][point] for point in ring]).T
        assert abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2 > 0.05, land
        assert min(np.hypot(x - np.roll(x, -1), y - np.roll(y, -1))) > 0.07, land


@pytest.mark.parametrize("order", ORDERS, ids=" ".join)
def test_every_land_has_room_for_its_pieces(order):
    for land, shape in island_shapes(BOARDS, order).items():
        if shape.outline:
            assert np.linalg.norm(np.array(shape.outline) - shape.middle, axis=1).min() > 34, land


def test_pieces_that_bear_damage_or_strife_stand_apart():
    state = new_states(1)[0]
    state["pieces"][5, v.TOWN] = 3
    state["marks"] = 2
    state["mark_land"][:2], state["mark_kind"][:2] = 5, v.TOWN
    state["mark_hits"][:2], state["mark_strife"][:2] = [1, 1], [0, 1]
    names = {name: name for name in v.PIECES}
    found = {(token.count, token.hits, token.strife) for token in pieces_of(state, 5, names)}
    assert found == {(1, 0, 0), (1, 1, 0), (1, 1, 1)}


def test_markers_of_scenarios_are_drawn():
    state = new_states(1)[0]
    state["wards"], state["flames"], state["marker"][3] = 1 << 4, 1 << 3, 9
    assert [token.symbol for token in markers_of(state, 3)] == ["flame", "marker"]
    assert [token.symbol for token in markers_of(state, 4)] == ["ward"]


def test_a_policy_comments_on_a_saved_game():
    content = load_content()
    match = find_game("spirit_island").play(Setup(["river_surges_in_sunlight"], ["A"]), 3, content=content)
    record = play_game(match, make_chooser(match, "first"))
    film = film_showing(saved_showing(record, "evenkeel watch", "greedy"), "en", 0).film
    why = [step.choice.explanation.why for step in film.steps if step.choice is not None]
    assert any(words.startswith("greedy would do the same") for words in why)
    assert any(words.startswith("greedy would rather: ") for words in why)
    assert all(words.startswith("greedy would ") for words in why)
    assert not any(step.chances for step in film.steps)


@pytest.fixture(scope="module")
def page():
    content = load_content()
    match = find_game("spirit_island").play(SETUP, 3, content=content)
    return make_page(new_showing(match, "greedy", "evenkeel watch"), "en", 40)


def test_the_page_tells_decisions_with_reasons_and_draws_all_lands(page):
    film = film_of(page)
    assert len(page) < 5_000_000
    assert {"opening", "chapter", "scene", "change", "choice", "ending"} == {step["k"] for step in film["steps"]}
    places = set().union(*(step["d"] for step in film["steps"]))
    lands = {f"land {board}{number}" for board in "AC" for number in range(9)}
    assert lands | {"invaders", "fear", "blight", "spirit 0", "spirit 1"} <= places
    chances = [step["p"] for step in film["steps"] if "p" in step]
    assert chances[-1] in ([0.0], [1.0])
    assert all(len(step["q"]["options"]) > 1 for step in film["steps"] if "q" in step)


def test_the_outlook_of_a_finished_game_is_its_outcome_and_hidden_cards_do_not_matter():
    game, content = find_game("spirit_island"), load_content()
    match = game.play(SETUP, 3, content=content)
    match.advance()
    players = find_players("spirit_island")
    before = players.outlook(content, match.state, 60, 1)
    assert before == players.outlook(content, match.state, 60, 1)
    other = match.state.copy()
    top, size = int(other["deck_top"][0]), int(other["deck_size"][0])
    other["deck"][0, top:size] = other["deck"][0, top:size][::-1]
    other["seed_key"] = other["seed_key"][::-1]
    assert players.outlook(content, other, 60, 1) == before


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium here")
def test_the_page_in_a_browser(page, tmp_path):
    file = tmp_path / "game.html"
    file.write_text(page, "utf-8")
    with Browser() as browser:
        browser.resize(1400, 900)
        browser.open(file)
        check_all(browser, page, tmp_path)
        browser.run("show(0)")
        names = browser.run("[...document.querySelectorAll('.island .name')].map(name => name.textContent)")
        assert sorted(names) == sorted(f"{board}{number}" for board in "AC" for number in range(1, 9))
