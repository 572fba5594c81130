"""A person at the table: answers in every way they may be written, takes back, asks for advice, stops and goes on."""

import json

import pytest

from experiments.core.interactive import Session, find_option
from experiments.core.records import load_record, save_record
from simulator.core.game import find_game


@pytest.fixture
def session(toy):
    """Returns what plays a heap of 6 with some typed lines against `most`, and what was said."""

    def play(*lines, seats=(0,), begun=(), stones=6):
        game, typed, said = find_game(toy), iter(lines), []
        setup = game.read_setup({"stones": stones}, game.content())

        def read():
            line = next(typed, None)
            if line is None:
                raise EOFError
            return line

        note = "the game goes on" if begun else ""
        found = Session(lambda: game.play(setup, 1), seats, "most", read, said.append, list(begun), note=note)
        match, record, is_over = found.play()
        return record, is_over, said

    return play


@pytest.mark.parametrize(
    ("answer", "option"),
    [("2", 1), ("card:b", 1), ("bloom", 1), ("BLOOM", 1), ("o", None), ("", None), ("4", None), ("0", None)],
)
def test_an_answer_is_a_number_a_label_or_words_of_one_option(answer, option):
    assert find_option(answer, ["card:a", "card:b", "stop"], ["Root", "Bloom", "no more"]) == option


def test_the_other_seat_is_played_by_the_policy(session):
    record, is_over, said = session("1", "take:2")
    # The person takes 1 of 6, `most` takes 3, the person the last 2.
    assert (record.choices, is_over) == ([0, 2, 1], True)
    assert "  > seat 2, take some of 5 stones: take:3 (of 3)" in said


def test_an_answer_taken_back_is_asked_again_without_telling_the_story_twice(session):
    record, is_over, said = session("1", "undo", "3", "undo", "undo", "2", "3", stones=12)
    assert said.count("taken back") == 2
    assert "there is nothing to take back" in said
    assert sum(line.startswith("Stones, ") for line in said) == 1
    # 2 of 12, `most` takes 3, then 3 of 7 and 3 of 4; the last stone leaves no choice.
    assert (record.choices, is_over) == ([1, 2, 2, 2], True)


def test_a_hint_comes_from_the_strongest_bot(session):
    _, is_over, said = session("hint", "?", "board", "card x", "nonsense", "quit")
    assert not is_over
    for line in ("most would: take:3", "this game shows no table", "no component is called 'x'",
                 "no such option: nonsense (? for help)"):  # fmt: skip
        assert line in said


def test_a_game_stopped_goes_on_where_it_stood(session, tmp_path):
    record, is_over, _ = session("1", "quit")
    assert (record.choices, is_over) == ([0, 2], False)
    save_record(record, tmp_path / "game.json")
    again, is_over, said = session("2", begun=load_record(tmp_path / "game.json").choices)
    assert (again.choices, is_over) == ([0, 2, 1], True)
    assert said[0] == "the game goes on"


def test_a_game_saved_before_its_end_says_so_when_it_is_replayed(session, tmp_path, evenkeel):
    record, _, _ = session("1", "quit")
    save_record(record, tmp_path / "game.json")
    assert "the game was saved before its end, after 2 decisions" in evenkeel("replay", "game.json", fails=True)


def test_play_saves_what_is_left_early_and_resumes_it(evenkeel, tmp_path):
    evenkeel("play", "--game", "stones", "--stones", 9, "--policy", "most", "--save", "whole.json", "--quiet")
    whole = json.loads((tmp_path / "whole.json").read_text())
    (tmp_path / "half.json").write_text(json.dumps(whole | {"choices": whole["choices"][:1]}))
    evenkeel("play", "--game", "stones", "--policy", "most", "--resume", "half.json", "--save", "again.json", "--quiet")
    assert json.loads((tmp_path / "again.json").read_text()) == whole
    refused = evenkeel("play", "--game", "stones", "--stones", 3, "--resume", "half.json", fails=True)
    assert "--stones is of a new game, --resume goes on with one" in refused


def test_a_seat_that_is_not_there_is_refused(evenkeel):
    assert "seat 3: there are 2" in evenkeel("play", "--game", "stones", "--interactive", "--seat", 3, fails=True)
