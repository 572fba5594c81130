"""Commands about single games: `play`, `replay` and `case`. They parse and print; the work is done elsewhere."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from experiments.core.cases import CaseResult, read_setup, run_file
from experiments.core.games import (
    POLICIES,
    Chooser,
    Record,
    check_ending,
    check_writable,
    digest,
    first_game_from,
    load_record,
    make_chooser,
    make_explainer,
    new_record,
    play_game,
    replay_chooser,
    replay_game,
    save_record,
    start,
)
from experiments.spirit_island.changes import Reader
from experiments.spirit_island.decisions import meaning
from experiments.spirit_island.narration import Explainer, narrate
from simulator.core.cli import read_adversary
from simulator.core.errors import UserError
from simulator.spirit_island.language.assembler import load_content
from simulator.spirit_island.match import Game
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.words.labels import describe_decision, option_labels
from simulator.spirit_island.words.names import localized

MAX_SEED = 2**63 - 1


def play(
    spirit: Annotated[list[str], typer.Option(metavar="ID", help="A spirit by id; repeat for more players.")],
    board: Annotated[
        list[str] | None, typer.Option(metavar="A|B|C|D", help="A board per spirit, in layout order; else random.")
    ] = None,
    expansion: Annotated[str, typer.Option(metavar="SET", help="base or branch_and_claw.")] = "base",
    adversary: Annotated[str | None, typer.Option(metavar="ID[:LEVEL]", help="An adversary, e.g. england:4.")] = None,
    level: Annotated[int | None, typer.Option(metavar="0-6", help="Level of the adversary, if not written with it.")] = None,
    scenario: Annotated[str | None, typer.Option(metavar="ID", help="A scenario by id; else none.")] = None,
    first_game: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="With second_wave: the won game before it, from play --save; else made up."),
    ] = None,
    assist: Annotated[
        list[str] | None,
        typer.Option(metavar="CARD", help="With --first-game: a card a spirit sets aside; repeat; else its costliest."),
    ] = None,
    thematic: Annotated[bool, typer.Option("--thematic", help="Play on the thematic boards.")] = False,
    lang: Annotated[str, typer.Option(metavar="en|ru|pl|cs", help="Language of the game's names.")] = "en",
    flag: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[=VALUE]", help="A rule flag, e.g. power_progression or blight_plus_one=false; repeat."),
    ] = None,
    policy: Annotated[str, typer.Option(metavar="NAME", help=f"Who decides: {' or '.join(POLICIES)}.")] = "uniform",
    seed: Annotated[int, typer.Option(metavar="N", min=0, max=MAX_SEED, help="Decides all cards and random choices.")] = 0,
    interactive: Annotated[bool, typer.Option("--interactive", help="Decide yourself, by number or label.")] = False,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Record the game in this file (JSON).")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show how the policy scored the options.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only how the game ended.")] = False,
) -> None:
    """Play one game and narrate it."""
    written = {"spirits": spirit, "boards": board or None, "expansion": expansion, "scenario": scenario}
    name, own_level = read_adversary(adversary)
    if name is not None:
        written["adversary"] = {"id": name, "level": own_level if level is None else level}
    elif level:
        raise UserError(f"level {level} is that of an adversary: it needs --adversary")
    content = localized(load_content(), lang)
    setup = replace(read_setup(written | {"flags": read_flags(flag or [])}, content), thematic=thematic)
    if first_game is not None:
        setup = replace(setup, first_game=first_game_from(first_game, assist or []))
    elif assist:
        raise UserError(f"--assist {assist[0]} names a card of the first game: it needs --first-game")
    if save is not None:
        check_writable(save)
    if quiet and not interactive:
        game, record = play_game(setup, seed, policy)
    else:
        game, record = Game(setup, seed=seed, content=content), new_record(setup, seed)
        chooser = ask_user if interactive else make_chooser(policy, seed)
        explainer = make_explainer(chooser) if explain else None
        _print_story(game, chooser, record, explainer)
        record.digest = digest(game.state)
    if quiet:
        typer.echo(ending(game))
    if save is not None:
        save_record(record, save)
        typer.echo(f"saved; play it again with: evenkeel replay {save}")


def read_flags(written: list[str]) -> dict[str, bool | str]:
    """Reads rule flags such as `power_progression` or `slow_made_fast=fast_only`."""
    flags = dict(flag.partition("=")[::2] for flag in written)
    return {name: {"": True, "true": True, "false": False}.get(value, value) for name, value in flags.items()}


def replay(
    source: Annotated[Path, typer.Argument(help="A game recorded by play --save, or the directory of a run.")],
    cell: Annotated[int | None, typer.Option(help="With a run: the number of the cell.")] = None,
    game: Annotated[int | None, typer.Option(help="With a run: the number of the game.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only how the game ended.")] = False,
) -> None:
    """Play a recorded game again, or any game of a run."""
    if source.is_dir():
        if cell is None or game is None:
            raise UserError(f"{source} is a run: name the game with --cell and --game")
        _replay_row(source, cell, game, quiet)
    elif cell is not None or game is not None:
        raise UserError(f"--cell and --game go with the directory of a run, {source} is none")
    else:
        _replay_record(load_record(source), quiet)


def _replay_record(record: Record, quiet: bool) -> None:
    if quiet:
        typer.echo(ending(replay_game(record)))
        return
    game = start(record)
    _print_story(game, replay_chooser(record), Record(record.setup, record.seed))
    check_ending(record, game)


def _replay_row(run: Path, number: int, row: int, quiet: bool) -> None:
    from experiments.core.engine import make_chooser as make_batch_chooser
    from experiments.core.recall import check_row, deal_again, find_row

    cell, stored = find_row(run, number, row)
    game = deal_again(cell, row)
    story = narrate(game, make_batch_chooser(cell.policy, game), new_record(game.setup, cell.seed))
    typer.echo(f"game {row} of cell {number}: {cell.label}, seed {cell.seed}")
    for line in story:
        if not quiet:
            typer.echo(line)
    check_row(game, stored)
    typer.echo((ending(game) + "; " if quiet else "") + "the same game as stored")


def case(
    files: Annotated[list[Path], typer.Argument(help="Case files (YAML), one or more cases each.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per case.")] = False,
) -> int:
    """Run case files: hand-written positions with expected results."""
    results = [result for file in files for result in run_file(file)]
    for result in results:
        if as_json:
            typer.echo(json.dumps(result.as_dict(), ensure_ascii=False))
        elif not result.passed:
            typer.echo("\n".join(failure(result)))
    failed = sum(not result.passed for result in results)
    if not as_json:
        typer.echo(f"{len(results) - failed} of {len(results)} cases hold")
    return 1 if failed else 0


def failure(result: CaseResult) -> list[str]:
    """Returns the block of a failed case: its name and each difference."""
    lines = [f"FAILED {result.name}"]
    if result.error and not result.differences:
        lines.append(f"  error: {result.error}")
    for difference in result.differences:
        lines += [
            f"  {difference['what']}",
            f"    expected {_plain(difference['expected'])}",
            f"    got      {_plain(difference['got'])}",
        ]
    return lines


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def ending(game: Game) -> str:
    """Returns in one line how a game ended."""
    state = game.state
    outcome, cause = v.OUTCOMES[int(state["outcome"])], v.CAUSES[int(state["cause"])]
    decisions = int(state["decisions"])
    return f"{outcome} ({cause}) in turn {int(state['turn'])}, {decisions} decisions, digest {digest(state)}"


def _print_story(game: Game, chooser: Chooser, record: Record, explainer: Explainer | None = None) -> None:
    for line in narrate(game, chooser, record, explainer):
        typer.echo(line)


def ask_user(state: np.void, tables: np.void) -> int:
    """Lets the user answer the open decision, by number or label."""
    content = load_content()
    reader = Reader(tables, content)
    names = option_labels(state, tables, content)
    typer.echo(describe_decision(state, content))
    for number, name in enumerate(names, 1):
        typer.echo(f"  {number:>3} {name}{meaning(reader, state, number - 1)}")
    while True:
        answer = typer.prompt("number or label").strip()
        if answer in names:
            return names.index(answer)
        if answer.isdigit() and 1 <= int(answer) <= len(names):
            return int(answer) - 1
        typer.echo(f"no such option: {answer}")
