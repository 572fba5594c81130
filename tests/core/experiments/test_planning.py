"""Plans: axes become cells in a fixed order, and every mistake is one line before a game is played."""

from dataclasses import replace

import pytest

from experiments.core.planning import Plan, parse_plan, read_plan, shipped_plans
from experiments.core.sampling import Fixed, Precision
from experiments.spirit_island.study import Cell
from simulator.core import registry
from simulator.core.errors import UserError
from simulator.spirit_island.language.assembler import load_content

RIVER, EARTH, GREEN = "river_surges_in_sunlight", "vital_strength_of_the_earth", "a_spread_of_rampant_green"
KEEPER = "keeper_of_the_forbidden_wilds"


def plan_of(sample=(), seed=0, **axes):
    return Plan(seed=seed).with_axes({name: list(values) for name, values in axes.items()}, dict(sample))


def cells_of(text):
    return parse_plan(text, "test", "test.toml").cells()


def test_all_spirits_means_those_of_the_expansion():
    base = Plan().cells()
    both = plan_of(expansion=("branch_and_claw",)).cells()
    assert KEEPER not in {cell.spirits for cell in base}
    assert [cell.spirits for cell in both] == load_content().spirits


def test_players_make_pairs_and_triples():
    cells = plan_of(spirits=(RIVER, EARTH, GREEN), players=(2, 3)).cells()
    assert [cell.spirits for cell in cells] == [
        f"{RIVER}+{EARTH}",
        f"{RIVER}+{GREEN}",
        f"{EARTH}+{GREEN}",
        f"{RIVER}+{EARTH}+{GREEN}",
    ]


def test_boards_go_to_the_teams_they_fit():
    plan = plan_of(spirits=(RIVER, EARTH), players=(1, 2), boards=("A", "A+B", "random"))
    assert [(cell.players, cell.boards) for cell in plan.cells()] == [
        (1, "A"), (1, "random"), (1, "A"), (1, "random"), (2, "A+B"), (2, "random"),
    ]  # fmt: skip


def test_a_file_is_read_with_axes_filters_and_sampling():
    plan = parse_plan(
        f"""
        games = 50
        seed = 3
        exclude = [{{spirit = "{RIVER}", flags = "bonus_growth=true"}}]
        [axes]
        spirits = ["{RIVER}", "{EARTH}"]
        policies = "uniform"
        flags = [{{}}, {{bonus_growth = true, blight_plus_one = true}}]
        """,
        "test",
        "test.toml",
    )
    assert plan.sampling() == Fixed(50)
    assert plan.cells() == [
        Cell(RIVER, seed=3),
        Cell(EARTH, seed=3),
        Cell(EARTH, flags="bonus_growth=true", seed=3),
    ]


def test_only_and_difficulty_filter():
    assert [cell.spirits for cell in cells_of(f'only = [{{spirits = ["{RIVER}"]}}]')] == [RIVER]
    assert len(cells_of('difficulty = "0-2"')) == 8
    with pytest.raises(UserError, match="filters leave none of 8"):
        cells_of('difficulty = "9"')


def test_a_sample_of_an_axis_depends_on_the_seed_only():
    def draw(seed):
        return [cell.spirits for cell in plan_of({"teams": 5}, seed, players=(2,)).cells()]

    everything = [cell.spirits for cell in plan_of(players=(2,)).cells()]
    assert draw(1) == draw(1) != draw(2)
    assert len(draw(1)) == 5
    assert draw(1) == [team for team in everything if team in draw(1)]


def test_cells_have_no_more_than_the_seed_in_common_with_other_plans():
    assert Plan(seed=4).cells()[1] == plan_of(seed=4, spirits=(RIVER,)).cells()[0]


def test_every_shipped_plan_reads():
    plans = shipped_plans()
    read = {name: read_plan(name) for name in plans}
    assert {plan.game for plan in read.values()} == set(registry.games())
    island = {name for name, plan in read.items() if plan.game == "spirit_island"}
    assert island == {"demo", "quick", "difficulty", "pairings", "scenarios", "full"}
    for plan in read.values():
        assert plan.about
        assert isinstance(plan.sampling(), Fixed | Precision)
    assert read_plan("quick") == read_plan(str(plans["quick"]))


@pytest.mark.parametrize(
    ("axes", "message"),
    [
        ({"spirits": ("rivr",)}, "unknown spirit 'rivr' .did you mean river_surges_in_sunlight"),
        ({"spirits": (RIVER, RIVER)}, "spirits: .* is named twice"),
        ({"spirits": ("none",)}, "unknown spirit 'none'"),
        ({"spirits": (KEEPER,)}, "belongs to branch_and_claw"),
        ({"spirits": (RIVER,), "players": (2,)}, "2 players need 2 spirits, 1 are named"),
        ({"players": (0,)}, "players: expected 1 to 4, got 0"),
        ({"players": (5,)}, "players: expected 1 to 4, got 5"),
        ({"teams": (f"{RIVER}+{EARTH}",), "players": (2,)}, "contradictory axes"),
        ({"teams": (f"{RIVER}+{RIVER}",)}, "only once"),
        ({"teams": ("a+b",)}, "unknown spirit 'a'"),
        ({"boards": ("Q",)}, "unknown board 'Q'"),
        ({"boards": ("A+B",)}, "A.B is for 2 spirits, the plan has teams of 1"),
        ({"boards": ("A",), "players": (1, 2)}, "none named for teams of 2"),
        ({"expansion": ("jagged_earth",)}, "unknown expansion"),
        ({"adversaries": ("englnd:3",)}, "unknown adversary 'englnd' .did you mean england"),
        ({"adversaries": ("england:-1",)}, "expected a number or a range"),
        ({"adversaries": ("england:7",)}, "levels go from 0 to 6"),
        ({"adversaries": ("england:4-2",)}, "levels go from 0 to 6"),
        ({"adversaries": ("none:2",)}, "no adversary has no level"),
        ({"adversaries": ("england:",)}, "expected a number or a range"),
        ({"scenarios": ("blits",)}, "unknown scenario 'blits' .did you mean blitz"),
        ({"policies": ("clever",)}, "clever"),
        ({"policies": ()}, "policies: nothing is named"),
        ({"flags": ("bonus_groth=true",)}, "unknown flag 'bonus_groth' .did you mean bonus_growth"),
        ({"flags": ("bonus_growth=maybe",)}, "unknown value of flag bonus_growth 'maybe'"),
        ({"flags": ("bonus_growth=true,bonus_growth=false",)}, "set twice"),
        ({"sample": {"moons": 2}}, "unknown axis to sample 'moons'"),
        ({"sample": {"teams": 0}}, "expected at least 1, got 0"),
    ],
)
def test_a_bad_axis_is_one_line(axes, message):
    with pytest.raises(UserError, match=message) as caught:
        plan_of(**axes).cells()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("games = ", "test.toml: not valid TOML .Invalid value"),
        ("gmes = 5", "unknown key 'gmes' .did you mean games"),
        ("games = '5'", "games: expected int, got '5'"),
        ("games = true", "games: expected int, got True"),
        ("[axes]\nspirit = 'a'", "unknown axis 'spirit' .did you mean spirits"),
        ("[axes]\nplayers = '2'", "players: expected int"),
        ("[sample]\nteams = 'x'", "sample: teams: expected int"),
        ("exclude = ['x']", "exclude: expected a table"),
        ("exclude = [{colour = 'red'}]", "unknown filter 'colour'"),
        ("seed = -1", "seed: expected 0 to"),
    ],
)
def test_a_bad_file_is_one_line(text, message):
    with pytest.raises(UserError, match=message) as caught:
        cells_of(text)
    assert "\n" not in str(caught.value)


def test_an_unknown_plan_is_named():
    with pytest.raises(UserError, match="unknown plan 'quik' .did you mean quick"):
        read_plan("quik")
    with pytest.raises(UserError, match="cannot be read"):
        read_plan("nowhere.toml")


def test_a_combination_against_the_rules_is_a_mistake_unless_it_is_filtered_out():
    text = f"""
        exclude = [{{scenario = "guard_the_isles_heart", thematic = true}}]
        [axes]
        spirits = "{RIVER}"
        scenarios = ["none", "guard_the_isles_heart"]
        thematic = [false, true]
    """
    plan = parse_plan(text, "plan", "plan.toml")
    kept = [(cell.scenario, cell.thematic) for cell in plan.cells()]
    assert kept == [("none", False), ("none", True), ("guard_the_isles_heart", False)]
    with pytest.raises(UserError, match="thematic"):
        replace(plan, exclude=()).cells()


def test_a_plan_names_components_as_people_do():
    cells = cells_of("""
        exclude = [{spirit = "Ocean", adversary = "Англия", level = 2}]
        [axes]
        teams = ["River + Ocean", "rampant green"]
        adversaries = ["England 2", "bp:1"]
        scenarios = "Blitz"
    """)
    teams = f"{RIVER}+oceans_hungry_grasp", GREEN
    assert [(cell.spirits, cell.adversary, cell.level) for cell in cells] == [
        (teams[0], "brandenburg_prussia", 1),
        (teams[1], "england", 2),
        (teams[1], "brandenburg_prussia", 1),
    ]
    assert {cell.scenario for cell in cells} == {"blitz"}


@pytest.mark.parametrize("rule", ["spirit = 'nobody'", "adversary = 'englant'", "scenario = ['blitz', 'rain']"])
def test_a_filter_for_what_does_not_exist_is_a_mistake(rule):
    with pytest.raises(UserError, match=f"unknown {rule.split()[0]}"):
        cells_of(f"exclude = [{{{rule}}}]")
