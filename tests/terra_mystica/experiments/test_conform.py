"""Recorded games on the machine: every row of every game, and what is said of rows and files that are wrong."""

import json
from pathlib import Path

import pytest

from experiments.core.conforming import conform_files
from experiments.terra_mystica.replaying import conform_written
from simulator.core.errors import UserError

GAMES = Path(__file__).parents[1] / "games"
FILES = sorted(GAMES.glob("*.json"))
SMALL = json.loads((GAMES / "generated_2p_24.json").read_text())  # fakirs, chaos magicians
LOOSE = {"generated_2p_10", "generated_2p_14", "generated_2p_15", "generated_2p_19", "generated_2p_21", "generated_3p_09",
         "generated_4p_05", "generated_4p_12", "generated_5p_21"}  # fmt: skip


def changed(row=None, **keys):
    """Returns the small game with one row changed, or other keys."""
    rows = list(SMALL["rows"])
    if row is not None:
        number, column, value = row
        rows[number - 1] = [*rows[number - 1][:column], value, *rows[number - 1][column + 1 :]]
    return {**SMALL, "rows": rows, **keys}


def test_there_are_all_recorded_games():
    assert len(FILES) == 58


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_holds_row_by_row(path):
    (found,) = conform_files([path])
    assert found.mismatch is None
    assert found.rows_matched == found.rows == len(json.loads(path.read_text())["rows"])
    assert bool(found.note) == (path.stem in LOOSE)


def test_a_state_that_differs_is_named_with_its_row():
    found = conform_written(changed(row=(15, 3, 16)), "changed")  # coins after "send water for 2"
    assert SMALL["rows"][14][1] == "dig 1. transform I2 to B"
    assert (found.passed, found.rows_matched, found.mismatch.row) == (False, 14, 15)
    assert found.as_dict()["first_difference"]["what"] == "C"
    assert found.mismatch.differences == ({"what": "C", "expected": 16, "got": 15},)


def test_final_scores_and_the_map_are_compared():
    final = {**SMALL["final"], "1": {**SMALL["final"]["1"], "network": 99}}
    assert [one["what"] for one in conform_written(changed(final=final), "changed").mismatch.differences] == [
        "seat 1 network"
    ]
    hexes = {**SMALL["map_at_end"]["hexes"], "A1": "S:SH"}
    found = conform_written(changed(map_at_end={**SMALL["map_at_end"], "hexes": hexes}), "changed")
    assert [one["what"] for one in found.mismatch.differences] == ["map A1"]


@pytest.mark.parametrize(
    ("row", "commands", "rule"),
    [
        (12, "burn 2. action ACT2", "T12"),  # two tokens in bowl III, three are needed
        (12, "send fire", "T9.2"),  # no priest
        (11, "action BON2. +earth. pass BON9", "T4.1"),  # a second action
        (15, "dig 3. transform I2 to U", "T6.1"),  # six workers pay for two
        (15, "dig 1. transform A1 to B", "T6.3"),  # out of reach
        (13, "pass BON4", "T4.2"),  # somebody holds it
        (3, "build A1", "T2.5"),  # not home
    ],
)
def test_a_command_against_the_rules_names_the_rule(row, commands, rule):
    found = conform_written(changed(row=(row, 1, commands)), "changed")
    (difference,) = found.mismatch.differences
    assert (found.mismatch.row, difference["what"]) == (row, "command")
    assert rule in difference["got"]


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"factions": ["fakirs", "nomads"]}, "same colour"),
        ({"factions": ["fakirs", "dragons"]}, "unknown faction 'dragons'"),
        ({"players": 3}, "one faction for each (T1.1)"),
        ({"scoring": ["SCORE2", "SCORE2", "SCORE8", "SCORE7", "SCORE3", "SCORE5"]}, "listed twice"),
        ({"bonus_cards": ["BON1", "BON2", "BON4", "BON7", "BON10"]}, "set the flag BON10"),
        ({"needs": ["ice"]}, "unknown need 'ice'"),
        ({"rows": [[3, "setup", 20, 15, 3, 0, "7/5/0", "1/0/0/1"]]}, "row 1: seat 3, expected 1 to 2"),
        ({"rows": [[1, "fly", 20, 15, 3, 0, "7/5/0", "1/0/0/1"]]}, "row 1: unknown command 'fly'"),
        ({"rows": [[1, "convert 2PW to 1W", 20, 15, 3, 0, "", ""]]}, "3 PW give 1 W (T5.4, T5.5)"),
        ({"rows": ["supper"]}, "row 1: 'supper' is no phase"),
        ({"rows": 5}, "rows: expected a list"),
        ({"final": {}}, "one entry for each of 2 seats"),
    ],
)
def test_a_file_that_is_wrong_gives_one_clear_line(tmp_path, keys, message):
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(changed(**keys)))
    with pytest.raises(UserError) as raised:
        list(conform_files([path]))
    assert str(raised.value).startswith(f"{path}: ")
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_file_that_is_no_game_gives_one_clear_line(tmp_path):
    for text, message in (("{", "not valid JSON"), ("[]", "a mapping"), ("{}", "players is missing")):
        path = tmp_path / "wrong.json"
        path.write_text(text)
        with pytest.raises(UserError, match=message):
            list(conform_files([path]))
    with pytest.raises(UserError, match="cannot be read"):
        list(conform_files([tmp_path / "none.json"]))
