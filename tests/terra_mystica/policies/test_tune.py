"""Tuning and fitting of Terra Mystica: resumable, on seeds of their own, and what is found can be told from noise."""

import shutil
from pathlib import Path

import numpy as np
import pytest

import evenkeel
from policies.core.evolving import Effort, Search, evolve
from policies.core.gain import HELD_OUT_SEED
from policies.terra_mystica import fit, gain, knowledge, tune
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


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the weight files that a test may write."""
    folder = tmp_path / "weights"
    shutil.copytree(knowledge.WEIGHTS, folder)
    monkeypatch.setattr(knowledge, "WEIGHTS", folder)
    return folder


def test_weights_found_are_written_with_what_made_them(weights: Path) -> None:
    found = tune.weights_at(CONTENT, ("habits",), tune.points_in_use(CONTENT, ("habits",)) + 1.0)
    before = knowledge.weights_of("giants")
    knowledge.save_found(found, "tune", {"made_by": "a test"})
    after = knowledge.weights_of("giants")
    knowledge.weights_of.cache_clear()
    assert after["habits"]["leech"] == pytest.approx(before["habits"]["leech"] + 1.0, abs=1e-3)
    assert {name: after[name] for name in after if name != "habits"} == {
        name: before[name] for name in before if name != "habits"
    }
    assert 'made_by = "a test"' in (weights / "default.toml").read_text()


@pytest.mark.parametrize(
    "command",
    [
        ["tune", "--generations", "1", "--pairs", "2", "--games", "4", "--held-out", "100"],
        ["fit", "--games", "100", "--judge", "greedy", "--held-out", "10"],
    ],
)
def test_what_proves_no_better_is_not_written(command: list[str], weights: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One step of two changes is no gain, and greedy does not look at what the start of a round promises."""
    files = {path.name: path.read_bytes() for path in weights.iterdir()}
    assert evenkeel.main([*command, "--game", "terra_mystica"]) == 0
    assert "not clearly better: nothing written" in capsys.readouterr().out
    assert {path.name: path.read_bytes() for path in weights.iterdir()} == files


def test_a_duel_is_judged_at_the_same_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert evenkeel.main(["duel", "--game", "terra_mystica", "--a", "uniform", "--b", "greedy", "--games", "50"]) == 0
    assert "stronger: greedy" in capsys.readouterr().out


@pytest.mark.parametrize("policy", ["first", "uniform"])
def test_only_policies_with_weights_are_fitted(policy: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert evenkeel.main(["fit", "--game", "terra_mystica", "--policy", policy]) == 2
    assert "plays by no weights" in capsys.readouterr().err
