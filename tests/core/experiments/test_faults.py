"""Faults for real: killed workers and parents, Ctrl-C, a full disk, damaged files, foreign manifests, two sweeps at once."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import psutil
import pytest

import evenkeel
from experiments.core.store import data_files, locked, read_manifest

ROOT = Path(__file__).parents[3]
RIVER, EARTH = "river_surges_in_sunlight", "vital_strength_of_the_earth"
SPIRITS = ["--spirits", f"{RIVER},{EARTH}", "--policy", "uniform", "--seed", "5"]
MANY = 80_000  # per cell: some seconds of play
PATIENCE = 120


def sweep(out, games, jobs=1):
    return evenkeel.main(["sweep", *SPIRITS, "--games", str(games), "--jobs", str(jobs), "--out", str(out)])


def start(out, games=MANY, jobs=2):
    options = ["--games", str(games), "--jobs", str(jobs), "--out", str(out)]
    command = [sys.executable, "-m", "evenkeel", "sweep", *SPIRITS, *options]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command, cwd=ROOT, start_new_session=True, **pipes)


def wait_for_files(out, process):
    deadline = time.monotonic() + PATIENCE
    while not data_files(out):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)


def rows(run):
    return pd.read_parquet(run, columns=["cell", "game", "digest"]).sort_values(["cell", "game"], ignore_index=True)


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """The undisturbed run that disturbed ones must equal."""
    out = tmp_path_factory.mktemp("many") / "run"
    assert sweep(out, MANY) == 0
    return out


@pytest.fixture(scope="module")
def few(tmp_path_factory):
    out = tmp_path_factory.mktemp("few") / "run"
    assert sweep(out, 100) == 0
    return out


@pytest.fixture
def copy(few, tmp_path):
    return shutil.copytree(few, tmp_path / "copy")


# --- killed


@pytest.mark.slow
def test_a_killed_worker_costs_nothing_but_its_games_in_flight(many, tmp_path):
    process = start(tmp_path)
    wait_for_files(tmp_path, process)
    parent = psutil.Process(process.pid)
    parent.suspend()  # so that there is work left when the worker dies, however slow this machine is
    workers = [child for child in parent.children() if "LokyProcess" in " ".join(child.cmdline())]
    workers[0].kill()
    parent.resume()
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, told
    assert "a worker process was killed; the games in flight are played again" in told
    assert "Traceback" not in told
    pd.testing.assert_frame_equal(rows(tmp_path), rows(many))


@pytest.mark.slow
def test_a_killed_parent_loses_only_chunks_in_flight(many, tmp_path, capsys):
    process = start(tmp_path)
    wait_for_files(tmp_path, process)
    children = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    process.communicate(timeout=PATIENCE)
    _, left = psutil.wait_procs(children, timeout=20)
    assert not left
    before = {path: path.stat().st_mtime_ns for path in data_files(tmp_path)}
    assert evenkeel.main(["runs", str(tmp_path)]) == 0
    assert "interrupted" in capsys.readouterr().out
    assert sweep(tmp_path, MANY, jobs=2) == 0
    assert before.items() <= {path: path.stat().st_mtime_ns for path in data_files(tmp_path)}.items()
    pd.testing.assert_frame_equal(rows(tmp_path), rows(many))
    assert read_manifest(tmp_path)["totals"] == read_manifest(many)["totals"]


@pytest.mark.slow
def test_ctrl_c_ends_cleanly_and_the_same_command_goes_on(many, tmp_path):
    process = start(tmp_path)
    wait_for_files(tmp_path, process)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: parent and workers alike
    out, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, told
    assert "run the same command again to go on" in out
    assert "Traceback" not in told
    assert read_manifest(tmp_path)["sessions"][-1]["ending"] == "stopped"
    assert not list(tmp_path.glob("_tmp-*"))
    assert sweep(tmp_path, MANY, jobs=2) == 0
    pd.testing.assert_frame_equal(rows(tmp_path), rows(many))


def test_a_file_cut_off_while_written_is_never_data(copy, few):
    (copy / "_tmp-1-games-000000000.parquet").write_bytes(b"PAR1 half a file")
    assert len(rows(copy)) == 200
    assert sweep(copy, 100) == 0
    assert not list(copy.glob("_tmp-*"))
    pd.testing.assert_frame_equal(rows(copy), rows(few))


# --- disk and files


@pytest.fixture
def small_disk(tmp_path):
    """A disk of 600 kB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", disk], capture_output=True, text=True)
    if mounted.returncode:
        pytest.skip(f"needs the right to mount a tmpfs: {mounted.stderr.strip()}")
    yield disk
    subprocess.run(["umount", disk], check=True)


def test_a_full_disk_is_one_message_and_loses_nothing(small_disk, tmp_path, monkeypatch, capsys):
    games = 40_000
    monkeypatch.setattr("experiments.core.runner.START_SECONDS", 0.0)
    assert sweep(small_disk / "run", games, jobs=2) == 2
    told = capsys.readouterr().err.splitlines()
    message = [line for line in told if " games/s · " not in line]  # on a slow machine there is time for progress
    assert len(message) == 1
    assert "cannot be written (No space left on device); what is stored is kept" in message[0]
    stored = {path: path.read_bytes() for path in data_files(small_disk / "run")}
    assert stored
    assert not list((small_disk / "run").glob("_tmp-*"))
    subprocess.run(["mount", "-o", "remount,size=9m", small_disk], check=True)
    assert sweep(small_disk / "run", games) == 0
    assert all(path.read_bytes() == data for path, data in stored.items())
    assert sweep(tmp_path / "whole", games) == 0
    pd.testing.assert_frame_equal(rows(small_disk / "run"), rows(tmp_path / "whole"))


@pytest.mark.parametrize("damage", ["truncated", "emptied", "flipped"])
def test_a_damaged_file_is_named_and_its_games_are_played_again(copy, few, damage, capsys):
    path = data_files(copy)[0]
    data = path.read_bytes()
    broken = {"truncated": data[: len(data) // 2], "emptied": b"", "flipped": _flip(data, data.find(b"PAR1") + 300)}
    path.write_bytes(broken[damage])
    if damage != "flipped":  # a query reads what it needs; a changed byte is found by the checksums of --check
        assert evenkeel.main(["query", str(copy), "select count(*) from games"]) == 2
        assert f"{path.name}: damaged" in capsys.readouterr().err
    assert evenkeel.main(["runs", str(copy), "--check"]) == 2
    message = capsys.readouterr().err
    assert path.name in message
    assert "run the sweep again to replace it" in message
    assert message.count("\n") == 1
    assert sweep(copy, 100) == 0
    assert "and set aside; its games are played again" in capsys.readouterr().err
    pd.testing.assert_frame_equal(rows(copy), rows(few))


def _flip(data, place):
    return data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"format": 99}', "written in format 99, this version of evenkeel reads format 1"),
        ('{"format": 1}', "damaged (no cells, name, plan, rules, sessions)"),
        ("{", "damaged"),
        ("[]", "damaged"),
    ],
)
def test_a_foreign_manifest_is_refused(copy, text, message, capsys):
    (copy / "_manifest.json").write_text(text)
    before = rows(copy)
    for command in (["runs", str(copy)], ["query", str(copy), "select 1"]):
        assert evenkeel.main(command) == 2
        assert message in capsys.readouterr().err
    assert sweep(copy, 200) == 2
    told = capsys.readouterr().err
    assert message in told
    assert told.count("\n") == 1
    pd.testing.assert_frame_equal(rows(copy), before)


def test_games_without_a_manifest_are_left_alone(copy, capsys):
    (copy / "_manifest.json").unlink()
    assert sweep(copy, 200) == 2
    assert "has games but no _manifest.json" in capsys.readouterr().err


def test_a_manifest_of_another_version_is_refused(copy, capsys):
    manifest = read_manifest(copy)
    manifest["rules"]["version"] = "0.0.1"
    (copy / "_manifest.json").write_text(json.dumps(manifest))
    assert sweep(copy, 200) == 2
    assert "played by other rules (version 0.0.1, here" in capsys.readouterr().err


# --- two at once


def test_a_second_sweep_is_refused(copy):
    with locked(copy):
        process = start(copy, 200, 1)
        _, message = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert f"another sweep is writing here (process {os.getpid()} on" in message
    assert message.count("\n") == 1
    assert len(rows(copy)) == 200
    assert sweep(copy, 100) == 0
