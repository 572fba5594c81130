"""Commands about the policies of Spirit Island: `duel`, `tune` and `fit`. They parse and print."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from policies.core.options import Alpha, AsJson, Beta, Better, Seed
from policies.core.playing import check_policy, is_declared, policy_help
from simulator.core.errors import UserError
from simulator.core.reading import MOST_GAMES, MOST_JOBS
from simulator.spirit_island.language.assembler import load_content
from simulator.spirit_island.setups import EXPANSIONS, Setup, read_adversary
from simulator.spirit_island.words.describing import smallest_set
from simulator.spirit_island.words.names import find_component

GAME = "spirit_island"
OPPONENTS = ("none", "england:1", "england:2", "brandenburg_prussia:2", "brandenburg_prussia:3", "sweden:2", "sweden:3",
             "france:1", "france:2")  # fmt: skip
WHO = policy_help(GAME)


def make_setups(spirits: list[str], against: list[str], expansion: str) -> list[Setup]:
    """Returns one set-up per opponent, checked."""
    content = load_content()
    team = [find_component(content, "spirits", name) for name in spirits]
    setups = []
    for text in against:
        adversary, level = read_adversary(text, content)
        setup = Setup(team, expansion=expansion, adversary=adversary, level=level or 0)
        setup.record(content)
        setups.append(setup)
    return setups


def legal_setups(spirit: str, against: list[str]) -> list[Setup]:
    """Returns a solo game against each opponent, in every expansion that has both."""
    content = load_content()
    setups = []
    for text in against:
        smallest = smallest_set(content, read_adversary(text, content)[0], None, [spirit])
        for expansion in EXPANSIONS[EXPANSIONS.index(smallest) :]:
            setups += make_setups([spirit], [text], expansion)
    return setups


def check_weighted(policy: str) -> None:
    """Complains about a policy that plays by no weights."""
    check_policy(GAME, policy)
    if not is_declared(policy):
        raise UserError(f"policy {policy!r} plays by no weights: name greedy or planner")


def duel(  # long: one parameter per option of the command
    a: Annotated[str, typer.Option(help=f"A policy. {WHO}")],
    b: Annotated[str, typer.Option(help="Another policy.")],
    spirit: Annotated[list[str] | None, typer.Option(help="Spirits of the team; left out: each base spirit solo.")] = None,
    against: Annotated[list[str] | None, typer.Option(help="An adversary as name:level, or none; repeat for more.")] = None,
    expansion: Annotated[str, typer.Option(help="base or branch_and_claw.")] = "base",
    games: Annotated[int, typer.Option(min=10, max=MOST_GAMES, help="Most games per configuration.")] = 1000,
    alpha: Alpha = 0.01,
    beta: Beta = 0.05,
    better: Better = 0.55,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Compare two policies on the same games and stop as soon as the result is clear."""
    from policies.core.cli import show_duel
    from policies.core.duel import Bounds, Table
    from policies.core.duel import duel as play_duel

    content = load_content()
    solo = [name for name, entry in zip(content.spirits, content.source["spirits"], strict=True) if entry["set"] == "base"]
    teams = [list(spirit)] if spirit else [[name] for name in solo]
    setups = [setup for team in teams for setup in make_setups(team, against or ["none"], expansion)]
    tables = [Table(setup.record(content), len(setup.spirits)) for setup in setups]
    bounds = Bounds(alpha, beta, better)
    stands = play_duel(GAME, content, tables, a, b, seed=seed, most=games, bounds=bounds)
    show_duel(stands, games * len(tables), (a, b), bounds, as_json=as_json)


def tune(  # long: one parameter per option of the command
    spirit: Annotated[str, typer.Option(help="The spirit whose weights are tuned.")],
    against: Annotated[list[str] | None, typer.Option(help="An adversary as name:level, or none; repeat for more.")] = None,
    expansion: Annotated[str, typer.Option(help="base or branch_and_claw.")] = "base",
    policy: Annotated[str, typer.Option(help=f"Who plays by the weights. {WHO}")] = "greedy",
    section: Annotated[list[str] | None, typer.Option(help="Weights to tune: habits, powers, early, late.")] = None,
    generations: Annotated[int, typer.Option(min=1, max=MOST_GAMES)] = 40,
    population: Annotated[int, typer.Option(min=4)] = 14,
    games: Annotated[int, typer.Option(min=10, max=MOST_GAMES, help="Games per candidate and opponent.")] = 300,
    held_out: Annotated[int, typer.Option(min=100, max=MOST_GAMES, help="Games of the final comparison.")] = 3000,
    jobs: Annotated[int, typer.Option(min=1, max=MOST_JOBS, help="Candidates judged at the same time.")] = 1,
    log: Annotated[Path | None, typer.Option(help="Progress; an existing log is continued.")] = None,
) -> None:
    """Tune the weights of a spirit and write them to its weight file if they prove better."""
    from policies.core.cli import show_search
    from policies.core.tuning import Effort
    from policies.spirit_island import tune as tuning
    from policies.spirit_island.knowledge import check_sections

    check_weighted(policy)
    setups = make_setups([spirit], against or ["none"], expansion)
    sections = check_sections(tuple(section or ["habits"]))
    task = tuning.Task(load_content(), spirit, setups, policy, sections, games, Effort(population, jobs))
    point = show_search(spirit, task.space, task.merit, task.effort, generations, log)
    gain = tuning.validate(task, point, held_out)
    typer.echo(f"{spirit}: {gain}")
    if gain.low <= 0:
        typer.echo("not clearly better: nothing written")
        return
    typer.echo(f"written: {tuning.save_result(task, point, gain, generations)}")


def fit(
    spirit: Annotated[list[str] | None, typer.Option(help="A spirit; repeat for more, left out: all of them.")] = None,
    against: Annotated[list[str] | None, typer.Option(help="An adversary as name:level, or none; repeat for more.")] = None,
    policy: Annotated[str, typer.Option(help=f"Who plays by the weights. {WHO}")] = "planner",
    games: Annotated[int, typer.Option(min=10, max=MOST_GAMES, help="Games per spirit, opponent and expansion.")] = 150,
    held_out: Annotated[
        int, typer.Option(min=10, max=MOST_GAMES, help="Games per configuration of the final comparison.")
    ] = 40,
    jobs: Annotated[int, typer.Option(min=1, max=MOST_JOBS, help="Spirits played at the same time.")] = 1,
) -> None:
    """Fit the worth of positions to played games and write it to the weight files if it proves better."""
    from policies.core.cli import for_each
    from policies.core.gain import compare_shares
    from policies.spirit_island import fit as fitting
    from policies.spirit_island.gain import held_out_wins, name_opponents
    from policies.spirit_island.knowledge import save_weights

    check_weighted(policy)
    content = load_content()
    setups = {name: legal_setups(name, against or list(OPPONENTS)) for name in spirit or content.spirits}
    cells = fitting.list_cells(setup for every in setups.values() for setup in every)
    positions = for_each(setups, lambda name: fitting.collect(content, setups[name], cells, policy, games), jobs, "playing")
    found = fitting.improved_weights(positions)
    wins = for_each(setups, lambda name: held_out_wins(content, setups[name], policy, held_out, found), jobs, "comparing")
    gain = compare_shares(*map(np.concatenate, zip(*wins.values(), strict=True)))
    for name in setups:
        typer.echo(f"{name}: {compare_shares(*wins[name])}")
    typer.echo(f"all: {gain}")
    if gain.low <= 0:
        typer.echo("not clearly better: nothing written")
        return
    for name in setups:
        path = save_weights(name, found[name], "fit", {
            "made_by": f"logistic regression of victory on positions, {len(setups)} spirits together",
            "policy": policy,
            "against": name_opponents(setups[name]),
            "games": games * len(setups[name]),
            "seeds": f"{fitting.FITTING_SEED}-{fitting.FITTING_SEED + len(cells) - 1}",
            **compare_shares(*wins[name]).provenance(),
            "gain_of_all_interval_95": gain.interval,
        })  # fmt: skip
        typer.echo(f"written: {path}")
