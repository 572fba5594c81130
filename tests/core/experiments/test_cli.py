"""The commands about single games, run as a user does: what they print, and one line for every mistake."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import evenkeel
from experiments.core.options import completion
from experiments.core.records import load_record, replay_game
from experiments.spirit_island.axes import SPIRITS

ROOT = Path(__file__).parents[3]
RIVER = "river_surges_in_sunlight"
PLAY = ["play", "--spirit", RIVER, "--board", "A", "--seed", "7", "--policy", "uniform"]
WAVE = ["play", "--spirit", "lightnings_swift_strike", "--expansion", "branch_and_claw", "--scenario", "second_wave"]


@pytest.fixture
def run(capsys):
    """Runs a command in this process and returns its exit code and what it printed."""

    def run_command(*args: object) -> tuple[int, str, str]:
        code = evenkeel.main([str(arg) for arg in args])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run_command


@pytest.fixture(scope="module")
def saved(tmp_path_factory) -> Path:
    """The record of one played game."""
    path = tmp_path_factory.mktemp("games") / "game.json"
    assert evenkeel.main([*PLAY, "--quiet", "--save", str(path)]) == 0
    return path


# --- play and replay


def test_play_tells_the_whole_game(run):
    code, story, _ = run(*PLAY)
    assert code == 0
    assert story.startswith("River Surges in Sunlight on board A; base game, seed 7")
    for words in ("== Turn 1 ==", "-- spirit phase", "-- invader phase", "build in A4: +1 town", "Defeat ("):
        assert words in story


def test_the_title_names_the_challenge(run):
    _, story, _ = run(*PLAY, "--adversary", "sweden:2", "--scenario", "blitz")
    title = "River Surges in Sunlight on board A; The Kingdom of Sweden 2; Blitz; base game, seed 7"
    assert story.splitlines()[0] == title


def test_a_saved_game_is_replayed_with_the_same_story(run, tmp_path):
    path = tmp_path / "game.json"
    _, story, _ = run(*PLAY, "--save", path)
    code, again, _ = run("replay", path)
    assert code == 0
    told, _, saying = story.rpartition("saved; ")
    assert again == told
    assert saying == f"play it again with: evenkeel replay {path}\n"


def test_quiet_prints_one_line(run, saved):
    _, played, _ = run(*PLAY, "--quiet")
    code, replayed, _ = run("replay", saved, "--quiet")
    assert code == 0
    assert played == replayed
    assert played.count("\n") == 1


def test_another_process_plays_the_same_game(run):
    command = [sys.executable, "-m", "evenkeel", *PLAY, "--quiet"]
    other = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert other.stdout == run(*PLAY, "--quiet")[1]


@pytest.mark.parametrize("flag", ["power_progression", "blight_plus_one=false", "slow_made_fast=fast_only"])
def test_rule_flags_are_recorded(run, flag, tmp_path):
    path = tmp_path / "game.json"
    assert run(*PLAY, "--quiet", "--flag", flag, "--save", path)[0] == 0
    record = load_record(path)
    assert flag.split("=")[0] in record.setup["flags"]
    assert replay_game(record).state["outcome"] > 0


def run_interactive(*lines: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "evenkeel", *PLAY, "--interactive"]
    return subprocess.run(command, cwd=ROOT, input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=300)


def test_a_person_decides_by_number_or_label():
    result = run_interactive("nonsense", "growth:1", "1", "1", "stop")
    assert "1  reclaim all cards, gain a power card and gain 1 energy   [growth:1]" in result.stdout
    assert "no such option: nonsense" in result.stdout
    assert "> choose a growth option: reclaim all cards, gain a power card and gain 1 energy (of 3)" in result.stdout
    assert "> choose a deck to draw from: minor powers (of 2)" in result.stdout
    assert "> choose a power card to play: no more" in result.stdout


def test_a_person_sees_the_board_and_what_cards_do():
    result = run_interactive("board", "card wash away", "card river surges", "card nothing of the kind", "quit")
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("invader cards: ravage –, build sands (I), 11 left to explore") == 2
    assert "push up to 3 explorers or towns" in result.stdout
    assert "growth 2: add 1 presence at range 1 and add 1 presence at range 1" in result.stdout
    assert "no component is called 'nothing of the kind'" in result.stdout
    assert result.stdout.endswith("stopped after 0 decisions\n")


def test_a_game_left_early_ends_in_one_line():
    result = run_interactive("growth:1")
    assert result.returncode == 1
    assert result.stderr == "evenkeel: aborted\n"


def test_a_person_can_play_to_the_end():
    result = run_interactive(*["1"] * 400)
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines()[-2].startswith(("Defeat", "Victory"))


# --- cases and coverage


def test_case_counts_what_holds(run, tmp_path):
    path = tmp_path / "case.yaml"
    path.write_text(f"name: empty\nspirits: [{RIVER}]\nexpect: {{outcome: ongoing}}\n")
    assert run("case", path) == (0, "1 of 1 cases hold\n", "")


def test_a_failed_case_shows_expected_and_got(run, tmp_path):
    path = tmp_path / "case.yaml"
    path.write_text(f"name: wrong\nspirits: [{RIVER}]\nexpect: {{fear: 3}}\n")
    code, shown, _ = run("case", path)
    assert code == 1
    assert shown == "FAILED wrong\n  fear\n    expected 3\n    got      0\n0 of 1 cases hold\n"
    code, shown, _ = run("case", "--json", path)
    assert code == 1
    assert json.loads(shown) == {
        "name": "wrong", "passed": False, "differences": [{"what": "fear", "expected": 3, "got": 0}], "error": None,
    }  # fmt: skip


def test_broken_yaml_fails_as_a_case_with_its_line(run, tmp_path):
    path = tmp_path / "broken.yaml"
    path.write_text("name: [\n")
    code, shown, _ = run("case", path)
    assert code == 1
    assert "broken.yaml: line 2" in shown


def test_coverage_of_the_base_game_is_complete(run):
    code, shown, _ = run("coverage", "--json")
    found = {kind["kind"]: kind for kind in json.loads(shown)}
    assert code == 0
    assert all(set(kind) == {"kind", "implemented", "total", "missing"} for kind in found.values())
    for kind in ("minor powers", "major powers", "unique powers", "innates", "special rules", "fear cards", "boards"):
        assert found[kind]["implemented"] == found[kind]["total"], kind
        assert found[kind]["missing"] == []


def test_coverage_as_a_table_sums_up(run):
    code, shown, _ = run("coverage")
    assert code == 0
    assert shown.splitlines()[0].split() == ["component", "implemented", "total", "missing"]
    assert shown.splitlines()[-1].startswith("all")


# --- second wave


def test_a_second_wave_follows_a_saved_game(run, tmp_path):
    first = ["--expansion", "branch_and_claw", "--policy", "greedy", "--quiet", "--save", tmp_path / "first.json"]
    won = any("victory" in run(*PLAY[:-2], *first, "--seed", seed)[1] for seed in range(30))
    assert won
    code, _, _ = run(*WAVE, "--first-game", tmp_path / "first.json", "--quiet", "--save", tmp_path / "second.json")
    assert code == 0
    code, story, _ = run("replay", tmp_path / "second.json")
    assert code == 0
    assert story.startswith("Lightning's Swift Strike on board A")


def test_a_lost_game_has_no_second_wave(run, saved):
    code, _, complaint = run(*WAVE, "--first-game", saved)
    assert code == 2
    assert complaint == f"evenkeel: {saved}: a second wave follows a won game; the first game: defeat\n"


# --- mistakes


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["play"], "--spirit"),
        (["play", "--spirit", "rivr"], "did you mean river_surges_in_sunlight"),
        ([*PLAY, "--spirit", RIVER], "named twice"),
        ([*PLAY, "--board", "B"], "2 boards for 1 spirits"),
        (["play", "--spirit", RIVER, "--board", "Q"], "unknown board 'Q'"),
        (["play", "--spirit", RIVER, "--adversary", "sweden:9"], "from 0 to 6, got 9"),
        (["play", "--spirit", RIVER, "--adversary", "sweden:x"], "level 'x' of sweden is no level"),
        ([*PLAY, "--expansion", "jagged_earth"], "jagged_earth"),
        ([*PLAY, "--policy", "clever"], "unknown policy 'clever'"),
        ([*PLAY, "--adversary", "spain"], "unknown adversary 'spain'"),
        ([*PLAY, "--adversary", "england", "--level", "9"], "got 9"),
        ([*PLAY, "--level", "9"], "level 9"),
        ([*PLAY, "--scenario", "picnic"], "unknown scenario 'picnic'"),
        ([*WAVE, "--expansion", "base"], "second_wave belongs to branch_and_claw"),
        ([*WAVE, "--assist", "flash_floods"], "--assist flash_floods names a card of the first game"),
        ([*WAVE, "--first-game", "/no/such/game.json"], "/no/such/game.json: cannot be read"),
        ([*PLAY, "--flag", "no_rules"], "no_rules"),
        ([*PLAY, "--flag", "blight_plus_one=maybe"], "maybe"),
        ([*PLAY, "--seed", "-1"], "--seed"),
        ([*PLAY, "--seed", str(2**70)], "--seed"),
        ([*PLAY, "--save", "/no/such/place/game.json"], "/no/such/place/game.json: cannot be written"),
        (["play", "--spirit", "keeper_of_the_forbidden_wilds", "--expansion", "base"], "branch_and_claw"),
        (["replay"], "source"),
        (["replay", "/no/such/game.json"], "/no/such/game.json: cannot be read (No such file or directory)"),
        (["case"], "files"),
        (["case", "/no/such/case.yaml"], "/no/such/case.yaml: cannot be read (No such file or directory)"),
        (["coverage", "--sjon"], "--sjon"),
    ],
    ids=str,
)
def test_a_mistake_is_one_line_and_exit_code_2(run, args, words):
    code, printed, complaint = run(*args)
    assert code == 2
    assert printed == ""
    assert complaint.startswith("evenkeel: ")
    assert complaint.count("\n") == 1
    assert words in complaint


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "go"}, "'go'"),
        ({"seed": "seven"}, "seed: unexpected value 'seven'"),
        ({"choices": ["first"]}, "choices: unexpected value 'first'"),
        ({"choices": []}, "does not fit these rules at decision 1"),
        ({"digest": "0"}, "went differently"),
        ({"setup": {}}, "spirits are missing"),
        ({"setup": {"spirits": 3}}, "spirits: unexpected value 3"),
        ({"setup": {"spirits": ["rivr"]}}, "unknown spirit 'rivr'"),
        ({"setup": {"spirits": [RIVER], "colour": "red"}}, "colour"),
        ({"setup": {"spirits": [RIVER], "first_game": {"spirits": [RIVER]}}}, "first_game: boards is missing"),
        ({"colour": "red"}, "has the keys"),
    ],
    ids=str,
)
def test_a_damaged_record_is_one_line(run, saved, tmp_path, change, words):
    path = tmp_path / "damaged.json"
    path.write_text(json.dumps(json.loads(saved.read_text()) | change))
    code, _, complaint = run("replay", path, "--quiet")
    assert code == 2
    assert complaint.count("\n") == 1
    assert words in complaint


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", "\xff"])
def test_a_file_that_is_no_record_is_one_line(run, tmp_path, text):
    path = tmp_path / "broken.json"
    path.write_bytes(text.encode("latin-1"))
    code, _, complaint = run("replay", path)
    assert code == 2
    assert complaint.count("\n") == 1
    assert "broken.json" in complaint


def test_a_record_with_choices_after_the_end_is_refused(run, saved, tmp_path):
    path = tmp_path / "longer.json"
    record = json.loads(saved.read_text())
    path.write_text(json.dumps(record | {"choices": [*record["choices"], 0]}))
    code, _, complaint = run("replay", path, "--quiet")
    assert code == 2
    assert "after the end" in complaint


def test_an_option_that_is_named_again_adds_to_its_values(capsys):
    again = ["--spirits", "river", "--adversaries", "england:1,sweden:1", "--adversaries", "bp:2", "--policy", "uniform"]
    assert evenkeel.main(["sweep", *again, "--policy", "greedy", "--games", "10", "--dry-run"]) == 0
    assert "6 cells" in capsys.readouterr().out


def test_a_plan_that_says_nothing_is_refused(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("empty.toml").write_text("games = 10\n")
    assert evenkeel.main(["sweep", "empty.toml"]) == 2
    assert "the plan empty names nothing to compare" in capsys.readouterr().err
    assert not Path("runs").exists()


@pytest.mark.parametrize(
    ("begun", "offered"),
    [("oce", ["oceans_hungry_grasp"]), ("thunderspeaker,oce", ["thunderspeaker,oceans_hungry_grasp"]),
     ("oceans_hungry_grasp+thun", ["oceans_hungry_grasp+thunderspeaker"]), ("zzz", [])],
)  # fmt: skip
def test_a_shell_is_offered_names(begun, offered):
    assert completion("spirit_island", SPIRITS)(begun) == offered


def test_what_a_program_reads_of_a_game(run, tmp_path):
    saved = tmp_path / "game.json"
    code, out, err = run(*PLAY, "--policy", "uniform", "--json", "--save", saved)
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert (told["game"], told["seed"], told["policy"]) == ("spirit_island", 7, "uniform")
    assert told["result"]["decisions"] == len(load_record(saved).choices)
    again = json.loads(run("replay", saved, "--json")[1])
    assert again["digest"] == told["digest"]
    assert again["result"] | {"digest": 0} == told["result"] | {"digest": 0}  # that of a state holds the policy's own luck
    assert run(*PLAY, "--json", "--explain")[0] == 2


def test_what_a_program_reads_of_a_sweep(run, tmp_path):
    sweep = ["sweep", "--spirits", "river,ocean", "--policy", "uniform", "--games", "20", "--jobs", "1"]
    assert [cell["spirits"] for cell in json.loads(run(*sweep, "--dry-run", "--json")[1])["cells"]][0] == RIVER
    code, out, _ = run(*sweep, "--out", tmp_path / "run", "--json")
    told = json.loads(out)
    assert (code, told["games"], len(told["cells"])) == (0, 40, 2)
    assert set(told["cells"][0]) >= {"spirits", "games", "rate", "low", "high"}
    row = json.loads(run("replay", tmp_path / "run", "--cell", "1", "--game", "3", "--json")[1])
    assert (row["cell"], row["number"], row["policy"]) == (1, 3, "uniform")
