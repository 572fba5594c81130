"""Tuning: resumable, on its own seeds, judged on held-out games."""

from pathlib import Path

import numpy as np

from policies.spirit_island import tune
from policies.spirit_island.fit import fit_value, read_samples
from policies.spirit_island.vocabulary import FEATURES, P_CONSTANT, P_FEAR, P_TIME_LEFT
from simulator import spirit_island as si

CONTENT = si.load_content()


def make_task() -> tune.Task:
    spirit = "shadows_flicker_like_flame"
    return tune.Task(CONTENT, spirit, [si.Setup([spirit])], games=20, population=4)


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = [point for _, point in tune.run(make_task(), 3, tmp_path / "whole.log")]
    log = tmp_path / "parts.log"
    list(tune.run(make_task(), 2, log))
    rest = [point for _, point in tune.run(make_task(), 3, log)]
    assert len(rest) == 1
    assert np.allclose(rest[-1], whole[-1])


def test_the_start_is_no_gain() -> None:
    task = make_task()
    gain = tune.validate(task, np.zeros(len(task.names)), 100)
    assert gain.before == gain.after
    assert gain.low == gain.high == 0.0


def test_weights_are_fitted_to_results() -> None:
    numbers = np.random.default_rng(1)
    samples = np.zeros((4000, len(FEATURES) + 1))
    samples[:, P_FEAR] = numbers.normal(5.0, 2.0, 4000)
    samples[:, P_TIME_LEFT] = 6
    samples[:, P_CONSTANT] = 1.0
    samples[:, -1] = numbers.random(4000) < 1 / (1 + np.exp(-(samples[:, P_FEAR] - 5.0)))
    positions = read_samples(samples, np.zeros(4000, np.int64))
    fitted = fit_value([positions, positions], np.zeros((2, 2 * len(FEATURES)))).reshape(2, 2, len(FEATURES))
    assert np.allclose(fitted[0], fitted[1], atol=1e-3)
    assert 0.8 < fitted[:, :, P_FEAR].mean() < 1.2
