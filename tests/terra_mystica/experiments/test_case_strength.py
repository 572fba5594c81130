"""The case files hold every printed power, tile and card: change one number of it, and a case fails."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from experiments.core.cases import load_documents, run_case
from simulator.terra_mystica.language import content as language

SOURCE = language.load_content().source
FILES = sorted((Path(__file__).parents[1] / "cases").glob("*.yaml"))
COMMON = ("id", "terrain", "start", "cost", "income", "ship", "dig")  # what every faction has: recorded games hold it
OTHER_TILE = ("id", "count", "outside")


def leaves(value: Any, path: tuple = ()) -> Iterator[tuple]:
    """Yields the paths to the plain values inside a value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from leaves(inner, (*path, place))
    else:
        yield path


def printed() -> list[tuple[str, str, tuple]]:
    """Returns kind, component and place of every number and every word of a power, a tile or a card."""
    found = []
    for kind, passed_over in (("factions", COMMON), ("cards", OTHER_TILE), ("favors", OTHER_TILE), ("towns", OTHER_TILE),
                              ("round_tiles", OTHER_TILE)):  # fmt: skip
        for entry in SOURCE[kind]:
            shown = {key: value for key, value in entry.items() if key not in passed_over}
            found += [(kind, entry["id"], path) for path in leaves(shown) if (kind, *path) != ("favors", "action")]
    return found  # a favor tile has an action or none; there is no other to change it to


def changed(kind: str, name: str, path: tuple) -> dict[str, Any]:
    """Returns a patch that changes one value: a number by one, a choice to none."""
    entry = next(entry for entry in SOURCE[kind] if entry["id"] == name)
    top = copy.deepcopy(entry[path[0]])
    if len(path) == 1:
        return {kind: {name: {path[0]: other(kind, path, top)}}}
    inside = top
    for key in path[1:-1]:
        inside = inside[key]
    inside[path[-1]] = other(kind, path, inside[path[-1]])
    return {kind: {name: {path[0]: top}}}


def other(kind: str, path: tuple, value: Any) -> Any:
    """Returns another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):  # nobody places a fourth start dwelling: there is no lap for it (T2.5)
        return value - 1 if path[-1] == "start_dwellings" else value + 1
    others = {
        "event": "town" if value != "town" else "TP", "cult": "fire" if value != "fire" else "air",
        ("cards", "action"): "cult_step" if value == "spade" else "spade",
        ("factions", "action"): "sandstorm" if value != "sandstorm" else "double_turn",
    }  # fmt: skip
    return others.get(path[-1], others.get((kind, path[-1])))


@cache
def documents() -> tuple[dict, ...]:
    """Returns every written case."""
    return tuple(document for path in FILES for document in load_documents(path) if isinstance(document, dict))


def about(name: str) -> Iterator[dict]:
    """Yields the cases in which a component is named first, then all others."""
    named = [document for document in documents() if name in str(document)]
    yield from named
    yield from (document for document in documents() if document not in named)


@pytest.mark.parametrize(
    ("kind", "name", "path"), printed(), ids=lambda part: part if isinstance(part, str) else ".".join(map(str, part))
)
def test_a_changed_number_fails_a_case(kind: str, name: str, path: tuple, monkeypatch: pytest.MonkeyPatch) -> None:
    patched = language.load_content(changed(kind, name, path))
    monkeypatch.setattr(language, "_printed_content", lambda: patched)
    assert not all(run_case(document).passed for document in about(name))
