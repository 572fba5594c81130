"""The golden playthroughs come out as kept; after a wanted change of rules or narration run `make golden`."""

import pytest

from simulator.spirit_island import load_content
from tests.spirit_island.golden import SEEDS, golden_file, playthrough


@pytest.mark.parametrize("spirit", SEEDS)
def test_the_golden_game_is_told_as_before(spirit):
    assert playthrough(spirit).splitlines() == golden_file(spirit).read_text("utf-8").splitlines()


def test_every_spirit_has_a_golden_game():
    assert sorted(SEEDS) == sorted(load_content().spirits)
