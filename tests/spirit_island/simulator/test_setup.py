"""Set-up: numbers per player (R2), starting presence, easier variants (R33), solo (R29) and separate random streams."""

import numpy as np
import pytest

from simulator import spirit_island as si
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.words.labels import land_names

CONTENT = si.load_content()
BASE_SPIRITS = CONTENT.spirits[:8]
RIVER = "river_surges_in_sunlight"
FIRST_CHOICE = 0

# Lands of the starting presence on boards A, B, C, D; Ocean besides chooses a coastal land.
STARTS = {
    "lightnings_swift_strike": ({"A7": 2}, {"B5": 2}, {"C6": 2}, {"D7": 2}),
    "river_surges_in_sunlight": ({"A5": 1}, {"B6": 1}, {"C8": 1}, {"D3": 1}),
    "shadows_flicker_like_flame": ({"A8": 2, "A5": 1}, {"B8": 2, "B5": 1}, {"C4": 2, "C5": 1}, {"D6": 2, "D5": 1}),
    "vital_strength_of_the_earth": ({"A6": 2, "A8": 1}, {"B7": 2, "B8": 1}, {"C7": 2, "C4": 1}, {"D8": 2, "D6": 1}),
    "a_spread_of_rampant_green": ({"A5": 1, "A8": 1}, {"B6": 1, "B4": 1}, {"C8": 1, "C4": 1}, {"D3": 1, "D6": 1}),
    "thunderspeaker": ({"A3": 1, "A7": 1}, {"B3": 1, "B8": 1}, {"C3": 1, "C5": 1}, {"D1": 1, "D7": 1}),
    "oceans_hungry_grasp": ({"A0": 1, "A1": 1}, {"B0": 1, "B1": 1}, {"C0": 1, "C1": 1}, {"D0": 1, "D1": 1}),
    "bringer_of_dreams_and_nightmares": ({"A7": 2}, {"B5": 2}, {"C6": 2}, {"D7": 2}),
}


def set_up(spirits: list[str], seed: int = 0, boards: list[str] | None = None, **flags) -> si.Game:
    """Returns a game at its first growth decision; what set-up asks is answered with the first option."""
    game = si.Game(si.Setup(spirits, boards, flags=flags), seed=seed)
    while game.advance() != "none" and game.state["turn"] == 0:
        game.choose(FIRST_CHOICE)
    return game


def pieces(game: si.Game, kind: int) -> int:
    return int(game.state["pieces"][:, kind].sum())


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_numbers_per_player(players: int) -> None:
    state = set_up(BASE_SPIRITS[:players], seed=players).state
    assert state["fear_pool"] == 4 * players  # R2.1
    assert state["fear_left"].tolist() == [3, 3, 3]  # R2.2
    assert state["blight_pool"] == 2 * players + 1  # R2.7, R2.8
    assert state["pieces"][:, [v.CITY, v.TOWN, v.DAHAN, v.BLIGHT]].sum(axis=0).tolist() == [
        players, players, 6 * players, players]  # R2.11  # fmt: skip
    assert state["energy"].tolist() == [0, 0, 0, 0]  # R2.16
    assert state["cards"][:players].tolist() == [4] * players
    assert state["deck_size"].tolist() == [36, 22]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize(("plus_one", "extra"), [(True, 1), (False, 0)])
def test_blight_of_the_printed_space_and_the_errata(players: int, plus_one: bool, extra: int) -> None:
    team = BASE_SPIRITS[:players]
    printed = set_up(team, no_blight_card=True, blight_plus_one=plus_one).state
    assert printed["blight_pool"] == 5 * players + extra
    assert printed["blight_card"] == -1
    assert set_up(team, blight_plus_one=plus_one).state["blight_pool"] == 2 * players + extra


def test_the_invader_deck_is_stacked_by_stage_and_lacks_one_card_of_each() -> None:
    state = set_up([RIVER]).state
    deck = state["invader_deck"][: state["invader_size"]]
    assert CONTENT.tables[0]["invader_stage"][deck].tolist() == [1] * 3 + [2] * 4 + [3] * 5  # R2.3
    assert len(set(deck.tolist())) == 12


def test_the_first_explore_ends_set_up() -> None:
    game = set_up([RIVER])
    state = game.state
    assert state["slot_count"].tolist() == [0, 1, 0, 0]  # R2.19: its card lies on the build space
    assert state["slot"][1, 0] == state["invader_deck"][0]
    assert state["invader_top"] == 1
    assert pieces(game, v.EXPLORER) > 0


@pytest.mark.parametrize("spirit", STARTS)
@pytest.mark.parametrize("number", range(4))
def test_starting_presence(spirit: str, number: int) -> None:
    game = set_up([spirit], boards=["ABCD"[number]])
    presence = game.state["presence"][0]
    lands = land_names(game.state, game.tables, CONTENT)
    assert {name: int(presence[land]) for name, land in lands.items() if presence[land]} == STARTS[spirit][number]
    tracks = game.tables["track_length"][game.state["spirit"][0]] - 1
    assert presence.sum() + tracks.sum() == 13  # R2.18


def test_each_spirit_starts_on_its_own_board() -> None:
    state = set_up(BASE_SPIRITS[:4], boards=list("CADB")).state
    for player in range(4):
        own = slice(player * v.SPACES_PER_BOARD, (player + 1) * v.SPACES_PER_BOARD)
        assert state["presence"][player, own].sum() == state["presence"][player].sum() > 0


# --- easier variants


def test_easier_leaves_out_the_first_explore_and_lasts_a_turn_longer() -> None:
    game = set_up([RIVER], no_first_explore=True)  # R33.2
    assert game.state["slot_count"].tolist() == [0, 0, 0, 0]
    assert game.state["invader_top"] == 0
    assert pieces(game, v.EXPLORER) == 0


def test_slightly_easier_gives_each_spirit_a_bonus_growth() -> None:
    game = si.Game(si.Setup(["vital_strength_of_the_earth", RIVER], flags={"bonus_growth": True}), seed=1)  # R33.1
    picked = []
    while game.advance() == "growth" or game.state["turn"] == 0:
        if game.state["turn"] > 0:
            break
        if game.decision == "growth":
            picked.append(int(game.state["asked"]))
            game.choose("growth:3")
        else:
            game.choose(FIRST_CHOICE)
    assert sorted(picked) == [0, 1]
    assert game.state["energy"][0] == 2  # growth 3 of Earth, without income


def test_much_easier_is_both() -> None:
    game = set_up([RIVER], no_first_explore=True, bonus_growth=True)  # R33.3
    assert game.state["invader_top"] == 0
    assert game.state["presence"][0].sum() + game.state["cards"][0] > 1 + 4


def test_power_progressions_give_their_cards_in_order() -> None:
    game = set_up([RIVER], power_progression=True)  # R33.5
    game.choose("growth:1")
    while game.advance() != "play_card":
        game.choose(FIRST_CHOICE)
    own = [CONTENT.powers[card] for card in game.state["own_card"][0, : game.state["cards"][0]]]
    assert "uncanny_melting" in own


# --- solo


def test_alone_the_game_has_one_board_and_one_player() -> None:
    state = set_up([RIVER]).state  # R29.1
    assert state["players"] == 1
    assert bin(int(state["island"])).count("1") == 8


def test_alone_another_spirit_is_oneself() -> None:
    game = set_up(["a_spread_of_rampant_green"], boards=["A"])  # R29.2
    s = game.state
    s["energy"][0] = 5
    game.choose("growth:3")
    while not (game.advance() == "play_card" and "card:gift_of_proliferation" in game.options):
        game.choose(FIRST_CHOICE)
    game.choose("card:gift_of_proliferation")
    while game.advance() != "use_power":
        game.choose(len(game.options) - 1)
    before = int(s["presence"][0].sum() + s["track"][0].sum())
    game.choose("card:gift_of_proliferation")
    game.advance()
    assert game.decision == "source"
    game.choose("track:energy")
    game.advance()
    game.choose(FIRST_CHOICE)
    game.advance()
    assert s["presence"][0].sum() + s["track"][0].sum() == before + 2


# --- random streams


def decks(game: si.Game) -> dict[str, bytes]:
    fields = ("invader_deck", "fear_deck", "blight_card", "layout")
    return {field: np.asarray(game.state[field]).tobytes() for field in fields}


def test_decks_depend_on_seed_and_game_only() -> None:
    first = decks(si.Game(si.Setup([RIVER]), seed=5, game=9))
    for spirit in BASE_SPIRITS:
        assert decks(si.Game(si.Setup([spirit]), seed=5, game=9)) == first
    assert decks(si.Game(si.Setup([RIVER]), seed=5, game=10)) != first
    assert decks(si.Game(si.Setup([RIVER]), seed=6, game=9)) != first


def test_choices_do_not_change_the_invader_cards_to_come() -> None:
    orders = set()
    for policy in (lambda options: 0, lambda options: options - 1, lambda options: options // 2):
        game = si.Game(si.Setup([RIVER]), seed=5, game=9)
        while game.advance() != "none":
            game.choose(policy(int(game.state["options"])))
        orders.add(game.state["invader_deck"].tobytes())
    assert len(orders) == 1
