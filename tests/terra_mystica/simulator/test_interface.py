"""Terra Mystica as Python sees it: its doctest, set-ups and mistakes in them, patches, words."""

import doctest

import pytest

from policies.terra_mystica.batch import Chooser
from simulator import terra_mystica as tm
from simulator.core.errors import UserError
from simulator.core.game import find_game
from simulator.terra_mystica.record import vocabulary as v

GAME = find_game("terra_mystica")
CONTENT = GAME.content()


def test_the_interface_does_what_its_page_says():
    failed, tried = doctest.testmod(tm)
    assert tried > 3
    assert failed == 0


def test_a_state_is_small_enough_to_be_copied_often():
    assert GAME.state.itemsize <= 3 * 1024


def test_nothing_is_drawn_after_the_set_up():
    """T1.2: only the policy draws."""
    match = tm.Game(tm.Setup(["witches", "giants", "nomads"]), seed=2)
    drawn = match.state["draws"].copy()
    uniform = Chooser(CONTENT, ("uniform",))
    while match.advance() != "none":
        match.choose(uniform(match.state))
    drawn[v.STREAM_POLICY] = match.state["draws"][v.STREAM_POLICY]
    assert match.state["draws"].tolist() == drawn.tolist()


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ({"factions": ["witches", "dragons"]}, "unknown faction 'dragons'"),
        ({"factions": ["witches", "auren"]}, "same colour (forest)"),
        ({"players": 6}, "6 seats"),
        ({"players": 1}, "1 seats"),
        ({}, "0 seats"),
        ({"players": "two"}, "players: unexpected value 'two'"),
        ({"factions": "witches"}, "factions: expected a list"),
        ({"factions": ["witches", "giants"], "players": 3}, "one faction for each"),
        ({"players": 2, "choice": "auction"}, "unknown way to choose factions 'auction'"),
        ({"players": 2, "scoring": ["SCORE1"]}, "1 scoring tiles"),
        ({"players": 2, "scoring": ["SCORE2"] * 6}, "SCORE2 is listed twice"),
        ({"players": 2, "scoring": ["SCORE0"] * 6}, "unknown scoring tile 'SCORE0'"),
        ({"players": 2, "bonus_cards": ["BON1"] * 5}, "BON1 is listed twice"),
        ({"players": 2, "bonus_cards": ["BON11"] * 5}, "unknown bonus card 'BON11'"),
        ({"players": 2, "start_vp": [20]}, "1 start VP for 2 seats"),
        ({"players": 2, "start_vp": 20}, "start_vp: unexpected value 20"),
        ({"players": 2, "start_vp": [20, -1]}, "start VP -1"),
        ({"players": 2, "flags": {"ice": True}}, "unknown flag 'ice'"),
        ({"players": 2, "flags": {"BON10": "yes"}}, "flags: unexpected value"),
        ({"players": 2, "colour": "green"}, "unknown key 'colour'"),
    ],
)
def test_a_wrong_set_up_gives_one_clear_line(written, message):
    with pytest.raises(UserError) as raised:
        GAME.setup_record(GAME.read_setup(written, CONTENT), CONTENT)
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_patch_changes_the_game():
    patched = GAME.content({"cards": {"BON9": {"pass": {"D": 2}}}})
    assert patched.digest != CONTENT.digest
    assert patched.tables["card_pass"][0][8].tolist() == [0, 2, 0, 0, 0, 0]
    assert CONTENT.tables["card_pass"][0][8].tolist() == [0, 1, 0, 0, 0, 0]
    assert GAME.content().source["cards"][8]["pass"] == {"D": 1}


@pytest.mark.parametrize(
    ("patch", "message"),
    [
        ({"spirits": {}}, "unknown kind 'spirits'"),
        ({"cards": {"BON99": {}}}, "unknown id of cards 'BON99'"),
        ({"cards": {"BON9": {"pass": {"D": "two"}}}}, "BON9: pass: D: 'two' is no number"),
        ({"cards": {"BON9": {"colour": "red"}}}, "unknown key 'colour'"),
        ({"cards": ["BON9"]}, "expected {id: {field: value}}"),
        ({"cards": {"BON9": 3}}, "expected {field: value}"),
    ],
)
def test_a_wrong_patch_is_refused(patch, message):
    with pytest.raises(UserError) as raised:
        GAME.content(patch)
    assert message in str(raised.value)


def test_a_set_up_is_described():
    setup = GAME.read_setup({"factions": ["darklings", "witches"], "flags": {"BON10": True}}, CONTENT)
    facts = GAME.describe(setup, CONTENT)
    assert facts["name"] == "Darklings, Witches"
    assert facts["parts"][0]["name"] == "Darklings (swamp)"
    assert facts["parts"][0]["says"][0] == "starts with 15 C 1 W 1 P, power 5/7/0, cults: water 1, earth 1"
    assert facts["parts"][-1]["says"] == ["BON10"]
    assert GAME.describe(setup, GAME.localized(CONTENT, "ru"))["name"] == "Колдуны, Ведьмы"
    assert GAME.describe(setup, GAME.localized(CONTENT, "pl"))["name"] == "Darklings, Wiedźmy"
    drawn = GAME.read_setup({"players": 3, "choice": "drawn"}, CONTENT)
    assert GAME.describe(drawn, CONTENT)["name"] == "3 players, factions drawn"


def says(faction, content=CONTENT):
    """Returns what is said of a faction."""
    other = "witches" if faction != "witches" and faction != "auren" else "giants"
    return GAME.describe(GAME.read_setup({"factions": [faction, other]}, content), content)["parts"][0]["says"]


def test_a_faction_is_described_with_all_it_has():
    assert says("fakirs")[2:] == [
        "income by number on the map: D 1/2/3/4/5/6/7/8/8 W, TP 0/2/4/6/8 C and 0/1/2/4/6 PW, TE 0/1/2/3 P, SH 1 P, SA 1 P",
        "does not sail",
        "a spade costs 3/2 W, a step for 2 W 5 C 1 P scores 6 VP",
        "tunnels or flies over 1 hex to build",
        "pays 1 P for that",
        "scores 4 VP for that",
        "a step of shipping lets it fly further",
        "stronghold: 1 hex further",
    ]
    assert says("mermaids")[3] == "shipping 1 to 5, a step for 4 C 1 P scores 2/3/4/5 VP"
    assert says("darklings")[4] == "a spade costs 1 P"


@pytest.mark.parametrize("faction", CONTENT.factions)
def test_every_power_is_said(faction):
    """What a faction has in common with others takes five lines; more follow."""
    assert len(says(faction)) > 5
    assert len(set(says(faction))) == len(says(faction))


def test_everything_in_the_box_is_covered():
    found = {kind.kind: (kind.implemented, kind.total) for kind in GAME.coverage(CONTENT)}
    assert found["factions"] == (14, 14)
    assert found["rules"] == (96, 96)
    assert all(done == total for done, total in found.values())


def test_open_questions_are_listed():
    assert "T9.3 declining level 10" in [reading.component for reading in GAME.readings(CONTENT)]
