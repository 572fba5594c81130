"""Stones as the rest of Evenkeel sees it."""

from dataclasses import asdict, dataclass

import numpy as np

from simulator.core import header
from simulator.core.agenda import unpack
from simulator.core.errors import UserError
from simulator.core.game import Game, Measure
from simulator.core.match import Match
from simulator.stones import machine as m

PRINTED = {"last": 4}


@dataclass(frozen=True)
class Setup:
    stones: int


class Content:
    """What the machine reads, made of the printed values with a patch over them."""

    def __init__(self, overlay):
        self.source = PRINTED | dict(overlay or {})
        self.digest = str(self.source)
        self.tables = np.array([(self.source["last"], 0)], m.TABLES)


class StonesMatch(Match):
    game = "stones"


class Stones(Game):
    name, title, seats, competitive = "stones", "Stones", range(2, 3), True
    machine, state, result, decisions, errors = m.MACHINE, m.STATE, m.RESULT, m.DECISIONS, header.CORE_ERRORS
    measures = (Measure("share", "share", per="seat", title="share of the win"), Measure("points", "number", per="seat"))
    codes = {"outcome": ("ongoing", "finished")}

    def content(self, overlay=None):
        return Content(overlay)

    def read_setup(self, written, content):
        if strange := set(written) - {"stones"}:
            raise UserError(f"unknown key {strange.pop()!r} (valid: stones)")
        stones = written.get("stones")
        if not isinstance(stones, int) or not 1 <= stones <= 100:
            raise UserError(f"stones: expected 1 to 100, got {stones!r}")
        return Setup(stones)

    def setup_record(self, setup, content):
        return np.array([tuple(asdict(setup).values())], m.SETUP)

    def play(self, setup, seed=0, game=0, content=None):
        return StonesMatch(setup, seed, game, content)

    def result_record(self, states):
        return m.result_record(states)

    def option_labels(self, state, tables, content):
        return [f"take:{unpack(option)[1]}" for option in state["option"][: state["options"]]]

    def question(self, state, content):
        return f"take some of {int(state['stones'])} stones"

    def ending(self, state):
        return f"finished {int(state['points'][0])} to {int(state['points'][1])}"

    def describe(self, setup, content):
        return {"name": f"Stones, {setup.stones} or a few more", "parts": []}


GAME = Stones()
