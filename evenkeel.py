"""The command `evenkeel`: joins each package's own `cli.py` into one typer app.

Knows only which function answers which command. A module is imported when its command runs, so that
`evenkeel --help` is instant and no command pays for a library that it does not use. A game adds commands of its own.
"""

import functools
import inspect
import sys
from importlib import import_module
from typing import Annotated

import typer
from typer.core import TyperCommand, TyperGroup

from simulator.core.errors import UserError
from simulator.core.registry import check_game, default_game, part

# command: (module, function, help in one line). The function returns None or an exit code.
COMMANDS = {
    "play": ("experiments.core.cli", "play", "Play one game and narrate it."),
    "replay": ("experiments.core.cli", "replay", "Play a recorded game again, or any game of a run."),
    "sweep": ("experiments.core.sweep_cli", "sweep", "Play many games of many configurations and store them."),
    "runs": ("experiments.core.sweep_cli", "runs", "List runs, or describe one of them."),
    "merge": ("experiments.core.sweep_cli", "merge", "Merge runs into a new one."),
    "query": ("experiments.core.sweep_cli", "query", "Ask a run anything in SQL."),
    "case": ("experiments.core.cli", "case", "Run case files: hand-written positions with expected results."),
    "report": ("reports.core.cli", "report", "Write the report of a run: HTML, charts and tables."),
    "chart": ("reports.core.cli", "chart", "Draw one chart of a run."),
    "difficulty": ("reports.core.cli", "difficulty", "Show what each challenge plays like on the official scale."),
    "pairings": ("reports.core.cli", "pairings", "Show which spirits do better or worse together."),
    "compare": ("reports.core.cli", "compare", "Compare two runs: what moved, and is it real?"),
    "whatif": ("reports.core.cli", "whatif", "Change a card and see the effect on the same games."),
    "describe": ("simulator.core.cli", "describe", "Say how hard a configuration is, and what it changes."),
    "coverage": ("simulator.core.cli", "coverage", "Show which components of the game are implemented."),
}

OF_GAMES = ("policies",)  # layers whose games have commands of their own
GAME = "--game"


def commands_of(game):
    """Returns the commands that a game adds, in the form of COMMANDS."""
    return {name: command for layer in OF_GAMES for name, command in part(layer, game).commands.items()}


def named_game(args):
    """Returns the game that arguments name; its commands are looked up before they are parsed."""
    for arg, following in zip(args, [*args[1:], ""]):
        name, equals, value = arg.partition("=")
        if name == GAME:
            return check_game(value if equals else following)
    return default_game()


class LazyGroup(TyperGroup):
    """Lists the commands from the tables and imports one only when it is called."""

    def __init__(self, **attributes):
        super().__init__(**attributes)
        for name, (_, _, help_line) in {**COMMANDS, **commands_of(default_game())}.items():
            self.add_command(TyperCommand(name, help=help_line))

    def resolve_command(self, ctx, args):
        name, listed, rest = super().resolve_command(ctx, args)
        return name, listed and load_command(name, rest), rest


def load_command(name, args):
    """Imports the function behind a command and makes a typer command of it."""
    module, function, help_line = COMMANDS.get(name) or commands_of(named_game(args))[name]
    callback = getattr(import_module(module), function)
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(name, help=callback.__doc__ or help_line)(callback if name in COMMANDS else with_game(callback))
    return typer.main.get_command(app)


def with_game(callback):
    """Gives a command of a game the option that has named the game."""
    option = Annotated[str | None, typer.Option(GAME, help="The game, by the name of its folder.")]
    shown = inspect.signature(callback, eval_str=True)
    game = inspect.Parameter("game", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=option)

    @functools.wraps(callback)
    def run(game=None, **given):
        return callback(**given)

    run.__signature__ = shown.replace(parameters=[*shown.parameters.values(), game])
    return run


def make_app():
    """Makes the whole command. Plain help: importing rich would double the time of `--help`."""
    app = typer.Typer(cls=LazyGroup, add_completion=False, rich_markup_mode=None)
    app.callback(help="A Monte Carlo balance analyzer for heavy board games.")(lambda: None)
    return typer.main.get_command(app)


def complain(message):
    """Prints an error as one line."""
    print("evenkeel:", " ".join(line.strip() for line in str(message).splitlines()), file=sys.stderr)


def main(args=None):
    """Runs one command and returns its exit code: 2 for a user's mistake, 130 when interrupted."""
    args = sys.argv[1:] if args is None else args
    try:
        result = make_app().main(args or ["--help"], prog_name="evenkeel", standalone_mode=False)
    except UserError as error:
        complain(error)
        return 2
    except typer.TyperException as error:  # an unknown command or option, a bad value
        context = getattr(error, "ctx", None)
        hint = f" (see {context.command_path} --help)" if context else ""
        complain(error.format_message() + hint)
        return error.exit_code
    except typer.Abort:
        complain("aborted")
        return 1
    except KeyboardInterrupt:
        return 130
    return result if isinstance(result, int) else 0


if __name__ == "__main__":
    sys.exit(main())
