"""What a worker of a cluster does with a chunk: into the run where it sees that, back to the sweep where it does not."""

from dataclasses import replace

import pytest

from experiments.core.chunks import chunk_path
from experiments.core.store import TOKEN, read_cells, read_manifest
from experiments.core.tables import Chunk
from experiments.core.workers import Errand, own_rules, play_chunk, play_errand
from simulator.core.errors import UserError
from tests.core.experiments.test_workers import alone

__all__ = ["alone"]
CHUNK = Chunk(0, 0, 20)


@pytest.fixture
def errand(alone, tmp_path):
    return Errand(own_rules("spirit_island"), tmp_path, "a token")


def test_a_chunk_goes_where_the_token_says_the_run_is(alone, errand, tmp_path):
    cell = read_cells(read_manifest(alone))[0]
    (sent,) = play_errand([(CHUNK, cell)], errand)
    assert sent.data == play_chunk(CHUNK, cell).data
    (tmp_path / TOKEN).write_text("the token of another session")
    (late,) = play_errand([(CHUNK, cell)], errand)
    assert late.data == sent.data
    assert not list(tmp_path.glob("cell-*"))
    (tmp_path / TOKEN).write_text("a token")
    (written,) = play_errand([(CHUNK, cell)], errand)
    assert (written.data, written.summary) == (None, sent.summary)
    assert (tmp_path / chunk_path(CHUNK)).read_bytes() == sent.data


def test_a_worker_with_other_rules_plays_nothing(alone, errand):
    cell = read_cells(read_manifest(alone))[0]
    other = replace(errand, rules=(("version", "99.0"),))
    with pytest.raises(UserError, match="other rules or another version .*99.0"):
        play_errand([(CHUNK, cell)], other)
