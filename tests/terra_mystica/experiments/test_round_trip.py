"""Games played here, written down as recorded games (recorder.py), hold when they are replayed, however rows are written."""

import re

import numpy as np
import pytest

from experiments.terra_mystica.replaying import conform_written
from experiments.terra_mystica.walk import Walk
from simulator import terra_mystica as tm
from tests.terra_mystica import naive
from tests.terra_mystica.recorder import Recorder

BASE: dict[str, bool] = {}
PIECES = {"turn_order_by_passing": True, "BON10": True, "SCORE9": True, "town_tiles_mini": True}
TABLES = [  # every faction, every number of players
    ["alchemists", "mermaids"], ["darklings", "fakirs"],
    ["chaosmagicians", "cultists", "engineers"], ["giants", "auren", "halflings"],
    ["dwarves", "nomads", "swarmlings", "witches"], ["mermaids", "chaosmagicians", "alchemists", "engineers"],
    ["cultists", "darklings", "nomads", "giants", "auren"], ["witches", "fakirs", "swarmlings", "dwarves", "halflings"],
]  # fmt: skip
WEIGHTS = {"build": 8, "upgrade": 8, "special": 10, "dig": 6, "power": 6, "town_at": 10, "end": 20, "pass": 0.02, "no": 0.1,
           "stop": 0.2, "burn": 0.1, "convert": 0.1, "exchange": 0.1}  # fmt: skip


class Builder:
    """Answers by chance, fond of building side by side, so that games grow rich."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def __call__(self, walk: Walk) -> str:
        """Returns the label to answer with."""
        weights = np.array([self.weight(walk, label) for label in walk.labels])
        return walk.labels[self.rng.choice(len(weights), p=weights / weights.sum())]

    def weight(self, walk: Walk, label: str) -> float:
        """Returns how likely an answer is."""
        kind, _, operand = label.partition(":")
        weight = WEIGHTS.get(kind, 1.0)
        if kind in ("dwelling", "build", "transform"):
            hexagon = naive.NAMES.index(operand.partition(">")[0])
            near = any(walk.state["owner"][beside] == walk.asked for beside in naive.directly(walk.state, hexagon))
            return weight * (10 if near else 1)
        return weight


class Parting(Recorder):
    """Ends a row now and then in the middle of a turn."""

    def answer(self, label: str) -> None:
        """Gives an answer and writes what stands for it."""
        super().answer(label)
        is_rising = self.held_back or any(label.startswith("top:") for label in self.walk.labels)
        if self.said and not is_rising and self.walk.asked == self.speaker and self.choose.rng.random() < 0.15:  # type: ignore[attr-defined]
            speaker = self.speaker
            self.finish_row()
            self.speaker = speaker


def untidy(game: dict, rng: np.random.Generator) -> dict:
    """Returns a recorded game written otherwise: rows are looser than the machine (reading.py)."""
    rows, in_bonus = [], False
    for row in game["rows"]:
        if isinstance(row, str):
            in_bonus = row.startswith("phase")
            rows.append(row)
            continue
        seat, text, *state = row
        commands = text.split(". ")
        for place in range(len(commands) - 1):
            first, second = commands[place : place + 2]
            if first.startswith(("burn", "convert", "+FAV")) and second.startswith("+") and rng.random() < 0.5:
                commands[place : place + 2] = second, first
        text = ". ".join(commands)
        text = re.sub(r"convert (\d+)P to \1W\. convert \1W to \1C", r"convert \1P to \1C", text)
        text = re.sub(r"(burn|dig) 2(?!\d)", r"\1 1. \1 1", text)
        if in_bonus and text != "cult income":
            if "SPADE" in text:
                continue  # spades that are not used need not be thrown away
            state = [None] * len(state)
        rows.append([seat, text, *state])
    return {**game, "rows": rows}


@pytest.mark.parametrize("flags", [BASE, PIECES], ids=["base", "pieces"])
@pytest.mark.parametrize("table", TABLES, ids="+".join)
def test_a_game_played_here_holds_as_a_recorded_game(table, flags):
    for seed in range(2):
        written = Recorder(tm.Setup(table, flags=flags), seed, Builder(seed)).record()
        for game in (written, untidy(written, np.random.default_rng(seed))):
            found = conform_written(game, "ours")
            assert found.mismatch is None
            assert not found.note


@pytest.mark.parametrize("table", TABLES, ids="+".join)
def test_rows_may_part_anywhere_and_bought_spades_go_into_several_hexes(table):
    written = Parting(tm.Setup(table, flags={"loose_spades": True}), 1, Builder(1)).record()
    found = conform_written({**written, "needs": []}, "ours")
    assert found.mismatch is None


def test_a_wrong_state_in_a_game_played_here_is_found():
    written = Recorder(tm.Setup(TABLES[0]), 1, Builder(1)).record()
    row = next(number for number, row in enumerate(written["rows"]) if row[1].startswith("upgrade"))
    written["rows"][row][3] += 1
    assert conform_written(written, "ours").mismatch.row == row + 1
