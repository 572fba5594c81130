"""Adding a game is adding folders: the toy game goes through every command, and nothing was done for it elsewhere."""

import json

import pytest

from experiments.core.cases import run_case

PLAN = """
game = "stones"
seed = 5
games = 40
[axes]
stones = [6, 12]
policies = ["uniform", "most+uniform"]
"""


@pytest.fixture
def plan(tmp_path):
    (tmp_path / "heaps.toml").write_text(PLAN)
    return "heaps.toml"


def test_play_and_replay_tell_the_same_story(evenkeel):
    story = evenkeel("play", "--game", "stones", "--stones", 5, "--policy", "most", "--seed", 1, "--save", "game.json")
    *told, saved = story.splitlines()
    # Chance adds nothing to the heap with this seed: 3 stones, then the last 2, of which the last is worth 4 more.
    assert told[0] == "Stones, 5 or a few more, seed 1"
    assert told[1:3] == [
        "  > seat 1, take some of 5 stones: take:3 (of 3)",
        "  > seat 2, take some of 2 stones: take:2 (of 2)",
    ]
    assert told[3].startswith("finished 3 to 6, 2 decisions, digest ")
    assert saved == "saved; play it again with: evenkeel replay game.json"
    assert evenkeel("replay", "game.json").splitlines() == told


def test_options_of_the_commands_are_those_of_the_axes(evenkeel):
    assert "--stones" in evenkeel("sweep", "--help", "--game", "stones")
    assert "--stones" not in evenkeel("sweep", "--help")
    assert "expected 1 to 100, got 500" in evenkeel("play", "--game", "stones", "--stones", 500, fails=True)


def test_a_sweep_stops_goes_on_and_is_read(evenkeel, plan, tmp_path):
    assert "4 cells" in evenkeel("sweep", plan, "--dry-run")
    evenkeel("sweep", plan, "--out", "run", "--games", 20, "--jobs", 2)
    evenkeel("sweep", plan, "--out", "run", "--jobs", 1)
    evenkeel("sweep", plan, "--out", "whole", "--jobs", 1)
    question = "SELECT cell, game, policy, stones, points_1, points_2, share_1, digest FROM games ORDER BY cell, game"
    rows = json.loads(evenkeel("query", "run", question, "--json"))
    assert len(rows) == 4 * 40
    assert rows == json.loads(evenkeel("query", "whole", question, "--json"))
    for row in rows:
        assert row["stones"] + 4 <= row["points_1"] + row["points_2"] <= row["stones"] + 3 + 4
        assert row["share_1"] == (row["points_1"] > row["points_2"]) + 0.5 * (row["points_1"] == row["points_2"])
    shares = [row["share_1"] for row in rows if row["cell"] == 3]
    assert f" 40  {100 * sum(shares) / 40:.1f}% (" in evenkeel("runs", "run")
    story = evenkeel("replay", "run", "--cell", 3, "--game", 7).splitlines()
    row = next(row for row in rows if (row["cell"], row["game"]) == (3, 7))
    assert story[-1] == "the same game as stored"
    assert f"finished {row['points_1']} to {row['points_2']}, " in story[-2]


def test_precision_looks_at_any_measure(evenkeel, plan):
    evenkeel("sweep", plan, "--out", "run", "--precision", 0.3, "--measure", "points", "--jobs", 1)
    question = "SELECT cell, count(*) AS n, stddev(points_1) AS s FROM games GROUP BY cell"
    counts = json.loads(evenkeel("query", "run", question, "--json"))
    assert len(counts) == 4
    for row in counts:
        assert 1.9 * row["s"] / row["n"] ** 0.5 <= 0.3


def test_a_user_s_own_policy_plays(evenkeel, tmp_path):
    (tmp_path / "one.py").write_text("def choose(position, options):\n    return 'take:1'\n")
    story = evenkeel("play", "--game", "stones", "--stones", 5, "--policy", "one.py+most", "--seed", 1).splitlines()
    # 1 of 5, then 3 of 4; the last stone is taken without asking.
    assert [line.rpartition(": ")[2] for line in story[1:-1]] == ["take:1 (of 3)", "take:3 (of 3)"]
    assert story[-1].startswith("finished 6 to 3, ")


@pytest.mark.parametrize(
    ("steps", "points", "stones"),
    [
        ([], [0, 0], 8),
        ([3], [3, 0], 5),
        ([3, 3], [3, 3], 2),
        ([3, 3, 2], [9, 3], 0),
        ([3, 3, 1], [4, 8], 0),  # the second seat takes the single stone left
    ],
)
def test_cases(toy, steps, points, stones):
    document = {"game": toy, "stones": 8, "steps": [{"take": count} for count in steps]}
    assert run_case(document | {"expect": {"points": points, "stones": stones}}).passed
    wrong = run_case(document | {"expect": {"stones": stones + 1}})
    assert wrong.differences == [{"what": "stones", "expected": stones + 1, "got": stones}]


def test_case_files_are_run_by_the_command(evenkeel, tmp_path):
    (tmp_path / "heap.yaml").write_text("game: stones\nname: all\nstones: 2\nsteps: [{take: 2}]\nexpect: {points: [6, 0]}\n")
    assert evenkeel("case", "heap.yaml") == "1 of 1 cases hold\n"
    (tmp_path / "heap.yaml").write_text("game: stones\nname: all\nstones: 2\nsteps: [{take: 4}]\n")
    assert "1 of 1" not in evenkeel("case", "heap.yaml", fails=True)


def test_runs_are_reported_charted_and_compared(evenkeel, plan, tmp_path):
    evenkeel("sweep", plan, "--out", "run", "--jobs", 1)
    evenkeel("report", "run")
    page = (tmp_path / "run/report/report.html").read_text("utf-8")
    for words in ("Stones", "share of the win", "points", "most+uniform", "160 games"):
        assert words in page
    tables = list((tmp_path / "run/report").rglob("*.csv"))
    assert any("points" in table.read_text("utf-8").splitlines()[0] for table in tables)
    evenkeel("chart", "points", "run", "-o", "points.png")
    assert (tmp_path / "points.png").read_bytes().startswith(b"\x89PNG")
    evenkeel("sweep", plan, "--out", "other", "--seed", 6, "--jobs", 1)
    assert "160 games in 4 cells" in evenkeel("compare", "run", "other")


def test_a_change_of_the_rules_is_played_on_the_same_games(evenkeel, tmp_path):
    """Without its prize the last stone is worth one point: five points less for whoever takes it."""
    (tmp_path / "patch.yaml").write_text("last: 0\n")
    told = evenkeel("whatif", "patch.yaml", "--game", "stones", "--stones", "6", "--games", 30, "--jobs", 1)
    assert "30 games in 1 cell (the same games)" in told


def test_a_game_is_described_and_covered(evenkeel):
    assert json.loads(evenkeel("describe", "--game", "stones", "--stones", 7, "--json"))["name"] == "Stones, 7 or a few more"
    assert json.loads(evenkeel("coverage", "--game", "stones", "--json")) == []
    assert evenkeel("coverage", "--game", "stones").split()[-4:] == ["all", "0", "0", "–"]


def test_a_run_belongs_to_its_game(evenkeel, plan):
    evenkeel("sweep", plan, "--out", "run", "--games", 2, "--jobs", 1)
    assert "of stones" in evenkeel("sweep", "quick", "--out", "run", "--game", "spirit_island", fails=True)
    assert "--stones" in evenkeel("sweep", "--help", plan)
