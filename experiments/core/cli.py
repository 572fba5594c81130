"""Commands about single games: `play`, `describe`, `replay` and `case`. They parse and print; the work is done elsewhere."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from experiments.core.cases import CaseResult, run_file
from experiments.core.conforming import conform_files
from experiments.core.interactive import Session, Stopped
from experiments.core.options import Chosen, changed_options
from experiments.core.records import (
    Record,
    check_ending,
    check_writable,
    ending,
    load_record,
    make_chooser,
    mark,
    new_record,
    play_game,
    replay_chooser,
    replay_game,
    resume_chooser,
    save_record,
    start,
)
from experiments.core.study import Study, find_study
from policies.core import playing
from simulator.core.colour import paint
from simulator.core.errors import UserError
from simulator.core.game import Chooser, find_game
from simulator.core.match import Match
from simulator.core.reading import MAX_SEED


def play(  # long: one parameter per option of the command
    study: Study,
    chosen: Chosen,
    lang: Annotated[str, typer.Option(metavar="en|ru|…", help="Language of the game's names.")] = "en",
    policy: Annotated[str | None, typer.Option(metavar="NAME", help="Who decides; by default the strongest.")] = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, max=MAX_SEED, help="Decides all cards and random choices.")] = 0,
    interactive: Annotated[bool, typer.Option("--interactive", help="Decide yourself; ? helps.")] = False,
    seat: Annotated[int | None, typer.Option(min=1, help="With --interactive: yours; bots play the rest.")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Record the game in this file (JSON).")] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a game saved before its end.")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Say why the policy chose what it chose.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only how the game ended.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print only the result, as JSON.")] = False,
) -> None:  # fmt: skip
    """Play one game and narrate it, or play it yourself."""
    if as_json and (interactive or explain):
        raise UserError(
            f"--json prints the result of a game and no story: leave out --{'interactive' if interactive else 'explain'}"
        )
    policy = policy or playing.strongest(study.game)
    playing.check_policy(study.game, policy)
    begun = _begun(study, resume)
    deal = _dealer(study, chosen, seed, lang, begun)
    if save is not None:
        check_writable(save)
    if interactive:
        known, note = (list(begun.choices), "the game goes on") if begun else ([], "")
        _play_yourself(Session(deal, _seats(study, deal(), seat), policy, _read, typer.echo, known, note=note), save)
        return
    match = deal()
    bot = make_chooser(match, policy)
    chooser = bot if begun is None else resume_chooser(begun, bot)
    if quiet or as_json:
        record = play_game(match, chooser)
        typer.echo(_as_json(match, policy=policy) if as_json else ending(match))
    else:
        record = new_record(match)
        _print_story(match, chooser, record, playing.make_explainer(study.game, policy, bot) if explain else None)
        record.digest = mark(match)
    _save(record, save, quiet=as_json)


def _as_json(match: Match, **told: Any) -> str:
    """Returns what a program would read of a game at its end."""
    facts = {"game": match.game, "seed": match.seed, "number": match.number, **told}
    return json.dumps({**facts, "result": match.result(), "digest": mark(match)}, indent=1, ensure_ascii=False)


def _begun(study: Study, resume: Path | None) -> Record | None:
    """Returns the saved game to go on with."""
    if resume is None:
        return None
    record = load_record(resume)
    if record.game != study.game:
        raise UserError(f"{resume}: is a game of {find_game(record.game).title}: it needs --game {record.game}")
    return record


def _dealer(study: Study, chosen: Chosen, seed: int, lang: str, begun: Record | None) -> Callable[[], Match]:
    """Returns what deals the game: that of the options, or the one that was saved."""
    game = find_game(study.game)
    content = game.localized(game.content(), lang)
    if begun is None:
        setup = game.read_setup(study.read_options(chosen), content)
        return lambda: game.play(setup, seed, content=content)
    given = changed_options(study, "play", chosen) + ["--seed"] * (seed != 0)
    if given:
        raise UserError(f"{given[0]} is of a new game, --resume goes on with one")
    saved = game.read_setup(begun.setup, content)
    return lambda: game.play(saved, begun.seed, content=content)


def _seats(study: Study, match: Match, seat: int | None) -> tuple[int, ...]:
    """Returns the seats of the person, from 0: the one named; else the first where seats compete, and all where not."""
    seats = int(match.state["players"]) if "players" in match.state.dtype.names else find_game(study.game).seats[-1]
    if seat is not None and seat > seats:
        raise UserError(f"seat {seat}: there are {seats}")
    if seat is None:
        return (0,) if find_game(study.game).competitive else ()
    return (seat - 1,)


def _read() -> str:
    try:
        return input("> ")
    except KeyboardInterrupt:
        raise Stopped from None


def _play_yourself(session: Session, save: Path | None) -> None:
    try:
        _, record, is_over = session.play()
    except EOFError:
        record, is_over = session.standing(), False
        _save(record, save, is_over)
        raise typer.Abort from None
    if not is_over:
        typer.echo(f"stopped after {len(record.choices)} decisions")
    _save(record, save, is_over)


def _save(record: Record, save: Path | None, is_over: bool = True, quiet: bool = False) -> None:
    if save is not None:
        save_record(record, save)
    if save is not None and not quiet:
        again = f"play it again with: evenkeel replay {save}" if is_over else f"go on with: evenkeel play --resume {save}"
        typer.echo(f"saved; {again}")


def describe(
    study: Study,
    chosen: Chosen,
    lang: Annotated[str, typer.Option(metavar="en|ru|…", help="Language of the game's names.")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Say how hard a configuration officially is, and what it changes."""
    game = find_game(study.game)
    content = game.localized(game.content(), lang)
    facts = game.describe(game.read_setup(study.read_options(chosen), content), content)
    typer.echo(json.dumps(facts, indent=2, ensure_ascii=False) if as_json else "\n".join(description_lines(facts)))


def description_lines(facts: dict) -> list[str]:
    """Returns a description as lines of text."""
    difficulty = f": official difficulty {facts['difficulty']}" if "difficulty" in facts else ""
    lines = [f"{facts['name']}{difficulty}"]
    for part in facts["parts"]:
        worth = f" (+{part['difficulty']})" if "difficulty" in part else ""
        lines.append(f"- {part['name']}{worth}" + "".join(f"\n    {says}" for says in part["says"]))
    return lines


def replay(
    source: Annotated[Path, typer.Argument(help="A game recorded by play --save, or the directory of a run.")],
    cell: Annotated[int | None, typer.Option(help="With a run: the number of the cell.")] = None,
    game: Annotated[int | None, typer.Option(help="With a run: the number of the game.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only how the game ended.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print only the result, as JSON.")] = False,
) -> None:
    """Play a recorded game again, or any game of a run."""
    if source.is_dir():
        if cell is None or game is None:
            raise UserError(f"{source} is a run: name the game with --cell and --game")
        _replay_row(source, cell, game, quiet, as_json)
    elif cell is not None or game is not None:
        raise UserError(f"--cell and --game go with the directory of a run, {source} is none")
    else:
        _replay_record(load_record(source), quiet, as_json)


def _replay_record(record: Record, quiet: bool, as_json: bool) -> None:
    if quiet or as_json:
        match = replay_game(record)
        typer.echo(_as_json(match) if as_json else ending(match))
        return
    match = start(record)
    _print_story(match, replay_chooser(record), new_record(match))
    check_ending(record, match)


def _replay_row(run: Path, number: int, row: int, quiet: bool, as_json: bool) -> None:
    from experiments.core.recall import check_row, deal_again, find_row

    cell, stored = find_row(run, number, row)
    match = deal_again(cell, row)
    if as_json:
        play_game(match, make_chooser(match, cell.policy))
        check_row(match, stored)
        typer.echo(_as_json(match, policy=cell.policy, cell=number, configuration=cell.label))
        return
    story = cell.study.narrate(match, make_chooser(match, cell.policy), new_record(match))
    typer.echo(f"game {row} of cell {number}: {cell.label}, seed {cell.seed}")
    for line in story:
        if not quiet:
            typer.echo(line)
    check_row(match, stored)
    typer.echo((ending(match) + "; " if quiet else "") + "the same game as stored")


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
        typer.echo(paint(f"{len(results) - failed} of {len(results)} cases hold", "bad" if failed else "good"))
    return 1 if failed else 0


def conform(
    files: Annotated[list[Path], typer.Argument(help="Recorded games (JSON), one each.")],
    game: Annotated[str | None, typer.Option(help="Which game they are of, if not the first with recorded games.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per game.")] = False,
) -> int:
    """Play games recorded elsewhere again, row by row, and compare every state."""
    passed = count = 0
    for found in conform_files(files, game):
        count += 1
        passed += found.passed
        for line in [json.dumps(found.as_dict(), ensure_ascii=False)] if as_json else found.lines():
            typer.echo(line)
    if not as_json:
        typer.echo(paint(f"{passed} of {count} recorded games hold", "good" if passed == count else "bad"))
    return 0 if passed == count else 1


def failure(result: CaseResult) -> list[str]:
    """Returns the block of a failed case: its name and each difference."""
    lines = [f"{paint('FAILED', 'bad')} {result.name}"]
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


def _print_story(match: Match, chooser: Chooser, record: Record, explainer: playing.Explainer | None = None) -> None:
    for line in find_study(match.game).narrate(match, chooser, record, explainer):
        typer.echo(line if line.startswith(" ") else paint(line, "strong"))
