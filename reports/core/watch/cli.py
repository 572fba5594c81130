"""The command `watch`: makes the page of one game and opens it. It parses and prints; `making.py` does the work."""

from __future__ import annotations

import shlex
import sys
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from experiments.core.options import Chosen, changed_options
from experiments.core.records import check_writable, load_record
from experiments.core.study import Study
from policies.core import playing
from reports.core.printing import Language, steps
from reports.core.watch.making import Showing, make_page, new_showing, saved_showing, stored_showing
from reports.core.watch.page import write_page
from simulator.core.errors import UserError
from simulator.core.game import find_game
from simulator.core.reading import MAX_SEED, natural

OUTPUT = "game.html"


def watch(  # long: one parameter per option of the command
    study: Study,
    chosen: Chosen,
    source: Annotated[Path | None, typer.Argument(help="A game saved by play, or a run; else a new game.")] = None,
    cell: Annotated[int | None, typer.Option(metavar="N", help="With a run: the number of the cell.")] = None,
    game: Annotated[str | None, typer.Option(metavar="GAME|N", help="Which game; with a run: its number.")] = None,
    policy: Annotated[str | None, typer.Option(metavar="NAME", help="Plays a new game, comments on a saved one.")] = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, max=MAX_SEED, help="Decides all cards and random choices.")] = 0,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where to write the page.")] = Path(OUTPUT),
    show: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = True,
    games: Annotated[int | None, typer.Option(min=0, max=100_000, metavar="N",
                                              help="Games played on from each point of the curve; 0: no curve.")] = None,
    lang: Language = "en",
) -> None:  # fmt: skip
    """Make a page of one game to step through: the table, the reasons of the bot, the chances of winning."""
    check_writable(output)
    showing = find_showing(study, chosen, source, (cell, game), policy, seed)
    with steps() as tell:
        page = make_page(showing, lang, games, tell)
    write_page(page, output)
    typer.echo(f"page: {output}")
    if show:
        webbrowser.open(output.resolve().as_uri())


def find_showing(study: Study, chosen: Chosen, source: Path | None, row: tuple[int | None, str | None], policy: str | None,
                 seed: int) -> Showing:  # fmt: skip
    """Returns the game that is meant: a new one, a saved one, or one of a run."""
    if source is None:
        return _new(study, chosen, policy, seed)
    given = changed_options(study, "watch", chosen)
    given += ["--seed"] * (seed != 0) + ["--policy"] * (policy is not None and source.is_dir())
    if given:
        raise UserError(f"{given[0]} is of a new game, and {source} is a played one")
    cell, number = row[0], natural(row[1]) if row[1] is not None else None
    if source.is_dir():
        if cell is None or number is None:
            raise UserError(f"{source} is a run: name the game with --cell and --game (a number)")
        return stored_showing(
            source, cell, number, f"evenkeel watch {shlex.quote(str(source))} --cell {cell} --game {number}"
        )
    if cell is not None or number is not None:
        raise UserError(f"--cell and --game go with the directory of a run, {source} is none")
    record = load_record(source)
    if policy is not None:
        playing.check_policy(record.game, policy)
    command = f"evenkeel watch {shlex.quote(str(source))}" + (f" --policy {policy}" if policy else "")
    return saved_showing(record, command, policy or "")


def _new(study: Study, chosen: Chosen, policy: str | None, seed: int) -> Showing:
    declared = find_game(study.game)
    content = declared.content()
    setup = declared.read_setup(study.read_options(chosen), content)
    policy = policy or playing.strongest(study.game)
    playing.check_policy(study.game, policy)
    return new_showing(declared.play(setup, seed, content=content), policy, shlex.join(["evenkeel", *sys.argv[1:]]))
