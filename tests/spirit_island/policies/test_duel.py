"""Statistics of duels, with known values."""

import numpy as np
import pytest

from policies.spirit_island.duel import duel, evidence_against_equality, judge
from simulator import spirit_island as si
from simulator.spirit_island.record.results import RESULT

CONTENT = si.load_content()


def results(outcomes: list[int], scores: list[int]) -> np.ndarray:
    made = np.zeros(len(outcomes), RESULT)
    made["outcome"], made["score"] = outcomes, scores
    return made


def test_mcnemar_counts_only_discordant_games() -> None:
    a = results([1] * 5 + [2] * 15, [10] * 20)
    b = results([1] * 5 + [1] * 10 + [2] * 5, [12] * 20)
    verdict = judge(a, b)
    assert (verdict.wins_a, verdict.wins_b, verdict.only_a, verdict.only_b) == (5, 15, 0, 10)
    assert verdict.p_value == pytest.approx(2 * 0.5**10)
    assert verdict.difference == 2.0
    assert verdict.winner == "b"


def test_evidence_of_known_counts() -> None:
    assert evidence_against_equality(0, 0) == pytest.approx(1.0)
    assert evidence_against_equality(10, 0) == pytest.approx(2**10 / 11)
    assert evidence_against_equality(5, 5) < 1.0


def test_games_with_errors_do_not_count() -> None:
    a, b = results([1, 1], [5, 5]), results([2, 1], [1, 5])
    b["error"][0] = 1
    assert judge(a, b).games == 1


def test_a_clear_duel_stops_early() -> None:
    verdicts = list(duel(CONTENT, [si.Setup(["shadows_flicker_like_flame"])], "uniform", "greedy", 3, 1000, 0.01))
    assert verdicts[-1].winner == "b"
    assert verdicts[-1].games < 1000
