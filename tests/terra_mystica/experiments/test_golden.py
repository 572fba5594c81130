"""The golden playthroughs come out as kept; after a wanted change of rules or narration run `make golden`."""

import pytest

from simulator.terra_mystica.language.content import load_content
from tests.terra_mystica.golden import DIRECTORY, GAMES, golden_file, playthrough

SETUPS = list(GAMES.values())


@pytest.mark.parametrize("name", GAMES)
def test_the_golden_game_is_told_as_before(name):
    assert playthrough(name).splitlines() == golden_file(name).read_text("utf-8").splitlines()


def test_no_story_is_left_over():
    assert sorted(path.stem for path in DIRECTORY.glob("*.txt")) == sorted(GAMES)


def test_every_faction_and_number_of_players_is_met():
    assert {faction for setup in SETUPS for faction in setup.factions or []} == set(load_content().factions)
    assert {setup.seats for setup in SETUPS} == {2, 3, 4, 5}
