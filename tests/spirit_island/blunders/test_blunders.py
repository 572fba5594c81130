"""Blunders found while watching games: positions in which a policy must not choose what it once chose.

A document is a case (cases.md) with `begin` (fast, slow, turn, `use` or `add_blight`), `answers` given first,
then the decision asked and the labels that are blunders.
"""

from pathlib import Path

import pytest
import yaml

from experiments.spirit_island.cases import make_table
from policies.spirit_island.batch import Chooser
from simulator.spirit_island.machine import machine
from simulator.spirit_island.machine.dispatch import STEP_ADD_BLIGHT, STEP_TURN, STEP_USE
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.state import F_STEP
from simulator.spirit_island.words.labels import decision_name, option_labels

FILES = sorted(Path(__file__).parent.glob("*.yaml"))
BLUNDERS = [document for file in FILES for document in yaml.safe_load_all(file.read_text("utf-8"))]
PHASES = {"turn": v.SPIRIT_PHASE, "fast": v.FAST_PHASE, "slow": v.SLOW_PHASE}


def begin(table, what) -> None:
    """Puts the beginning of the document on the agenda."""
    state, tables = table.state, table.tables
    if isinstance(what, str):
        machine.begin(state, tables, STEP_TURN, 0, 0, 0, 0)
        state["frame"][0, F_STEP] = PHASES[what]
        state["turn"] = 2
    elif "use" in what:
        machine.begin(state, tables, STEP_USE, 0, table.card(what["use"]), -1, -1)
    else:
        machine.begin(state, tables, STEP_ADD_BLIGHT, table.land(what["add_blight"]), 0, 0, 0)


@pytest.mark.parametrize("policy", ["greedy", "planner"])
@pytest.mark.parametrize("blunder", BLUNDERS, ids=lambda document: document["name"])
def test_blunder_is_not_repeated(blunder: dict, policy: str) -> None:
    keys = ("game", "expansion", "spirits", "boards", "adversary", "position")
    table = make_table({key: blunder[key] for key in keys if key in blunder})
    begin(table, blunder["begin"])
    machine.advance(table.state, table.tables, -1)
    for label in blunder.get("answers", []):
        labels = option_labels(table.state, table.tables, table.content)
        machine.choose(table.state, labels.index(label))
        machine.advance(table.state, table.tables, -1)
    assert decision_name(table.state) == blunder["decision"]
    labels = option_labels(table.state, table.tables, table.content)
    assert set(blunder["never"]) <= set(labels)
    assert labels[Chooser(table.content, policy)(table.state)] not in blunder["never"]
