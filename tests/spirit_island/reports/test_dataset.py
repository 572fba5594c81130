"""Runs are read whole and right, or refused in one clear line."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from reports.core.dataset import read_cells, read_games, read_run
from reports.spirit_island.report import SCORE_FROM
from simulator.core.errors import UserError
from simulator.spirit_island.record.vocabulary import CAUSES
from tests.spirit_island.reports.synthetic import CHALLENGES, SPIRITS, make_cells, true_logit, write_run


@pytest.fixture
def path(tmp_path):
    cells = make_cells(SPIRITS[:3], challenges=CHALLENGES[:4])
    return write_run(tmp_path / "run", cells, true_logit(cells), games=40, chunk=5)


def rows_of(path):
    return pd.concat([pq.read_table(file).to_pandas() for file in sorted(path.rglob("*.parquet"))], ignore_index=True)


def rewrite(path, change):
    """Replaces the files of a run by one with changed rows."""
    rows = change(rows_of(path))
    for file in path.rglob("*.parquet"):
        file.unlink()
    pq.write_table(pa.Table.from_pandas(rows, preserve_index=False), path / "games" / "part.parquet")


def test_counts_are_those_of_the_rows(path):
    run, rows = read_run(path), rows_of(path)
    by_cell = rows.groupby("cell")
    assert run.games == len(rows)
    assert run.cells["wins"].tolist() == by_cell["win"].sum().tolist()
    assert np.allclose(run.cells["mean_score"], by_cell["score"].mean())
    assert run.cells["spirits"].tolist() == by_cell["spirits"].first().tolist()
    assert (run.played["win"] == rows.pivot(index="cell", columns="game", values="win").to_numpy()).all()
    lost = rows[rows["win"] == 0]
    assert run.counts["cause"][:, 0].sum(axis=0)[CAUSES.index("blight")] == (lost["cause"] == "blight").sum()
    scores = run.counts["score"].sum(axis=(0, 1)) @ (np.arange(256) + SCORE_FROM)
    assert scores == rows["score"].sum()
    assert run.counts["blighted_turn"][:, 1].sum() == (rows["blighted_turn"] > 0).sum()


def test_games_with_an_error_are_not_counted(path):
    rewrite(path, lambda rows: rows.assign(error=(rows["game"] < 10).astype(np.int16)))
    run = read_run(path)
    assert set(run.cells["games"]) == {30}
    assert set(run.cells["errors"]) == {10}
    assert (run.played["win"][:, :10] == -1).all()
    assert len(read_games(path)) == 30 * len(run.cells)


def test_missing_columns_are_done_without(path):
    rewrite(path, lambda rows: rows[["cell", "game", "win", "spirits"]])
    run = read_run(path)
    assert run.counts == {}
    assert set(run.cells["adversary"]) == {"none"}
    assert set(run.cells["players"]) == {1}


def test_a_run_without_a_manifest_is_readable(path):
    (path / "_manifest.json").unlink()
    assert read_run(path).manifest == {}


def test_cells_alone(path):
    assert read_cells(path)["cell"].tolist() == list(range(12))


def refused(path):
    with pytest.raises(UserError) as error:
        read_run(path)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_no_such_run(tmp_path):
    assert "no such directory" in refused(tmp_path / "nowhere")


def test_an_empty_run(tmp_path):
    assert "holds no games" in refused(tmp_path)


def test_files_without_rows(path):
    rewrite(path, lambda rows: rows.iloc[:0])
    assert "holds no games" in refused(path)


def test_only_errors(path):
    rewrite(path, lambda rows: rows.assign(error=np.int16(1)))
    assert "all 480 ended with an error" in refused(path)


@pytest.mark.parametrize("keep", [0, 3, 1000])
def test_a_truncated_file_is_named(path, keep):
    file = sorted(path.rglob("*.parquet"))[0]
    file.write_bytes(file.read_bytes()[:keep])
    message = refused(path)
    assert file.name in message
    assert "truncated" in message


@pytest.mark.parametrize("share", [0.3, 1.0])  # the columns only, or the description of the columns too
def test_damage_in_the_middle(path, share):
    file = sorted(path.rglob("*.parquet"))[0]
    content = bytearray(file.read_bytes())
    last = 4 + int(share * (len(content) - 13))
    content[4:last] = b"\xff" * (last - 4)
    file.write_bytes(content)
    assert "damaged" in refused(path)


@pytest.mark.parametrize("change", [
    lambda rows: rows.assign(win=2),
    lambda rows: rows.assign(game=-1),
    lambda rows: pd.concat([rows, rows]),
    lambda rows: rows.assign(win=rows["win"].astype(float).mask(rows["game"] == 3)),
    lambda rows: rows.assign(score="many"),
])  # fmt: skip
def test_impossible_values(path, change):
    rewrite(path, change)
    assert "the data is damaged" in refused(path)


def test_other_data(path):
    rewrite(path, lambda rows: rows[["cell", "score"]])
    assert "no column game, win" in refused(path)


@pytest.mark.parametrize("text", ["{", "[1]", ""])
def test_a_damaged_manifest(path, text):
    (path / "_manifest.json").write_text(text)
    assert "_manifest.json: damaged" in refused(path)


@pytest.mark.parametrize(("text", "message"), [
    ("{}", "damaged (no mapping with a format)"),
    ('{"format": 2}', "written in format 2, this version of evenkeel reads format 1"),
])  # fmt: skip
def test_what_runs_refuses_is_refused(path, text, message):
    (path / "_manifest.json").write_text(text)
    assert message in refused(path)
