"""What the commands about policies share whatever the game: sentences on a duel, progress of searches.

The commands themselves belong to the games (`PLAYERS.commands`): their options name what is played.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import numpy as np

from policies.core.duel import Difference, Verdict
from policies.core.tuning import Effort, Merit, Space, search
from simulator.core.errors import UserError


def verdict_lines(verdict: Verdict, a: str, b: str, alpha: float) -> list[str]:
    """Returns the end of a duel in words."""
    first = verdict.measure
    others = [difference for difference in verdict.differences if not (first.count and difference.measure == first)]
    if first.count:
        shares = f"{a} {first.count} {verdict.mean_a:.1%}, {b} {verdict.mean_b:.1%}"
        better, test = "only", "McNemar"
    else:
        shares = f"{first.name} {_value(first.kind, verdict.mean_a)} with {a}, {_value(first.kind, verdict.mean_b)} with {b}"
        better, test = "better with", "sign test"
    clear = verdict.evidence >= 1.0 / alpha
    return [
        f"{verdict.games} games each: {shares}",
        f"{better} {a}: {verdict.better_a}, {better} {b}: {verdict.better_b}; {test} p = {verdict.p_value:.2g}",
        *(_difference_line(difference, a, b) for difference in others),
        f"stronger: { {'a': a, 'b': b, None: 'neither'}[verdict.winner] }" if clear else "no clear winner",
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
