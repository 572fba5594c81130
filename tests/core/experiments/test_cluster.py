"""A real cluster: the same rows as on this machine, whoever dies, joins late, sees the run or plays by other rules."""

import threading
import time

import psutil
import pytest
from distributed import LocalCluster

from experiments.core.store import Store, data_files, read_manifest
from tests.core.experiments.test_workers import GAMES, alone, check_same, small_chunks, sweep

__all__ = ["alone", "small_chunks"]
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("small_chunks")]
PATIENCE = 120


@pytest.fixture
def cluster():
    with LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        yield cluster


@pytest.fixture
def sent(monkeypatch):
    """Counts the files that workers send back instead of writing them."""
    counted = []
    add = Store.add
    monkeypatch.setattr(Store, "add", lambda store, *played: (counted.append(played[0]), add(store, *played)))
    return counted


def sweep_there(cluster, out, *sampling):
    options = ("--backend", "dask", "--scheduler", cluster.scheduler_address)
    return sweep(out, *options, **({"sampling": sampling} if sampling else {}))


def when_it_plays(out, act):
    """Does something in another thread as soon as the first file is there."""

    def watch():
        deadline = time.monotonic() + PATIENCE
        while not data_files(out) and time.monotonic() < deadline:
            time.sleep(0.01)
        act()

    thread = threading.Thread(target=watch)
    thread.start()
    return thread


def test_workers_that_see_the_run_write_into_it(alone, tmp_path, cluster, sent):
    assert sweep_there(cluster, tmp_path) == 0
    assert read_manifest(tmp_path)["sessions"][-1]["backend"] == "dask"
    assert sent == []
    assert not (tmp_path / "_session").exists()
    check_same(tmp_path, alone)


def test_a_worker_that_joins_late_and_one_that_dies_change_no_row(alone, tmp_path, cluster):
    def join_and_die():
        cluster.scale(2)
        for child in psutil.Process().children(recursive=True):
            if not child.children() and "spawn_main" in " ".join(child.cmdline()):
                child.kill()
                return

    thread = when_it_plays(tmp_path, join_and_die)
    assert sweep_there(cluster, tmp_path) == 0
    thread.join()
    check_same(tmp_path, alone)


def test_what_lost_workers_had_written_is_counted(alone, tmp_path, cluster):
    assert sweep_there(cluster, tmp_path, "--games", "1000") == 0
    known = read_manifest(tmp_path)["totals"]
    (tmp_path / "_index.json").unlink()  # as if nobody had heard of the files
    assert sweep_there(cluster, tmp_path, "--games", "1000") == 0
    assert read_manifest(tmp_path)["totals"] == known


def test_a_worker_with_other_rules_is_refused(tmp_path, cluster, monkeypatch, capsys):
    monkeypatch.setattr("experiments.core.workers.own_rules", lambda game: (("version", "99.0"),))  # only in this process
    assert sweep_there(cluster, tmp_path) == 2
    told = capsys.readouterr().err
    assert "has other rules or another version" in told
    assert "99.0" in told
    assert not data_files(tmp_path)


def test_runs_are_extended_and_resumed(alone, tmp_path, cluster):
    assert sweep_there(cluster, tmp_path, "--games", "500") == 0
    assert sweep_there(cluster, tmp_path, "--precision", "0.02", "--max-games", str(GAMES)) == 0
    assert sweep_there(cluster, tmp_path, "--budget", "1s", "--max-games", str(GAMES)) == 0
    assert sweep_there(cluster, tmp_path) == 0
    check_same(tmp_path, alone)
