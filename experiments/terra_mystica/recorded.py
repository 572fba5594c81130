"""Recorded games as they are written: files of JSON, checked, and their commands taken apart.

A command becomes items, one for each answer that it stands for: `burn 3` three times `burn`. Knows no machine.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from simulator.core.errors import UnknownName, UserError
from simulator.terra_mystica.record import vocabulary as v

Item = tuple[Any, ...]  # what it is, and its operands
State = tuple[Any, ...]  # VP, C, W, P, bowls, cult levels after a row, as written

KEYS = ("players", "factions", "needs", "scoring", "bonus_cards", "rows", "final", "map_at_end")
NUMBERS = ("VP", "C", "W", "P")
STATE_NAMES = (*NUMBERS, "bowls", "cults")
LOOSE = "loose_spades"  # what a game needs whose bought spades went into several hexes, against T6.1
NEEDS = v.FLAGS
ACTIONS = {
    **{f"ACT{number}": f"power:{name}" for number, name in enumerate(v.POWER_ACTIONS, 1)},
    **dict.fromkeys(("ACTA", "ACTC", "ACTG", "ACTN", "ACTS", "ACTW"), "special:SH"),
    "ACTE": "special:bridge", "BON1": "special:BON1", "BON2": "special:BON2", "FAV6": "special:FAV6",
}  # fmt: skip
CONVERSIONS = {  # what goes, what comes -> the price of one, and the answers for one
    ("PW", "P"): (5, ("convert:PW>P",)), ("PW", "W"): (3, ("convert:PW>W",)), ("PW", "C"): (1, ("convert:PW>C",)),
    ("P", "W"): (1, ("convert:P>W",)), ("P", "C"): (1, ("convert:P>W", "convert:W>C")), ("W", "C"): (1, ("convert:W>C",)),
    ("VP", "C"): (1, ("exchange:VP>C",)), ("C", "VP"): (2, ("exchange:C>VP",)),
}  # fmt: skip


@dataclass(frozen=True)
class Row:
    """What one seat did at once, and its state afterwards; a mark of a phase has no seat."""

    number: int  # in the file, 1 for the first
    text: str
    seat: int = -1
    state: State | None = None  # None = not recorded
    items: tuple[Item, ...] = ()

    @property
    def is_scoring(self) -> bool:
        """Tells whether it is a part of the final scoring."""
        return self.text.startswith("score ") and not self.items


@dataclass(frozen=True)
class RecordedGame:
    """A game that was played elsewhere."""

    name: str
    setup: dict[str, Any]  # as plain values
    factions: tuple[str, ...]
    rows: tuple[Row, ...]
    final: dict[str, Any]
    hexes: dict[str, str]
    bridges: tuple[tuple[frozenset[str], int], ...]


def read_game(written: Any, name: str) -> RecordedGame:
    """Returns a recorded game; a mistake in the file raises one clear message."""
    if not isinstance(written, dict):
        raise UserError("expected one recorded game, a mapping")
    if missing := [key for key in KEYS if key not in written]:
        raise UserError(f"{missing[0]} is missing")
    factions, scoring, cards, needs = (_names(written, key) for key in ("factions", "scoring", "bonus_cards", "needs"))
    if written["players"] != len(factions):
        raise UserError(f"{written['players']!r} players with {len(factions)} factions: one faction for each (T1.1)")
    for need in needs:
        if need not in NEEDS:
            raise UnknownName("need", need, NEEDS)
    setup = {"factions": factions, "scoring": scoring, "bonus_cards": cards, "flags": dict.fromkeys(needs, True)}
    if not isinstance(written["rows"], list):
        raise UserError("rows: expected a list")
    rows = tuple(read_row(row, number, len(factions)) for number, row in enumerate(written["rows"], 1))
    hexes, bridges = _map(written["map_at_end"], len(factions))
    final = written["final"]
    if (
        not isinstance(final, dict)
        or not all(isinstance(seat, dict) for seat in final.values())
        or set(final) != {str(seat) for seat in range(1, len(factions) + 1)}
    ):
        raise UserError(f"final: expected one entry for each of {len(factions)} seats")
    return RecordedGame(str(written.get("id", name)), setup, tuple(factions), rows, final, hexes, bridges)


def _names(written: dict, key: str) -> list[str]:
    names = written[key]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise UserError(f"{key}: expected a list of names, got {names!r}")
    return names


def _map(written: Any, seats: int) -> tuple[dict[str, str], tuple[tuple[frozenset[str], int], ...]]:
    """Returns the map at the end: hexes, and bridges with the seats that built them."""
    try:
        hexes = {str(place): str(shown) for place, shown in written["hexes"].items()}
        bridges = tuple((frozenset(site.split(":")), int(seat) - 1) for site, seat in written["bridges"])
    except (KeyError, TypeError, ValueError, AttributeError):
        raise UserError("map_at_end: expected hexes by name, and bridges as [site, seat]") from None
    if any(not 0 <= seat < seats for _, seat in bridges):
        raise UserError("map_at_end: a bridge of a seat that does not play")
    return hexes, bridges


# --- rows


def read_row(written: Any, number: int, seats: int) -> Row:
    """Returns a row."""
    if isinstance(written, str):
        if not re.fullmatch(r"phase 3 of round [1-5]|round [1-6]|final", written):
            raise UserError(f"row {number}: {written!r} is no phase")
        return Row(number, written)
    if not isinstance(written, list) or len(written) != 2 + len(STATE_NAMES) or not isinstance(written[1], str):
        raise UserError(f"row {number}: expected [seat, commands, {', '.join(STATE_NAMES)}], got {written!r}")
    seat, text, *state = written
    if isinstance(seat, bool) or not isinstance(seat, int) or not 1 <= seat <= seats:
        raise UserError(f"row {number}: seat {seat!r}, expected 1 to {seats}")
    commands = [] if AUTOMATIC.fullmatch(text) else text.split(". ")
    items = tuple(item for command in commands for item in read_command(command.strip(), number))
    return Row(number, text, seat - 1, None if None in state else tuple(state), items)


AUTOMATIC = re.compile(r"setup|income|cult income|score (network|resources|fire|water|earth|air)( \d+)?")
DECLINED = re.compile(r"-\d*(SPADE|CONVERT_W_TO_P|FREE_\w+)")
COMMANDS = {
    "start or build": r"build (?P<place>[A-I]\d+)",
    "dig": r"dig (?P<count>\d+)",
    "transform": r"transform (?P<place>[A-I]\d+) to (?P<terrain>[YUKBGSR])",
    "action": r"action (?P<action>\w+)",
    "upgrade": r"upgrade (?P<place>[A-I]\d+) to (?P<structure>TP|TE|SH|SA)",
    "bridge": r"bridge (?P<place>[A-I]\d+):(?P<other>[A-I]\d+)",
    "favor": r"\+(?P<tile>FAV\d+)",
    "town": r"\+(?P<count>\d*)(?P<tile>TW\d)",
    "cult": r"\+(?P<count>\d*)(?P<track>fire|water|earth|air)",
    "leave": r"-(?P<track>fire|water|earth|air)",
    "send": r"send (?P<track>fire|water|earth|air)( for (?P<steps>[123]))?",
    "advance": r"advance (?P<track>ship|dig)",
    "pass": r"pass( (?P<card>BON\d+))?",
    "burn": r"burn (?P<count>\d+)",
    "convert": r"convert (?P<count>\d+)(?P<goes>PW|P|W|C|VP) to (?P<gained>\d+)(?P<comes>P|W|C|VP)",
    "connect": r"connect (?P<place>r\d+|[A-I]\d+:[A-I]\d+)",
    "leech": r"(?P<answer>leech|decline) (?P<count>\d+) from (?P<faction>\w+)",
    "all declined": r"all declined",
}


def read_command(text: str, row: int) -> list[Item]:
    """Returns the items of one command."""
    if DECLINED.fullmatch(text):  # what is not used is simply left
        return []
    for kind, pattern in COMMANDS.items():
        if match := re.fullmatch(pattern, text):
            try:
                return _items(kind, match.groupdict())
            except UserError as error:
                raise UserError(f"row {row}: {text!r}: {error}") from None
    raise UserError(f"row {row}: unknown command {text!r}")


def _items(kind: str, found: dict[str, Any]) -> list[Item]:
    count = int(found.get("count") or 1)
    if kind == "action":
        if found["action"] not in ACTIONS:
            raise UnknownName("action", found["action"], ACTIONS)
        return [("take", ACTIONS[found["action"]])]
    if kind == "convert":
        return _conversion(found["goes"], found["comes"], count, int(found["gained"]))
    if kind == "pass":
        return [("pass", f"pass:{found['card']}" if found["card"] else "pass")]
    plain = {
        "upgrade": "upgrade:{place}>{structure}", "transform": "transform:{place}>{terrain}", "favor": "favor:{tile}",
        "town": "town:{tile}", "advance": "advance:{track}", "burn": "burn",
    }  # fmt: skip
    if kind in plain:
        return [("free" if kind == "burn" else kind, plain[kind].format(**found))] * count
    if kind == "dig":
        return [("dig",)] * count
    if kind == "cult":
        return [("cult", f"cult:{found['track']}", count)]
    if kind == "leech":
        return [(found["answer"], count, found["faction"])]
    return [(kind, *found.values())]


def _conversion(goes: str, comes: str, count: int, gained: int) -> list[Item]:
    if (goes, comes) == ("W", "P") and count == gained:
        return [("priest",)] * count
    if (goes, comes) not in CONVERSIONS:
        raise UserError("there is no such conversion (T5.4, T5.5)")
    price, answers = CONVERSIONS[goes, comes]
    if count != price * gained:
        raise UserError(f"{price} {goes} give 1 {comes} (T5.4, T5.5)")
    return [("free", answer) for answer in answers for _ in range(gained)]
