"""The result record and its score (R32)."""

import pytest

from simulator import spirit_island as si
from simulator.spirit_island.record import vocabulary as v

RIVER, EARTH = "river_surges_in_sunlight", "vital_strength_of_the_earth"
LAND = 5


def score(players: int, outcome: int, difficulty: int, left: int, dahan: int, blight: int, size: int = 12) -> int:
    """Returns the score of an island that holds nothing but dahan and blight."""
    game = si.Game(si.Setup([RIVER, EARTH][:players]))
    s = game.state
    s["pieces"][:] = 0
    s["pieces"][LAND, v.DAHAN], s["pieces"][LAND, v.BLIGHT] = dahan, blight
    s["outcome"], s["difficulty"] = outcome, difficulty
    s["invader_size"], s["invader_top"] = size, size - left
    return game.result()["score"]


def test_the_rulebooks_victory() -> None:
    # 5 * 4 + 10 + 2 * 3 = 36, + 9 // 2 dahan, - 5 // 2 blight
    assert score(2, v.VICTORY, difficulty=4, left=3, dahan=9, blight=5) == 38


def test_the_rulebooks_defeat() -> None:
    # 2 * 4 + (12 - 4), + 3 dahan, - 6 blight
    assert score(1, v.DEFEAT, difficulty=4, left=4, dahan=3, blight=6) == 13


@pytest.mark.parametrize(
    ("change", "points"),
    [({"difficulty": 1}, 5), ({"left": 7}, 2), ({"dahan": 1}, 1), ({"blight": 1}, -1)],
    ids=str,
)
def test_what_one_more_is_worth_in_a_victory(change: dict, points: int) -> None:
    plain = {"difficulty": 0, "left": 6, "dahan": 0, "blight": 0}
    assert score(1, v.VICTORY, **plain | change) - score(1, v.VICTORY, **plain) == points


def test_dahan_and_blight_count_once_per_player_rounded_down() -> None:
    assert score(2, v.VICTORY, 0, 0, dahan=1, blight=1) == 10
    assert score(2, v.VICTORY, 0, 0, dahan=2, blight=0) == 11
    assert score(2, v.VICTORY, 0, 0, dahan=0, blight=3) == 9


def test_a_result_names_how_the_game_went() -> None:
    game = si.Game(si.Setup([RIVER], ["A"]), seed=7)
    while game.advance() != "none":
        game.choose(0)
    result = game.result()
    assert result["outcome"] in ("victory", "defeat")
    assert result["cause"] != "none"
    assert result["turns"] == game.state["turn"]
    assert result["dahan"] == game.state["pieces"][:, v.DAHAN].sum()
    assert result["explorers"] + result["towns"] + result["cities"] == game.state["pieces"][:, : v.CITY + 1].sum()
    assert result["presence"] == game.state["presence"][0].sum()
    assert result["invader_cards"] == game.state["invader_size"] - game.state["invader_top"]
    assert result["error"] == 0
