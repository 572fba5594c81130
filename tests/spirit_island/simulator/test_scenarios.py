"""What scenarios set up and keep hidden: the markers of Powers Long Forgotten, the score of held sources."""

import numpy as np
import pytest

from simulator import spirit_island as si
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.scenarios.powers_long_forgotten import BLANK

CONTENT = si.load_content()
LANDS_WITH_MARKERS = {"A": [1, 4, 5, 8], "B": [2, 4, 5, 6], "C": [2, 4, 7, 8], "D": [3, 4, 6, 8]}


def markers_of(boards: list[str], seed: int) -> np.ndarray:
    """Returns the markers of a game before any search, by land."""
    setup = si.Setup(CONTENT.spirits[: len(boards)], boards, "branch_and_claw", scenario="powers_long_forgotten")
    game = si.Game(setup, seed=seed)
    while not game.state["marker"].any():
        if game.advance(1) != "none":
            game.choose(0)
    return game.state["marker"].copy()


@pytest.mark.parametrize("boards", [["A"], ["B", "C"], ["D", "A", "B"], ["A", "B", "C", "D"]])
def test_each_board_gets_four_markers_in_lands_without_dahan(boards: list[str]) -> None:
    marker = markers_of(boards, 4)
    expected = [slot * v.SPACES_PER_BOARD + n for slot, board in enumerate(boards) for n in LANDS_WITH_MARKERS[board]]
    assert np.flatnonzero(marker).tolist() == expected
    numbered = marker[(marker > 0) & (marker != BLANK)].tolist()
    assert len(numbered) == len(boards) + 1 == len(set(numbered))


def test_every_source_is_used_by_some_seed() -> None:
    found = {int(number) for seed in range(40) for number in markers_of(["A", "B", "C", "D"], seed)}
    assert found >= set(range(1, BLANK + 1))


def test_a_held_source_is_worth_two_points() -> None:
    setup = si.Setup(["river_surges_in_sunlight"], ["A"], "branch_and_claw", scenario="powers_long_forgotten")
    game = si.Game(setup)
    before = game.result()["score"]
    game.state["held_sources"] = 1 << 3 | 1 << 5
    assert game.result()["score"] == before + 4


# --- set-up that no case can show, because the cards are drawn


def started(scenario: str, seed: int = 2, **changes) -> si.Game:
    """Returns a game of River on board A at the beginning of turn 1."""
    game = si.Game(si.Setup(["river_surges_in_sunlight"], ["A"], scenario=scenario, **changes), seed=seed)
    while game.state["turn"] == 0:
        if game.advance(1) != "none":
            game.choose(0)
    return game


def test_a_blitz_begins_with_cards_in_ravage_and_build() -> None:
    state = started("blitz").state
    assert state["slot_count"].tolist() == [1, 1, 0, 0]
    assert state["invader_top"] == 2


def test_each_spirit_guards_the_heart_with_one_more_minor_and_major() -> None:
    game = started("guard_the_isles_heart")
    decks = game.tables["power_deck"][game.state["own_card"][0, : game.state["cards"][0]]].tolist()
    assert sorted(decks) == [v.MINOR, v.MAJOR, v.UNIQUE, v.UNIQUE, v.UNIQUE, v.UNIQUE]


def test_a_town_in_the_heart_loses_only_when_turn_1_ends() -> None:
    game = started("guard_the_isles_heart")
    game.state["pieces"][7, v.TOWN] = 1
    while game.advance() != "none":
        assert game.state["turn"] == 1
        game.choose(0)
    assert (game.state["turn"], game.cause) == (1, "scenario")


def test_a_heart_freed_in_turn_1_is_safe() -> None:
    game = started("guard_the_isles_heart")
    game.state["pieces"][7, v.TOWN] = 1
    while game.state["phase"] < 3:
        game.advance(1)
        if game.decision != "none":
            game.choose(0)
    assert game.outcome == "ongoing"
    game.state["pieces"][7, v.TOWN] = 0
    while game.state["turn"] == 1:
        if game.advance(1) != "none":
            game.choose(0)
    assert game.outcome == "ongoing"
