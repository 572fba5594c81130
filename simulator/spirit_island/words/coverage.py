"""Which components of the boxes the machine can run: counted from the content, against what the boxes hold (R1.1-R1.3).

`NOT_YET` is the one list of what the kernel cannot run although it is known; take a kind out once it can.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from simulator.core.game import Coverage, Reading
from simulator.spirit_island.language.assembler import Content
from simulator.spirit_island.words.readings import alternatives

# Kind -> components that the kernel cannot run yet.
NOT_YET: dict[str, tuple[str, ...]] = {
    "scenarios": (),
}

# What the boxes hold, base game and Branch & Claw together (R1.1-R1.3).
TOTALS = {
    "minor powers": 67,
    "major powers": 43,
    "spirits": 10,
    "unique powers": 40,
    "innates": 16,
    "special rules": 14,
    "fear cards": 30,
    "blight cards": 9,
    "invader cards": 15,
    "boards": 4,
    "progressions": 4,
    "events": 26,
    "adversaries": 4,
    "scenarios": 8,
    "thematic boards": 4,
}


def coverage(content: Content) -> list[Coverage]:
    """Returns the coverage of every kind of component."""
    return [_cover(kind, dict(_entries(content, kind))) for kind in TOTALS]


def _cover(kind: str, entries: dict[str, Any]) -> Coverage:
    """Counts the entries that run; what the box holds beyond the content counts as missing too."""
    blocked = NOT_YET.get(kind, ())
    missing = [name for name, entry in entries.items() if name in blocked or has_missing_step(entry)]
    missing += [name for name in blocked if name not in entries]
    implemented = len(set(entries) - set(missing))
    unnamed = TOTALS[kind] - implemented - len(missing)
    if unnamed > 0:
        missing.append(f"{unnamed} not named in the content")
    return Coverage(kind, implemented, TOTALS[kind], missing)


def _entries(content: Content, kind: str) -> Iterator[tuple[str, Any]]:
    """Yields id and raw entry of every component of a kind that the content holds."""
    source = content.source
    lists = {
        "minor powers": "minor_powers", "major powers": "major_powers", "fear cards": "fear_cards",
        "adversaries": "adversaries", "events": "event_cards", "scenarios": "scenarios",
    }  # fmt: skip
    if kind in lists:
        yield from ((entry["id"], entry) for entry in source[lists[kind]])
    elif kind == "blight cards":
        yield from ((card["id"], card) for card in source["blight_cards"] if card["blighted"] is not None)
    elif kind == "spirits":
        yield from ((spirit["id"], spirit) for spirit in source["spirits"])
    elif kind in ("unique powers", "innates"):
        key = kind.replace(" ", "_")
        yield from ((power["id"], power) for spirit in source["spirits"] for power in spirit[key])
    elif kind == "special rules":
        for spirit in source["spirits"]:
            yield from ((rule["id"] if isinstance(rule, dict) else rule, rule) for rule in spirit["rules"])
    elif kind == "invader cards":
        yield from ((card["id"], card) for card in source["invader_deck"]["cards"])
    elif kind == "progressions":
        yield from source["progressions"].items()
    elif kind in ("boards", "thematic boards"):
        yield from source["boards"]["balanced" if kind == "boards" else "thematic"].items()


def has_missing_step(entry: Any) -> bool:
    """Tells whether an effect says of itself that it is missing."""
    if isinstance(entry, dict):
        return entry.get("do") == "missing" or any(has_missing_step(value) for value in entry.values())
    return isinstance(entry, list) and any(has_missing_step(value) for value in entry)


def readings(content: Content) -> list[Reading]:
    """Returns every reading that the content marks as unsure, and what would change if it were the other way."""
    others = alternatives()
    return [replace(found, alternatives=others.get(found.component, ())) for found in _readings("", content.source)]


def _readings(component: str, entry: Any) -> Iterator[Reading]:
    if isinstance(entry, list):
        for item in entry:
            yield from _readings(component, item)
    if not isinstance(entry, dict):
        return
    component = str(entry.get("id", component))
    if isinstance(entry.get("unsure"), str):
        yield Reading(component or "rules", entry["unsure"])
    for key, value in entry.items():
        yield from _readings(component or str(key), value)
