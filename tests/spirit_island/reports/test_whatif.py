"""`evenkeel whatif`: a change of content is played on the same games, and every mistake is one line."""

import json

import pytest

import evenkeel
from experiments.core.variants import read_variants
from experiments.core.versions import play_versions
from experiments.spirit_island.patches import with_whole_levels
from experiments.spirit_island.study import Cell

RIVER = "river_surges_in_sunlight"


@pytest.fixture
def patch(tmp_path):
    """Writes a patch and returns its path."""

    def write(text):
        path = tmp_path / "patch.yaml"
        path.write_text(text)
        return path

    return write


def whatif(capsys, path, *options):
    code = evenkeel.main(["whatif", str(path), "--spirits", RIVER, "--jobs", "1", *options])
    return code, *capsys.readouterr()


def found(capsys, path, *options):
    code, out, err = whatif(capsys, path, "--json", *options)
    assert (code, err) == (0, "")
    return json.loads(out)


def test_a_dearer_power_hurts_the_spirit_that_has_it(patch, capsys):
    path = patch("unique_powers: {boon_of_vigor: {cost: 3}, flash_floods: {cost: 5}, wash_away: {cost: 4}}")
    result = found(capsys, path, "--games", "300")
    overall, (cell,) = result["overall"], result["cells"]
    assert result["paired"] is True
    assert (overall["games"], overall["errors"], cell["games"], cell["spirits"]) == (300, 0, 300, RIVER)
    assert overall["high"] < 0
    assert overall["low"] <= overall["difference"] == pytest.approx(overall["rate_b"] - overall["rate_a"])
    assert overall["changed"] > 200
    assert cell["lost"] - cell["gained"] == pytest.approx(-300 * cell["difference"])


def test_an_adversary_level_that_loses_its_rule_is_easier(patch, capsys):
    path = patch("adversaries: {england: {levels: {1: {rules: []}}}}")
    above = found(capsys, path, "--games", "400", "--adversaries", "england:1")
    assert above["overall"]["low"] > 0
    assert 0 < above["overall"]["changed"] <= 400
    below = found(capsys, path, "--games", "50", "--adversaries", "england:0")
    assert below["overall"]["changed"] == 0


def test_a_change_that_no_game_meets_is_said_to_be_unfelt(patch, capsys):
    code, out, _ = whatif(capsys, patch("unique_powers: {swallow_the_land_dwellers: {cost: 5}}"), "--games", "40")
    assert code == 0
    assert "40 games in 1 cell (the same games)" in out
    assert "never felt the change" in out
    assert "not in play: unique_powers.swallow_the_land_dwellers (of oceans_hungry_grasp)" in out
    assert "+0.00 points (+0.00 … +0.00), within chance" in out


def test_both_versions_are_played_on_the_same_seed(patch):
    (same,) = read_variants(patch("lands: {}"), [], "spirit_island")
    (played,) = play_versions([Cell(RIVER, policy="greedy", seed=9)], [same.patch], 30, 1)
    assert played.changed == 0
    assert played.printed.equals(played.patched)
    (other,) = play_versions([Cell(RIVER, policy="greedy", seed=10)], [same.patch], 30, 1)
    assert not played.printed.equals(other.printed)


def test_a_level_by_number_leaves_its_neighbours_as_printed():
    printed = with_whole_levels({"adversaries": {"england": {"levels": {}}}})["adversaries"]["england"]["levels"]
    changed = with_whole_levels({"adversaries": {"england": {"levels": {5: {"difficulty": 8, "rules": []}}}}})
    levels = changed["adversaries"]["england"]["levels"]
    assert levels[:5] == printed[:5]
    assert levels[6] == printed[6]
    assert levels[5]["difficulty"] == 8
    assert "rules" in printed[5]
    assert "rules" not in levels[5]
    assert levels[5]["fear"] == printed[5]["fear"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("minor_powers: {drought: {cost: 2}", "line 1: not valid YAML (expected ',' or '}'"),
        ("minor_powers:\n  drought: {cost: 2}\n  drought: {cost: 3}", "key 'drought' is written twice"),
        ("", "expected kind: {id: {field: value}}"),
        ("- drought", "expected kind: {id: {field: value}}"),
        ("minors: {drought: {cost: 2}}", "unknown kind 'minors'"),
        ("minor_powers: {drougt: {cost: 2}}", "unknown id 'drougt' (did you mean drought?)"),
        ("minor_powers: {drought: {costs: 2}}", "drought: costs: unknown field 'costs'"),
        ("minor_powers: {drought: {cost: cheap}}", "drought: cost: expected a whole number"),
        ("minor_powers: drought", "expected a mapping"),
        ("adversaries: {englnd: {levels: {1: {rules: []}}}}", "unknown id 'englnd' (valid: brandenburg_prussia, england"),
        ("adversaries: {england: {levels: {7: {rules: []}}}}", "unknown level of england 7"),
        ("adversaries: {england: {levels: {1: easy}}}", "england: level 1: expected a mapping, got 'easy'"),
        ("adversaries: {england: {levels: {1: {rule: []}}}}", "unknown field 'rule'"),
        ("adversaries: {england: {levels: {1: {rules: [kind]}}}}", "england: levels[1].rules"),
    ],
)
def test_a_mistake_in_a_patch_is_one_line_that_names_the_file(patch, text, message, capsys):
    path = patch(text)
    code, out, err = whatif(capsys, path)
    assert (code, out) == (2, "")
    assert err.startswith(f"evenkeel: {path}: ")
    assert message in err
    assert err.count("\n") == 1


def test_a_patch_that_is_not_there(tmp_path, capsys):
    code, out, err = whatif(capsys, tmp_path / "none.yaml")
    assert (code, out) == (2, "")
    assert err.endswith("none.yaml: cannot be read (No such file or directory)\n")


# --- several variants against one baseline

BOON = "unique_powers.boon_of_vigor.cost"


def test_a_list_of_variants_has_one_baseline(patch, capsys, tmp_path):
    path = patch(
        "- {name: dear, unique_powers: {boon_of_vigor: {cost: 3}, flash_floods: {cost: 5}, wash_away: {cost: 4}}}\n"
        "- unique_powers: {boon_of_vigor: {cost: 0}}\n"
    )
    code, out, err = whatif(capsys, path, "--json", "--games", "200", "-o", str(tmp_path / "variants.svg"))
    result = json.loads(out)
    dear, same = result["table"]
    assert code == 0
    assert err == f"chart: {tmp_path / 'variants.svg'}\n"
    assert (tmp_path / "variants.svg").read_text().count("boon_of_vigor.cost=0")
    assert (dear["variant"], same["variant"]) == ("dear", f"{BOON}=0")
    assert dear["a"] == same["a"]
    assert dear["high"] < 0
    assert dear["significant"]
    assert same["changed"] == 0  # it costs nothing as printed
    assert same["difference"] == 0
    one = found(capsys, patch("unique_powers: {boon_of_vigor: {cost: 3}, flash_floods: {cost: 5}, wash_away: {cost: 4}}"),
                "--games", "200")  # fmt: skip
    assert one["overall"] == result["variants"][0]["overall"]


def test_a_range_of_values_is_a_curve(capsys, tmp_path):
    chart = tmp_path / "curve.svg"
    code = evenkeel.main(["whatif", "--vary", f"{BOON}=0..2", "--vary", f"{BOON}=5", "--spirits", RIVER, "--games", "60",
                          "--jobs", "1", "-o", str(chart)])  # fmt: skip
    out = capsys.readouterr().out
    lines = out.splitlines()
    assert code == 0
    assert lines[0] == "60 games in 1 cell, the same for every variant"
    assert [line.split()[0] for line in lines[2:6]] == [f"{BOON}={cost}" for cost in (0, 1, 2, 5)]
    assert BOON in chart.read_text()


@pytest.mark.parametrize(
    ("varied", "message"),
    [
        ("minor_powers.drought.cost", "expected KIND.ID.FIELD=0..3"),
        ("minor_powers.drought.cost=", "expected KIND.ID.FIELD=0..3"),
        ("minor_powers.drought.cost=3..0", "expected a range such as 0..3"),
        ("minor_powers.drought.cost=0..x", "expected a range such as 0..3"),
        ("minor_powers.drougt.cost=0..3", "did you mean drought?"),
        ("minor_powers.drought.cost=1,1", "two variants are called"),
        ("minor_powers.drought.cost=cheap", "expected a whole number"),
    ],
)
def test_a_mistake_in_a_range_is_one_line(varied, message, capsys):
    code = evenkeel.main(["whatif", "--vary", varied, "--games", "10"])
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


def test_nothing_to_try(capsys):
    assert evenkeel.main(["whatif"]) == 2
    assert "name a PATCH, or values to go through" in capsys.readouterr().err


def test_the_games_are_those_that_meet_the_change(patch, capsys):
    path = patch("adversaries: {england: {levels: {1: {rules: []}}}}")
    met = found(capsys, path, "--games", "10")
    assert {cell["adversary"] for cell in met["cells"]} == {"england"}
    assert met["not_in_play"] == []
    unmet = found(capsys, path, "--games", "10", "--adversaries", "sweden:1")
    assert unmet["not_in_play"] == ["adversaries.england (these games have sweden)"]
    assert "adversaries.england" in whatif(capsys, path, "--games", "10", "--adversaries", "none")[1]
    events = found(capsys, patch("minor_powers: {call_to_tend: {cost: 2}}"), "--games", "10")
    assert events["not_in_play"] == []


def test_a_changed_power_is_met_by_its_spirit(patch, capsys):
    code = evenkeel.main(["whatif", str(patch("unique_powers: {boon_of_vigor: {cost: 2}}")), "--games", "10", "--jobs", "1",
                          "--json"])  # fmt: skip
    assert code == 0
    assert {cell["spirits"] for cell in json.loads(capsys.readouterr().out)["cells"]} == {RIVER}
