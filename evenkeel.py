"""The command `evenkeel`: joins each package's own `cli.py` into one typer app.

Knows only which function answers which command. A module is imported when its command runs, so that
`evenkeel --help` is instant and no command pays for a library that it does not use. A game adds commands of its own.
"""

import functools
import operator
import sys
from importlib import import_module
from typing import Annotated, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

from simulator.core.colour import paint
from simulator.core.errors import UserError, shortened
from simulator.core.registry import games, part


class Command(NamedTuple):
    """Where the function of a command is; it returns None or an exit code."""

    module: str
    function: str
    help: str
    kind: str = ""  # what it asks a game for: nothing, the `game`, options of its `cells` or of one `match`


COMMANDS = {
    "play": Command("experiments.core.cli", "play", "Play one game and narrate it.", "match"),
    "watch": Command("reports.core.watch.cli", "watch", "Make a page of one game to step through.", "match"),
    "replay": Command("experiments.core.cli", "replay", "Play a recorded game again, or any game of a run."),
    "sweep": Command("experiments.core.sweep_cli", "sweep", "Play many games of many configurations.", "cells"),
    "runs": Command("experiments.core.sweep_cli", "runs", "List runs, or describe one of them."),
    "merge": Command("experiments.core.sweep_cli", "merge", "Merge runs into a new one."),
    "query": Command("experiments.core.sweep_cli", "query", "Ask a run anything in SQL."),
    "case": Command("experiments.core.cli", "case", "Run case files: hand-written positions with expected results."),
    "conform": Command("experiments.core.cli", "conform", "Play recorded games again, row by row, and compare."),
    "report": Command("reports.core.cli", "report", "Write the report of a run: HTML, charts and tables."),
    "chart": Command("reports.core.cli", "chart", "Draw one chart of a run."),
    "compare": Command("reports.core.cli", "compare", "Compare two runs: what moved, and is it real?"),
    "whatif": Command("reports.core.cli", "whatif", "Change a component and see the effect on the same games.", "cells"),
    "describe": Command("experiments.core.cli", "describe", "Say how hard a configuration is, and why.", "match"),
    "coverage": Command("simulator.core.cli", "coverage", "Show which components of a game are implemented.", "game"),
}

HELP = {"help_option_names": ["-h", "--help"]}
OF_GAMES = ("policies", "reports")  # layers whose games have commands of their own


def commands_of(game):
    """Returns the commands that a game adds."""
    return {name: Command(*command) for layer in OF_GAMES for name, command in part(layer, game).commands.items()}


def find_command(name, arguments):
    """Returns a command and the game it is about; a command of one game only is about that game."""
    from experiments.core.which_game import which_game

    if name in COMMANDS:
        command = COMMANDS[name]
        return command, which_game(arguments) if command.kind else None
    having = [game for game in games() if name in commands_of(game)]
    game = which_game(arguments, among=having)
    return commands_of(game)[name]._replace(kind="own"), game


class LazyGroup(TyperGroup):
    """Lists the commands from the tables and imports one only when it is called."""

    def __init__(self, **attributes):
        super().__init__(**attributes)
        added = [commands_of(game) for game in games()]
        for name, command in functools.reduce(operator.or_, added, COMMANDS).items():
            self.add_command(TyperCommand(name, help=command.help))

    def resolve_command(self, ctx, args):
        name, listed, rest = super().resolve_command(ctx, args)
        return name, listed and load_command(name, rest), rest


def load_command(name, arguments):
    """Imports the function behind a command and makes a typer command of it, with the options of the game it is about."""
    command, game = find_command(name, arguments)
    app = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=HELP)
    callback = getattr(import_module(command.module), command.function)
    if game is not None:
        from experiments.core.options import for_game

        callback = for_game(callback, name, command.kind, game)
    app.command(name, help=callback.__doc__ or command.help)(callback)
    return typer.main.get_command(app)


def tell_version(wanted):
    """Prints the version and ends, if it is asked for."""
    if wanted:
        from importlib.metadata import version

        print("evenkeel", version("evenkeel"))
        raise typer.Exit


def offer_version(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=tell_version, help="Show the version.")
    ] = False,
) -> None:
    """Offers what the command as a whole can be asked for."""


def make_app():
    """Makes the whole command. Plain help: importing rich would double the time of `--help`."""
    app = typer.Typer(cls=LazyGroup, rich_markup_mode=None, context_settings=HELP)
    app.callback(help="A Monte Carlo balance analyzer for heavy board games.")(offer_version)
    return typer.main.get_command(app)


LONGEST = 2000  # letters of a complaint: it may quote what was given, however long that is


def complain(message):
    """Prints an error as one line."""
    line = " ".join(line.strip() for line in str(message).splitlines())
    print(paint("evenkeel:", "bad", sys.stderr), line if len(line) <= LONGEST else f"{line[:LONGEST]}…", file=sys.stderr)


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
    except RecursionError:  # no rule and no statistic nests deep: something that was read does
        complain("what was given is nested too deep")
        return 2
    except OSError as error:  # such as a name that is too long, or a directory that may not be entered
        complain(f"{shortened(error.filename)}: {error.strerror}" if error.filename else error)
        return 2
    except typer.Abort:
        complain("aborted")
        return 1
    except KeyboardInterrupt:
        return 130
    return result if isinstance(result, int) else 0


if __name__ == "__main__":
    sys.exit(main())
