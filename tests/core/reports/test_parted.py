"""What a change does to what sat at the seats: found by hand in the rows, and where it was planted."""

import numpy as np
import pandas as pd
import pytest

import evenkeel
from reports.core.parted import change_by_part
from simulator.core import registry
from tests.core.reports import farm

GAMES, SEATS = 400, 2


@pytest.fixture(autouse=True)
def farm_is_a_game(monkeypatch):
    for module in (registry, evenkeel):
        monkeypatch.setattr(module, "games", lambda: ("farm",))
        monkeypatch.setattr(module, "part", lambda layer, game: farm.PARTS[layer])


def frames(gain, cells=2, moved=()):
    """Returns the same games twice; the second time a plough brings more, and in some games seats hold another tool."""
    rng = np.random.default_rng(1)
    rows = cells * GAMES
    frame = pd.DataFrame({"cell": np.repeat(np.arange(cells), GAMES), "game": np.tile(np.arange(GAMES), cells)})
    for seat in range(1, SEATS + 1):
        frame[f"tool_{seat}"] = rng.integers(1, 3, rows).astype(np.int16)
        frame[f"corn_{seat}"] = np.round(rng.normal(20, 5, rows)).astype(np.float32)
        frame[f"first_{seat}"] = np.float32(0.5)
    frame["tool_3"], frame["corn_3"], frame["first_3"] = np.int16(-1), np.float32(np.nan), np.float32(np.nan)
    after = frame.copy()
    for seat in range(1, SEATS + 1):
        after[f"corn_{seat}"] += np.where(frame[f"tool_{seat}"] == 2, gain, 0) + rng.normal(0, 1, rows).round()
    after.loc[list(moved), "tool_1"] = 3 - after.loc[list(moved), "tool_1"]
    return frame, after


def test_a_change_is_told_for_what_it_touches():
    before, after = frames(gain=3)
    table = change_by_part("farm", before, after)["tool"].set_index("tool")
    assert list(table.index) == ["plough", "hoe"]
    seats = [before[f"tool_{seat}"] == 2 for seat in (1, 2)]
    change = np.concatenate([(after[f"corn_{n}"] - before[f"corn_{n}"])[there] for n, there in enumerate(seats, 1)])
    assert table.loc["plough", ["games", "corn_difference"]].tolist() == pytest.approx([len(change), change.mean()])
    assert table.loc["plough", "corn_low"] < 3 < table.loc["plough", "corn_high"]
    assert table.loc["hoe", "corn_low"] < 0 < table.loc["hoe", "corn_high"]
    assert table["significant"].tolist() == [True, False]
    assert (table["first_difference"] == 0).all()


def test_seats_that_changed_hands_are_left_out():
    before, after = frames(gain=3, moved=range(100))
    table = change_by_part("farm", before, after)["tool"]
    assert table["games"].sum() == 2 * 2 * GAMES - 100


def test_games_that_one_side_lacks_are_left_out():
    before, after = frames(gain=3)
    table = change_by_part("farm", before, after.iloc[:300])["tool"]
    assert table["games"].sum() == 600


def test_without_what_sat_there_nothing_is_told():
    before, after = frames(gain=3)
    assert change_by_part("farm", before.drop(columns="tool_1"), after) == {}
