"""What the commands about policies share whatever the game: sentences on a duel, progress of searches.

The commands themselves belong to the games (`PLAYERS.commands`): their options name what is played.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from policies.core.duel import Bounds, Difference, Verdict
from policies.core.tuning import Effort, Merit, Space, search
from simulator.core.errors import UserError


def show_duel(stands: Iterable[Verdict], most: int, policies: tuple[str, str], bounds: Bounds, *, as_json: bool) -> None:
    """Shows how a duel goes and prints how it ends."""
    import json

    import typer

    typer.echo(bounds.told(), err=True)
    verdict = watch_duel(stands, most, bounds)
    if as_json:
        typer.echo(json.dumps(verdict_facts(verdict, *policies, bounds), indent=1))
    else:
        typer.echo("\n".join(verdict_lines(verdict, *policies, bounds)))


def watch_duel(stands: Iterable[Verdict], most: int, bounds: Bounds) -> Verdict:
    """Shows how a duel goes and returns its verdict."""
    from rich.console import Console
    from rich.progress import Progress, TextColumn

    columns = (*Progress.get_default_columns(), TextColumn("{task.fields[score]}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("playing", total=most, score="")
        for verdict in stands:
            score = f"{verdict.better_a} : {verdict.better_b}, evidence {verdict.evidence:.2g} of {1 / bounds.alpha:g}"
            progress.update(bar, completed=verdict.games, score=score)
    return verdict


def verdict_facts(verdict: Verdict, a: str, b: str, bounds: Bounds) -> dict[str, Any]:
    """Returns the end of a duel as plain values."""
    return {
        "a": a, "b": b, "measure": verdict.measure.name, "games": verdict.games,
        "mean_a": verdict.mean_a, "mean_b": verdict.mean_b, "better_a": verdict.better_a, "better_b": verdict.better_b,
        "p_value": verdict.p_value, "evidence": verdict.evidence, "bounds": asdict(bounds),
        "stronger": stronger(verdict, a, b, bounds), "equal": bounds.is_equal(verdict),
        "b_minus_a": [{"measure": difference.measure.name, "value": difference.value, "low": difference.low,
                       "high": difference.high} for difference in verdict.differences],
    }  # fmt: skip


def stronger(verdict: Verdict, a: str, b: str, bounds: Bounds) -> str | None:
    """Returns the policy that has proved stronger, if one has."""
    return {"a": a, "b": b}.get(verdict.winner or "") if bounds.is_clear(verdict) else None


def verdict_lines(verdict: Verdict, a: str, b: str, bounds: Bounds) -> list[str]:
    """Returns the end of a duel in words."""
    first = verdict.measure
    others = [difference for difference in verdict.differences if not (first.count and difference.measure == first)]
    if first.count:
        shares = f"{a} {first.count} {verdict.mean_a:.1%}, {b} {verdict.mean_b:.1%}"
        better, test = "only", "McNemar"
    else:
        shares = f"{first.name} {_value(first.kind, verdict.mean_a)} with {a}, {_value(first.kind, verdict.mean_b)} with {b}"
        better, test = "better with", "sign test"
    winner = stronger(verdict, a, b, bounds)
    no_winner = (
        f"no difference that matters (H1 is refuted, β {bounds.beta:g})"
        if bounds.is_equal(verdict)
        else "open: H0 and H1 still stand"
    )
    return [
        f"{verdict.games} games each: {shares}",
        f"{better} {a}: {verdict.better_a}, {better} {b}: {verdict.better_b}; {test} p = {verdict.p_value:.2g}",
        *(_difference_line(difference, a, b) for difference in others),
        f"stronger: {winner}" if winner else no_winner,
    ]


def _value(kind: str, value: float) -> str:
    return f"{value:.1%}" if kind == "share" else f"{value:.2f}"


def _difference_line(difference: Difference, a: str, b: str) -> str:
    form = "+.1%" if difference.measure.kind == "share" else "+.2f"
    value, low, high = (format(number, form) for number in (difference.value, difference.low, difference.high))
    return f"{difference.measure.name} of {b} minus {a}: {value} (95 %: {low} to {high})"


def show_search(title: str, space: Space, merit: Merit, effort: Effort, generations: int, log: Path | None) -> np.ndarray:
    """Searches for better weights behind a progress bar and returns the point favoured at the end."""
    from rich.progress import Progress, TextColumn

    point = None
    with Progress(*Progress.get_default_columns(), TextColumn("{task.fields[merit]}")) as progress:
        bar = progress.add_task(title, total=generations, merit="")
        for line, favourite in search(space, merit, effort, generations, log):
            point = favourite
            progress.update(bar, completed=line.number + 1, merit=f"mean merit {line.mean:.3f}, best {line.best:.3f}")
    if point is None:
        raise UserError(f"{log}: all {generations} generations are done already; ask for more")
    return point


def for_each(names: Collection[str], work: Callable[[str], Any], jobs: int, title: str) -> dict[str, Any]:
    """Does the work for each name, several at a time, behind a progress bar."""
    from concurrent.futures import ThreadPoolExecutor

    from rich.progress import track

    with ThreadPoolExecutor(jobs) as pool:
        done = track(zip(names, pool.map(work, names), strict=True), description=title, total=len(names))
        return dict(done)
