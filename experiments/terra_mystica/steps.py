"""Runs the steps of a case on the machine, answering from the labels of each step (cases.md)."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from experiments.core.notation import CaseError, listing, mapping
from experiments.terra_mystica.positions import Table
from policies.terra_mystica.players import PLAYERS
from simulator.core.errors import UnknownName
from simulator.core.game import Chooser
from simulator.terra_mystica.machine.machine import CALL_BEGIN, MACHINE
from simulator.terra_mystica.machine.positions import STEP_INCOME, STEP_LEECH, STEP_TURN
from simulator.terra_mystica.record import state as st
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.rules.rounds import BEGIN_ROUND, BONUS, FINISH, NOBODY, PLAY_ROUND

UNWRITTEN = ("end", "no", "stop", "priests:0", "leech:no")  # what a missing label stands for
WRITTEN_BESIDE = ("choices", "offers", "offers_not", "policy")  # the keys of a step that are no step
SEAT = re.compile(r"([1-5]) (.+)")
TIMES = re.compile(r"(.+)\*(\d+)")
MANY = 100_000  # a step that asks for more is stuck


class Script:
    """The labels of one step, used up one by one."""

    def __init__(self, table: Table, written: dict[str, Any]) -> None:
        self.table = table
        self.labels = read_labels(written.get("choices"))
        self.offers = [read_labels(written.get(key)) for key in ("offers", "offers_not")]
        self.looks = "offers" in written or "offers_not" in written  # and has not looked yet
        self.policy: str = written.get("policy", "")  # who answers where nothing is written

    @cached_property
    def chooser(self) -> Chooser:
        """What answers where nothing is written."""
        return PLAYERS.chooser(self.table.content, (self.policy,))

    def is_done(self) -> bool:
        """Tells whether the step only asked what is offered when its labels are used up; it is left there."""
        if self.labels or not self.looks:
            return False
        self.looks = False
        walk = self.table.walk
        offers, offers_not = self.offers
        for label in offers:
            if label not in walk.labels:
                raise CaseError(f"{label} is not offered; legal: {', '.join(walk.labels) or 'none'}")
        for label in offers_not:
            if label in walk.labels:
                raise CaseError(f"{label} is offered, but should not be")
        return True

    def answer(self) -> str:
        """Returns the answer to the open decision."""
        walk = self.table.walk
        if not self.labels:
            return self._unwritten()
        named = SEAT.fullmatch(self.labels[0])
        seat, label = named.groups() if named else (None, self.labels[0])
        if "end" in walk.labels and (label not in walk.labels or seat not in (None, str(walk.asked + 1))):
            return "end"  # it need not be written
        if seat is not None and int(seat) != walk.asked + 1:
            raise CaseError(f"label {self.labels[0]!r}: seat {walk.asked + 1} is asked; legal: {', '.join(walk.labels)}")
        if label not in walk.labels:
            kind = v.DECISIONS[walk.state["decision"]]
            raise CaseError(f"label {label!r} matches no option of the decision {kind}; legal: {', '.join(walk.labels)}")
        self.labels.pop(0)
        return label

    def _unwritten(self) -> str:
        walk = self.table.walk
        if self.policy:
            return walk.labels[self.chooser(self.table.state, self.table.content.tables[0])]
        for label in UNWRITTEN:
            if label in walk.labels:
                return label
        kind = v.DECISIONS[walk.state["decision"]]
        raise CaseError(f"the decision {kind} of seat {walk.asked + 1} has no label; legal: {', '.join(walk.labels)}")

    def end_step(self) -> None:
        """Checks that no label is left over."""
        if self.labels:
            raise CaseError(f"labels left over at the end of the step: {', '.join(self.labels)}; legal: none")
        if self.looks:
            raise CaseError("offers: the step ended, nothing was asked after its labels")


def read_labels(written: Any) -> list[str]:
    """Returns labels; YAML reads a bare no as false, and `burn*3` is three times burn."""
    labels: list[str] = []
    for label in listing(written, "choices"):
        text = {True: "yes", False: "no"}[label] if isinstance(label, bool) else str(label)
        times = TIMES.fullmatch(text)
        labels += [times[1]] * int(times[2]) if times else [text]
    return labels


# --- running


def run_step(table: Table, step: Any) -> None:
    """Runs one step to its end, with its labels."""
    if not isinstance(step, dict):
        raise CaseError(f"steps: expected a mapping, got {step!r}")
    names = [key for key in step if key not in WRITTEN_BESIDE]
    if len(names) != 1:
        raise CaseError(f"steps: expected one step, got {', '.join(map(str, names)) or 'none'}")
    if names[0] not in STEPS:
        raise CaseError(f"steps: {UnknownName('step', names[0], list(STEPS))}")
    known = [policy.name for policy in PLAYERS.policies]
    if "policy" in step and step["policy"] not in known:
        raise CaseError(f"steps: {UnknownName('policy', step['policy'], known)}")
    script = Script(table, step)
    STEPS[names[0]](table, step[names[0]], script)
    script.end_step()


def finish(table: Table, script: Script, through: bool = False) -> None:
    """Answers until nothing is left to do, or a phase ends; `through` goes on to the end of the game."""
    walk = table.walk
    walk.resume()
    for _ in range(MANY):
        if walk.sole:
            walk.answer(walk.labels[0])
        elif walk.is_open:
            if script.is_done():
                _clear(table)
                return
            walk.answer(script.answer())
        elif walk.mark is not None and through:
            walk.begin_phase()
        else:
            return
    raise CaseError(f"the step took more than {MANY} decisions")


def _clear(table: Table) -> None:
    table.state["frames"] = table.state["decision"] = table.state["options"] = 0
    table.walk.resume()


def _begin(table: Table, script: Script, step: int, *operands: int) -> None:
    a, b = (*operands, 0, 0)[:2]
    _clear(table)
    MACHINE.call(table.state, table.tables, CALL_BEGIN, step, a, b)
    finish(table, script)


def _begin_game_at(table: Table, step: int) -> None:
    """Puts the course of the game on the agenda, at one of its steps."""
    state = table.state
    _clear(table)
    frame = np.zeros(st.FRAME_FIELDS, state["frame"].dtype)
    frame[st.F_OP], frame[st.F_STEP], frame[st.F_A] = st.FR_GAME, step, NOBODY
    state["frame"][0] = frame
    state["frames"] = 1


def _phase(step: int) -> Callable[[Table, Any, Script], None]:
    """Returns what runs one phase of the game."""

    def run(table: Table, value: Any, script: Script) -> None:
        mapping(value, "phase", ())
        _begin_game_at(table, step)
        if step != PLAY_ROUND:
            table.walk.begin_phase(once=step in (BEGIN_ROUND, FINISH))
        if step in (PLAY_ROUND, BONUS):
            finish(table, script)
        _clear(table)

    return run


def _turn(table: Table, value: Any, script: Script) -> None:
    written = mapping(value, "turn", ("seat",), needed=("seat",))
    _begin(table, script, STEP_TURN, table.seat(written["seat"]))


def _income(table: Table, value: Any, script: Script) -> None:
    written = mapping(value, "income", ("seat",))
    _begin(table, script, STEP_INCOME, table.seat(written["seat"]) if "seat" in written else -1)


def _leech(table: Table, value: Any, script: Script) -> None:
    written = mapping(value, "leech", ("seat", "hex"), needed=("seat", "hex"))
    _begin(table, script, STEP_LEECH, table.seat(written["seat"]), table.hexagon(written["hex"]))


def _setup(table: Table, value: Any, script: Script) -> None:
    mapping(value, "setup", ())
    if table.state["round"] > 0:
        raise CaseError("setup: there is none with a position")
    finish(table, script)


def _game(table: Table, value: Any, script: Script) -> None:
    mapping(value, "game", ())
    if not table.state["frames"]:
        _begin_game_at(table, PLAY_ROUND)
    finish(table, script, through=True)


STEPS: dict[str, Callable[[Table, Any, Script], None]] = {
    "setup": _setup, "turn": _turn, "income": _income, "leech": _leech, "actions": _phase(PLAY_ROUND),
    "phase3": _phase(BONUS), "next_round": _phase(BEGIN_ROUND), "final": _phase(FINISH), "game": _game,
}  # fmt: skip
