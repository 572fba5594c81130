"""Commands about single games: `play`, `replay` and `case`. They parse and print; the work is done elsewhere."""

import json
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from experiments.cases import CaseResult, read_setup, run_file
from experiments.games import (
    Chooser,
    Record,
    check_digest,
    digest,
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
from experiments.narration import Explainer, narrate
from simulator.core.errors import UserError
from simulator.spirit_island import Game
from simulator.spirit_island import vocabulary as v
from simulator.spirit_island.assembler import load_content
from simulator.spirit_island.labels import describe_decision, option_labels


def play(
    spirit: Annotated[list[str], typer.Option(help="A spirit by id; repeat for more players.")],
    board: Annotated[list[str] | None, typer.Option(help="A board per spirit, in layout order; else random.")] = None,
    expansion: Annotated[str, typer.Option(help="base or branch_and_claw.")] = "base",
    policy: Annotated[str, typer.Option(help="Who decides.")] = "uniform",
    seed: Annotated[int, typer.Option(min=0, help="Decides all cards and random choices.")] = 0,
    interactive: Annotated[bool, typer.Option("--interactive", help="Ask for every decision.")] = False,
    save: Annotated[Path | None, typer.Option(help="Record the game in this file.")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show how the policy scored the options.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only how the game ended.")] = False,
) -> None:
    """Play one game and narrate it."""
    written = {"spirits": spirit, "boards": board or None, "expansion": expansion}
    setup = read_setup(written, load_content())
    if quiet and not interactive:
        game, record = play_game(setup, seed, policy)
    else:
        game, record = Game(setup, seed=seed), new_record(setup, seed)
        chooser = ask_user if interactive else make_chooser(policy, seed)
        explainer = make_explainer(chooser) if explain else None
        _print_story(game, chooser, record, explainer)
        record.digest = digest(game.state)
    if quiet:
        typer.echo(ending(game))
    if save is not None:
        save_record(record, save)
        typer.echo(f"saved; play it again with: evenkeel replay {save}")


def replay(
    file: Annotated[Path, typer.Argument(help="A game recorded by play --save.")],
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only how the game ended.")] = False,
) -> None:
    """Play a recorded game again, from its seed and choices."""
    record = load_record(file)
    if quiet:
        typer.echo(ending(replay_game(record)))
        return
    game = start(record)
    _print_story(game, replay_chooser(record), Record(record.setup, record.seed))
    check_digest(record, game)


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
    names = option_labels(state, tables, content)
    typer.echo(describe_decision(state, content))
    for number, name in enumerate(names, 1):
        typer.echo(f"  {number:>3} {name}")
    while True:
        answer = typer.prompt("number or label").strip()
        if answer in names:
            return names.index(answer)
        if answer.isdigit() and 1 <= int(answer) <= len(names):
            return int(answer) - 1
        typer.echo(str(UserError(f"no such option: {answer}")))
