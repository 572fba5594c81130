"""Statistics of duels, with known values."""

import numpy as np
import pytest

from policies.core.cli import verdict_lines
from policies.core.duel import Bounds, evidence_against_difference, evidence_against_equality, judge
from simulator.core.game import Measure

WIN = Measure("win", "share", count="wins")
SCORE = Measure("score", "number")
RANK = Measure("rank", "number", good="low")


def values(*rows: list[float]) -> list[np.ndarray]:
    return [np.array(row, float) for row in rows]


def test_mcnemar_counts_only_games_that_differ() -> None:
    a = values([1] * 5 + [0] * 15, [10] * 20)
    b = values([1] * 5 + [1] * 10 + [0] * 5, [12] * 20)
    verdict = judge([WIN, SCORE], a, b)
    assert (verdict.mean_a, verdict.mean_b, verdict.better_a, verdict.better_b) == (0.25, 0.75, 0, 10)
    assert verdict.p_value == pytest.approx(2 * 0.5**10)
    assert [difference.value for difference in verdict.differences] == [0.5, 2.0]
    assert verdict.winner == "b"


def test_a_lower_rank_is_the_better_one() -> None:
    verdict = judge([RANK], values([1, 2, 1, 1]), values([2, 2, 3, 2]))
    assert (verdict.better_a, verdict.better_b, verdict.winner) == (3, 0, "a")
    assert verdict.differences[0].value == 1.0


def test_nobody_wins_a_duel_of_equals() -> None:
    verdict = judge([SCORE], values([3, 5]), values([5, 3]))
    assert verdict.winner is None
    assert verdict.p_value == 1.0


def test_the_interval_of_a_difference_is_that_of_a_paired_t_test() -> None:
    """Differences 1, 2, 3: mean 2, standard error 1/sqrt(3), t of 2 degrees of freedom 4.3027."""
    (difference,) = judge([SCORE], values([0, 0, 0]), values([1, 2, 3])).differences
    assert difference.low == pytest.approx(2 - 4.3027 / 3**0.5, abs=1e-3)
    assert difference.high == pytest.approx(2 + 4.3027 / 3**0.5, abs=1e-3)


def test_evidence_of_known_counts() -> None:
    assert evidence_against_equality(0, 0) == pytest.approx(1.0)
    assert evidence_against_equality(10, 0) == pytest.approx(2**10 / 11)
    assert evidence_against_equality(5, 5) < 1.0


def test_games_won_are_told_as_counts() -> None:
    lines = verdict_lines(
        judge([WIN, SCORE], values([0] * 20, [1] * 20), values([1] * 20, [2] * 19 + [4])), "x", "y", Bounds()
    )
    assert lines[:2] == ["20 games each: x wins 0.0%, y 100.0%",
                         "only x: 0, only y: 20; McNemar p = 1.9e-06"]  # fmt: skip
    assert lines[2].startswith("score of y minus x: +1.10 (95 %: +0.")
    assert lines[3] == "stronger: y"


def test_numbers_are_told_as_means() -> None:
    lines = verdict_lines(judge([RANK], values([1, 2, 1]), values([2, 2, 2])), "x", "y", Bounds())
    assert lines[0] == "3 games each: rank 1.33 with x, 2.00 with y"
    assert lines[1] == "better with x: 2, better with y: 0; sign test p = 0.5"
    assert lines[2].startswith("rank of y minus x: +0.67 (95 %: ")
    assert lines[3] == "open: H0 and H1 still stand"


def test_evidence_against_a_difference_of_known_counts() -> None:
    assert evidence_against_difference(0, 0, 0.6) == pytest.approx(1.0)
    assert evidence_against_difference(5, 5, 0.6) == pytest.approx(0.25**5 / 0.24**5)
    assert evidence_against_difference(7, 3, 0.6) == evidence_against_difference(3, 7, 0.6)


def test_equal_policies_are_told_to_be_equal() -> None:
    verdict = judge([WIN], values([1, 0] * 2000), values([0, 1] * 2000))
    assert Bounds(share=0.55).ends(verdict)
    assert verdict_lines(verdict, "x", "y", Bounds())[-1] == "no difference that matters (H1 is refuted, β 0.05)"


@pytest.mark.parametrize(("share", "mistake"), [(0.5, "a winner"), (0.6, "equality"), (0.7, "equality")])
def test_mistakes_are_no_likelier_than_stated(share: float, mistake: str) -> None:
    """Duels looked at after every block of ten games that differ, 600 of them at most."""
    bounds = Bounds(alpha=0.05, beta=0.05, share=0.6)
    looks = np.random.default_rng(1).binomial(10, share, (2000, 60)).cumsum(axis=1)
    found = {"a winner": 0, "equality": 0, "nothing": 0}
    for duel in looks:
        for n, better in enumerate(duel, 1):
            if evidence_against_equality(better, 10 * n - better) >= 1 / bounds.alpha:
                found["a winner"] += 1
                break
            if evidence_against_difference(better, 10 * n - better, bounds.share) >= 1 / bounds.beta:
                found["equality"] += 1
                break
        else:
            found["nothing"] += 1
    assert found[mistake] <= 0.05 * 2000 + 2 * (0.05 * 0.95 * 2000) ** 0.5
    right = "equality" if mistake == "a winner" else "a winner"
    assert found[right] > 1500
