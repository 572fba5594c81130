"""What sweeps write is what reports read: the manifest, the files, the seeds and the commands of replays."""

import html
import re
import shlex
import shutil

import pytest

import evenkeel
from reports.core.dataset import read_run

SPIRITS = "river_surges_in_sunlight,vital_strength_of_the_earth"


def sweep(out, seed):
    options = ["--spirits", SPIRITS, "--adversaries", "none,england:0-1", "--games", "40", "--jobs", "1"]
    assert evenkeel.main(["sweep", *options, "--policy", "greedy", "--seed", str(seed), "--out", str(out)]) == 0
    return out


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return sweep(tmp_path_factory.mktemp("real") / "run", seed=7)


@pytest.fixture(scope="module")
def page(run):
    assert evenkeel.main(["report", str(run)]) == 0
    return html.unescape((run / "report" / "report.html").read_text(encoding="utf-8"))


def test_the_report_says_how_the_run_was_made(run, page):
    manifest = read_run(run).manifest
    assert "<dt>seeds</dt><dd>7</dd>" in page
    for known in (manifest["totals"]["digest"], manifest["rules"]["content"], manifest["sessions"][0]["machine"]["python"]):
        assert known in page


def test_a_command_of_the_page_replays_its_game(page, capsys):
    command = re.search(r"<code>evenkeel (replay [^<]*)</code>", page)[1]
    assert evenkeel.main([*shlex.split(command), "--quiet"]) == 0
    assert "victory" in capsys.readouterr().out


def test_games_set_aside_are_not_read(run, tmp_path):
    copy = shutil.copytree(run, tmp_path / "copy")
    (copy / "_damaged").mkdir()
    shutil.copy(next(copy.glob("cell-00000/*.parquet")), copy / "_damaged")
    assert read_run(copy).games == 240


def test_runs_are_paired_only_on_the_same_seed(run, tmp_path, capsys):
    other = sweep(tmp_path / "other", seed=8)
    capsys.readouterr()
    assert evenkeel.main(["compare", str(run), str(other)]) == 0
    assert "independent samples" in capsys.readouterr().out
    assert evenkeel.main(["compare", str(run), str(run)]) == 0
    assert "the same games" in capsys.readouterr().out
