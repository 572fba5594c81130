"""Commands about policies: `tune` and `duel`. They parse and print; the work is done elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from simulator.core.errors import UserError
from simulator.spirit_island import Setup
from simulator.spirit_island.assembler import load_content


def read_opponent(text: str) -> tuple[str | None, int]:
    """Returns adversary and level of `name:level`; `none` is no adversary."""
    name, _, level = text.partition(":")
    if name == "none":
        return None, 0
    if level and not level.isdecimal():
        raise UserError(f"adversary {text!r}: written as name:level, or none")
    return name, int(level or 0)


def make_setups(spirits: list[str], against: list[str], expansion: str) -> list[Setup]:
    """Returns one set-up per opponent, checked."""
    setups = []
    for text in against:
        adversary, level = read_opponent(text)
        setup = Setup(spirits, expansion=expansion, adversary=adversary, level=level)
        setup.record(load_content())
        setups.append(setup)
    return setups


def tune(
    spirit: Annotated[str, typer.Option(help="The spirit whose weights are tuned.")],
    against: Annotated[list[str] | None, typer.Option(help="An adversary as name:level, or none; repeat for more.")] = None,
    expansion: Annotated[str, typer.Option(help="base or branch_and_claw.")] = "base",
    policy: Annotated[str, typer.Option(help="The policy that plays.")] = "greedy",
    section: Annotated[list[str] | None, typer.Option(help="Weights to tune: habits, powers, early, late.")] = None,
    generations: Annotated[int, typer.Option(min=1)] = 40,
    population: Annotated[int, typer.Option(min=4)] = 14,
    games: Annotated[int, typer.Option(min=10, help="Games per candidate and opponent.")] = 300,
    held_out: Annotated[int, typer.Option(min=100, help="Games of the final comparison.")] = 3000,
    jobs: Annotated[int, typer.Option(min=1, help="Candidates judged at the same time.")] = 1,
    log: Annotated[Path | None, typer.Option(help="Progress; an existing log is continued.")] = None,
) -> None:
    """Tune the weights of a spirit and write them to its weight file if they prove better."""
    from rich.progress import Progress, TextColumn

    from policies.spirit_island import tune as tuning
    from policies.spirit_island.batch import check_policy
    from policies.spirit_island.knowledge import check_sections

    check_policy(policy)
    setups = make_setups([spirit], against or ["none"], expansion)
    sections = check_sections(tuple(section or ["habits"]))
    task = tuning.Task(load_content(), spirit, setups, policy, sections, games, population, jobs)
    point = None
    with Progress(*Progress.get_default_columns(), TextColumn("{task.fields[merit]}")) as progress:
        bar = progress.add_task(spirit, total=generations, merit="")
        for line, favourite in tuning.run(task, generations, log):
            point = favourite
            progress.update(bar, completed=line.number + 1, merit=f"mean merit {line.mean:.3f}, best {line.best:.3f}")
    if point is None:
        raise UserError(f"{log}: all {generations} generations are done already; ask for more")
    gain = tuning.validate(task, point, held_out)
    typer.echo(f"{spirit}: {gain.before:.1%} to {gain.after:.1%} wins in {gain.games} held-out games, "
               f"difference {gain.low:+.1%} to {gain.high:+.1%}")  # fmt: skip
    if gain.low <= 0:
        typer.echo("not clearly better: nothing written")
        return
    typer.echo(f"written: {tuning.save_result(task, point, gain, generations)}")


def duel(
    a: Annotated[str, typer.Option(help="A policy.")],
    b: Annotated[str, typer.Option(help="Another policy.")],
    spirit: Annotated[list[str] | None, typer.Option(help="Spirits of the team; left out: each base spirit solo.")] = None,
    against: Annotated[list[str] | None, typer.Option(help="An adversary as name:level, or none; repeat for more.")] = None,
    expansion: Annotated[str, typer.Option(help="base or branch_and_claw.")] = "base",
    games: Annotated[int, typer.Option(min=10, help="Most games per configuration.")] = 1000,
    alpha: Annotated[float, typer.Option(min=1e-6, max=0.5, help="Risk of naming a winner among equals.")] = 0.01,
    seed: Annotated[int, typer.Option(min=0)] = 0,
) -> None:
    """Compare two policies on the same games and stop as soon as the result is clear."""
    from policies.spirit_island.batch import check_policy
    from policies.spirit_island.duel import duel as play_duel

    check_policy(a), check_policy(b)
    content = load_content()
    solo = [name for name, entry in zip(content.spirits, content.source["spirits"], strict=True) if entry["set"] == "base"]
    teams = [list(spirit)] if spirit else [[name] for name in solo]
    setups = [setup for team in teams for setup in make_setups(team, against or ["none"], expansion)]
    *_, verdict = play_duel(content, setups, a, b, seed, games, alpha)
    names = {"a": a, "b": b, None: "neither"}
    clear = verdict.evidence >= 1.0 / alpha
    typer.echo(f"{verdict.games} games each: {a} wins {verdict.wins_a / verdict.games:.1%}, "
               f"{b} {verdict.wins_b / verdict.games:.1%}")  # fmt: skip
    typer.echo(f"only {a}: {verdict.only_a}, only {b}: {verdict.only_b}; McNemar p = {verdict.p_value:.2g}")
    typer.echo(f"score of {b} minus {a}: {verdict.difference:+.2f} (95 %: {verdict.low:+.2f} to {verdict.high:+.2f})")
    typer.echo(f"stronger: {names[verdict.winner]}" if clear else "no clear winner")
