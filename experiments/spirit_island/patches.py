"""Patches of Spirit Island: levels of an adversary may be named by their number."""

from __future__ import annotations

import copy
from typing import Any

from simulator.core.errors import UnknownName, UserError
from simulator.spirit_island.language.assembler import load_content

NOTHING: tuple[Any, ...] = (None, [], {})  # as the value of a field of a level: the field is taken away


def with_whole_levels(patch: dict[str, Any]) -> dict[str, Any]:
    """Returns a patch in which levels of adversaries named by number stand among their printed neighbours."""
    patch = copy.deepcopy(patch)
    printed = {entry["id"]: entry["levels"] for entry in load_content().source["adversaries"]}
    adversaries = patch.get("adversaries")
    for name, fields in adversaries.items() if isinstance(adversaries, dict) else ():
        if name not in printed or not isinstance(fields, dict) or not isinstance(fields.get("levels"), dict):
            continue  # whole, or a mistake that the content will name
        levels = copy.deepcopy(printed[name])
        for number, change in fields["levels"].items():
            if number not in range(len(levels)):
                raise UnknownName(f"level of {name}", number, range(len(levels)))
            if not isinstance(change, dict):
                raise UserError(f"{name}: level {number}: expected a mapping, got {change!r}")
            gone = {key for key, value in change.items() if value in NOTHING and key in levels[number]}
            levels[number] = {key: value for key, value in (levels[number] | change).items() if key not in gone}
        fields["levels"] = levels
    return patch
