"""Compares a table with what a case expects: only what is named (cases.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from experiments.core.notation import CaseError, choice, listing, mapping
from experiments.core.study import Difference
from experiments.terra_mystica.ending import SOURCES
from experiments.terra_mystica.positions import SEAT_KEYS, Table, read_hex, site_name
from simulator.terra_mystica.record import vocabulary as v

RESULT_KEYS = ("win", "rank", "network", "leeched", "leech_paid")  # of a seat, from the result of the game
SEAT_EXPECT_KEYS = (*SEAT_KEYS, "faction", "structures", "vp_by_source", "tokens", *RESULT_KEYS)


def compare(table: Table, expect: Mapping[str, Any]) -> list[Difference]:
    """Returns the differences between a table and what it should be."""
    return [difference for key, value in expect.items() for difference in EXPECT_KEYS[key](table, value)]


def _differ(what: str, got: Any, expected: Any) -> Iterator[Difference]:
    if got != expected:
        yield {"what": what, "expected": expected, "got": got}


# --- the map


def hex_text(table: Table, name: str, with_terrain: bool = True) -> str:
    """Returns a hex as positions write it."""
    state, number = table.state, table.hexagon(name)
    text = v.TERRAIN_LETTERS[state["terrain"][number]] if with_terrain else ""
    if not state["structure"][number]:
        return text
    town = int(state["in_town"][number // 64]) >> number % 64 & 1
    return f"{text}:{v.STRUCTURES[state['structure'][number]]}@{state['owner'][number] + 1}{'*' * town}"


def _hexes(table: Table, value: Any) -> Iterator[Difference]:
    for name, expected in mapping(value, "expect: hexes", table.content.hexes).items():
        terrain, *_ = read_hex(name, expected)
        yield from _differ(name, hex_text(table, name, with_terrain=terrain is not None), expected)


def _bridges(table: Table, value: Any) -> Iterator[Difference]:
    state, sites = table.state, [site_name(site) for site in table.content.sites]
    expected = mapping(value, "expect: bridges", sites)
    got = {sites[state["bridge_site"][n]]: int(state["bridge_seat"][n]) + 1 for n in range(int(state["bridges"]))}
    yield from _differ("bridges", got, expected)


def _river_towns(table: Table, value: Any) -> Iterator[Difference]:
    words = [int(word) for word in table.state["river_town"]]
    got = [name for number, name in enumerate(table.content.hexes) if words[number // 64] >> number % 64 & 1]
    yield from _differ("river_towns", got, listing(value, "expect: river_towns"))


# --- seats


def _seats(table: Table, value: Any) -> Iterator[Difference]:
    for number, entry in mapping(value, "expect: seats", range(1, table.players + 1)).items():
        seat = table.seat(number)
        got = seat_as_written(table, seat)
        for key, expected in mapping(entry, f"expect: seat {number}", SEAT_EXPECT_KEYS).items():
            yield from _compare_seat(f"seat {number}: {key}", got[key], expected)


def _compare_seat(what: str, got: Any, expected: Any) -> Iterator[Difference]:
    if isinstance(got, dict) and isinstance(expected, dict):
        for name, right in expected.items():
            if name not in got:
                raise CaseError(f"expect: {what}: unknown name {name!r} (valid: {', '.join(got)})")
            yield from _differ(f"{what} {name}", got[name], right)
    elif isinstance(got, dict) and isinstance(expected, list):
        yield from _differ(what, list(got.values()), expected)
    elif isinstance(got, list) and what.endswith(("favors", "towns", "specials_used")):
        yield from _differ(what, sorted(got), sorted(listing(expected, what)))
    else:
        yield from _differ(what, got, expected)


def seat_as_written(table: Table, seat: int) -> dict[str, Any]:
    """Returns a seat as positions and expectations write it."""
    state, content = table.state, table.content
    result = table.walk.match.result()["seats"][seat]
    card = int(state["card"][seat])
    numbers = {name: int(state[name][seat]) for name in ("C", "W", "P", "VP", "keys", "ship", "dig", "skip")}
    return numbers | {
        "faction": content.factions[state["faction"][seat]],
        "bowls": [int(tokens) for tokens in state["bowls"][seat]],
        "tokens": int(state["bowls"][seat].sum()),
        "cult": dict(zip(v.CULTS, (int(level) for level in state["cult"][seat]))),
        "card": None if card < 0 else content.cards[card],
        "favors": [favor for number, favor in enumerate(content.favors) if int(state["favors"][seat]) >> number & 1],
        "towns": [town for town, count in zip(content.towns, state["towns"][seat]) for _ in range(count)],
        "specials_used": [name for bit, name in enumerate(v.SPECIALS) if int(state["specials_used"][seat]) >> bit & 1],
        "structures": {name: int(state["count"][seat, kind]) for kind, name in enumerate(v.STRUCTURES) if kind},
        "vp_by_source": {source: int(points) for source, points in zip(SOURCES, state["vp_source"][seat])},
        **{name: result[name] for name in RESULT_KEYS},
    }


# --- the table


def _cards(table: Table, value: Any) -> Iterator[Difference]:
    for card, coins in mapping(value, "expect: cards", table.content.cards).items():
        number = table.content.cards.index(card)
        lies = table.state["card_holder"][number] == v.ON_TABLE
        yield from _differ(f"card {card}", int(table.state["card_coins"][number]) if lies else "not on the table", coins)


def _cards_in_play(table: Table, value: Any) -> Iterator[Difference]:
    yield from _differ("cards_in_play", int((table.state["card_holder"] != v.OUT_OF_PLAY).sum()), value)


def _left(table: Table, value: Any) -> Iterator[Difference]:
    content, state = table.content, table.state
    for name, count in mapping(value, "expect: left", (*content.favors, *content.towns)).items():
        names, left = (content.favors, "favors_left") if name in content.favors else (content.towns, "towns_left")
        yield from _differ(f"left: {name}", int(state[left][names.index(name)]), count)


def _order(table: Table, value: Any) -> Iterator[Difference]:
    got = [int(seat) + 1 for seat in table.state["order"][: table.players]]
    yield from _differ("order", got, listing(value, "expect: order"))


def _round(table: Table, value: Any) -> Iterator[Difference]:
    yield from _differ("round", int(table.state["round"]), value)


def _actions_used(table: Table, value: Any) -> Iterator[Difference]:
    got = [name for bit, name in enumerate(v.POWER_ACTIONS) if int(table.state["actions_used"]) >> bit & 1]
    yield from _differ("actions_used", got, listing(value, "expect: actions_used"))


def _priest_spaces(table: Table, value: Any) -> Iterator[Difference]:
    for track, expected in mapping(value, "expect: priest_spaces", v.CULTS).items():
        got = [int(seat) + 1 for seat in table.state["priest_space"][v.CULTS.index(track)]]
        yield from _differ(f"priest_spaces: {track}", got, listing(expected, "expect: priest_spaces"))


def _outcome(table: Table, value: Any) -> Iterator[Difference]:
    choice("outcome", value, v.OUTCOMES)
    yield from _differ("outcome", v.OUTCOMES[table.state["outcome"]], value)


EXPECT_KEYS: dict[str, Callable[[Table, Any], Iterator[Difference]]] = {
    "hexes": _hexes, "bridges": _bridges, "river_towns": _river_towns, "seats": _seats, "cards": _cards,
    "cards_in_play": _cards_in_play, "left": _left, "order": _order, "round": _round, "actions_used": _actions_used,
    "priest_spaces": _priest_spaces, "outcome": _outcome,
}  # fmt: skip
