"""Seats that must go without a tile: they are never offered it while there is anything else. A question of studies."""

import random

import numpy as np
import pytest

from policies.core.playing import play_games
from simulator.core.errors import UserError
from simulator.core.game import find_game

GAME = find_game("terra_mystica")
CONTENT = GAME.content()
GAMES = 200


def played(without=None, games=GAMES):
    setup = GAME.read_setup({"players": 4, "choice": "drawn", "without": without}, CONTENT)
    return play_games("terra_mystica", CONTENT, GAME.setup_record(setup, CONTENT), 3, 0, games, "uniform")


@pytest.mark.parametrize(("field", "tile", "bit"), [("favor_tiles", "FAV11", 10), ("favor_tiles", "FAV5", 4)])
def test_a_seat_goes_without_a_favor_tile_and_the_others_do_not(field, tile, bit):
    usual, banned = played()[field] >> bit & 1, played([f"{tile}@2"])[field] >> bit & 1
    assert usual[:, 1].any()
    assert not banned[:, 1].any()
    assert banned[:, [0, 2, 3]].any(axis=0).all()


def test_a_seat_goes_without_a_town_tile():
    names = list(CONTENT.towns)
    assert played(games=5000)["town_tiles"][:, 0, names.index("TW1")].any()
    assert not played(["TW1"], games=5000)["town_tiles"][:, 0, names.index("TW1")].any()


def test_a_card_is_never_offered_to_who_goes_without_it():
    setup = GAME.read_setup({"players": 2, "choice": "drawn", "without": ["BON1", "BON2@2"]}, CONTENT)
    offered, luck = {0: set(), 1: set()}, random.Random(1)
    for number in range(20):
        match = GAME.play(setup, 5, number)
        while match.advance() != "none":
            offered[int(match.state["asked"])] |= {label for label in match.options if label.startswith("pass:")}
            match.choose(luck.randrange(int(match.state["options"])))
    assert "pass:BON1" not in offered[0]
    assert "pass:BON1" in offered[1]
    assert "pass:BON2" in offered[0]
    assert "pass:BON2" not in offered[1]


def test_what_is_all_there_is_may_be_taken():
    every = [f"BON{number}" for number in range(1, 10)]
    found = played(every)
    assert (found["error"] == 0).all()
    assert np.array_equal(found["vp"], played()["vp"]), "all cards are forbidden, so none is"


@pytest.mark.parametrize(
    ("without", "message"),
    [
        (["BON77"], "unknown card, favor or town tile 'BON77'"),
        (["FAV1@5"], "expected a seat from 1 to 4"),
        (["FAV1@0"], "expected a seat from 1 to 4"),
        (["FAV1", "FAV1"], "listed twice"),
        ("FAV1", "without: unexpected value 'FAV1'"),
    ],
)
def test_what_cannot_be_is_refused(without, message):
    with pytest.raises(UserError, match=message):
        played(without)


def test_points_of_rounds_and_offers_of_power_add_up():
    found = played()
    assert (found["round_vp"][:, :4, 5] == found["vp"][:, :4]).all()
    assert (found["leech_taken"] <= found["leech_offers"]).all()
    taken = (found["leech_taken"] * np.arange(1, 9)).sum(axis=1)
    assert (taken == found["leeched"].sum(axis=1)).all(), "in uniform games no offer exceeds 8"
    bits = np.unpackbits(np.ascontiguousarray(found["built"]).view(np.uint8), axis=-1).sum(axis=(1, 2))
    assert (bits.reshape(GAMES, -1).sum(axis=1) == found["structures"].sum(axis=(1, 2))).all()
