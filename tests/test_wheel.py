"""What `pip install .` puts elsewhere works there: the built wheel holds all data and needs nothing of the checkout."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A directory with the wheel installed."""
    home = tmp_path_factory.mktemp("wheel")
    source = home / "source"  # a build leaves traces where it happens
    for package in ("simulator", "policies", "experiments", "reports"):
        shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "README.md", "evenkeel.py"):
        shutil.copy(ROOT / file, source)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", home, source], check=True)
    subprocess.run([*pip, "install", "--no-deps", "--target", home / "site", *home.glob("*.whl")], check=True)
    return home / "site"


@pytest.fixture
def run(site, tmp_path):
    """Runs the installed command far from the checkout."""

    def run_command(*args):
        environment = os.environ | {"PYTHONPATH": str(site)}
        command = [sys.executable, "-m", "evenkeel", *map(str, args)]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run_command


@pytest.mark.slow
def test_the_wheel_plays_sweeps_and_reports(run, site, tmp_path):
    where = "import simulator, reports; print(simulator.__path__[0], reports.__path__[0])"
    environment = os.environ | {"PYTHONPATH": str(site)}
    found = subprocess.run([sys.executable, "-c", where], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert found.stdout.split() == [str(site / "simulator"), str(site / "reports")]
    assert "100 %" in run("coverage")
    assert "100 %" in run("coverage", "--game", "terra_mystica")
    run("sweep", "--spirits", "river,ocean", "--adversaries", "none,england:1", "--games", 40, "--jobs", 1, "--out", "first")
    run("report", "first")
    assert "<svg" in (tmp_path / "first" / "report" / "report.html").read_text("utf-8")
    assert "finished in round 6" in run("play", "--game", "terra_mystica", "--policy", "greedy", "--quiet")
