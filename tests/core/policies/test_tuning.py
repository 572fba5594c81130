"""The search for weights: it finds the top of a hill, goes on where it stopped, and says what cannot be continued."""

from pathlib import Path

import numpy as np
import pytest

from policies.core.tuning import TUNING_SEED, Effort, Generation, Space, Weights, search
from simulator.core.errors import UserError

WEIGHTS = {"early": {"fear": 2.0, "towns": 0.0}, "late": {"fear": -4.0}}


def hill(weights: Weights, seed: int) -> float:
    """Is highest where both early weights are 1."""
    return -((weights["early"]["fear"] - 1) ** 2) - (weights["early"]["towns"] - 1) ** 2


def run(space: Space, generations: int, log: Path | None = None) -> list[tuple[Generation, np.ndarray]]:
    return list(search(space, hill, Effort(population=8), generations, log))


def test_a_point_counts_in_first_steps_from_the_start() -> None:
    """First steps are 0.35 of a weight, at least 0.15."""
    space = Space(WEIGHTS, ("early", "late"))
    assert space.weights_at(np.zeros(3)) == WEIGHTS
    assert space.weights_at(np.array([1.0, -2.0, 1.0])) == {
        "early": {"fear": pytest.approx(2.7), "towns": pytest.approx(-0.3)}, "late": {"fear": pytest.approx(-2.6)},
    }  # fmt: skip


def test_only_the_sections_asked_for_are_tuned() -> None:
    assert Space(WEIGHTS, ("late",)).weights_at(np.zeros(1)) == {"late": {"fear": -4.0}}
    with pytest.raises(UserError, match="nothing to tune in the sections empty"):
        Space({"empty": {}}, ("empty",))


def test_the_search_climbs() -> None:
    space = Space(WEIGHTS, ("early",))
    found = space.weights_at(run(space, 60)[-1][1])["early"]
    assert found == {"fear": pytest.approx(1.0, abs=0.05), "towns": pytest.approx(1.0, abs=0.05)}


def test_every_generation_meets_games_of_its_own() -> None:
    met = []

    def note(weights: Weights, seed: int) -> float:
        met.append(seed)
        return hill(weights, seed)

    list(search(Space(WEIGHTS, ("early",)), note, Effort(population=4), 3, None))
    assert met == [TUNING_SEED] * 4 + [TUNING_SEED + 1] * 4 + [TUNING_SEED + 2] * 4


def test_several_candidates_at_a_time_change_nothing() -> None:
    space = Space(WEIGHTS, ("early",))
    one = [point.tolist() for _, point in search(space, hill, Effort(6, jobs=1), 4, None)]
    assert one == [point.tolist() for _, point in search(space, hill, Effort(6, jobs=2), 4, None)]


def test_an_interrupted_search_goes_on_where_it_stopped(tmp_path: Path) -> None:
    space = Space(WEIGHTS, ("early",))
    whole = run(space, 5, tmp_path / "whole.log")
    run(space, 2, tmp_path / "parts.log")
    rest = run(space, 5, tmp_path / "parts.log")
    assert [line for line, _ in rest] == [line for line, _ in whole[2:]]
    assert (tmp_path / "parts.log").read_text() == (tmp_path / "whole.log").read_text()


def test_a_damaged_log_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "search.log"
    log.write_text("{\n")
    with pytest.raises(UserError, match=r"search\.log: cannot be continued .*remove it to begin anew"):
        run(Space(WEIGHTS, ("early",)), 5, log)
