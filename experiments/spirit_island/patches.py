"""Patches of Spirit Island: levels of an adversary may be named by their number; which games meet a change."""

from __future__ import annotations

import copy
from typing import Any

from experiments.core.cells import Cell
from simulator.core.errors import UnknownName, UserError
from simulator.spirit_island.language.assembler import load_content

AXES = ("adversaries", "scenarios", "spirits")  # kinds of components that are values of an axis
OWN = ("unique_powers", "innates")  # kinds that belong to a spirit
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


# --- which games meet a change


def changed_axes(patches: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """Returns the adversaries, scenarios and spirits that are changed, those of changed unique powers too."""
    found: dict[str, list[Any]] = {}
    for patch in patches:
        for kind in AXES:
            found.setdefault(kind, []).extend(_ids(patch, kind))
        found["spirits"] += [owner for kind in OWN for power in _ids(patch, kind) if (owner := _owners(kind).get(power))]
    if any(_ids(patch, "event_cards") for patch in patches):
        found["expansion"] = ["branch_and_claw"]
    return {axis: list(dict.fromkeys(values)) for axis, values in found.items() if values}


def not_in_play(patch: dict[str, Any], cells: list[Cell]) -> list[str]:
    """Returns what a patch changes that no cell has in play, beside what is."""
    spirits = {spirit for cell in cells for spirit in cell.spirits.split("+")}
    there = {
        "adversaries": {cell.adversary for cell in cells},
        "scenarios": {cell.scenario for cell in cells},
        "spirits": spirits,
    }
    found = [
        f"{kind}.{name} (these games have {', '.join(sorted(played))})"
        for kind, played in there.items() for name in _ids(patch, kind) if name not in played
    ]  # fmt: skip
    found += [f"{kind}.{power} (of {owner})" for kind in OWN for power in _ids(patch, kind)
              if (owner := _owners(kind).get(power)) and owner not in spirits]  # fmt: skip
    return found + _left_in_the_box(patch, {cell.expansion for cell in cells})


def _left_in_the_box(patch: dict[str, Any], expansions: set[str]) -> list[str]:
    """Returns the cards that came with a box that none of the games uses."""
    source, found = load_content().source, []
    for kind in ("minor_powers", "major_powers", "fear_cards", "event_cards"):
        sets = {entry["id"]: entry.get("set", "base") for entry in source[kind]}
        found += [f"{kind}.{name} (it is in the box of {sets[name]})" for name in _ids(patch, kind)
                  if sets.get(name, "base") not in {"base", *expansions}]  # fmt: skip
    return found


def _ids(patch: dict[str, Any], kind: str) -> list[str]:
    entries = patch.get(kind)
    return list(entries) if isinstance(entries, dict) else []


def _owners(kind: str) -> dict[str, str]:
    """Returns whose each unique power or innate is."""
    return {power["id"]: spirit["id"] for spirit in load_content().source["spirits"] for power in spirit[kind]}
