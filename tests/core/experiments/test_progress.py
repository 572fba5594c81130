"""What a sweep shows: plain lines, or a live display on a terminal."""

import io
from pathlib import Path

import pytest

from experiments.core.progress import LiveProgress, Progress, format_seconds
from experiments.core.sampling import Budget, Fixed
from experiments.core.store import Store
from experiments.core.tables import Summary
from experiments.spirit_island.study import Cell
from simulator.core.game import find_game


@pytest.fixture
def store():
    cells = [Cell("river_surges_in_sunlight").as_dict(), Cell("thunderspeaker").as_dict()]
    store = Store(Path("nowhere"), {"cells": cells})
    store.tallies[0].add(Summary(0, 0, 1000, 1000, {"win": (250, 250)}, digest=0))
    store.tallies[1].add(Summary(1, 0, 500, 500, {"win": (50, 50)}, digest=0))
    return store


def test_a_line_says_how_far_how_fast_and_how_long(store):
    progress = Progress(store, Fixed(1000), io.StringIO())
    progress.update(0, 1000, 10.0)
    progress.update(1, 1500, 20.0)
    wanted = "1/2 cells · 1,500 games · 50 games/s · 10 s left · win rates 10.0% to 25.0%"  # 50/s since the first chunk
    assert progress.status() == wanted


def test_an_estimate_waits_until_it_means_something(store):
    progress = Progress(store, Fixed(1000), io.StringIO())
    assert "estimating the time left" in progress.status()
    progress.update(0, 1000, 10.0)
    progress.update(1, 1001, 10.1)
    assert "estimating the time left" in progress.status()
    progress.update(1, 1200, 14.0)
    assert progress.status().split(" · ")[3] == "10 s left"


def test_a_budget_counts_down(store):
    progress = Progress(store, Budget(90, find_game("spirit_island").measures[0]), io.StringIO())
    progress.update(0, 1000, 20.0)
    assert "1 min 10 s left" in progress.status()


def test_plain_lines_come_only_now_and_then(store):
    stream = io.StringIO()
    with Progress(store, Fixed(1000), stream) as progress:
        for games in range(100):
            progress.update(0, games, 1.0)
        assert stream.getvalue() == ""
        progress.due = 0.0
        progress.update(0, 100, 1.0)
    assert stream.getvalue().count("\n") == 1


def test_the_live_display_shows_cells_at_work(store):
    stream = io.StringIO()
    with LiveProgress(store, Fixed(1000), stream) as progress:
        progress.update(0, 1000, 10.0)
        progress.show()
        progress.note("a note [with brackets]")
    assert "a note [with brackets]" in stream.getvalue()


@pytest.mark.parametrize(("seconds", "text"), [(4.4, "4 s"), (200, "3 min 20 s"), (7500, "2 h 05 min")])
def test_times_are_written_as_people_say_them(seconds, text):
    assert format_seconds(seconds) == text
