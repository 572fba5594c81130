"""Answers the decisions of a case step with its labels, in order (cases.md, "Choices").

Knows how a written label may differ from the label of an option; the labels themselves come from labels.py.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from experiments.core.notation import CaseError
from experiments.spirit_island.notation import Table
from simulator.spirit_island.language.assembler import load_content
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.words.labels import decision_name, option_labels

Policy = Callable[[np.void], int]


@cache
def answer_missing() -> Policy:
    """Returns who answers a decision without a label: greedy."""
    from policies.spirit_island.batch import Chooser  # compiled when the first label is missing

    return Chooser(load_content(), "greedy")


def read_labels(choices: Any) -> list[str]:
    """Returns the labels of a step; YAML reads a bare yes or no as true or false."""
    if choices is None:
        return []
    if not isinstance(choices, list):
        raise CaseError(f"choices: expected a list, got {choices!r}")
    return [{True: "yes", False: "no"}[label] if isinstance(label, bool) else str(label) for label in choices]


class Script:
    """The labels of one step, used up one by one."""

    def __init__(self, table: Table, labels: list[str]) -> None:
        self.table = table
        self.labels = list(labels)
        self.begun: tuple[int, int, int] | None = None  # of a half-used presence label: spirit, goal, presence before
        self.half_used = False  # the first label has answered its first half

    def answer(self) -> int:
        """Returns the number of the option that the script gives to the open decision."""
        state = self.table.state
        options = option_labels(state, self.table.tables, self.table.content)
        if self.half_used and self._find(options) is None:
            self._drop_half_used()
        if state["decision"] in _DEFAULTS and not self._is_forced():
            return self._default(options)
        if not self.labels:
            return answer_missing()(state)
        if self.labels[0] == "yes" and "stop" in options and len(self.labels) > 1:
            self.labels.pop(0)  # a printed "may" that is asked as a choice with `stop`: the choice itself says yes
        if (source := self._first_half(options)) is not None:
            return source
        found = self._find(options)
        if found is None and self.labels[0] == "no" and "stop" in options:
            found = options.index("stop")
        if found is None:
            raise CaseError(
                f"label {self.labels[0]!r} matches no option of the decision {decision_name(state)}; "
                f"legal: {', '.join(options)}"
            )
        self.labels.pop(0)
        self.half_used = False
        return found

    def end_step(self) -> None:
        """Checks that no label is left over; after the end of the game the rest is ignored."""
        if self.table.state["outcome"] != v.ONGOING:
            return
        if self.half_used:
            self._drop_half_used()
        if self.labels:
            raise CaseError(f"labels left over at the end of the step: {', '.join(self.labels)}; legal: none")

    def _is_forced(self) -> bool:
        """Tells whether the next label is meant for a question that otherwise has a default."""
        if not self.labels:
            return False
        if self.table.state["decision"] == v.D_ORDER:
            return self.labels[0].startswith("order:")
        return self.labels[0] == "no"

    def _default(self, options: list[str]) -> int:
        return options.index("yes") if "yes" in options else 0

    def _first_half(self, options: list[str]) -> int | None:
        """Answers where a presence comes from, which piece or where it goes, and keeps the label for its other half."""
        label, state = self.labels[0], self.table.state
        if self.half_used or ">" not in label or label in options:
            return None
        first, goal = label.split(">", 1)
        if state["decision"] == v.D_SOURCE and first in options:
            player, land = int(state["asked"]), self.table.land(goal)
            self.begun = (player, land, int(state["presence"][player, land]))
            self.half_used = True
            return options.index(first)
        if first.startswith("piece:") and f"land:{goal}" in options:
            self.half_used = True
            return options.index(f"land:{goal}")
        if first.startswith("piece:") and first in options:
            self.half_used = True  # dreamt to death, a piece is chosen first and then pushed
            return options.index(first)
        return None

    def _drop_half_used(self) -> None:
        """Gives up a label whose second half was not asked, after checking that the presence went there."""
        label = self.labels.pop(0)
        self.half_used = False
        begun, self.begun = self.begun, None
        if begun is None:
            return
        player, land, before = begun
        if self.table.state["presence"][player, land] <= before:
            raise CaseError(f"label {label!r}: no presence was added to {self.table.land_name(land)}")

    def _find(self, options: list[str]) -> int | None:
        """Returns the option the next label means: the same text, or the only one with the same open half."""
        if not self.labels:
            return None
        label = self.labels[0]
        if label in options:
            return options.index(label)
        goal = label.split(">")[-1]
        if ">" in label and not label.startswith("piece:") and f"land:{goal}" in options and not self._asks_source():
            return options.index(f"land:{goal}")
        for matches in _LOOSE_MATCHES:
            found = [number for number, option in enumerate(options) if matches(label, option)]
            if len(found) == 1:
                return found[0]
        return None

    def _asks_source(self) -> bool:
        return self.table.state["decision"] == v.D_SOURCE


def _is_goal_alone(label: str, option: str) -> bool:
    """land:A5 for track:energy>A5, where the source is fixed."""
    return label.startswith("land:") and not option.startswith("piece:") and option.endswith(f">{label[5:]}")


def _is_source_alone(label: str, option: str) -> bool:
    """land:A1 for land:A1>A0, where the goal is fixed."""
    return not label.startswith("piece:") and option.startswith(f"{label}>")


def _is_piece_alone(label: str, option: str) -> bool:
    """piece:town for piece:town>A5 or piece:town<A5, where the land is fixed."""
    return label.startswith("piece:") and option.replace("<", ">").split(">")[0] == label


def _has_needless_land(label: str, option: str) -> bool:
    """piece:town<A5 for piece:town, where all pieces lie in one land."""
    return label.startswith("piece:") and label.replace("<", ">").split(">")[0] == option


_LOOSE_MATCHES = (_is_goal_alone, _is_source_alone, _is_piece_alone, _has_needless_land)
_DEFAULTS = (v.D_ORDER, v.D_THRESHOLD)
