"""Every policy plays the same game one decision at a time as in a batch, users' own policies included."""

from pathlib import Path

import numpy as np
import pytest

from policies.core import playing
from policies.spirit_island import batch
from policies.spirit_island.players import PLAYERS
from simulator.core.errors import UserError
from simulator.core.game import find_game

GAME = "spirit_island"
SI = find_game(GAME)
CONTENT = SI.content()
SETUP = SI.setup_record(SI.read_setup({"spirits": ["river_surges_in_sunlight"]}, CONTENT), CONTENT)
ANSWER = "def choose(position, options):\n    "
LAST = "def choose(position, options):\n    return options[-1]\n"


def play(spec: str, first: int = 0, count: int = 1, seed: int = 7) -> np.ndarray:
    return playing.play_games(GAME, CONTENT, SETUP, seed, first, count, spec)


def stepped(spec: str, number: int = 0, seed: int = 7) -> np.ndarray:
    """Plays a game as the command `play` does."""
    match = SI.play(SETUP, seed, number, CONTENT)
    chooser = playing.make_chooser(GAME, CONTENT, spec)
    while match.advance() != "none":
        match.choose(chooser(match.state, match.tables))
    return match.result_record()


@pytest.fixture
def last(tmp_path: Path) -> str:
    path = tmp_path / "last.py"
    path.write_text(LAST)
    return str(path)


@pytest.mark.parametrize("spec", ["uniform", "greedy", "planner:4", "planner:4x1", "first"])
@pytest.mark.parametrize("number", [0, 3])
def test_a_game_played_by_steps_is_the_game_of_the_batch(spec: str, number: int) -> None:
    assert stepped(spec, number).tolist() == play(spec, number).tolist()


def test_a_users_policy_plays_the_same_by_steps_and_however_games_are_cut(last: str) -> None:
    whole = play(last, count=4)
    assert (whole["error"] == 0).all()
    assert (whole["outcome"] > 0).all()
    assert whole.tolist() == np.concatenate([play(last, 0, 1), play(last, 1, 3)]).tolist()
    assert stepped(last, 2).tolist() == whole[2:3].tolist()


def test_numbers_and_labels_are_the_same_answer(tmp_path: Path, last: str) -> None:
    by_number = tmp_path / "number.py"
    by_number.write_text("def choose(position, options):\n    return len(options) - 1\n")
    assert play(str(by_number)).tolist() == play(last).tolist()


def test_a_function_that_takes_the_first_option_plays_as_first(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def other(position, options):\n    return 0\n")
    assert play(f"{path}:other", count=2).tolist() == play("first", count=2).tolist()


def test_luck_and_memory_of_a_users_policy_belong_to_the_game(tmp_path: Path) -> None:
    path = tmp_path / "lucky.py"
    path.write_text(
        "asked = []\n"
        "def choose(position, options):\n"
        "    asked.append(position.question)\n"
        "    return (position.random.randrange(len(options)) + len(asked)) % len(options)\n"
    )
    whole = play(str(path), count=3)
    assert len(set(whole["digest"].tolist())) == 3
    assert play(str(path), 2, 1).tolist() == whole[2:].tolist()


def test_a_position_shows_the_game_but_lets_nobody_change_it(tmp_path: Path) -> None:
    path = tmp_path / "reader.py"
    path.write_text(
        "def choose(position, options):\n"
        "    assert position['options'] == len(options) == len(position.options)\n"
        "    assert position.seat == 0 and position['turn'] >= 0 and position.question\n"
        "    assert 'river_surges_in_sunlight' in position.content.spirits\n"
        "    try:\n"
        "        position['pieces'][0] = 9\n"
        "    except ValueError:\n"
        "        return 0\n"
    )
    assert play(str(path)).tolist() == play("first").tolist()


def test_the_example_of_the_documentation_plays(tmp_path: Path) -> None:
    text = (Path(playing.__file__).parents[1] / "README.md").read_text("utf-8")
    path = tmp_path / "mine.py"
    path.write_text(text.split("```python\n")[1].split("```")[0])
    results = play(str(path), count=3)
    assert (results["error"] == 0).all()
    assert results.tolist() != play("first", count=3).tolist()


def test_hidden_cards_are_made_up() -> None:
    """R2.3, R13.6: the true order of a deck is known to nobody; which cards are in it is not changed."""
    state = SI.play(SETUP, 3, 0, CONTENT).state
    seen = PLAYERS.seen(CONTENT, state)
    top, size = int(state["deck_top"][0]), int(state["deck_size"][0])
    true, dealt = state["deck"][0][top:size], seen["deck"][0][top:size]
    assert (true != dealt).any()
    assert sorted(true) == sorted(dealt)
    assert (seen["seed_key"] != state["seed_key"]).any()
    assert (seen["pieces"] == state["pieces"]).all()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("def choose(position, options)\n    return 0\n", r"bad\.py:1: SyntaxError: expected ':'"),
        ("import nothing_of_this_name\n", r"bad\.py:1: ModuleNotFoundError: No module named"),
        ("x = 1\n", r"bad\.py: there is no function choose \(define choose"),
        (ANSWER + "return 1 / 0\n", r"bad\.py:2: ZeroDivisionError: division by zero"),
        (ANSWER + "return position['trun']\n", r"bad\.py:2: unknown field of the state 'trun' .*turn"),
        (ANSWER + "return 'growt:1'\n", r"bad\.py: choose: unknown option 'growt:1' \(did you mean"),
        (ANSWER + "return 99\n", r"bad\.py: choose: expected a number from 0 to \d+, got 99"),
        (ANSWER + "pass\n", r"bad\.py: choose: expected the number or the label .* got None"),
        ("raise SystemExit\n", r"bad\.py:1: SystemExit"),
    ],
)
def test_a_mistake_in_a_users_file_is_one_line_with_its_place(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "bad.py"
    path.write_text(text)
    with pytest.raises(UserError, match=says):
        play(str(path))


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("gready", "unknown policy 'gready' .did you mean greedy.* valid: uniform, greedy, planner, first, FILE.py"),
        ("first:3", "policy 'first:3': first takes no budget"),
        ("planner:x", "policy 'planner:x': expected planner:COURSES"),
        ("greedy+planner", "policy 'greedy.planner': the seats of Spirit Island play together, so one policy plays all"),
        ("nowhere.py", "nowhere.py: cannot be read .No such file"),
    ],
)
def test_a_policy_that_does_not_exist_is_refused(spec: str, says: str) -> None:
    with pytest.raises(UserError, match=says):
        playing.check_policy(GAME, spec)


def test_the_hash_of_a_users_policy_follows_its_text(tmp_path: Path, last: str) -> None:
    before = playing.policy_hashes([last, "greedy"])
    assert list(before) == [last]
    Path(last).write_text(LAST + "# changed\n")
    assert playing.policy_hashes([last])[last] != before[last]


def test_only_policies_that_score_options_explain_them(last: str) -> None:
    match = SI.play(SETUP, 7, 0, CONTENT)
    match.advance()
    chooser = playing.make_chooser(GAME, CONTENT, "greedy")
    explain = playing.make_explainer(GAME, "greedy", chooser)
    found = explain(match.state, chooser(match.state, match.tables))
    assert found.why
    assert found.tried
    for spec in ("uniform", "first", last):
        with pytest.raises(UserError, match="only greedy and planner can explain their choices"):
            playing.make_explainer(GAME, spec, playing.make_chooser(GAME, CONTENT, spec))


def test_the_declared_policies_are_those_of_the_compiled_loop() -> None:
    assert tuple(policy.name for policy in PLAYERS.policies) == batch.POLICIES
    assert set(PLAYERS.explained) < set(batch.POLICIES)


def test_the_help_names_every_policy() -> None:
    text = playing.policy_help(GAME)
    assert all(form in text for form in ("uniform", "greedy", "planner[:COURSES[xTURNS]]", "first", "FILE.py[:FUNCTION]"))
