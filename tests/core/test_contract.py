"""What every game keeps to, whatever its rules: the promises of a re-entrant machine."""

import random

import numpy as np
import pytest

from experiments.core.planning import Plan
from experiments.core.records import Record, check, new_record, play_game, replay_game
from policies.core import playing
from simulator.core import header, registry
from simulator.core.errors import UserError
from simulator.core.game import find_game
from simulator.core.records import words

GAMES = [*registry.games(), "stones"]
SEED = 11
MANY = 100_000  # decisions in a game; none comes near


@pytest.fixture(params=GAMES)
def game(toy, request):
    return find_game(request.param)


@pytest.fixture
def cells(game):
    """A few usual cells of a game."""
    found = Plan(game=game.name, seed=SEED).cells()
    return [found[0], found[-1]]


def deal(cell, number=0):
    return find_game(cell.game).play(cell.setup(), SEED, number)


def play_on(match, luck, most=MANY):
    """Plays by chance and returns the choices."""
    choices = []
    while len(choices) < most and match.advance() != "none":
        choices.append(luck.randrange(int(match.state["options"])))
        match.choose(choices[-1])
    return choices


def snapshot(match):
    return words(match.states).copy()


def test_every_game_ends_without_error(cells):
    for cell in cells:
        for number in range(5):
            match = deal(cell, number)
            assert match.result()["outcome"] == "ongoing"
            assert len(play_on(match, random.Random(number))) < MANY
            result = match.result()
            assert result["error"] == 0
            assert result["outcome"] != "ongoing"


def test_a_copy_goes_its_own_way(cells):
    for cell in cells:
        whole = deal(cell)
        choices = play_on(whole, random.Random(1))
        for stop in sorted({0, 1, len(choices) // 2, len(choices) - 1}):
            match = deal(cell)
            for choice in choices[:stop]:
                match.advance()
                match.choose(choice)
            twin, before = match.copy(), snapshot(match)
            play_on(twin, random.Random(2))
            assert np.array_equal(snapshot(match), before), "playing the copy moved the original"
            for choice in choices[stop:]:
                match.advance()
                match.choose(choice)
            match.advance()
            assert match.result() == whole.result()


def test_a_game_is_the_same_in_small_steps(cells):
    """Looking at the machine after every single frame changes nothing."""
    for cell in cells:
        whole = deal(cell)
        choices = iter(play_on(whole, random.Random(3)))
        match = deal(cell)
        while match.result()["outcome"] == "ongoing":
            if match.advance(1) != "none":
                match.choose(next(choices))
        assert match.result() == whole.result()


def test_a_game_told_to_stop_ends_at_once(cells):
    match = deal(cells[0])
    match.tables["stop"] = 1
    try:
        match.advance()
    finally:
        match.tables["stop"] = 0
    assert match.state["error"] == header.E_STOPPED
    with pytest.raises(UserError, match="told to stop"):
        check(match)


def test_a_game_that_never_ends_is_ended(cells):
    match = deal(cells[0])
    match.advance()
    match.state["decisions"] = header.MOST_DECISIONS - 1
    match.choose(0)
    match.advance()
    assert match.state["error"] == header.E_NO_PROGRESS
    with pytest.raises(UserError, match="no end in sight"):
        check(match)


def test_options_are_distinct_and_labels_parse_back(cells):
    for cell in cells:
        match, luck = deal(cell), random.Random(4)
        while match.advance() != "none":
            labels = match.options
            assert len(labels) == int(match.state["options"]) >= 2, "a decision with one answer is no decision"
            assert len(set(labels)) == len(labels), f"{match.decision}: {labels}"
            index = luck.randrange(len(labels))
            twin = match.copy()
            match.choose(index)
            twin.choose(labels[index])
            assert np.array_equal(snapshot(match), snapshot(twin))


def test_wrong_answers_are_refused_and_change_nothing(cells):
    match = deal(cells[0])
    match.advance()
    before, offered = snapshot(match), int(match.state["options"])
    for answer in ("nonsense", "", match.options[0] + "x", -1, offered):
        with pytest.raises(UserError, match="answer"):
            match.choose(answer)
        assert np.array_equal(snapshot(match), before)
    play_on(match, random.Random(5))
    with pytest.raises(UserError, match="there are 0 options"):
        match.choose(0)


def test_the_same_choices_lead_to_the_same_digest(cells):
    for cell in cells:
        match, luck = deal(cell), random.Random(6)
        record = play_game(match, lambda state, tables, luck=luck: luck.randrange(int(state["options"])))
        assert isinstance(record, Record)
        assert record.digest == new_record_digest(record)
        other = deal(cell, 1)
        play_on(other, random.Random(7))
        assert other.result()["digest"] != match.result()["digest"]


def new_record_digest(record):
    """Plays a record again and returns its digest; the replay itself compares them, too."""
    return find_game(record.game).mark(replay_game(record).state)


def test_a_record_that_does_not_fit_is_refused(cells):
    match, luck = deal(cells[0]), random.Random(8)
    record = play_game(match, lambda state, tables: luck.randrange(int(state["options"])))
    assert new_record(deal(cells[0])).choices == []
    for choices in (record.choices[:-1], [*record.choices, 0], [99_999, *record.choices[1:]]):
        with pytest.raises(UserError):
            replay_game(Record(record.setup, record.seed, choices, record.digest, record.game))


def test_measures_stand_in_the_results(game, cells):
    seats = cells[0].study.seats(cells[0])
    results = playing.play_games(game.name, game.content(), cells[0].record(), SEED, 0, 20, "uniform")
    values = game.derive(results) | {name: results[name] for name in results.dtype.names}
    for measure in game.measures:
        found = np.asarray(values[measure.name], float)
        found = found if measure.per == "game" else found[:, :seats]
        assert len(found) == 20
        if measure.kind == "share":
            assert ((found >= 0) & (found <= 1)).all()


def test_asked_one_by_one_a_policy_plays_its_batch(game, cells):
    """`play` shows game 0 of the sweep with the same seed, for every policy."""
    for policy in playing.policy_list(game.name):
        if policy == playing.OWN:
            continue
        (batch,) = playing.play_games(game.name, game.content(), cells[0].record(), SEED, 0, 1, policy.name)
        match = deal(cells[0])
        play_game(match, playing.make_chooser(game.name, match.content, policy.name))
        assert match.result_record()[0] == batch, policy.name


def test_a_set_up_with_nonsense_is_refused(game, cells):
    setup = cells[0].study.setup(cells[0])
    with pytest.raises(UserError, match="colour"):
        game.read_setup({**setup, "colour": "green"}, game.content())
