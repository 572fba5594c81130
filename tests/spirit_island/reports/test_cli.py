"""The commands: tables, JSON, files, and one line for every mistake."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import evenkeel
from reports.spirit_island.report import CHARTS
from tests.spirit_island.reports.synthetic import CHALLENGES, SPIRITS, make_cells, true_logit, write_run

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def plain_path(tmp_path_factory):
    cells = make_cells(SPIRITS[:4], 2, CHALLENGES[::4])
    return write_run(tmp_path_factory.mktemp("runs") / "plain", cells, true_logit(cells), games=60)


def run(capsys, *args):
    code = evenkeel.main([str(arg) for arg in args])
    out, err = capsys.readouterr()
    return code, out, err


def test_report(capsys, plain_path, tmp_path):
    code, out, err = run(capsys, "report", plain_path, "--out", tmp_path / "deep" / "out", "--lang", "pl")
    assert (code, err) == (0, "")
    file = Path(out.removeprefix("report: ").strip())
    assert 'lang="pl"' in file.read_text(encoding="utf-8")


def test_report_writes_beside_the_run_by_default(capsys, plain_path):
    assert run(capsys, "report", plain_path)[1] == f"report: {plain_path / 'report' / 'report.html'}\n"


NOT_PLAYED_FOR = {"powers", "worth"}  # charts of games that are traced, which those of the rich run are not


@pytest.mark.parametrize("name", [name for name in CHARTS if name not in NOT_PLAYED_FOR])
def test_chart(capsys, rich_path, tmp_path, name):
    file = tmp_path / f"{name}.svg"
    assert run(capsys, "chart", name, rich_path, "-o", file)[0] == 0
    assert "<svg" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(NOT_PLAYED_FOR))
def test_a_chart_without_its_data_says_what_to_do(capsys, rich_path, tmp_path, name):
    assert "evenkeel powers RUN" in one_line(run(capsys, "chart", name, rich_path, "-o", tmp_path / f"{name}.svg"))


def test_difficulty(capsys, rich_path):
    code, out, _ = run(capsys, "difficulty", rich_path)
    line = next(line for line in out.splitlines() if line.startswith("England 4 "))
    assert code == 0
    assert line.endswith("*")
    rows = json.loads(run(capsys, "difficulty", rich_path, "--json")[1])
    england = next(row for row in rows if (row["adversary"], row["level"], row["scenario"]) == ("england", 4, "none"))
    assert england["inferred"] == pytest.approx(9, abs=1)
    assert england["significant"] is True


def test_pairings(capsys, rich_path):
    assert len(json.loads(run(capsys, "pairings", rich_path, "--top", 3, "--json")[1])) == 3
    out = run(capsys, "pairings", rich_path, "--top", 3)[1].splitlines()
    assert len(out) == 5
    assert out[1].endswith("*")


def shifted(path, shift, seed=1, policy="greedy"):
    cells = make_cells(SPIRITS[:4], 2, CHALLENGES[::4]).assign(policy=policy)
    return write_run(path, cells, true_logit(cells) + shift, games=60, seed=seed)


def test_compare_finds_a_change_of_policy(capsys, plain_path, tmp_path):
    code, out, _ = run(capsys, "compare", plain_path, shifted(tmp_path / "b", 0.5, policy="planner"))
    assert code == 0
    assert "the same games" in out
    assert "real (p" in out
    found = json.loads(run(capsys, "compare", plain_path, tmp_path / "b", "--json")[1])
    assert found["overall"]["difference"] == pytest.approx(0.1, abs=0.04)
    assert len(found["cells"]) == 48


def test_compare_sees_no_change_in_the_same_run(capsys, plain_path):
    out = run(capsys, "compare", plain_path, plain_path)[1]
    assert "+0.00 points" in out
    assert "within chance" in out


def test_compare_of_different_seeds_is_not_paired(capsys, plain_path, tmp_path):
    assert "independent samples" in run(capsys, "compare", plain_path, shifted(tmp_path / "b", 0.0, seed=2))[1]


def test_compare_of_unlike_runs(capsys, plain_path, tmp_path):
    cells = make_cells(SPIRITS[5:7], challenges=CHALLENGES[:2])
    other = write_run(tmp_path / "b", cells, true_logit(cells), games=20)
    assert one_line(run(capsys, "compare", plain_path, other)).endswith("have no cell in common")


def one_line(result):
    code, out, err = result
    assert code == 2
    assert out == ""
    assert err.startswith("evenkeel: ")
    assert err.count("\n") == 1
    return err.strip()


def test_mistakes(capsys, plain_path, tmp_path):
    assert "no such directory" in one_line(run(capsys, "report", tmp_path / "nowhere"))
    assert "holds no games" in one_line(run(capsys, "difficulty", tmp_path))
    assert "did you mean heatmap" in one_line(run(capsys, "chart", "heatmp", plain_path, "-o", "x.png"))
    assert "must end in" in one_line(run(capsys, "chart", "heatmap", plain_path, "-o", "x.gif"))
    assert "unknown language 'de'" in one_line(run(capsys, "report", plain_path, "--lang", "de"))
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert "cannot write" in one_line(run(capsys, "report", plain_path, "--out", blocked / "out"))


def test_too_little_to_say(capsys, tmp_path):
    cells = make_cells(SPIRITS[:1], challenges=CHALLENGES[:1])
    path = write_run(tmp_path / "run", cells, np.zeros(1), games=20)
    assert "gives no difficulty scale" in one_line(run(capsys, "difficulty", path))
    assert "too little data for pairings" in one_line(run(capsys, "pairings", path))


@pytest.mark.slow
def test_a_million_games_take_little_time_and_memory(tmp_path):
    cells = make_cells(players=2, challenges=CHALLENGES)
    write_run(tmp_path / "run", cells, true_logit(cells), games=770, chunk=40)
    # VmHWM and not ru_maxrss: the latter begins with the memory of the process that it was forked from.
    script = (
        "import sys, time, evenkeel; code = evenkeel.main(['report', sys.argv[1]]); "
        "status = open('/proc/self/status').read(); "
        "print(code, time.process_time(), status.split('VmHWM:')[1].split()[0])"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "run")]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    code, seconds, kilobytes = result.stdout.split()[-3:]
    assert code == "0"
    assert float(seconds) < 20
    assert int(kilobytes) < 700_000


def test_a_chart_that_would_show_noise_is_refused(plain_path, tmp_path, capsys):
    told = one_line(run(capsys, "chart", "scenarios", plain_path, "-o", tmp_path / "x.png"))
    assert told.startswith("evenkeel: scenarios: Too little data: ")
    assert not (tmp_path / "x.png").exists()


def test_a_typo_makes_no_directory(plain_path, tmp_path, capsys):
    told = one_line(run(capsys, "chart", "heatmap", plain_path, "-o", tmp_path / "missing" / "x.png"))
    assert "there is no directory" in told
    assert not (tmp_path / "missing").exists()
