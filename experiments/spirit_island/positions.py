"""Loads a hand-written position into a state: it replaces the set-up entirely (cases.md, "Position").

Checks everything first-hand, because the machine trusts its state. Runs no rule.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from experiments.core.notation import CaseError, choice, listing, mapping, whole
from experiments.spirit_island.notation import MARKED, PRINTED_HEALTH, Land, Table, invader_card, read_land
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.state import MAX_MARKS, MAX_OWN_CARDS
from simulator.spirit_island.record.tables import NO_ADVERSARY
from simulator.spirit_island.scenarios.powers_long_forgotten import BLANK, SOURCES
from simulator.spirit_island.words.labels import DECKS, TRACKS

POSITION_KEYS = (
    "lands", "fear", "fear_cards", "blight_card", "invader_cards", "event_deck", "power_decks", "spirits",
    "scenario",
)  # fmt: skip
SCENARIO_KEYS = ("wards", "flames", "markers", "spirit_sources", "held_sources", "invader_sources", "assistance", "beside")
SPIRIT_KEYS = ("energy", "hand", "discard", "played", "elements", "track")
ZONES = {"hand": v.HAND, "discard": v.DISCARD, "played": v.PLAY}
SLOTS = {"ravage": v.SLOT_RAVAGE, "build": v.SLOT_BUILD, "high_immigration": v.SLOT_EXTRA_BUILD}
INVADER_KEYS = (*SLOTS, "explore")
PRINTED_BLIGHT = 5  # per player, on the space of the invader board (R2.7)

# What the set-up of a game leaves and a position keeps: the configuration.
KEPT = (
    "seed_key", "island", "layout", "players", "expansion", "adversary", "level", "scenario", "difficulty", "flags",
    "spirit", "draws", "fear_pool", "adversary_rules", "hook", "slot_open",
)  # fmt: skip


def load_position(table: Table, position: Any, seed: int) -> None:
    """Replaces what lies on the table by the position."""
    written = mapping(position, "position", POSITION_KEYS)
    decks = [[int(card) for card in deck[:size]] for deck, size in zip(table.state["deck"], table.state["deck_size"])]
    _clear(table.state)
    _load_lands(table, written.get("lands"))
    _load_spirits(table, written.get("spirits"))
    _load_fear(table, written, random.Random(seed))
    _load_blight_card(table, written.get("blight_card"))
    _load_invader_cards(table, written.get("invader_cards"))
    _load_event_deck(table, written.get("event_deck"))
    _load_power_decks(table, written.get("power_decks"), decks)
    _load_scenario(table, written.get("scenario"))


def _clear(state: np.void) -> None:
    kept = {field: state[field].copy() for field in KEPT}
    for field in state.dtype.names or ():
        state[field] = kept.get(field, 0)
    state["blight_card"] = -1
    state["turn"] = 2  # a game under way: nothing is special as in the first turn


# --- island


def _load_lands(table: Table, lands: Any) -> None:
    for name, contents in _named(lands, "lands"):
        land = table.land(name)
        _put(table, land, str(name), read_land(table, contents, str(name)))


def _named(value: Any, where: str) -> list[tuple[Any, Any]]:
    if value is not None and not isinstance(value, dict):
        raise CaseError(f"{where}: expected a mapping, got {value!r}")
    return list((value or {}).items())


def _put(table: Table, land: int, name: str, contents: Land) -> None:
    state = table.state
    for kind, piece in enumerate(v.PIECES):
        found = contents.get(piece, [])
        state["pieces"][land, kind] = len(found)
        for hits, strife in found:
            if piece in MARKED and hits >= _health(state, piece):
                raise CaseError(f"{name}: {piece}: hits {hits} would have destroyed it")
            _mark(state, land, kind, hits, strife)
    for spirit, count in contents.get("presence", {}).items():
        state["presence"][table.player(spirit), land] = count


def _health(state: np.void, piece: str) -> int:
    """Returns the health of a piece, with the constant of the adversary (R28.6)."""
    sturdy = piece in ("town", "city") and state["adversary_rules"] & v.STURDY_BUILDINGS
    return PRINTED_HEALTH[piece] + bool(sturdy)


def _mark(state: np.void, land: int, kind: int, hits: int, strife: int) -> None:
    if hits == 0 and strife == 0:
        return
    mark = int(state["marks"])
    if mark == MAX_MARKS:
        raise CaseError(f"lands: more than {MAX_MARKS} pieces with hits or strife")
    state["mark_land"][mark] = land
    state["mark_kind"][mark] = kind
    state["mark_hits"][mark] = hits
    state["mark_strife"][mark] = strife
    state["marks"] = mark + 1


# --- spirits


def _load_spirits(table: Table, spirits: Any) -> None:
    written = dict(_named(spirits, "spirits"))
    for spirit in written:
        table.player(spirit)
    owners: dict[int, str] = {}
    for player, spirit in enumerate(table.spirits):
        entry = mapping(written.get(spirit), spirit, SPIRIT_KEYS)
        table.state["energy"][player] = whole(entry.get("energy", 0), f"{spirit}: energy", 0, 9999)
        _load_tracks(table, player, spirit, entry.get("track"))
        _load_cards(table, player, spirit, entry, owners)
        for element, count in _named(entry.get("elements"), f"{spirit}: elements"):
            number = choice("element", element, v.ELEMENTS)
            count = whole(count, f"{spirit}: elements: {element}", 0, 99)
            table.state["turn_elements"][player, number] = count


def _load_tracks(table: Table, player: int, spirit: str, track: Any) -> None:
    """Takes presence from the tracks; what is off them and not on the island is destroyed."""
    state, tables = table.state, table.tables
    panel = int(state["spirit"][player])
    written = mapping(track, f"{spirit}: track", TRACKS)
    for number, name in enumerate(TRACKS):
        most = int(tables["track_length"][panel, number]) - 1
        state["track"][player, number] = whole(written.get(name, 0), f"{spirit}: track: {name} (presence)", 0, most)
    off = int(tables["start_presence"][panel]) + int(state["track"][player].sum())
    on_island = int(state["presence"][player].sum())
    if on_island > off:
        raise CaseError(f"{spirit}: presence: {on_island} on the island, but only {off} are off the tracks")
    state["destroyed"][player] = off - on_island


def _load_cards(table: Table, player: int, spirit: str, entry: dict, owners: dict[int, str]) -> None:
    state = table.state
    for zone, number in ZONES.items():
        for name in listing(entry.get(zone), f"{spirit}: {zone}"):
            card = table.card(name)
            if card in owners:
                raise CaseError(f"{spirit}: {zone}: card {name} is named twice, it also lies in {owners[card]}")
            owners[card] = f"{zone} of {spirit}"
            count = int(state["cards"][player])
            if count == MAX_OWN_CARDS:
                raise CaseError(f"{spirit}: more than {MAX_OWN_CARDS} cards")
            state["own_card"][player, count] = card
            state["own_zone"][player, count] = number
            state["cards"][player] = count + 1
            state["plays_made"][player] += number == v.PLAY


# --- fear


def _load_fear(table: Table, written: dict, shuffle: random.Random) -> None:
    state = table.state
    pool = int(state["fear_pool"])
    state["fear"] = whole(written.get("fear", 0), "fear", 0, pool - 1)
    cards = mapping(written.get("fear_cards"), "fear_cards", ("earned", "deck"))
    adversary = NO_ADVERSARY if table.state["adversary"] < 0 else table.state["adversary"]
    printed = table.tables["adversary_fear"][adversary, table.state["level"]]
    deck = cards.get("deck", [int(part) for part in printed])
    if not isinstance(deck, list) or len(deck) != 3:
        raise CaseError(f"fear_cards: deck: expected three entries, got {deck!r}")
    earned = cards.get("earned", [])
    groups = [_fear_cards(table, group) for group in (earned, *deck)]
    named = [card for group in groups for card in group if card is not None]
    for card in named:
        if named.count(card) > 1:
            raise CaseError(f"fear_cards: {table.content.fear_cards[card]} is named twice")
    unseen = [card for card in _fear_set(table) if card not in named]
    shuffle.shuffle(unseen)
    if sum(card is None for group in groups for card in group) > len(unseen):
        raise CaseError(f"fear_cards: only {len(unseen)} cards are left for the numbers {[earned, *deck]!r}")
    filled = [[unseen.pop() if card is None else card for card in group] for group in groups]
    state["earned"][: len(filled[0])] = filled[0]
    state["earned_count"] = state["earned_total"] = len(filled[0])
    whole_deck = [card for group in filled for card in group] + unseen  # the earned ones lie above the top
    state["fear_deck"][: len(whole_deck)] = whole_deck
    state["fear_cards"], state["fear_top"] = len(whole_deck), len(filled[0])
    state["fear_left"] = [len(group) for group in filled[1:]]
    state["terror_level"] = next((level for level in (1, 2, 3) if filled[level]), 3)


def _fear_cards(table: Table, group: Any) -> list[int | None]:
    """Reads a count or a list of ids; None = some card."""
    if isinstance(group, list):
        return [choice("fear card", name, table.content.fear_cards) for name in group]
    if isinstance(group, str):
        return [choice("fear card", group, table.content.fear_cards)]
    return [None] * whole(group, "fear_cards", 0, 30)


def _fear_set(table: Table) -> list[int]:
    cards = range(int(table.tables["fear_cards"]))
    return [card for card in cards if table.tables["fear_set"][card] <= table.state["expansion"]]


# --- blight and invader cards


def _load_blight_card(table: Table, card: Any) -> None:
    state, tables, content = table.state, table.tables, table.content
    written = mapping(card, "blight_card", ("id", "side", "blight"))
    players = int(state["players"])
    errata = int(state["flags"]) & v.BLIGHT_PLUS_ONE != 0
    pool = PRINTED_BLIGHT * players + errata
    if written.get("id") not in (None, "no_blight_card"):
        number = choice("blight card", written["id"], content.blight_cards)
        state["blight_card"] = number
        pool = int(tables["blight_healthy"][number]) * players + errata
    side = written.get("side", "healthy")
    if choice("side of the blight card", side, ("healthy", "blighted")):
        if state["blight_card"] < 0:
            raise CaseError("blight_card: the printed space has no side blighted")
        state["blighted"] = 1
        pool = int(tables["blight_blighted"][state["blight_card"]]) * players
    state["blight_pool"] = whole(written.get("blight", pool), "blight_card: blight", 0, 999)
    state["blight_box"] = 999


def _load_invader_cards(table: Table, cards: Any) -> None:
    state = table.state
    written = mapping(cards, "invader_cards", INVADER_KEYS)
    named = {key: _invader_cards(table, value, key) for key, value in written.items()}
    state["slot"] = -1
    for key, slot in SLOTS.items():
        found = named.get(key, [])
        _check_room(key, found, 4)
        state["slot"][slot, : len(found)] = found
        state["slot_count"][slot] = len(found)
    deck = named.get("explore", [])
    _check_room("explore", deck, 16)
    state["invader_deck"] = -1
    state["invader_deck"][: len(deck)] = deck
    state["invader_size"] = len(deck)
    stages = [int(table.tables["invader_stage"][card]) for card in deck]
    early = next((place for place, stage in enumerate(stages) if stage == 3 and 2 in stages[place:]), -1)
    state["early_stage_3"] = early + 1  # R27.3


def _check_room(key: str, cards: list[int], most: int) -> None:
    if len(cards) > most:
        raise CaseError(f"invader_cards: {key}: at most {most} cards, got {len(cards)}")


def _invader_cards(table: Table, value: Any, key: str) -> list[int]:
    return [invader_card(table.content, name) for name in listing(value, f"invader_cards: {key}")]


def _load_event_deck(table: Table, deck: Any) -> None:
    for card in listing(deck, "event_deck"):
        table.state["event_deck"][table.state["event_size"]] = event_index(table, card)
        table.state["event_size"] += 1


def event_index(table: Table, event: Any) -> int:
    """Returns the number of an event card; events belong to the expansion and look at the blight card (R2.6)."""
    choice("event", event, table.content.events)
    if not table.state["expansion"]:
        raise CaseError(f"event {event} belongs to branch_and_claw, not to the base game")
    return table.content.event_index(event)


# --- power decks


def _load_power_decks(table: Table, power_decks: Any, shuffled: list[list[int]]) -> None:
    """Lays out the decks: the named cards, or all cards of the sets that lie nowhere else, as shuffled by set-up."""
    state, tables = table.state, table.tables
    written = mapping(power_decks, "power_decks", DECKS)
    elsewhere = _owned(state)
    for deck, name in enumerate(DECKS):
        if name in written:
            cards = [table.card(card) for card in listing(written[name], f"power_decks: {name}")]
            for card in cards:
                if tables["power_deck"][card] != deck:
                    raise CaseError(f"power_decks: {table.content.powers[card]} is no {name} power")
                if card in elsewhere or cards.count(card) > 1:
                    raise CaseError(f"power_decks: card {table.content.powers[card]} is named twice")
        else:
            cards = [card for card in shuffled[deck] if card not in elsewhere]
            cards += [card for card in _missing(state, tables, deck, cards) if card not in elsewhere]
        state["deck"][deck, : len(cards)] = cards
        state["deck_size"][deck] = len(cards)


def _owned(state: np.void) -> set[int]:
    players = range(int(state["players"]))
    return {int(card) for player in players for card in state["own_card"][player, : state["cards"][player]]}


def _missing(state: np.void, tables: np.void, deck: int, cards: list[int]) -> list[int]:
    """Returns the cards of the sets in play that set-up dealt to somebody: they go to the bottom."""
    everything = range(int(tables["cards"]))
    of_deck = [card for card in everything if tables["power_deck"][card] == deck]
    return [card for card in of_deck if tables["power_set"][card] <= state["expansion"] and card not in cards]


# --- scenarios


def _load_scenario(table: Table, scenario: Any) -> None:
    """Puts out what a scenario brings: wards and flames (lands), markers (land: number, 0 = blank), sources (numbers).

    In a Second Wave: the cards set aside to assist, and the blight beside a card that the first game had blighted.
    """
    state = table.state
    written = mapping(scenario, "scenario", SCENARIO_KEYS)
    for key in ("wards", "flames"):
        for name in listing(written.get(key), f"scenario: {key}"):
            state[key] |= 1 << table.land(name)
    for name, number in _named(written.get("markers"), "scenario: markers"):
        marker = whole(number, f"scenario: markers: {name}", 0, SOURCES)
        state["marker"][table.land(name)] = marker or BLANK
    for key in ("spirit_sources", "held_sources", "invader_sources"):
        for number in listing(written.get(key), f"scenario: {key}"):
            state[key] |= 1 << whole(number, f"scenario: {key}", 1, SOURCES)
    cards = [table.card(name) for name in listing(written.get("assistance"), "scenario: assistance")]
    if len(cards) > state["players"]:
        raise CaseError(f"scenario: assistance: {len(cards)} cards, but the first game had {state['players']} spirits")
    state["assistance"][: len(cards)] = [card + 1 for card in cards]
    state["blight_beside"] = whole(written.get("beside", 0), "scenario: beside", 0, 999)
    if state["scenario"] == v.SECOND_WAVE:
        state["wave"] = v.LEFT_BLIGHTED if "beside" in written else v.LEFT_HEALTHY
