"""Tuning and fitting: resumable, on their own seeds, judged on held-out games; weight files say who made what."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

from policies.core.tuning import Effort, search
from policies.spirit_island import knowledge, tune
from policies.spirit_island.cli import check_weighted, legal_setups
from policies.spirit_island.fit import Positions, fit_value, improved_weights, read_samples, weights_in_use
from policies.spirit_island.vocabulary import FEATURES, P_CONSTANT, P_FEAR, P_TIME_LEFT
from simulator import spirit_island as si
from simulator.core.errors import UserError

CONTENT = si.load_content()


def make_task() -> tune.Task:
    spirit = "shadows_flicker_like_flame"
    return tune.Task(CONTENT, spirit, [si.Setup([spirit])], games=20, effort=Effort(population=4))


def run(task: tune.Task, generations: int, log: Path) -> list[np.ndarray]:
    return [point for _, point in search(task.space, task.merit, task.effort, generations, log)]


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = run(make_task(), 3, tmp_path / "whole.log")
    log = tmp_path / "parts.log"
    run(make_task(), 2, log)
    rest = run(make_task(), 3, log)
    assert len(rest) == 1
    assert np.allclose(rest[-1], whole[-1])


def test_the_start_is_no_gain() -> None:
    task = make_task()
    gain = tune.validate(task, np.zeros(len(task.space.names)), 100)
    assert gain.before == gain.after
    assert gain.low == gain.high == 0.0


@pytest.mark.parametrize("policy", ["first", "mine.py"])
def test_only_policies_with_weights_are_tuned(policy: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def choose(position, options):\n    return 0\n")
    written = str(tmp_path / policy) if policy.endswith(".py") else policy
    with pytest.raises(UserError, match="plays by no weights: name greedy or planner"):
        check_weighted(written)


def fear_decides(shift: float) -> Positions:
    """Made-up positions of which only fear tells who wins."""
    numbers = np.random.default_rng(1)
    samples = np.zeros((4000, len(FEATURES) + 1))
    samples[:, P_FEAR] = numbers.normal(5.0, 2.0, 4000)
    samples[:, P_TIME_LEFT] = 6
    samples[:, P_CONSTANT] = 1.0
    samples[:, -1] = numbers.random(4000) < 1 / (1 + np.exp(-(samples[:, P_FEAR] - shift)))
    return read_samples(samples, np.zeros(4000, np.int64))


def test_weights_are_fitted_to_results() -> None:
    start = np.zeros((2, 2 * len(FEATURES)))
    fitted = fit_value([fear_decides(5.0), fear_decides(4.0)], start).reshape(2, 2, len(FEATURES))
    assert 0.8 < fitted[:, :, P_FEAR].mean() < 1.2
    assert fitted[1, :, P_CONSTANT].mean() > fitted[0, :, P_CONSTANT].mean() + 0.5  # wins with less fear


def test_new_weights_lie_half_way_to_the_fitted_ones() -> None:
    spirit = "river_surges_in_sunlight"
    start = weights_in_use(spirit)
    fitted = fit_value([fear_decides(5.0)], start[None])[0]
    improved = improved_weights({spirit: fear_decides(5.0)})[spirit]
    both = [improved[section][name] for section in ("early", "late") for name in FEATURES]
    assert np.allclose(both, (start + fitted) / 2, atol=1e-3)


def test_saved_weights_leave_the_rest_of_the_file_alone(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(knowledge, "WEIGHTS", tmp_path)
    path = tmp_path / "thunderspeaker.toml"
    path.write_text('[provenance.tune]\nmade_by = "hand"\n\n[habits]\nplace_new = 0.25\n')
    knowledge.save_weights("thunderspeaker", {"early": {"fear": 1.5}}, "fit", {"made_by": "fit", "games": 3})
    found = tomllib.loads(path.read_text("utf-8"))
    assert found["provenance"] == {"tune": {"made_by": "hand"}, "fit": {"made_by": "fit", "games": 3}}
    assert knowledge.read_weights(path) == {"habits": {"place_new": 0.25}, "early": {"fear": 1.5}}


def test_positions_come_from_every_expansion_that_has_spirit_and_adversary() -> None:
    def played(spirit: str) -> list[tuple[str | None, str]]:
        return [(setup.adversary, setup.expansion) for setup in legal_setups(spirit, ["none", "france:1"])]

    base, claw = "base", "branch_and_claw"
    assert played("thunderspeaker") == [(None, base), (None, claw), ("france", claw)]
    assert played("keeper_of_the_forbidden_wilds") == [(None, claw), ("france", claw)]
