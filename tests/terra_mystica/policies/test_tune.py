"""Tuning and fitting of Terra Mystica: resumable, on seeds of their own, and what is found can be told from noise."""

from pathlib import Path

import numpy as np

from policies.core.evolving import Effort, Search, evolve
from policies.core.gain import HELD_OUT_SEED
from policies.terra_mystica import fit, gain, tune
from policies.terra_mystica.knowledge import VALUE_SECTIONS
from policies.terra_mystica.vocabulary import FEATURES, X_VP
from simulator import terra_mystica as tm

CONTENT = tm.load_content()
GOAL = np.array([[1.0, -2.0, 0.5], [3.0, -2.0, 0.5]])


def near_goal(points: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Two players who gain by coming near their goals; each game adds luck that both moves share."""
    luck = np.random.default_rng(seed).normal(size=2)
    return 10.0 * (luck - ((points - GOAL) ** 2).sum(axis=1)), np.full(2, 10.0)


def run(generations: int, log: Path | None = None) -> list[Search]:
    return [
        search for search, _ in evolve(np.zeros((2, 3)), near_goal, Effort(pairs=4, step=0.5, own=0.5), generations, log)
    ]


def test_every_player_finds_its_own_goal() -> None:
    *_, last = run(150)
    assert np.abs(last.average - GOAL).max() < 0.5


def test_an_interrupted_search_goes_on_where_it_stopped(tmp_path: Path) -> None:
    *_, whole = run(6)
    run(2, tmp_path / "search.log")
    *_, rest = run(6, tmp_path / "search.log")
    assert rest.generation == 6
    assert (rest.points == whole.points).all()


def test_merit_counts_the_points_of_every_seat() -> None:
    merit = tune.merit(CONTENT, ("habits",), 20)
    points, games = merit(tune.points_in_use(CONTENT, ("habits",)), 5)
    assert games.sum() == 20 * tune.PLAYERS
    assert 20 < points.sum() / games.sum() < 200


def test_the_weights_in_use_are_no_gain() -> None:
    found = tune.weights_at(CONTENT, tune.TUNED, tune.points_in_use(CONTENT, tune.TUNED))
    none = gain.held_out(CONTENT, found, "greedy", 50)
    assert none.before == none.after == 0.25
    assert none.low == none.high == 0.0


def test_the_fit_finds_what_points_were_made_of() -> None:
    """Made-up positions: points at the end are those in hand, twice the dwellings, and a level of each faction."""
    numbers = np.random.default_rng(2)
    features = numbers.normal(3.0, 2.0, (1500, tm.record.vocabulary.ROUNDS, 4, len(FEATURES)))
    faction = numbers.integers(0, 14, (1500, 4))
    dwellings = FEATURES.index("dwellings")
    points = features[:, 3, :, X_VP] + 2.0 * features[:, 3, :, dwellings] + 5.0 * faction
    weights, explained = fit.fit_round(fit.Positions(features, points, faction), 4)
    assert explained > 0.98
    assert np.abs(weights[:, X_VP] - 1.0).max() < 0.1
    assert np.abs(weights[:, dwellings] - 2.0).max() < 0.1


def test_positions_are_those_of_the_games() -> None:
    positions = fit.collect(CONTENT, ("greedy",), 10)
    found, explained = fit.fit_value(CONTENT, positions)
    assert set(found) == set(CONTENT.factions)
    assert set(found["witches"]) == set(VALUE_SECTIONS)
    assert (positions.features[:, 0, :, X_VP] >= 20).all()
    assert len(explained) == len(VALUE_SECTIONS)


def test_seeds_of_learning_and_judging_lie_apart() -> None:
    assert fit.FITTING_SEED < tune.EVOLVING_SEED < HELD_OUT_SEED
