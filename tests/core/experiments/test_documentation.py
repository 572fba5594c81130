"""The pages of the games say what the games declare; after a wanted change run `make docs`."""

import pytest

from experiments.core.documentation import page, with_tables
from simulator.core.game import find_game
from simulator.core.registry import games
from simulator.core.results import result_columns

PAGES = [game for game in games() if page(game).is_file()]


@pytest.mark.parametrize("game", PAGES)
def test_the_tables_are_what_the_game_declares(game):
    text = page(game).read_text("utf-8")
    assert with_tables(text, game) == text


@pytest.mark.parametrize("game", PAGES)
def test_every_column_of_results_is_explained(game):
    text = page(game).read_text("utf-8")
    declared = find_game(game)
    fields = [*declared.derived, *(column.field for column in result_columns(declared))]
    assert not [field for field in fields if f"`{field}`" not in text]


@pytest.mark.parametrize("game", PAGES)
def test_a_change_is_seen(game):
    text = page(game).read_text("utf-8")
    axis = text.split("| axis |")[1].splitlines()[2]
    assert with_tables(text.replace(axis, ""), game) == text
