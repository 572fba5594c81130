"""Commands about the policies of Terra Mystica: `duel`, `tune` and `fit`. They parse and print."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from policies.core.options import Alpha, AsJson, Beta, Better, Seed
from policies.core.playing import check_policy, is_declared, policy_help
from simulator.core.errors import UserError
from simulator.core.reading import MOST_GAMES
from simulator.terra_mystica.language.content import load_content
from simulator.terra_mystica.setups import Setup
from simulator.terra_mystica.words.names import find_faction

GAME = "terra_mystica"
EXPLORING = ("greedy", "greedy@0.05", "greedy@0.15")
WHO = policy_help(GAME)


def check_weighted(policy: str) -> None:
    """Complains about a policy that plays by no weights."""
    check_policy(GAME, policy)
    if not is_declared(policy) or policy == "uniform":
        raise UserError(f"policy {policy!r} plays by no weights: name greedy or planner")


def duel(  # long: one parameter per option of the command
    a: Annotated[str, typer.Option(help=f"A policy. {WHO}")],
    b: Annotated[str, typer.Option(help="Another policy.")],
    factions: Annotated[list[str] | None, typer.Option(help="A table as a+b; repeat for more, left out: drawn.")] = None,
    players: Annotated[int, typer.Option(min=2, max=5, help="How many play, if factions are drawn.")] = 4,
    games: Annotated[
        int, typer.Option(min=10, max=MOST_GAMES, help="Most deals per table; each is played twice, seats exchanged.")
    ] = 1000,
    alpha: Alpha = 0.01,
    beta: Beta = 0.05,
    better: Better = 0.55,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Compare two policies at the same tables and stop as soon as the result is clear."""
    from policies.core.cli import show_duel
    from policies.core.duel import Bounds, Table
    from policies.core.duel import duel as play_duel

    content = load_content()
    named = [[find_faction(content, name.strip()) for name in table.split("+")] for table in factions or []]
    setups = [Setup(table) for table in named] if named else [Setup(players=players, choice="drawn")]
    tables = [Table(setup.record(content), setup.seats) for setup in setups]
    bounds = Bounds(alpha, beta, better)
    stands = play_duel(GAME, content, tables, a, b, seed=seed, most=games, bounds=bounds)
    show_duel(stands, games * len(tables), (a, b), bounds, as_json=as_json)


def tune(
    section: Annotated[list[str] | None, typer.Option(help="Weights to tune: habits, early, middle, late.")] = None,
    generations: Annotated[int, typer.Option(min=1)] = 60,
    pairs: Annotated[int, typer.Option(min=2, help="Mirrored changes in a generation.")] = 16,
    games: Annotated[int, typer.Option(min=4, max=MOST_GAMES, help="Games played with each change.")] = 28,
    own: Annotated[float, typer.Option(min=0, max=1, help="Share of the way that a faction goes alone.")] = 0.3,
    held_out: Annotated[int, typer.Option(min=100, max=MOST_GAMES, help="Deals of the final comparison.")] = 2000,
    log: Annotated[Path | None, typer.Option(help="State of the search; an existing one is continued.")] = None,
) -> None:
    """Tune greedy's weights of all factions at once and write them to the weight files if they prove better."""
    from rich.progress import Progress, TextColumn

    from policies.core.evolving import Effort, evolve
    from policies.terra_mystica import tune as tuning
    from policies.terra_mystica.gain import held_out as play_held_out
    from policies.terra_mystica.knowledge import check_sections, save_found

    content = load_content()
    sections = check_sections(tuple(section or tuning.TUNED))
    effort = Effort(pairs=pairs, own=own)
    merit = tuning.merit(content, sections, games)
    average = start = tuning.points_in_use(content, sections)
    with Progress(*Progress.get_default_columns(), TextColumn("{task.fields[merit]}")) as progress:
        bar = progress.add_task("tuning", total=generations, merit="")
        for search, mean in evolve(start, merit, effort, generations, log):
            average = search.average
            progress.update(bar, completed=search.generation, merit=f"mean points {mean:.2f}")
    found = tuning.weights_at(content, sections, average)
    gain = play_held_out(content, found, "greedy", held_out)
    typer.echo(f"greedy: {gain}")
    if gain.low <= 0:
        typer.echo("not clearly better: nothing written")
        return
    save_found(found, "tune", {**tuning.provenance(effort, generations, games, sections), **gain.provenance()})
    typer.echo("written")


def fit(
    policy: Annotated[list[str] | None, typer.Option(help="Whose games are read; repeat for more.")] = None,
    games: Annotated[int, typer.Option(min=100, max=MOST_GAMES, help="Games of each policy.")] = 4000,
    judge: Annotated[str, typer.Option(help="Who plays the final comparison.")] = "planner",
    held_out: Annotated[int, typer.Option(min=10, max=MOST_GAMES, help="Deals of the final comparison.")] = 100,
) -> None:
    """Fit what the start of a round promises to played games and write it to the weight files if it proves better."""
    from policies.terra_mystica import fit as fitting
    from policies.terra_mystica.gain import held_out as play_held_out
    from policies.terra_mystica.knowledge import save_found

    content = load_content()
    policies = tuple(policy or EXPLORING)
    for name in (*policies, judge):
        check_weighted(name)
    positions = fitting.collect(content, policies, games)
    found, explained = fitting.fit_value(content, positions)
    typer.echo(f"explained by the start of rounds 2 to 6: {', '.join(f'{share:.0%}' for share in explained)}")
    gain = play_held_out(content, found, judge, held_out)
    typer.echo(f"{judge}: {gain}")
    if gain.low <= 0:
        typer.echo("not clearly better: nothing written")
        return
    save_found(found, "fit", {**fitting.provenance(policies, games), **gain.provenance()})
    typer.echo("written")
