"""Second Wave after a given first game: what it takes over, and which first games it refuses (R31.6)."""

from dataclasses import replace

import numpy as np
import pytest

from simulator import spirit_island as si
from simulator.core.errors import UserError
from simulator.spirit_island.scenarios.first_game import FirstGame, first_game_of, read_first_game
from tests.spirit_island.simulator.test_soundness import play_checked

CONTENT = si.load_content()
RIVER, LIGHTNING = "river_surges_in_sunlight", "lightnings_swift_strike"
FIRST = FirstGame(
    spirits=[RIVER], boards=["A"], blight_card="memory_fades_to_dust", blighted=True, blight=4,
    lands={"A1": {"dahan": 2, "blight": 3}, "A7": {"beasts": 1}}, assistance=["flash_floods"],
)  # fmt: skip


def wave(first: FirstGame | None = FIRST, **changes) -> si.Setup:
    """Returns the set-up of a Second Wave with Lightning."""
    return si.Setup(
        **{"spirits": [LIGHTNING], "expansion": "branch_and_claw", "scenario": "second_wave", "first_game": first, **changes}
    )


def won_game(seed: int = 1) -> si.Game:
    """Returns a game that ended with a victory: a made-up one, because uniform play hardly ever wins."""
    game = play_checked(si.Setup([RIVER], ["A"], "branch_and_claw"), seed)
    game.state["outcome"] = 1
    return game


def test_the_first_game_fills_the_record() -> None:
    record = wave().record(CONTENT)[0]
    assert record["first_given"] == record["first_blighted"] == 1
    assert CONTENT.blight_cards[record["first_blight_card"]] == "memory_fades_to_dust"
    assert record["first_blight_pool"] == 4
    assert record["first_assistance"].tolist() == [CONTENT.power_index("flash_floods"), -1, -1, -1]
    assert record["first_pieces"].sum() == 6
    assert CONTENT.layouts["A",] == record["layout"]


def test_an_ended_game_leaves_its_island_and_its_costliest_card() -> None:
    game = won_game()
    first = first_game_of(game)
    assert (first.spirits, first.boards) == ([RIVER], ["A"])
    assert sum(pieces.get("dahan", 0) for pieces in first.lands.values()) == game.state["pieces"][:, 3].sum()
    costs = game.tables["power_cost"][game.state["own_card"][0, : game.state["cards"][0]]]
    assert game.tables["power_cost"][CONTENT.power_index(first.assistance[0])] == max(costs)
    assert first_game_of(game, ["boon_of_vigor"]).assistance == ["boon_of_vigor"]


def test_waves_after_real_first_games_are_sound() -> None:
    for seed in range(30):
        play_checked(wave(first_game_of(won_game(seed))), seed)


def test_blight_in_an_ocean_returns_to_the_card() -> None:
    game = won_game()
    before = first_game_of(game).blight
    game.state["pieces"][0, 4] = 2
    assert first_game_of(game).blight == before + 2


def test_a_made_up_wave_holds_all_blight_of_a_first_game() -> None:
    for seed in range(20):
        game = si.Game(wave(None, boards=["A"]), seed=seed)
        state, card = game.state, game.state["blight_card"]
        in_all = 1 + 3 + (CONTENT.tables[0]["blight_blighted"][card] if state["wave"] == 2 else 0)
        assert state["pieces"][:, 4].sum() == 2
        assert state["blight_pool"] == in_all - 2


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"scenario": None}, "goes with the scenario second_wave"),
        ({"scenario": "ward_the_shores"}, "not with ward_the_shores"),
        ({"spirits": [RIVER]}, f"{RIVER} has played the first game"),
        ({"spirits": [LIGHTNING, "thunderspeaker"]}, "another number of spirits: 1, not 2"),
        ({"boards": ["B"]}, "played on A, not on B"),
        ({"thematic": True}, "not on thematic boards"),
        ({"adversary": "sweden"}, "against no adversary, not sweden"),
    ],
    ids=str,
)  # fmt: skip
def test_a_second_game_must_fit_the_first(changes: dict, text: str) -> None:
    with pytest.raises(UserError, match=text):
        wave(**changes).record(CONTENT)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"assistance": ["flash_floods", "wash_away"]}, "one card of each"),
        ({"assistance": ["massive_flooding"]}, "massive_flooding"),
        ({"blight_card": None}, "no side blighted"),
        ({"blight": 0, "lands": {}}, "blight 0"),
        ({"lands": {"B1": {"dahan": 1}}}, "B1"),
        ({"lands": {"A0": {"blight": 1}}}, "A0"),
        ({"lands": {"A1": {"town": 1}}}, "town"),
        ({"lands": {"A1": {"dahan": "many"}}}, "many"),
        ({"boards": ["A", "B"]}, "2 boards for 1 spirits"),
    ],
    ids=str,
)  # fmt: skip
def test_a_written_first_game_is_checked(changes: dict, text: str) -> None:
    with pytest.raises(UserError, match=text):
        wave(replace(FIRST, **changes)).record(CONTENT)


@pytest.mark.parametrize("value", [7, {"spirits": [RIVER]}, {"spirits": RIVER, "boards": ["A"]}, {"sprits": []}], ids=str)
def test_plain_values_that_are_no_first_game(value: object) -> None:
    with pytest.raises(UserError, match="first_game"):
        read_first_game(value)


def test_only_a_won_game_of_the_expansion_is_followed() -> None:
    game = won_game()
    game.state["outcome"] = 2
    with pytest.raises(UserError, match="won game"):
        first_game_of(game)
    game.state["outcome"] = 1
    game.setup = replace(game.setup, scenario="second_wave")
    with pytest.raises(UserError, match="not another second_wave"):
        first_game_of(game)
    game.setup = si.Setup([RIVER], ["A"])
    with pytest.raises(UserError, match="branch_and_claw"):
        first_game_of(game)
    with pytest.raises(UserError, match="raging_storm"):
        first_game_of(won_game(), ["raging_storm"])
    with pytest.raises(UserError, match="sets aside one card, not 2"):
        first_game_of(won_game(), ["boon_of_vigor", "flash_floods"])


def test_no_card_lies_both_in_a_deck_and_aside() -> None:
    game = si.Game(wave(replace(FIRST, assistance=["drought"])), seed=3)
    drought = CONTENT.power_index("drought")
    assert drought not in game.state["deck"][0, : game.state["deck_size"][0]]
    assert np.count_nonzero(game.state["assistance"]) == 1
