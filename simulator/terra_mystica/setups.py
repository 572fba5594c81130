"""The set-up of a game: who plays with which tiles and cards, checked against the rules (T2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from simulator.core.errors import UnknownName, UserError
from simulator.core.reading import natural
from simulator.terra_mystica.language.content import Content
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.record.setup_record import SETUP

LEAST_SEATS = 2
HIGHEST_START_VP = 100
CHOICES = ("draft", "drawn")


@dataclass(frozen=True)
class Setup:
    """What is played (T2): factions, tiles, cards and rule flags."""

    factions: list[str] | None = None  # seat 1 first; None = see `choice`
    players: int | None = None  # needed only without factions
    choice: str = "draft"  # without factions: chosen in seat order, or drawn (T2.3)
    scoring: list[str] | None = None  # round tiles of rounds 1-6, None = drawn
    bonus_cards: list[str] | None = None  # cards in play, None = drawn
    start_vp: list[int] | None = None  # of each seat, None = 20
    without: list[str] | None = None  # tiles that a seat must go without: FAV11 (the first seat), BON3@2
    flags: dict[str, bool] = field(default_factory=dict)  # v.FLAGS, all off by default

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.factions) if self.factions is not None else self.players or 0

    def record(self, content: Content) -> np.ndarray:
        """Returns the set-up as the machine reads it; a mistake raises one clear message."""
        check_setup(self, content)
        setup = np.zeros(1, SETUP)
        setup["players"] = self.seats
        setup["flags"] = flag_bits(self.flags)
        setup["draw_factions"] = self.choice == "drawn"
        setup["faction"] = setup["scoring"] = -1
        setup["start_vp"][0, : self.seats] = self.start_vp or v.START_VP
        for seat, faction in enumerate(self.factions or []):
            setup["faction"][0, seat] = content.number("factions", faction)
        for place, tile in enumerate(self.scoring or []):
            setup["scoring"][0, place] = content.number("round_tiles", tile)
        for name, number, seat in without_bits(self.without or [], self.seats, content):
            setup[name][0, seat] |= 1 << number
        for card in self.bonus_cards or []:
            setup["card"][0, content.number("cards", card)] = 1
        return setup


LISTS = ("factions", "scoring", "bonus_cards")
NAMES_OF = {"factions": "factions", "scoring": "round_tiles", "bonus_cards": "cards"}


def read_setup(written: Mapping[str, Any], content: Content) -> Setup:
    """Returns a set-up of plain values after checking names and kinds; whether it can be played, `check_setup` tells."""
    known = [known.name for known in fields(Setup)]
    for key, value in written.items():
        if key not in known:
            raise UnknownName("key", key, known)
        if key in LISTS and value is not None:
            _read_names(key, value, content)
    players = written.get("players")
    if isinstance(players, bool) or not isinstance(players, int | None):
        raise UserError(f"players: unexpected value {players!r}")
    flags = written.get("flags") or {}
    if not isinstance(flags, Mapping) or not all(isinstance(value, bool) for value in flags.values()):
        raise UserError(f"flags: unexpected value {flags!r}")
    without = written.get("without")
    if not isinstance(without, list | None) or not all(isinstance(name, str) for name in without or ()):
        raise UserError(f"without: unexpected value {written['without']!r}")
    if not isinstance(written.get("start_vp"), list | None):
        raise UserError(f"start_vp: unexpected value {written['start_vp']!r}")
    return Setup(**{**written, "flags": dict(flags)})


def _read_names(key: str, value: Any, content: Content) -> None:
    if not isinstance(value, list):
        raise UserError(f"{key}: expected a list, got {value!r}")
    for name in value:
        content.number(NAMES_OF[key], name)


def flag_bits(flags: dict[str, bool]) -> int:
    """Returns the bits of the rule flags."""
    for name in flags:
        if name not in v.FLAGS:
            raise UnknownName("flag", name, v.FLAGS)
    return sum(1 << v.FLAGS.index(name) for name, value in flags.items() if value)


def check_setup(setup: Setup, content: Content) -> None:
    """Raises a UserError when a set-up is against the rules."""
    flag_bits(setup.flags)
    if not LEAST_SEATS <= setup.seats <= v.MAX_SEATS:
        raise UserError(f"{setup.seats} seats: a game has {LEAST_SEATS} to {v.MAX_SEATS} (T1.1)")
    if setup.factions is not None and setup.players not in (None, len(setup.factions)):
        raise UserError(f"{len(setup.factions)} factions for {setup.players} players: one faction for each (T1.1)")
    if setup.choice not in CHOICES:
        raise UnknownName("way to choose factions", setup.choice, CHOICES)
    check_factions(setup.factions or [], content)
    if setup.scoring is not None:
        check_scoring(setup.scoring, setup, content)
    if setup.bonus_cards is not None:
        check_cards(setup.bonus_cards, setup, content)
    check_twice("tile", setup.without or [], "without")
    without_bits(setup.without or [], setup.seats, content)
    if setup.start_vp is not None:
        check_start_vp(setup.start_vp, setup)


def check_factions(factions: list[str], content: Content) -> None:
    """Raises a UserError when two factions cannot play together."""
    homes: dict[str, str] = {}
    for faction in factions:
        home = content.source["factions"][content.number("factions", faction)]["terrain"]
        if home in homes:
            terrain = v.TERRAINS[v.TERRAIN_LETTERS.index(home)]
            raise UserError(f"{homes[home]} and {faction} have the same colour ({terrain}): they never play together (T1.1)")
        homes[home] = faction


def check_scoring(tiles: list[str], setup: Setup, content: Content) -> None:
    """Raises a UserError when the round tiles cannot lie like this."""
    for tile in tiles:
        entry = content.source["round_tiles"][content.number("round_tiles", tile)]
        if entry.get("outside") and not setup.flags.get(tile):
            raise UserError(f"{tile} is not in the base box: set the flag {tile} (T14.2)")
    if len(tiles) != v.ROUNDS:
        raise UserError(f"{len(tiles)} scoring tiles: one for each of {v.ROUNDS} rounds (T2.1)")
    check_twice("scoring tile", tiles, "T2.1")
    spade = content.round_tiles[v.SPADE_TILE]
    if spade in tiles[4:]:
        raise UserError(f"{spade} in round {tiles.index(spade) + 1}: not in rounds 5 and 6 (T2.1)")


def check_cards(cards: list[str], setup: Setup, content: Content) -> None:
    """Raises a UserError when these bonus cards cannot be in play."""
    for card in cards:
        entry = content.source["cards"][content.number("cards", card)]
        if entry.get("outside") and not setup.flags.get(card):
            raise UserError(f"{card} is not in the base box: set the flag {card} (T14.1)")
    check_twice("bonus card", cards, "T2.2")
    if len(cards) != setup.seats + 3:
        raise UserError(f"{len(cards)} bonus cards for {setup.seats} seats: three more than seats (T2.2)")


def check_twice(kind: str, names: list[str], rule: str) -> None:
    """Raises a UserError when a name is listed twice."""
    for name in names:
        if names.count(name) > 1:
            raise UserError(f"{kind} {name} is listed twice: there is only one ({rule})")


FORBIDDEN = {"cards": "without_cards", "favors": "without_favors", "towns": "without_towns"}


def without_bits(written: list[str], seats: int, content: Content) -> list[tuple[str, int, int]]:
    """Returns field, bit and seat of everything that a seat must go without."""
    found = []
    for text in written:
        name, at, seat = text.partition("@")
        kind = next((kind for kind in FORBIDDEN if name in getattr(content, kind)), None)
        if kind is None:
            raise UnknownName("card, favor or town tile", name, [*content.cards, *content.favors, *content.towns])
        if at and (natural(seat) or 0) not in range(1, seats + 1):
            raise UserError(f"without: {text}: expected a seat from 1 to {seats}")
        found.append((FORBIDDEN[kind], content.number(kind, name), int(seat) - 1 if at else 0))
    return found


def check_start_vp(start_vp: list[int], setup: Setup) -> None:
    """Raises a UserError when the start points do not fit the seats."""
    if len(start_vp) != setup.seats:
        raise UserError(f"{len(start_vp)} start VP for {setup.seats} seats: one number for each (T2.4)")
    for points in start_vp:
        if isinstance(points, bool) or not isinstance(points, int) or not 0 <= points <= HIGHEST_START_VP:
            raise UserError(f"start VP {points!r} is no number from 0 to {HIGHEST_START_VP} (T1.5)")
