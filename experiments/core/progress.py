"""Shows how a sweep goes: a live display on a terminal, a plain line now and then elsewhere. Computes nothing for others."""

from __future__ import annotations

import sys
import time
from typing import IO, Any

from experiments.core.sampling import Budget, Sampling, Tally
from experiments.core.store import Store
from simulator.core.game import Measure, find_game

PLAIN_SECONDS = 5.0
LIVE_SECONDS = 0.25
MOST_OF_TIME = 100  # a display may take one percent of the time, however many cells there are
SHOWN_CELLS = 8
SETTLED_SECONDS = 2.0  # of play after the first chunk, before an estimate means something


class Progress:
    """Plain lines; also keeps what both displays show."""

    interval = PLAIN_SECONDS

    def __init__(self, store: Store, sampling: Sampling, stream: IO[str] | None = None) -> None:
        self.store, self.sampling = store, sampling
        self.stream = stream or sys.stderr
        self.measure = watched_measure(store, sampling)
        self.due = time.monotonic() + self.interval
        self.recent: dict[int, None] = {}  # cells played last, oldest first
        self.first: tuple[int, float] | None = None  # games and seconds when the first chunk came in
        self.latest: tuple[int, float] = (0, 0.0)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: Any) -> None:
        pass

    def note(self, text: str) -> None:
        """Says something once."""
        print(text, file=self.stream, flush=True)

    def update(self, cell: int, games: int, seconds: float) -> None:
        """Takes in that games of a cell were stored, and shows it if it is time."""
        self.recent.pop(cell, None)
        self.recent[cell] = None
        self.latest = games, seconds
        self.first = self.first or self.latest
        begin = time.monotonic()
        if begin >= self.due:
            self.show()
            cost = time.monotonic() - begin
            self.due = begin + max(self.interval, MOST_OF_TIME * cost)

    def show(self) -> None:
        """Shows the present state."""
        self.note(self.status())

    def status(self) -> str:
        """Returns the state in one line: cells done, games, speed, time left, measures."""
        speed, tallies = self.speed(), self.store.tallies
        done = len(tallies) - len(self.sampling.targets(tallies))
        counted = sum(tally.counted for tally in tallies.values())
        means = [tally.mean(column) for tally in tallies.values() for column in _columns(tally, self.measure)]
        parts = [f"{done}/{len(tallies)} cells", f"{counted:,} games", f"{speed:,.0f} games/s"]
        parts.append(self.time_left(speed))
        if means:
            low, high = (written(self.measure, mean) for mean in (min(means), max(means)))
            parts.append(f"{self.measure.words}s {low} to {high}")
        return " · ".join(parts)

    def speed(self) -> float:
        """Returns games per second since the first chunk: the start of workers says nothing about the rest."""
        games, seconds = self.latest
        games_before, seconds_before = self.first or (0, 0.0)
        if seconds > seconds_before:
            return (games - games_before) / (seconds - seconds_before)
        return games / seconds if seconds else 0.0

    def time_left(self, speed: float) -> str:
        """Returns how long it will take; for a precision, how long at most."""
        if isinstance(self.sampling, Budget):
            left = self.sampling.seconds - self.latest[1]
            return f"{format_seconds(max(0, left))} left"
        if self.first is None or self.latest[1] - self.first[1] < SETTLED_SECONDS:
            return "estimating the time left"
        open_cells = self.sampling.targets(self.store.tallies)
        most = self.sampling.most(1)
        games = sum(most - self.store.tallies[cell].played for cell in open_cells)
        return f"{format_seconds(games / speed)} left"


class LiveProgress(Progress):
    """The same on a terminal: one status line and the measures of the cells at work, redrawn in place."""

    interval = LIVE_SECONDS

    def __enter__(self) -> LiveProgress:
        from rich.console import Console
        from rich.live import Live

        self.live = Live(console=Console(file=self.stream), auto_refresh=False, transient=True)
        self.live.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self.live.stop()

    def note(self, text: str) -> None:
        """Says something once, above the display."""
        self.live.console.print(text, highlight=False, markup=False)

    def show(self) -> None:
        """Redraws the display."""
        from rich.progress_bar import ProgressBar
        from rich.table import Table

        table = Table(box=None, pad_edge=False, title=self.status(), title_justify="left", title_style="bold")
        table.add_column("cell")
        table.add_column("games", justify="right")
        table.add_column(self.measure.words, justify="right")
        table.add_column("", width=20)
        for number in list(self.recent)[-SHOWN_CELLS:]:
            tally = self.store.tallies[number]
            means = [tally.mean(column) for column in _columns(tally, self.measure)]
            shown = " ".join(written(self.measure, mean) for mean in means)
            width = written(self.measure, tally.half_width(self.measure))
            bar = ProgressBar(total=1, completed=means[0], width=20) if self.measure.kind == "share" and means else ""
            table.add_row(self.store.cells[number].label, f"{tally.counted:,}", f"{shown} ± {width}", bar)
        self.live.update(table, refresh=True)


def watched_measure(store: Store, sampling: Sampling) -> Measure:
    """Returns the measure that a sampling looks at; the game's first, if it looks at none."""
    return getattr(sampling, "measure", find_game(store.game).measures[0])


def _columns(tally: Tally, measure: Measure) -> list[str]:
    return tally.columns(measure) if tally.counted else []


def written(measure: Measure, value: float) -> str:
    """Returns a mean of a measure as text."""
    return f"{value:.1%}" if measure.kind == "share" else f"{value:.1f}"


def make_progress(store: Store, sampling: Sampling) -> Progress:
    """Returns the display that fits where messages go."""
    return LiveProgress(store, sampling) if sys.stderr.isatty() else Progress(store, sampling)


def format_seconds(seconds: float) -> str:
    """Returns a time as people say it: 12 s, 3 min 20 s, 2 h 05 min."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"
