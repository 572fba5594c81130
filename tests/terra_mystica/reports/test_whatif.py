"""`evenkeel whatif` and `compare`: what a change of prices, points or land does to each faction."""

import json

import pytest

import evenkeel


@pytest.fixture
def whatif(tmp_path, capsys):
    """Writes a patch, plays it and returns what was found."""

    def run(text, *options, policy="uniform"):
        path = tmp_path / "patch.yaml"
        path.write_text(text)
        command = ["whatif", str(path), "--game", "terra_mystica", "--policy", policy, "--jobs", "1", "--json", *options]
        assert evenkeel.main(command) == 0
        return json.loads(capsys.readouterr().out)

    return run


def rows_of(found):
    return {row["faction"]: row for row in found["parts"]["faction"]}


def test_start_points_help_the_faction_that_gets_them(whatif):
    rows = rows_of(whatif("factions: {fakirs: {start: {VP: 33}}}", "--players", "4", "--games", "600"))
    assert len(rows) == 14
    assert rows["fakirs"]["vp_difference"] > 10  # 13, less what uniform pays of them for power from neighbours
    assert rows["fakirs"]["win_low"] > 0
    assert rows["fakirs"]["significant"]
    others = [row for name, row in rows.items() if name != "fakirs"]
    assert sum(row["win_difference"] * row["games"] for row in others) < 0


def test_a_price_is_felt_by_who_pays_it(whatif):
    rows = rows_of(whatif("factions: {witches: {cost: {D: {W: 3, C: 8}}}}", "--players", "2", "--games", "3000"))
    assert rows["witches"]["vp_high"] < 0
    found = whatif("factions: {witches: {cost: {D: {W: 3, C: 8}}}}", "--factions", "giants+nomads", "--games", "50")
    assert found["overall"][0]["changed"] == 0, "nobody plays witches"


def test_copies_are_said_to_be_copies(whatif):
    fixed = ["--factions", "giants+nomads", "--scoring", "SCORE2+SCORE3+SCORE4+SCORE5+SCORE6+SCORE7",
             "--bonus-cards", "BON1+BON2+BON3+BON4+BON5", "--games", "20"]  # fmt: skip
    found = whatif("cards: {BON1: {income: {C: 3}}}", *fixed)
    assert found["overall"][0]["copies"] == 0, "uniform plays each game by its own chance"
    found = whatif("cards: {BON1: {income: {C: 3}}}", *fixed, policy="first")
    assert found["overall"][0]["copies"] == 1


def test_two_runs_are_compared_by_faction(tmp_path, capsys):
    for name, points in (("a", "20"), ("b", "30+20")):
        options = ["--factions", "drawn", "--players", "2", "--start-vp", points, "--games", "200", "--jobs", "1"]
        sweep = ["sweep", "--game", "terra_mystica", "--policy", "uniform", *options, "--out", str(tmp_path / name)]
        assert evenkeel.main(sweep) == 0
    capsys.readouterr()
    assert evenkeel.main(["compare", str(tmp_path / "a"), str(tmp_path / "a"), "--json"]) == 0
    rows = rows_of(json.loads(capsys.readouterr().out))
    assert len(rows) == 14
    assert all(row["vp_difference"] == 0 for row in rows.values())
