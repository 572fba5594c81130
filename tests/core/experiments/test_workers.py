"""The same rows whoever plays: one process, two, any size of chunk. A cluster: test_cluster.py."""

import pandas as pd
import pytest

import evenkeel
from experiments.core import runner
from experiments.core.store import data_files, read_manifest
from experiments.core.tables import Chunk
from experiments.core.workers import LocalWorkers, play_chunk

RIVER, EARTH = "river_surges_in_sunlight", "vital_strength_of_the_earth"
GAMES = 3_000


def sweep(out, *options, sampling=("--games", str(GAMES))):
    command = ["sweep", "--spirits", f"{RIVER},{EARTH}", "--players", "1,2", "--policy", "uniform", *sampling]
    return evenkeel.main([*command, "--seed", "3", "--out", str(out), *options])


def rows(run):
    return pd.read_parquet(run).sort_values(["cell", "game"], ignore_index=True)


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    out = tmp_path_factory.mktemp("alone") / "run"
    assert sweep(out, "--jobs", "1") == 0
    return out


@pytest.fixture
def small_chunks(monkeypatch):
    """Makes chunks short and has even little work done by worker processes."""
    monkeypatch.setattr(runner, "SHORTEST_CHUNK", 0.005)
    monkeypatch.setattr(runner, "LONGEST_CHUNK", 0.02)
    monkeypatch.setattr(runner, "START_SECONDS", 0.0)


def check_same(run, alone):
    assert len(data_files(run)) > len(data_files(alone))
    pd.testing.assert_frame_equal(rows(run), rows(alone))
    assert read_manifest(run)["totals"] == read_manifest(alone)["totals"]


@pytest.mark.usefixtures("small_chunks")
def test_small_chunks_give_the_same_rows(alone, tmp_path):
    assert sweep(tmp_path, "--jobs", "1") == 0
    check_same(tmp_path, alone)


@pytest.mark.usefixtures("small_chunks")
def test_two_processes_give_the_same_rows(alone, tmp_path):
    assert sweep(tmp_path, "--jobs", "2") == 0
    assert read_manifest(tmp_path)["sessions"][-1]["jobs"] == 2
    check_same(tmp_path, alone)


def test_a_missing_cluster_is_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("experiments.core.workers.CONNECT_SECONDS", 1)
    assert sweep(tmp_path, "--backend", "dask", "--scheduler", "tcp://127.0.0.1:1") == 2
    message = capsys.readouterr().err
    assert "no cluster with workers there" in message
    assert message.count("\n") == 1


def test_a_mistake_in_a_worker_comes_back(alone):
    from dataclasses import replace

    from experiments.core.store import read_cells
    from simulator.core.errors import UnknownName

    cell = replace(read_cells(read_manifest(alone))[0], spirits="rivr")
    with pytest.raises(UnknownName, match="rivr"):
        list(LocalWorkers(1).play([[(Chunk(0, 0, 1), cell)]]))
    with pytest.raises(UnknownName):
        play_chunk(Chunk(0, 0, 1), cell)
