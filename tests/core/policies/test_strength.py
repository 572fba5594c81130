"""Figures of strength: typed rows that are written, read and told without loss, for every game."""

from pathlib import Path

import pytest

from policies.core.players import find_players
from policies.core.playing import check_policy
from policies.core.strength import Strength, read_strength, table_of, write_strength
from simulator.core.errors import UserError
from simulator.core.registry import games

FIGURES = (
    Strength("greedy", "all", "a", "summary", "win", 0.25, 0.2, 0.31, 4000, 7, {"losses": {"time": 3000}, "turns": 6.5}),
    Strength("greedy", "order", "b", "part", "correlation", 0.951, None, None, 10, 7, {"easier": "none"}),
)


def test_figures_are_read_as_they_were_written(tmp_path: Path) -> None:
    write_strength(FIGURES, tmp_path / "strength.yaml")
    assert read_strength(tmp_path / "strength.yaml") == FIGURES


def test_without_a_file_nothing_was_measured(tmp_path: Path) -> None:
    assert read_strength(tmp_path / "strength.yaml") == ()


def test_a_column_that_does_not_exist_is_a_mistake_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "strength.yaml").write_text("- {policy: greedy, rate: 0.5}\n")
    with pytest.raises(UserError, match=r"strength\.yaml: .*rate"):
        read_strength(tmp_path / "strength.yaml")


def test_a_table_has_every_column_in_every_row() -> None:
    first, second = table_of(FIGURES)
    assert list(first) == list(second)
    assert (first["value"], first["95 % interval"], first["n"]) == ("0.250", "0.200 to 0.310", "4,000")
    assert (first["losses"], first["turns"], first["easier"]) == ("time 3,000", "6.5", "")
    assert (second["95 % interval"], second["easier"], second["seed"]) == ("", "none", "7")


@pytest.mark.parametrize("game", games())
def test_shipped_figures_are_numbers_of_policies_that_exist(game: str) -> None:
    for figure in find_players(game).strength():
        check_policy(game, figure.policy)
        assert figure.scope in ("summary", "part")
        assert type(figure.value) is float
        assert figure.low is None or figure.low <= figure.value <= figure.high
        if "wins" in figure.facts:
            assert figure.value == pytest.approx(figure.facts["wins"] / figure.games, abs=5e-5)
