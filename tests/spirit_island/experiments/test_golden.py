"""The golden playthroughs come out as kept; after a wanted change of rules or narration run `make golden`."""

import pytest

from simulator.spirit_island import EXPANSIONS, load_content
from tests.spirit_island.golden import DIRECTORY, GAMES, golden_file, playthrough

CONTENT = load_content()
SETUPS = [golden.setup for golden in GAMES.values()]


@pytest.mark.parametrize("name", GAMES)
def test_the_golden_game_is_told_as_before(name):
    assert playthrough(name).splitlines() == golden_file(name).read_text("utf-8").splitlines()


def test_no_story_is_left_over():
    assert sorted(path.stem for path in DIRECTORY.glob("*.txt")) == sorted(GAMES)


def test_every_spirit_plays_alone_and_in_a_team():
    for is_alone in (True, False):
        playing = {spirit for setup in SETUPS for spirit in setup.spirits if (len(setup.spirits) == 1) is is_alone}
        assert playing == set(CONTENT.spirits)


def test_every_adversary_and_scenario_is_met():
    assert {setup.adversary for setup in SETUPS} == {None, *CONTENT.adversaries}
    assert {setup.scenario for setup in SETUPS} == {None, *CONTENT.scenarios}


@pytest.mark.parametrize("expansion", EXPANSIONS)
def test_both_maps_and_all_numbers_of_spirits_are_played(expansion):
    played = [setup for setup in SETUPS if setup.expansion == expansion]
    assert {len(setup.spirits) for setup in played} == {1, 2, 3, 4}
    assert {setup.thematic for setup in played} == {False, True}
