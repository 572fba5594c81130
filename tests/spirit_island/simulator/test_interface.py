"""The Python interface of Spirit Island: its doctest, answers by label, copies, and mistakes."""

import doctest

import pytest

from simulator import spirit_island as si
from simulator.core.errors import UnknownName, UserError

RIVER = "river_surges_in_sunlight"


def test_the_example_in_the_package_holds() -> None:
    failed, tried = doctest.testmod(si)
    assert tried > 0
    assert failed == 0


def test_a_copy_goes_its_own_way() -> None:
    game = si.Game(si.Setup([RIVER], ["A"]), seed=7)
    game.advance()
    twin = game.copy()
    twin.choose("growth:1")
    twin.advance()
    assert game.decision == "growth"
    assert twin.decision != "growth"
    game.choose("growth:1")
    game.advance()
    for field in game.state.dtype.names:
        assert (game.state[field] == twin.state[field]).all(), field


def test_an_answer_that_is_not_offered_is_named() -> None:
    game = si.Game(si.Setup([RIVER], ["A"]), seed=7)
    game.advance()
    with pytest.raises(UnknownName, match="growth:9"):
        game.choose("growth:9")


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (si.Setup([]), "1 to 4"),
        (si.Setup([RIVER] * 2), "only once"),
        (si.Setup(["rivr"]), "did you mean river_surges_in_sunlight"),
        (si.Setup([RIVER], ["A", "B"]), "one board per spirit"),
        (si.Setup([RIVER], ["Q"]), "Q"),
        (si.Setup([RIVER], expansion="jagged_earth"), "jagged_earth"),
        (si.Setup([RIVER], flags={"no_rules": True}), "no_rules"),
        (si.Setup(["keeper_of_the_forbidden_wilds"]), "branch_and_claw"),
    ],
    ids=str,
)
def test_a_wrong_set_up_is_one_clear_message(setup: si.Setup, words: str) -> None:
    with pytest.raises(UserError, match=words):
        si.Game(setup)
