"""Sampling: valid intervals, decisions at fixed numbers of games, time where intervals are widest."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

from experiments.core.sampling import ALPHA, Budget, Fixed, Precision, Tally, interval, make_sampling, parse_seconds
from experiments.core.tables import Summary
from simulator.core.errors import UserError
from simulator.core.game import Measure

WIN = Measure("win", "share")
POINTS = Measure("points", "number", per="seat")


def chunk(first, count, wins=0):
    return Summary(0, first, count, count, {"win": (wins, wins)}, digest=0)


def tally(played, wins=0):
    full = Tally()
    full.add(chunk(0, played, wins))
    return full


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(1, 20)), max_size=12), st.integers(1, 80))
def test_a_tally_knows_which_games_are_missing(chunks, target):
    known, games = Tally(), set()
    for first, count in chunks:
        new = set(range(first, first + count))
        if games & new:
            with pytest.raises(UserError, match="there twice"):
                known.add(chunk(first, count))
        else:
            known.add(chunk(first, count))
            games |= new
    missing = {game for first, end in known.missing(target) for game in range(first, end)}
    assert missing == set(range(target)) - games
    assert known.counted == len(games)


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (10, 10), (3, 10), (517, 1000), (1, 20_000)])
@pytest.mark.parametrize("alpha", [0.05, 0.005])
def test_the_interval_is_the_exact_one(wins, games, alpha):
    assert interval(wins, games, alpha) == pytest.approx(proportion_confint(wins, games, alpha, "beta"))


def test_fixed_asks_for_what_is_missing():
    assert Fixed(100).targets({0: tally(100), 1: tally(60), 2: Tally()}) == {1: 100, 2: 100}


def test_precision_looks_only_at_its_boundaries():
    sampling = Precision(0.02, WIN)
    first, second = sampling.looks[:2]
    assert sampling.targets({0: Tally()}) == {0: first}
    assert sampling.targets({0: tally(first - 1)}) == {0: first}
    assert sampling.targets({0: tally(first, first // 2)}) == {0: second}
    assert sampling.targets({0: tally(first, 0)}) == {}  # never won: narrow at the first look
    assert sampling.targets({0: tally(first + 1, 0)}) == {0: second}


def test_precision_is_reached_at_the_last_look_for_any_rate():
    sampling = Precision(0.03, WIN)
    last = sampling.looks[-1]
    assert sampling.is_reached(tally(last, last // 2))
    assert sampling.targets({0: tally(last, last // 2)}) == {}


def test_a_maximum_ends_a_cell_that_is_not_precise():
    sampling = Precision(0.001, WIN, minimum=100, maximum=400)
    assert sampling.looks == (100, 150, 225, 338, 400)
    assert sampling.targets({0: tally(400, 200)}) == {}
    assert not sampling.is_reached(tally(400, 200))


@pytest.mark.parametrize("rate", [0.02, 0.3, 0.5])
def test_intervals_hold_whenever_a_cell_stops(rate):
    """Plays 2,000 sequential cells of a known rate: at least 95 % of the final intervals hold it."""
    sampling = Precision(0.05, WIN, minimum=50)
    numbers = np.random.default_rng(5)
    covered = 0
    for _ in range(2000):
        wins = (numbers.random(sampling.looks[-1]) < rate).cumsum()
        for look in sampling.looks:
            low, high = interval(int(wins[look - 1]), look, ALPHA / len(sampling.looks))
            if (high - low) / 2 <= sampling.half_width:
                break
        covered += low <= rate <= high
    assert covered / 2000 >= 0.95


def test_a_budget_goes_to_the_widest_intervals():
    sampling = Budget(60, WIN, minimum=100)
    assert sampling.targets({0: tally(100, 50), 1: Tally()}) == {1: 100}
    tallies = {0: tally(1000, 10), 1: tally(1000, 500), 2: tally(1000, 300), 3: tally(1000, 0)}
    assert sampling.targets(tallies) == {1: 1500}


@pytest.mark.parametrize(("text", "seconds"), [("90s", 90), ("10m", 600), ("1h30m", 5400), ("0.5h", 1800)])
def test_times_are_read(text, seconds):
    assert parse_seconds(text) == seconds


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"games": 0}, "games: expected 1 to"),
        ({"games": -5}, "games: expected 1 to"),
        ({"games": 10, "precision": 0.1}, "contradictory sampling: choose one of games, precision"),
        ({"precision": 0.0}, "precision: expected a half-width"),
        ({"precision": 0.01, "min_games": 10, "max_games": 5}, "min-games 10 is more than max-games 5"),
        ({"games": 10, "max_games": 5}, "go with precision or budget"),
        ({"budget": "soon"}, "budget: expected a time"),
        ({"budget": "0s"}, "budget: expected more than no time"),
    ],
)
def test_bad_sampling_is_one_line(given, message):
    names = ("games", "precision", "budget", "min_games", "max_games")
    with pytest.raises(UserError, match=message):
        make_sampling(*(given.get(name) for name in names), measure=WIN)


def numbers(played, *seats):
    full = Tally()
    sums = {f"points_{n}": (played * mean, played * (mean**2 + spread**2)) for n, (mean, spread) in enumerate(seats, 1)}
    full.add(Summary(0, 0, played, played, sums, digest=0))
    return full


def test_a_number_has_the_t_interval_of_its_mean():
    sample = np.random.default_rng(3).normal(90, 20, 400)
    found = Tally()
    found.add(Summary(0, 0, 400, 400, {"points_1": (sample.sum(), sample @ sample)}, digest=0))
    assert found.interval(POINTS, "points_1") == pytest.approx(DescrStatsW(sample).tconfint_mean())


def test_precision_of_a_number_waits_for_the_seat_with_the_widest_interval():
    sampling = Precision(2.0, POINTS, minimum=100, maximum=10_000)
    assert sampling.is_reached(numbers(10_000, (90, 20), (80, 20)))
    assert not sampling.is_reached(numbers(10_000, (90, 20), (80, 200)))


def test_a_budget_goes_to_the_widest_seat():
    tallies = {0: numbers(500, (90, 5), (80, 5)), 1: numbers(500, (90, 5), (80, 50))}
    assert Budget(60, POINTS, minimum=100).targets(tallies) == {1: 750}


def test_shared_wins_count_in_part():
    found = Tally()
    found.add(Summary(0, 0, 1000, 1000, {"win_1": (500.0, 400.0), "win_2": (500.0, 400.0)}, digest=0))
    low, high = found.interval(Measure("win", "share", per="seat"), "win_1")
    assert low < 0.5 < high
