"""Positions written by hand: what lies on the map, what the seats have, what is left in the supplies (cases.md)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from experiments.core.notation import CaseError, choice, listing, mapping, whole
from experiments.terra_mystica.walk import Walk
from simulator.terra_mystica.language.content import Content
from simulator.terra_mystica.machine.machine import CALL_REFRESH, MACHINE
from simulator.terra_mystica.record import vocabulary as v

POSITION_KEYS = ("round", "tile", "order", "passed", "hexes", "bridges", "river_towns", "actions_used", "cards", "left",
                 "priest_spaces", "seats")  # fmt: skip
SEAT_KEYS = ("C", "W", "P", "VP", "bowls", "cult", "keys", "ship", "dig", "skip", "card", "favors", "towns", "specials_used")
HEX = re.compile(r"([YUKBGSR])?(?::(D|TP|TE|SH|SA)@([1-5])(\*?))?")
QUIET_TILE = "SCORE2"  # lies in all rounds of a position that names no tile: it pays for towns alone
TOKENS, PRIESTS = 12, 7  # of a seat (T1.3)
HIGHEST = 500


@dataclass
class Table:
    """A game of a case."""

    walk: Walk
    content: Content

    @property
    def state(self) -> np.void:
        """The state of the game."""
        return self.walk.state

    @property
    def tables(self) -> np.void:
        """The tables of its content."""
        return self.walk.match.tables

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.state["players"])

    def seat(self, written: Any, where: str = "seat") -> int:
        """Returns the number of a seat, 0 for the first."""
        return whole(written, where, 1, self.players) - 1

    def hexagon(self, name: Any, land: bool = True) -> int:
        """Returns the number of a land or river hex."""
        number = choice("hex", name, self.content.hexes)
        if land == (self.content.island.is_river(number)):
            raise CaseError(f"{name} is {'a river' if land else 'a land'} hex")
        return number

    def home(self, seat: int) -> int:
        """Returns the home terrain of a seat."""
        return int(self.tables["home"][self.state["faction"][seat]])


def load_position(table: Table, written: Any) -> None:
    """Fills the state of a game that is laid out, and leaves its agenda empty."""
    position = mapping(written, "position", POSITION_KEYS)
    state = table.state
    state["frames"] = state["decision"] = state["options"] = 0
    state["phase"] = v.ACTIONS
    state["round"] = whole(position.get("round", 1), "round", 1, v.ROUNDS)
    _load_tile(table, position)
    _load_map(table, position)
    seats = mapping(position.get("seats"), "seats", range(1, table.players + 1))
    _load_cards(table, position, seats)
    _load_priests(table, position)
    for number, entry in seats.items():
        load_seat(table, table.seat(number), mapping(entry, f"seat {number}", SEAT_KEYS))
    _load_order(table, position)
    for name, count in mapping(position.get("left"), "left", (*table.content.favors, *table.content.towns)).items():
        _set_left(table, name, whole(count, f"left: {name}", 0, 3))
    _check_supplies(table)
    MACHINE.call(state, table.tables, CALL_REFRESH)


def _load_tile(table: Table, position: dict) -> None:
    """Lays the tile of the round that is named; else the tiles of the set-up, or quiet ones."""
    state, tiles = table.state, table.content.round_tiles
    if table.walk.match.setup.scoring is None:
        state["scoring"][:] = tiles.index(QUIET_TILE)
    if "tile" in position:
        state["scoring"][state["round"] - 1] = choice("scoring tile", position["tile"], tiles)


# --- the map


def _load_map(table: Table, position: dict) -> None:
    state = table.state
    for name, entry in mapping(position.get("hexes"), "hexes", table.content.hexes).items():
        load_hex(table, name, entry)
    for site, seat in mapping(position.get("bridges"), "bridges", [site_name(site) for site in table.content.sites]).items():
        state["bridge_site"][state["bridges"]] = [site_name(known) for known in table.content.sites].index(site)
        state["bridge_seat"][state["bridges"]] = table.seat(seat, f"bridges: {site}")
        state["bridges"] += 1
    for name in listing(position.get("river_towns"), "river_towns"):
        river = table.hexagon(name, land=False)
        state["river_town"][river // 64] |= np.uint64(1 << river % 64)


def site_name(site: tuple[str, str]) -> str:
    """Returns the name of a place for a bridge."""
    return "-".join(site)


def read_hex(name: Any, entry: Any) -> tuple[str | None, str | None, str | None, bool]:
    """Returns terrain, structure, seat and whether in a town, of text such as `S:TP@1*`."""
    match = HEX.fullmatch(entry) if isinstance(entry, str) and entry else None
    if match is None:
        raise CaseError(f"hexes: {name}: expected terrain:structure@seat such as S:TP@1, got {entry!r}")
    terrain, structure, seat, town = match.groups()
    return terrain, structure, seat, town == "*"


def load_hex(table: Table, name: str, entry: Any) -> None:
    """Lays a terrain and puts a structure on a hex."""
    state, hexagon = table.state, table.hexagon(name)
    terrain, structure, owner, town = read_hex(name, entry)
    if terrain:
        state["terrain"][hexagon] = v.TERRAIN_LETTERS.index(terrain)
    if structure is None:
        return
    seat = table.seat(int(owner or 0), f"hexes: {name}: seat")
    home = table.home(seat)
    if terrain and v.TERRAIN_LETTERS[home] != terrain:
        raise CaseError(
            f"hexes: {name}: {entry} stands on foreign terrain, the home of seat {owner} is {v.TERRAIN_LETTERS[home]}"
        )
    kind = v.STRUCTURES.index(structure)
    state["terrain"][hexagon], state["structure"][hexagon], state["owner"][hexagon] = home, kind, seat
    placed = int(((state["owner"] == seat) & (state["structure"] == kind)).sum())
    if placed > table.tables["supply"][kind]:
        raise CaseError(f"hexes: {name}: seat {owner} has {table.tables['supply'][kind]} {structure}, not {placed} (T1.3)")
    if town:
        state["in_town"][hexagon // 64] |= np.uint64(1 << hexagon % 64)


# --- cards, priests, order


def _load_cards(table: Table, position: dict, seats: dict) -> None:
    """Puts cards in play and coins on them: those named first, if the set-up leaves it open which they are."""
    state, content = table.state, table.content
    coins = mapping(position.get("cards"), "cards", content.cards)
    held = [entry["card"] for entry in seats.values() if isinstance(entry, dict) and entry.get("card")]
    for card in held:
        choice("bonus card", card, content.cards)
    if table.walk.match.setup.bonus_cards is None:
        usual = [card for number, card in enumerate(content.cards) if not table.tables["card_outside"][number]]
        in_play = list(dict.fromkeys([*held, *coins, *usual]))[: table.players + 3]
        for number, card in enumerate(content.cards):
            state["card_holder"][number] = v.ON_TABLE if card in in_play else v.OUT_OF_PLAY
    for card, count in coins.items():
        state["card_coins"][content.cards.index(card)] = whole(count, f"cards: {card}", 0, 99)


def _load_priests(table: Table, position: dict) -> None:
    """Puts priests on cult spaces, the space of three steps first; 0 = free."""
    for track, seats in mapping(position.get("priest_spaces"), "priest_spaces", v.CULTS).items():
        written = listing(seats, f"priest_spaces: {track}")
        if len(written) > v.PRIESTS_ON_CULTS:
            raise CaseError(f"priest_spaces: {track}: 4 spaces, not {len(written)} (T9.2)")
        for space, seat in enumerate(written):
            if seat:
                number = table.seat(seat, f"priest_spaces: {track}")
                table.state["priest_space"][v.CULTS.index(track), space] = number
                table.state["priests_out"][number] += 1


def _load_order(table: Table, position: dict) -> None:
    state = table.state
    everybody = list(range(1, table.players + 1))
    order = listing(position.get("order", everybody), "order")
    if sorted(order) != everybody:
        raise CaseError(f"order: expected every seat once, got {order}")
    state["order"][: table.players] = [seat - 1 for seat in order]
    for seat in listing(position.get("passed"), "passed"):
        number = table.seat(seat, "passed")
        state["passed"][number] = 1
        state["pass_order"][state["passes"]] = number
        state["passes"] += 1


# --- seats


def load_seat(table: Table, seat: int, entry: dict) -> None:
    """Gives a seat what is written of it; the rest is as its faction starts with."""
    for name, value in entry.items():
        SEAT_LOADERS[name](table, seat, name, value)
    state, faction = table.state, table.state["faction"][seat]
    state["burnt"][seat] = TOKENS - int(state["bowls"][seat].sum())
    has_stronghold = ((state["owner"] == seat) & (state["structure"] == v.STRONGHOLD)).any()
    if "skip" not in entry and has_stronghold:
        state["skip"][seat] += table.tables["sh_skip"][faction]
    priests = int(state["P"][seat] + state["priests_out"][seat])
    if priests > PRIESTS:
        raise CaseError(f"seat {seat + 1}: P: {priests} priests in hand and on cult spaces, at most {PRIESTS} (T1.4)")


def _load_number(table: Table, seat: int, name: str, value: Any) -> None:
    limits = {"keys": 8, "dig": 2, "ship": 5, "skip": 3, "P": PRIESTS}
    table.state[name][seat] = whole(value, f"seat {seat + 1}: {name}", 0, limits.get(name, HIGHEST))
    if name == "VP":
        table.state["vp_source"][seat] = 0
        table.state["vp_source"][seat, v.V_START] = value


def _load_bowls(table: Table, seat: int, name: str, value: Any) -> None:
    bowls = [whole(tokens, f"seat {seat + 1}: bowls", 0, TOKENS) for tokens in listing(value, "bowls")]
    if len(bowls) != 3 or sum(bowls) > TOKENS:
        raise CaseError(f"seat {seat + 1}: bowls: expected three numbers of at most {TOKENS} together, got {value!r}")
    table.state["bowls"][seat] = bowls


def _load_cult(table: Table, seat: int, name: str, value: Any) -> None:
    written = dict(zip(v.CULTS, value)) if isinstance(value, list) and len(value) == len(v.CULTS) else value
    for track, level in mapping(written, f"seat {seat + 1}: cult", v.CULTS).items():
        number = v.CULTS.index(track)
        table.state["cult"][seat, number] = whole(level, f"seat {seat + 1}: cult", 0, v.TOP_LEVEL)
        if level == v.TOP_LEVEL:
            if table.state["top"][number] >= 0:
                raise CaseError(f"seat {seat + 1}: cult: {track}: two seats at level 10 (T9.3)")
            table.state["top"][number] = seat


def _load_card(table: Table, seat: int, name: str, value: Any) -> None:
    card = choice("bonus card", value, table.content.cards)
    if table.state["card_holder"][card] != v.ON_TABLE:
        raise CaseError(f"seat {seat + 1}: card: {value} is not in play, or held by another seat")
    table.state["card_holder"][card] = seat
    table.state["card"][seat] = card


def _load_favors(table: Table, seat: int, name: str, value: Any) -> None:
    for favor in listing(value, "favors"):
        number = choice("favor tile", favor, table.content.favors)
        table.state["favors"][seat] |= 1 << number
        table.state["favors_left"][number] -= 1


def _load_towns(table: Table, seat: int, name: str, value: Any) -> None:
    for town in listing(value, "towns"):
        number = choice("town tile", town, table.content.towns)
        table.state["towns"][seat, number] += 1
        table.state["towns_left"][number] -= 1


def _load_specials(table: Table, seat: int, name: str, value: Any) -> None:
    for special in listing(value, "specials_used"):
        table.state["specials_used"][seat] |= 1 << choice("special action", special, v.SPECIALS)


SEAT_LOADERS: dict[str, Callable[[Table, int, str, Any], None]] = {
    **dict.fromkeys(("C", "W", "P", "VP", "keys", "ship", "dig", "skip"), _load_number),
    "bowls": _load_bowls, "cult": _load_cult, "card": _load_card, "favors": _load_favors, "towns": _load_towns,
    "specials_used": _load_specials,
}  # fmt: skip


# --- supplies


def _set_left(table: Table, name: str, count: int) -> None:
    content = table.content
    if name in content.favors:
        table.state["favors_left"][content.favors.index(name)] = count
    else:
        table.state["towns_left"][content.towns.index(name)] = count


def _check_supplies(table: Table) -> None:
    content, state = table.content, table.state
    for names, left in ((content.favors, state["favors_left"]), (content.towns, state["towns_left"])):
        for name, count in zip(names, left):
            if count < 0:
                raise CaseError(f"{name}: more are owned than there are (T1.6)")


def load_actions(table: Table, position: dict) -> None:
    """Marks the power actions that are taken in this round."""
    for action in listing(position.get("actions_used"), "actions_used"):
        table.state["actions_used"] |= 1 << choice("power action", action, v.POWER_ACTIONS)
