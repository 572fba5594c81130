"""The command as a whole: instant help, and mistakes answered in one line."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest
import typer

import evenkeel
from simulator.core.errors import UnknownName, UserError
from simulator.core.registry import default_game, games

ROOT = Path(__file__).parents[1]
HEAVY = {"numba", "numpy", "pandas", "matplotlib", "scipy", "pyarrow", "statsmodels", "rich"}


def run(*args, python_options=()):
    command = [sys.executable, *python_options, "-m", "evenkeel", *args]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)


def test_help_lists_every_command_with_its_line():
    lines = run("--help").stdout.splitlines()
    for name, command in evenkeel.COMMANDS.items():
        assert any(line.split() == [name, *command.help.split()] for line in lines), name


def test_the_commands_of_a_game_are_listed_and_know_the_game_they_are_for():
    help_text = run("--help").stdout
    added = evenkeel.commands_of(default_game())
    assert added
    for name, command in added.items():
        assert any(line.split() == [name, *command.help.split()] for line in help_text.splitlines()), name
        assert "--game" in run(name, "--help").stdout, name
    wrong = run(next(iter(added)), "--game", "chess")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("evenkeel: unknown game 'chess'")


def test_no_arguments_show_the_help():
    assert run().stdout == run("--help").stdout


def test_help_is_instant():
    def cpu_seconds():
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert run("--help").returncode == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    assert min(cpu_seconds() for _ in range(3)) < 0.3


def test_help_imports_no_heavy_library_and_no_cli():
    trace = run("--help", python_options=("-X", "importtime")).stderr
    imported = {line.rpartition("|")[2].strip() for line in trace.splitlines()}
    assert "typer" in imported
    assert not {name for name in imported if name.split(".")[0] in HEAVY or name.endswith(".cli")} - {"typer.cli"}


def test_unknown_command_gives_one_line():
    result = run("plya")
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr == "evenkeel: No such command 'plya'. Did you mean 'play', 'replay'? (see evenkeel --help)\n"


def test_unknown_option_gives_one_line():
    result = run("--sead", "7")
    assert result.returncode == 2
    assert result.stderr.startswith("evenkeel: No such option: --sead")
    assert result.stderr.count("\n") == 1


def sample(ending: str, seed: int = 0):
    """Ends in the way it is told to."""
    endings = {
        "unknown name": UnknownName("spirit", "rivr", ["river_surges_in_sunlight", "thunderspeaker"]),
        "two lines": UserError("first\n  second"),
        "interrupt": KeyboardInterrupt(),
        "failed": typer.Exit(1),
        "bug": ZeroDivisionError(),
    }
    if ending in endings:
        raise endings[ending]
    return 3 if ending == "code" else None


@pytest.fixture
def with_sample(monkeypatch):
    command = evenkeel.Command("tests.test_command", "sample", "A command for tests.")
    monkeypatch.setitem(evenkeel.COMMANDS, "sample", command)


@pytest.mark.usefixtures("with_sample")
@pytest.mark.parametrize(
    ("ending", "code", "message"),
    [
        (
            "unknown name",
            2,
            "evenkeel: unknown spirit 'rivr' (did you mean river_surges_in_sunlight? "
            "valid: river_surges_in_sunlight, thunderspeaker)\n",
        ),
        ("two lines", 2, "evenkeel: first second\n"),
        ("interrupt", 130, ""),
        ("failed", 1, ""),
        ("well", 0, ""),
        ("code", 3, ""),
    ],
)
def test_how_a_command_ends(ending, code, message, capsys):
    assert evenkeel.main(["sample", ending]) == code
    assert capsys.readouterr().err == message


@pytest.mark.usefixtures("with_sample")
def test_a_bug_keeps_its_traceback():
    with pytest.raises(ZeroDivisionError):
        evenkeel.main(["sample", "bug"])


@pytest.mark.usefixtures("with_sample")
@pytest.mark.parametrize("args", [["sample"], ["sample", "well", "--seed", "x"], ["sample", "well", "--sed", "1"]])
def test_bad_arguments_give_one_line_and_name_the_help(args, capsys):
    assert evenkeel.main(args) == 2
    message = capsys.readouterr().err
    assert message.startswith("evenkeel: ")
    assert message.endswith("(see evenkeel sample --help)\n")
    assert message.count("\n") == 1


def test_a_command_of_several_games_is_explained_in_the_same_words():
    told = {}
    for game in games():
        for name, command in evenkeel.commands_of(game).items():
            assert told.setdefault(name, command.help) == command.help, name
