"""Compares a state with what a case expects: only what is named, a named land whole."""

from __future__ import annotations

from typing import Any

from experiments.core.notation import CaseError, choice, listing, mapping, whole
from experiments.spirit_island.notation import Table, invader_card, read_land, show_land, write_pieces
from experiments.spirit_island.positions import INVADER_KEYS, SLOTS, SPIRIT_KEYS, ZONES
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.words.labels import TRACKS

EXPECT_KEYS = ("lands", "fear", "fear_cards", "blight_card", "invader_cards", "spirits", "outcome", "reason")
Difference = dict[str, Any]  # what, expected, got


class Comparison:
    """Collects the differences between a state and one expectation."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.differences: list[Difference] = []

    def note(self, what: str, expected: Any, got: Any) -> None:
        """Notes a difference, if it is one."""
        if expected != got:
            self.differences.append({"what": what, "expected": expected, "got": got})

    def note_set(self, what: str, expected: list, got: list) -> None:
        """Compares two lists of cards as sets."""
        if sorted(expected) != sorted(got):
            self.differences.append({"what": what, "expected": expected, "got": got})


def compare(table: Table, expected: Any) -> list[Difference]:
    """Returns every difference between the state and an expectation."""
    written = mapping(expected, "expect", EXPECT_KEYS)
    comparison = Comparison(table)
    for key, check in _CHECKS.items():
        if key in written:
            check(comparison, written[key])
    return comparison.differences


def _mapping_of_names(value: Any, where: str) -> dict:
    if value is not None and not isinstance(value, dict):
        raise CaseError(f"expect: {where}: expected a mapping, got {value!r}")
    return value or {}


def _lands(comparison: Comparison, written: Any) -> None:
    table = comparison.table
    for name, contents in _mapping_of_names(written, "lands").items():
        land = table.land(name)
        expected, got = read_land(table, contents, str(name)), show_land(table, land)
        for piece in v.PIECES:
            if expected.get(piece, []) != got.get(piece, []):
                comparison.note(f"{name}: {piece}", write_pieces(expected.get(piece, [])), write_pieces(got.get(piece, [])))
        comparison.note(f"{name}: presence", expected.get("presence", {}), got.get("presence", {}))


def _fear(comparison: Comparison, written: Any) -> None:
    comparison.note("fear", whole(written, "expect: fear"), int(comparison.table.state["fear"]))


def _fear_cards(comparison: Comparison, written: Any) -> None:
    table, state = comparison.table, comparison.table.state
    written = mapping(written, "expect: fear_cards", ("earned", "deck"))
    if "earned" in written:
        earned = [int(card) for card in state["earned"][: state["earned_count"]]]
        _fear_group(comparison, "fear_cards: earned", written["earned"], earned)
    if "deck" in written:
        deck = written["deck"]
        if not isinstance(deck, list) or len(deck) != 3:
            raise CaseError(f"expect: fear_cards: deck: expected three entries, got {deck!r}")
        start = int(state["fear_top"])
        for section, group in enumerate(deck):
            count = int(state["fear_left"][section])
            cards = [int(card) for card in table.state["fear_deck"][start : start + count]]
            _fear_group(comparison, f"fear_cards: deck {section + 1}", group, cards)
            start += count


def _fear_group(comparison: Comparison, what: str, expected: Any, cards: list[int]) -> None:
    names = comparison.table.content.fear_cards
    if isinstance(expected, int) and not isinstance(expected, bool):
        comparison.note(what, expected, len(cards))
        return
    expected = listing(expected, f"expect: {what}")
    for name in expected:
        choice("fear card", name, names)
    comparison.note_set(what, expected, [names[card] for card in cards])


def _blight_card(comparison: Comparison, written: Any) -> None:
    table, state = comparison.table, comparison.table.state
    written = mapping(written, "expect: blight_card", ("id", "side", "blight"))
    if "id" in written:
        cards = ["no_blight_card", *table.content.blight_cards]
        expected = "no_blight_card" if written["id"] is None else written["id"]
        choice("blight card", expected, cards)
        comparison.note("blight_card: id", expected, cards[int(state["blight_card"]) + 1])
    if "side" in written:
        sides = ("healthy", "blighted")
        choice("side of the blight card", written["side"], sides)
        comparison.note("blight_card: side", written["side"], sides[int(state["blighted"])])
    if "blight" in written:
        expected = whole(written["blight"], "expect: blight_card: blight")
        comparison.note("blight_card: blight", expected, int(state["blight_pool"]))


def _invader_cards(comparison: Comparison, written: Any) -> None:
    table, state = comparison.table, comparison.table.state
    names = table.content.invader_cards
    for key, value in mapping(written, "expect: invader_cards", INVADER_KEYS).items():
        if key == "explore":
            cards = state["invader_deck"][state["invader_top"] : state["invader_size"]]
        else:
            cards = state["slot"][SLOTS[key], : state["slot_count"][SLOTS[key]]]
        wanted = listing(value, f"expect: invader_cards: {key}")
        expected = [names[invader_card(table.content, name)] for name in wanted]
        comparison.note_set(f"invader_cards: {key}", expected, [names[int(card)] for card in cards])


def _spirits(comparison: Comparison, written: Any) -> None:
    for spirit, entry in _mapping_of_names(written, "spirits").items():
        player = comparison.table.player(spirit)
        _spirit(comparison, player, spirit, mapping(entry, f"expect: {spirit}", SPIRIT_KEYS))


def _spirit(comparison: Comparison, player: int, spirit: str, written: dict) -> None:
    table, state = comparison.table, comparison.table.state
    if "energy" in written:
        expected = whole(written["energy"], f"expect: {spirit}: energy")
        comparison.note(f"{spirit}: energy", expected, int(state["energy"][player]))
    for zone, number in ZONES.items():
        if zone in written:
            cards = listing(written[zone], f"expect: {spirit}: {zone}")
            for card in cards:
                table.card(card)
            comparison.note_set(f"{spirit}: {zone}", cards, cards_in(table, player, number))
    for element, count in _mapping_of_names(written.get("elements"), f"{spirit}: elements").items():
        number = choice("element", element, v.ELEMENTS)
        expected = whole(count, f"expect: {spirit}: elements: {element}")
        comparison.note(f"{spirit}: elements: {element}", expected, int(state["turn_elements"][player, number]))
    for track, count in mapping(written.get("track"), f"expect: {spirit}: track", TRACKS).items():
        expected = whole(count, f"expect: {spirit}: track: {track}")
        comparison.note(f"{spirit}: track: {track}", expected, int(state["track"][player, TRACKS.index(track)]))


def cards_in(table: Table, player: int, zone: int) -> list[str]:
    """Returns the ids of a spirit's cards in one zone."""
    state = table.state
    count = int(state["cards"][player])
    cards, zones = state["own_card"][player, :count], state["own_zone"][player, :count]
    return [table.content.powers[int(card)] for card, own_zone in zip(cards, zones) if own_zone == zone]


def _outcome(comparison: Comparison, written: Any) -> None:
    choice("outcome", written, v.OUTCOMES)
    comparison.note("outcome", written, v.OUTCOMES[int(comparison.table.state["outcome"])])


def _reason(comparison: Comparison, written: Any) -> None:
    choice("reason", written, v.CAUSES)
    comparison.note("reason", written, v.CAUSES[int(comparison.table.state["cause"])])


_CHECKS = {
    "lands": _lands,
    "fear": _fear,
    "fear_cards": _fear_cards,
    "blight_card": _blight_card,
    "invader_cards": _invader_cards,
    "spirits": _spirits,
    "outcome": _outcome,
    "reason": _reason,
}
