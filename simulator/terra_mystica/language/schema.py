"""Reads the content files and checks every entry strictly, field by field. Makes no tables."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from simulator.core.errors import UnknownName, UserError, nearest
from simulator.terra_mystica.language.island import hex_names
from simulator.terra_mystica.record import vocabulary as v

CONTENT = Path(__file__).parents[1] / "content"
FILES = ("factions", "cards", "favors", "towns", "round_tiles", "board", "map", "names")
COUNTS = {"factions": v.FACTIONS, "cards": v.CARDS, "favors": v.FAVORS, "towns": v.TOWNS, "round_tiles": v.ROUND_TILES}
LARGEST = 100

Source = dict[str, Any]


class ContentError(UserError):
    """A mistake in a content file; the message names file, entry and field."""


@dataclass(frozen=True)
class Field:
    """What a field may hold: a check of its value, and whether it must be there."""

    check: Any
    needed: bool = False


# --- checks of values: each takes a value and says what is wrong with it, or nothing


def number(value: Any) -> str | None:
    """A whole number that fits the tables."""
    fits = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST
    return None if fits else f"{value!r} is no number from 0 to {LARGEST}"


def flag(value: Any) -> str | None:
    """Yes or no."""
    return None if isinstance(value, bool) else f"{value!r} is neither true nor false"


def text(value: Any) -> str | None:
    """A text."""
    return None if isinstance(value, str) and value else f"{value!r} is no text"


def one_of(valid: tuple[str, ...]) -> Any:
    """Returns the check of a name."""

    def check(value: Any) -> str | None:
        return None if value in valid else f"{value!r} is not one of {', '.join(valid)}"

    return check


def numbers(length: int, at_least: int | None = None) -> Any:
    """Returns the check of a list of numbers of a length, or of a range of lengths."""
    shortest = length if at_least is None else at_least

    def check(value: Any) -> str | None:
        if not isinstance(value, list) or not shortest <= len(value) <= length:
            return f"{value!r} is no list of {length if shortest == length else f'{shortest} to {length}'} numbers"
        return next((wrong for entry in value if (wrong := number(entry))), None)

    return check


def amounts(*keys: str) -> Any:
    """Returns the check of a mapping from some of these keys to numbers."""
    return table({key: Field(number) for key in keys})


def table(fields: dict[str, Field]) -> Any:
    """Returns the check of a mapping with known keys."""

    def check(value: Any) -> str | None:
        if not isinstance(value, dict):
            return f"{value!r} is no mapping"
        for key in value:
            if key not in fields:
                closest = nearest(key, list(fields))
                hint = f"did you mean {closest}?" if closest else f"valid: {', '.join(fields)}"
                return f"unknown key {key!r} ({hint})"
        for key, known in fields.items():
            if key not in value:
                if known.needed:
                    return f"{key} is missing"
                continue
            wrong = known.check(value[key])
            if wrong:
                return f"{key}: {wrong}"
        return None

    return check


# --- the shapes of entries

GOODS = amounts(*v.RESOURCES)
PRICE = amounts("C", "W")
LARGE = amounts(*v.STRUCTURES[1:])
IDENTITY = {"id": Field(text, needed=True)}
OUTSIDE = {"outside": Field(flag)}


def by_count(most: int) -> Any:
    """Returns the check of incomes by the number of structures on the map."""
    return table({good: Field(numbers(most + 1)) for good in v.RESOURCES})


STRONGHOLD = table({
    "once": Field(amounts("PW", "VP", "favors", "ship", "spades", "workers_to_priests")),
    "action": Field(one_of(v.STRONGHOLD_ACTIONS[1:])), "steps": Field(number), "spades": Field(number),
    "power_per_spade": Field(number), "pass_vp_per_bridge": Field(number),
    "skip_cost": Field(GOODS), "skip_plus": Field(number),
})  # fmt: skip

FACTION = table({
    **IDENTITY,
    "terrain": Field(one_of(tuple(v.TERRAIN_LETTERS)), needed=True),
    "start": Field(table({"C": Field(number, True), "W": Field(number, True), "P": Field(number, True), "VP": Field(number),
                          "bowls": Field(numbers(3), True), "cult": Field(numbers(4), True)}), needed=True),
    "cost": Field(table({name: Field(PRICE, True) for name in v.STRUCTURES[1:]}), needed=True),
    "income": Field(table({"D": Field(by_count(8), True), "TP": Field(by_count(4), True), "TE": Field(by_count(3), True),
                           "SH": Field(GOODS, True), "SA": Field(GOODS, True)}), needed=True),
    "ship": Field(table({"start": Field(number, True), "max": Field(number, True), "cost": Field(GOODS, True),
                         "vp": Field(numbers(5, 1), True)})),
    "dig": Field(table({"currency": Field(one_of(("W", "P")), True), "spade": Field(numbers(3, 1), True),
                        "advance": Field(GOODS), "vp": Field(numbers(2, 1))}), needed=True),
    "start_dwellings": Field(number), "exchange": Field(flag), "coins_per_vp": Field(number),
    "favors_per_tile_building": Field(number), "vp_per_spade": Field(number), "vp_per_paid_spade": Field(number),
    "neighbours_reaction": Field(amounts("cult_steps", "PW_if_refused")),
    "flat_spades": Field(number), "bridge_for_workers": Field(number), "river_towns": Field(flag),
    "workers_per_town": Field(number), "vp_per_town": Field(number),
    "skip": Field(table({"range": Field(number, True), "cost": Field(GOODS, True), "VP": Field(number, True),
                         "grows": Field(flag)})),
    "stronghold": Field(STRONGHOLD, needed=True),
})  # fmt: skip

CARD = table({**IDENTITY, **OUTSIDE, "income": Field(GOODS, True), "action": Field(one_of(v.CARD_ACTIONS[1:])),
              "pass": Field(LARGE), "ship": Field(number), "pass_ship": Field(number)})  # fmt: skip
FAVOR = table({**IDENTITY, "count": Field(number, True), "cult": Field(amounts(*v.CULTS), True), "income": Field(GOODS),
               "action": Field(one_of(("cult_step",))), "town_power": Field(number), "vp_per_built": Field(LARGE),
               "pass_by_tp": Field(numbers(5))})  # fmt: skip
TOWN = table({**IDENTITY, **OUTSIDE, "count": Field(number, True), "VP": Field(number, True), "keys": Field(number, True),
              "gain": Field(GOODS), "each": Field(number), "ship": Field(number)})  # fmt: skip
ROUND_TILE = table({**IDENTITY, **OUTSIDE, "event": Field(one_of(v.EVENTS), True), "VP": Field(number, True),
                    "cult": Field(one_of((*v.CULTS, "priests")), True), "per": Field(number, True),
                    "reward": Field(amounts(*v.RESOURCES, "SPADE"), True)})  # fmt: skip
SHAPES = {"factions": FACTION, "cards": CARD, "favors": FAVOR, "towns": TOWN, "round_tiles": ROUND_TILE}

ACTION = table({"id": Field(one_of(v.POWER_ACTIONS), True), "PW": Field(number, True),
                "gain": Field(amounts(*v.RESOURCES, "SPADE", "bridge"), True)})  # fmt: skip
BOARD = table({
    "power_actions": Field(lambda value: _each(value, ACTION, len(v.POWER_ACTIONS)), True),
    "supply": Field(LARGE, True), "structure_power": Field(LARGE, True),
    "power_at_level": Field(lambda value: _levels(value), True),
    "priest_spaces": Field(numbers(4), True),
    "town": Field(amounts("power", "structures", "with_sanctuary"), True),
    "prizes": Field(table({"network": Field(numbers(3), True), "cult": Field(numbers(3), True)}), True),
})  # fmt: skip


def _each(value: Any, shape: Any, length: int) -> str | None:
    if not isinstance(value, list) or len(value) != length:
        return f"must be a list of {length} entries"
    return next((wrong for entry in value if (wrong := shape(entry))), None)


def _levels(value: Any) -> str | None:
    if not isinstance(value, dict) or not all(isinstance(level, int) and 0 < level <= v.TOP_LEVEL for level in value):
        return f"{value!r} does not map levels to power"
    return next((wrong for power in value.values() if (wrong := number(power))), None)


# --- reading


Overlay = Mapping[str, Any]  # kind -> id -> field -> value
POWER_ACTIONS, HEXES = "power_actions", "hexes"  # kinds of overlays only: on the board, on the map
COMPLETED = ("start", "cost", "income", "dig", "ship")
HEX = table({**IDENTITY, "terrain": Field(one_of((*v.TERRAIN_LETTERS, v.RIVER_LETTER)), True)})


def load_source(directory: Path = CONTENT, overlay: Overlay | None = None) -> Source:
    """Returns the content of a directory, with an overlay over it, after checking all of it."""
    source = copy.deepcopy(_read_all(directory))
    merge(source, overlay or {})
    for name, shape in SHAPES.items():
        _check_list(name, source[name], shape)
    wrong = BOARD(source["board"])
    if wrong:
        raise ContentError(f"board.yaml: {wrong}")
    _check_map(source["map"])
    return source


@lru_cache
def _read_all(directory: Path) -> Source:
    return {name: _read(directory / f"{name}.yaml") for name in FILES}


def merge(source: Source, overlay: Overlay) -> None:
    """Puts the fields of an overlay in place of the printed ones."""
    for kind, entries in overlay.items():
        if kind not in (*SHAPES, POWER_ACTIONS, HEXES):
            raise UnknownName("kind", kind, [*SHAPES, POWER_ACTIONS, HEXES])
        known = {entry["id"]: entry for entry in _entries(source, kind)}
        if not isinstance(entries, Mapping):
            raise ContentError(f"overlay: {kind}: expected {{id: {{field: value}}}}, got {entries!r}")
        for name, fields in entries.items():
            if name not in known:
                raise UnknownName(f"id of {kind}", name, list(known))
            if not isinstance(fields, Mapping):
                raise ContentError(f"overlay: {kind}: {name}: expected {{field: value}}, got {fields!r}")
            known[name].update(_whole(kind, known[name], copy.deepcopy(dict(fields))))
        if kind == HEXES:
            _change_terrain(source, known)


def _entries(source: Source, kind: str) -> list[dict[str, Any]]:
    """Returns the entries of a kind, those of the boards included."""
    if kind == POWER_ACTIONS:
        return source["board"][POWER_ACTIONS]
    if kind == HEXES:
        rows = source["map"]["rows"]
        return [{"id": name, "terrain": letter} for name, letter in zip(hex_names(rows), "".join(rows))]
    return source[kind]


def _whole(kind: str, printed: Mapping[str, Any], fields: dict[str, Any]) -> dict[str, Any]:
    """Completes what a faction starts with, pays and earns: an overlay names only what it changes."""
    named = [name for name in COMPLETED if isinstance(fields.get(name), dict)] if kind == "factions" else []
    return fields | {name: _completed(printed.get(name, {}), fields[name]) for name in named}


def _completed(printed: Any, written: Any) -> Any:
    """Puts what is written over what is printed, table by table: a price of other coins keeps its workers."""
    if not isinstance(printed, dict) or not isinstance(written, dict):
        return written
    return printed | {key: _completed(printed.get(key), value) for key, value in written.items()}


def _change_terrain(source: Source, hexes: Mapping[str, dict[str, Any]]) -> None:
    """Writes the hexes of an overlay back into the rows of the map; land stays land and river stays river."""
    letters = dict(zip(v.TERRAINS, v.TERRAIN_LETTERS))
    whole = ""
    for (name, entry), printed in zip(hexes.items(), "".join(source["map"]["rows"])):
        written = entry["terrain"]
        terrain = letters.get(written, written) if isinstance(written, str) else written
        wrong = HEX(entry | {"terrain": terrain})
        if wrong is None and (terrain == v.RIVER_LETTER) != (printed == v.RIVER_LETTER):
            wrong = "land stays land and river stays river"
        if wrong:
            raise ContentError(f"overlay: hexes: {name}: {wrong}")
        whole += terrain
    ends = list(itertools.accumulate(len(row) for row in source["map"]["rows"]))
    source["map"]["rows"] = [whole[start:end] for start, end in zip([0, *ends], ends)]


def _read(path: Path) -> Any:
    try:
        return yaml.load(path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except FileNotFoundError:
        raise ContentError(f"{path.name}: there is no such content file") from None
    except yaml.YAMLError as error:
        raise ContentError(f"{path.name}: {' '.join(str(error).split())}") from None


def _check_list(name: str, entries: Any, shape: Any) -> None:
    if not isinstance(entries, list) or len(entries) != COUNTS[name]:
        raise ContentError(f"{name}.yaml: must be a list of {COUNTS[name]} entries")
    seen: set[str] = set()
    for place, entry in enumerate(entries):
        known = isinstance(entry, dict) and isinstance(entry.get("id"), str)
        title = entry["id"] if known else f"entry {place + 1}"
        wrong = shape(entry) or (f"{title} is listed twice" if title in seen else None)
        if wrong:
            raise ContentError(f"{name}.yaml: {title}: {wrong}")
        seen.add(title)


def _check_map(entry: Any) -> None:
    wrong = table({"rows": Field(lambda value: None, True), "bridge_sites": Field(lambda value: None, True)})(entry)
    rows = [] if wrong else entry["rows"]
    letters = "".join(rows) if all(isinstance(row, str) for row in rows) else ""
    odd = sorted(set(letters) - set(v.TERRAIN_LETTERS + v.RIVER_LETTER))
    if not wrong and odd:
        wrong = f"rows: {odd[0]!r} is no terrain (valid: {v.TERRAIN_LETTERS}{v.RIVER_LETTER})"
    if not wrong and len(letters) != v.HEXES:
        wrong = f"rows: must hold {v.HEXES} hexes in all"
    if not wrong and len(entry["bridge_sites"]) != v.SITES:
        wrong = f"bridge_sites: must be {v.SITES} pairs of hexes"
    if wrong:
        raise ContentError(f"map.yaml: {wrong}")
