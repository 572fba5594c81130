"""Cells of Terra Mystica: who plays in which seats, with what, by which rules; and the options of `play`."""

import pytest

from experiments.core.planning import Plan
from experiments.terra_mystica.options import read_options
from simulator.core.errors import UserError


def cells(**axes):
    """Returns the cells of a plan."""
    written = {name: value if isinstance(value, tuple) else (value,) for name, value in axes.items()}
    return Plan(game="terra_mystica", axes=written).cells()


def test_tables_are_drawn_unless_said_otherwise():
    assert [(cell.factions, cell.players) for cell in cells()] == [(f"drawn:{count}", count) for count in (2, 3, 4, 5)]
    assert cells()[0].setup().choice == "drawn"
    assert cells(factions="draft", players=3)[0].setup().choice == "draft"


@pytest.mark.parametrize(("players", "tables"), [(2, 84), (3, 280), (4, 560), (5, 672)])
def test_all_tables_are_those_without_a_colour_twice(players, tables):
    """That many ways to choose colours, times two sides of each board: 21 * 4, 35 * 8, 35 * 16, 21 * 32."""
    found = cells(factions="all", players=players)
    assert len(found) == tables
    assert {cell.players for cell in found} == {players}


def test_factions_take_their_seats_as_wished():
    team = "witches+giants+nomads"
    assert [cell.factions for cell in cells(factions=team)] == [team]
    rotated = [cell.factions for cell in cells(factions=team, seats="rotated")]
    assert rotated == [team, "giants+nomads+witches", "nomads+witches+giants"]
    assert len(cells(factions=team, seats="all")) == 6
    assert cells(factions=team)[0].setup().factions == ["witches", "giants", "nomads"]


def test_tiles_cards_points_and_flags_reach_the_set_up():
    (cell,) = cells(
        factions="witches+giants",
        scoring="SCORE1+SCORE2+SCORE3+SCORE4+SCORE5+SCORE9",
        bonus_cards="BON1+BON2+BON3+BON4+BON5",
        start_vp="25+18",
        flags={"SCORE9": True, "BON10": False},
    )
    setup = cell.setup()
    assert setup.scoring == ["SCORE1", "SCORE2", "SCORE3", "SCORE4", "SCORE5", "SCORE9"]
    assert setup.bonus_cards == ["BON1", "BON2", "BON3", "BON4", "BON5"]
    assert setup.start_vp == [25, 18]
    assert cell.flags == "SCORE9=true"
    assert setup.flags == {"SCORE9": True}


def test_seats_may_have_policies_of_their_own():
    (cell,) = cells(factions="witches+giants", policies="uniform+first")
    assert cell.policy == "uniform+first"
    assert cell.label == "witches+giants · uniform+first"


@pytest.mark.parametrize(
    ("axes", "message"),
    [
        ({"factions": "witches+dragons"}, "unknown faction 'dragons'"),
        ({"factions": "witches+auren"}, "same colour"),
        ({"factions": "drawn", "players": 6}, "players: expected 2 to 5, got 6"),
        ({"seats": "anyhow"}, "unknown seating 'anyhow'"),
        ({"scoring": "SCORE1+SCORE0"}, "unknown scoring tile 'SCORE0'"),
        ({"scoring": "SCORE1+SCORE2"}, "2 scoring tiles"),
        ({"bonus_cards": "BON0"}, "unknown bonus card 'BON0'"),
        ({"start_vp": "many"}, "start_vp: expected a number"),
        ({"flags": "ice"}, "unknown flag 'ice'"),
        ({"flags": "BON10=perhaps"}, "unknown value of flag BON10 'perhaps'"),
        ({"flags": "BON10,BON10"}, "set twice"),
    ],
)
def test_what_cannot_be_played_is_refused(axes, message):
    plan = Plan(game="terra_mystica")
    with pytest.raises(UserError) as raised:
        plan.with_axes({name: [value] for name, value in axes.items()}, {}).cells()
    assert message in str(raised.value)


def test_options_of_play():
    assert read_options({}) == {"flags": {}, "players": 4, "choice": "drawn"}
    chosen = {"factions": "witches, giants", "flag": ["turn_order_by_passing"], "scoring": "SCORE1"}
    assert read_options(chosen) == {
        "flags": {"turn_order_by_passing": True}, "factions": ["witches", "giants"], "scoring": ["SCORE1"], "players": None,
    }  # fmt: skip
    with pytest.raises(UserError, match="does not go with --factions"):
        read_options({"factions": "witches,giants", "choice": "draft"})
