"""The compiled batch loop: results do not depend on how games are cut into batches, and no game fails."""

import numpy as np
import pytest

from policies.spirit_island.batch import play_games
from simulator import spirit_island as si

CONTENT = si.load_content()
BASE_SPIRITS = CONTENT.spirits[:8]


@pytest.mark.parametrize("spirit", BASE_SPIRITS)
def test_thousands_of_solo_games_end_without_error(spirit: str) -> None:
    results = play_games(CONTENT, si.Setup([spirit]).record(CONTENT), 11, 0, 1000)
    assert (results["error"] == 0).all()
    assert (results["outcome"] > 0).all()
    assert results["turns"].max() <= 12


@pytest.mark.parametrize("players", [2, 3, 4])
def test_team_games_end_without_error(players: int) -> None:
    for shift in range(8):
        team = [BASE_SPIRITS[(shift + k * 3) % 8] for k in range(players)]
        results = play_games(CONTENT, si.Setup(team).record(CONTENT), 12, 0, 100)
        assert (results["error"] == 0).all()
        assert (results["outcome"] > 0).all()


def test_batches_can_be_cut_anywhere() -> None:
    setup = si.Setup(["river_surges_in_sunlight"]).record(CONTENT)
    whole = play_games(CONTENT, setup, 3, 0, 50)
    parts = np.concatenate([play_games(CONTENT, setup, 3, 0, 20), play_games(CONTENT, setup, 3, 20, 30)])
    assert (whole == parts).all()
