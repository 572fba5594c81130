"""What is wrong with a run is found and named in one line: changed rows, files that are there twice, edited manifests."""

import json
import os
import random
import shutil

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import evenkeel
from experiments.core.chunks import INDEX, data_files
from tests.core.hostile import mutants

SPIRITS = "river_surges_in_sunlight,vital_strength_of_the_earth"
GAMES = 40
MANIFESTS = 150  # edited ones


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    out = tmp_path_factory.mktemp("runs") / "run"
    assert sweep(out) == 0
    return out


@pytest.fixture
def copy(run, tmp_path):
    return shutil.copytree(run, tmp_path / "copy")


def sweep(out, games=GAMES):
    options = ["--policy", "uniform", "--games", str(games), "--seed", "5", "--jobs", "1", "--out", str(out)]
    return evenkeel.main(["sweep", "--spirits", SPIRITS, *options])


def refusal(capsys, *command):
    """Runs a command that must fail and returns its one line."""
    capsys.readouterr()
    assert evenkeel.main([str(word) for word in command]) == 2, command
    told = capsys.readouterr().err
    assert told.count("\n") == 1, told
    assert len(told) < 700
    return told


def rows(run):
    return pd.read_parquet(data_files(run)).sort_values(["cell", "game"], ignore_index=True)


def rewrite(path, change):
    """Writes a chunk anew with other rows and the footer it had."""
    table = pq.read_table(path, partitioning=None)
    footer = pq.read_metadata(path).metadata
    pq.write_table(change(table).replace_schema_metadata({b"evenkeel": footer[b"evenkeel"]}), path)


def with_column(table, name, values):
    place = table.column_names.index(name)
    return table.set_column(place, table.schema.field(name), pa.array(values, table.schema.field(name).type))


# --- rows


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda rows: with_column(rows, "win", [1] * len(rows)), "differ in win"),
        (lambda rows: with_column(rows, "score", [99] * len(rows)), "differ in score"),
        (lambda rows: with_column(rows, "digest", [7] * len(rows)), "differ in digest"),
        (lambda rows: rows.slice(0, 30), "differ in counted"),
        (lambda rows: with_column(rows, "game", [0] * len(rows)), "not the games its footer names"),
        (lambda rows: with_column(rows, "game", range(7, 47)), "not the games its footer names"),
        (lambda rows: with_column(rows, "level", [3] * len(rows)), "other level"),
        (lambda rows: with_column(rows, "cell", [1] * len(rows)), "other cell"),
        (lambda rows: rows.drop_columns(["win"]), "damaged"),
    ],
)
def test_rows_that_were_changed_are_found_and_played_again(copy, run, change, said, capsys):
    path = data_files(copy)[0]
    rewrite(path, change)
    told = refusal(capsys, "runs", copy, "--check")
    assert path.name in told
    assert said in told
    assert sweep(copy) == 0
    assert said in capsys.readouterr().err
    pd.testing.assert_frame_equal(rows(copy), rows(run))
    assert evenkeel.main(["runs", str(copy), "--check"]) == 0
    assert "add up to what their files say" in capsys.readouterr().out


@pytest.mark.parametrize("footer", [b"", b"{}", b"[]", b'{"cell": "0"}', b"[" * 20_000, b'{"cell": 5, "win": {}}'])
def test_a_footer_that_makes_no_sense_is_named(copy, footer, capsys):
    path = data_files(copy)[0]
    table = pq.read_table(path, partitioning=None)
    pq.write_table(table.replace_schema_metadata({b"evenkeel": footer}), path)
    for command in (
        ["runs", copy],
        ["query", copy, "select 1"],
        ["report", copy],
        ["replay", copy, "--cell", 0, "--game", 0],
    ):
        told = refusal(capsys, *command)
        assert path.name in told
        assert "damaged" in told


# --- files that are there twice


def test_a_chunk_that_is_there_twice_is_named_and_set_aside(copy, run, capsys):
    first, second = data_files(copy)
    twin = first.with_name("games-000000777.parquet")
    shutil.copy(first, twin)
    for command in (
        ["runs", copy],
        ["query", copy, "select 1"],
        ["report", copy],
        ["chart", "summary", copy, "-o", "x.png"],
    ):
        told = refusal(capsys, *command)
        if command[0] != "chart":
            assert f"{twin}: games 0 to {GAMES - 1} of cell 0 are there twice, also in {first}; move one" in told
    assert sweep(copy) == 0
    assert f"{twin}: games 0 to" in capsys.readouterr().err
    assert not twin.exists()
    assert data_files(copy) == [first, second]
    pd.testing.assert_frame_equal(rows(copy), rows(run))


def test_a_link_to_a_cell_counts_its_games_once(copy, capsys):
    (copy / "cell-00007").symlink_to(data_files(copy)[0].parent, target_is_directory=True)
    assert "are there twice" in refusal(capsys, "runs", copy)
    assert "are there twice" in refusal(capsys, "report", copy)


def test_cells_may_lie_elsewhere_behind_links(copy, run, tmp_path, capsys):
    for cell in {path.parent for path in data_files(copy)}:
        shutil.move(cell, tmp_path / cell.name)
        cell.symlink_to(tmp_path / cell.name, target_is_directory=True)
    assert evenkeel.main(["runs", str(copy), "--check"]) == 0
    capsys.readouterr()
    assert evenkeel.main(["query", str(copy), "select count(*) as n from games", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [{"n": 2 * GAMES}]
    pd.testing.assert_frame_equal(rows(copy), rows(run))


def test_a_link_to_nowhere_is_named_and_its_games_are_played_again(copy, run, capsys):
    path = data_files(copy)[0]
    path.unlink()
    path.symlink_to(copy / "nowhere.parquet")
    assert path.name in refusal(capsys, "runs", copy)
    assert sweep(copy) == 0
    pd.testing.assert_frame_equal(rows(copy), rows(run))


def test_a_file_of_another_cell_than_there_are_is_named(copy, capsys):
    manifest = json.loads((copy / "_manifest.json").read_text())
    manifest["cells"].pop()
    (copy / "_manifest.json").write_text(json.dumps(manifest))
    assert "cell 1 of 1" in refusal(capsys, "runs", copy)
    assert "cell 1 of 1" in refusal(capsys, "report", copy)


# --- index


def test_the_index_may_be_missing_old_or_nonsense(copy, run, capsys):
    for text in (None, "", "[]", "{", '{"cell-00000/games-000000000.parquet": [1, 2, {}]}', '{"x": 3}', "[" * 50_000):
        (copy / INDEX).unlink(missing_ok=True)
        if text is not None:
            (copy / INDEX).write_text(text)
        assert evenkeel.main(["runs", str(copy)]) == 0
    path = data_files(copy)[0]
    assert sweep(copy) == 0
    os.utime(path, ns=(1, 1))  # as if changed: it is opened again, and is sound
    assert sweep(copy) == 0
    path.write_bytes(path.read_bytes()[:-50])
    assert path.name in refusal(capsys, "runs", copy)


# --- manifests


def test_an_edited_manifest_never_ends_in_a_traceback(copy, capsys):
    """Every command takes it or refuses it in one line, and all commands that read runs agree on which."""
    path = copy / "_manifest.json"
    written = json.loads(path.read_text())
    for number, text in enumerate(mutants(written, MANIFESTS, random.Random(1))):
        path.write_text(text)
        capsys.readouterr()
        commands = [["runs", copy], ["query", copy, "select 1"]]
        if number % 10 == 0:
            commands.append(["replay", copy, "--cell", 0, "--game", 0, "--quiet"])
        codes = []
        for command in commands:
            codes.append(evenkeel.main([str(word) for word in command]))
            told = capsys.readouterr().err
            assert told.count("\n") == (codes[-1] == 2), (text, told)
            assert codes[-1] in (0, 2)
        assert codes[0] == codes[1], text
        if codes[0] == 2:
            assert refusal(capsys, "report", copy)
            assert refusal(capsys, "compare", copy, copy)


def test_a_damaged_run_does_not_hide_the_others(run, copy, capsys):
    (copy / "_manifest.json").write_text('{"format": 1, "cells": null}')
    shutil.copytree(run, copy.parent / "whole")
    capsys.readouterr()
    assert evenkeel.main(["runs", str(copy.parent)]) == 0
    told = capsys.readouterr().out
    assert "unreadable" in told
    assert "finished" in told
