"""Nothing that a user gives ends in a traceback: every option of every command, and files that nobody means to write."""

import random

import pytest

import evenkeel
from tests.core.checked import run_checked

GAMES = ("spirit_island", "terra_mystica")
WORDS = (
    "", " ", "x", "-1", "0", "²", "٣", "1e9", "nan", "inf", "9" * 30, "9" * 5000, "9223372036854775808", "1" + "0" * 20,
    "..", "directory", "missing", "missing/x", "binary", "binary.yaml", "binary.json", "binary.toml", "empty", "empty.yaml",
    "empty.toml", "empty.json", "empty.py", "wrong.py", "deep.json", "deep.yaml", "nested.yaml", "deep.toml", "keys.yaml",
    "date.yaml", "{}", ",", ":", "=", "+", "@", "*", "[", "-", "--", "a:b:c", "1..", "5..1", "none", "ü" * 300, "x" * 5000,
    "a\x00b", "greedy@", "planner:", "planner:x", "uniform:1", "uniform+", "none:1", "england:99", "cell=",
)  # fmt: skip
FILES = {
    "binary": bytes(range(256)), "binary.yaml": b"\xff\xfe\x00", "binary.json": b"\xff", "binary.toml": b"\xff\x00",
    "empty": b"", "empty.yaml": b"", "empty.toml": b"", "empty.json": b"", "empty.py": b"",
    "wrong.py": b"def choose(position, options):\n    return 1 / 0\n", "deep.json": b"[" * 20_000,
    "deep.yaml": b"{a: " * 3000,
    "nested.yaml": b"[" * 20_000 + b"]" * 20_000, "deep.toml": b"a = " + b"[" * 20_000,
    "keys.yaml": b"? [a, b]\n: {? {c: d} : 1}",
    "date.yaml": b"minor_powers: 2001-13-45",
}  # fmt: skip
PATCHES = {"spirit_island": "minor_powers: {drought: {cost: 2}}", "terra_mystica": "power_actions: {spade: {PW: 3}}"}
WHO = {"spirit_island": ("--spirit", "river_surges_in_sunlight"), "terra_mystica": ("--players", "2")}
TRIED = 6  # words for each parameter
LONGEST = 2100


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A directory with hostile files, a patch and a small run of each game."""
    directory = tmp_path_factory.mktemp("hostile")
    (directory / "directory").mkdir()
    for name, content in FILES.items():
        (directory / name).write_bytes(content)
    for game, patch in PATCHES.items():
        (directory / f"{game}.yaml").write_text(patch)
        options = [*cells(game), "--policy", "uniform", "--games", "20", "--jobs", "1", "--out", str(directory / game)]
        assert evenkeel.main(["sweep", "--game", game, *options]) == 0
    return directory


def cells(game):
    return [word.replace("--spirit", "--spirits") for word in WHO[game]]


def plain_call(name, game):
    """Returns arguments of a command that are right, so that only one thing is wrong; no more play than a few games."""
    small = ["--policy", "uniform", "--games", "10", "--jobs", "1"]
    return {
        "play": [*WHO[game], "--policy", "uniform", "--quiet"],
        "describe": [*WHO[game]],
        "sweep": [*cells(game), *small, "--out", f"new-{game}"],
        "whatif": [f"{game}.yaml", *cells(game), *small],
        "watch": [*WHO[game], "--policy", "uniform", "--games", "0", "--no-open", "--output", "game.html"],
        "replay": [game, "--cell", "0", "--game", "0", "--quiet"],
        "query": [game, "select 1"],
        "merge": ["merged", game, game],
        "compare": [game, game],
        "chart": ["length", game, "--output", "x.png"],
        "report": [game, "--out", "pages"],
        "duel": ["--a", "uniform", "--b", "uniform", "--games", "10"],
        "coverage": [],
    }.get(name, [game])


def calls(name, game, rng):
    """Yields calls of a command in each of which one parameter is hostile."""
    own = name not in evenkeel.COMMANDS
    command = evenkeel.load_command(name, ["--game", game])
    chosen = ["--game", game] if own or evenkeel.COMMANDS[name].kind else []
    plain = plain_call(name, game)
    places = 0
    for parameter in command.params:
        values = rng.sample(WORDS, TRIED)
        if parameter.param_type_name == "argument":
            for value in values:
                yield [name, *chosen, *plain[:places], value, *plain[places + 1 :]]
            places += 1
        elif not parameter.is_flag and parameter.name != "help":
            for value in values:
                yield [name, *chosen, *plain, parameter.opts[-1], value]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_option_of_any_command_ends_in_a_traceback(place, game, monkeypatch, capsys):
    monkeypatch.chdir(place)
    for name in (*evenkeel.COMMANDS, *evenkeel.commands_of(game)):
        if name in ("tune", "fit"):  # what is right there plays for minutes
            continue
        for call in calls(name, game, random.Random(name)):
            capsys.readouterr()
            try:
                code = evenkeel.main(call)
            except (Exception, SystemExit) as error:
                raise AssertionError(f"{call}: {type(error).__name__} {error}") from error
            told = capsys.readouterr().err
            assert code in (0, 1, 2), call
            if code == 2:
                assert told.count("\n") == 1, (call, told)
                assert len(told) < LONGEST


def test_nested_and_endless_values_are_refused_in_a_line(place, monkeypatch, capsys):
    monkeypatch.chdir(place)
    for command, said in (
        (["query", "spirit_island", ""], "query"),
        (["case", "deep.json"], "nested too deep"),
        (["sweep", "deep.toml", "--out", "new"], "nested too deep"),
        (["whatif", "nested.yaml", *cells("spirit_island")], "nested too deep"),
        (["whatif", "date.yaml", *cells("spirit_island")], "month must be in 1..12"),
        (["replay", "x" * 300], "File name too long"),
        (["play", "--seed", "9223372036854775808"], "less than or equal to 9223372036854775807"),
        (["describe", "--game", "terra_mystica", "--choice", "x"], "unknown way to choose factions"),
    ):
        assert evenkeel.main(command) in (1, 2)
        told = capsys.readouterr()
        assert said in told.out + told.err, command


@pytest.mark.slow
def test_two_thousand_mutated_files_are_played_or_refused_under_bounds_checks(tmp_path):
    code = f"from tests.core.mutated import *; print(try_mutants(120, Path({str(tmp_path)!r})).total())"
    result = run_checked(code)
    assert (result.stderr, result.returncode) == ("", 0)
    assert int(result.stdout) > 2000
