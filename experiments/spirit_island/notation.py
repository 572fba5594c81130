"""The notation of Spirit Island's case files: names of cards, lands and pieces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from experiments.core.notation import CaseError, choice, mapping, whole
from simulator.core.errors import UnknownName
from simulator.spirit_island.language.assembler import Content
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.words.labels import land_index, land_name, spirit_id

MARKED = ("explorer", "town", "city", "dahan")  # pieces that can bear damage
INVADERS = ("explorer", "town", "city")
PRINTED_HEALTH = {"explorer": 1, "town": 2, "city": 3, "dahan": 2}
Piece = tuple[int, int]  # hits, strife


@dataclass(frozen=True)
class Table:
    """One game as the case files see it: its state with the tables and names to read it."""

    state: np.void
    tables: np.void
    content: Content

    def land(self, name: Any) -> int:
        """Returns the number of a land named in a case."""
        return land_index(self.state, self.tables, self.content, str(name))

    def land_name(self, land: int) -> str:
        """Returns the name of a land."""
        return land_name(self.state, self.tables, self.content, land)

    @property
    def spirits(self) -> list[str]:
        """Returns the ids of the spirits, player by player."""
        return [spirit_id(self.state, self.content, player) for player in range(int(self.state["players"]))]

    def player(self, spirit: Any) -> int:
        """Returns which player is a spirit."""
        return choice("spirit", spirit, self.spirits)

    def card(self, name: Any) -> int:
        """Returns the number of a power card; an innate power is none."""
        cards = self.content.powers[: int(self.tables["cards"])]
        return choice("power card", name, cards)


def pieces(value: Any, piece: str, where: str) -> list[Piece]:
    """Reads pieces of one kind: a count, or one {hits, strife} per piece; returns their (hits, strife), sorted."""
    place = f"{where}: {piece}"
    if not isinstance(value, list):
        return [(0, 0)] * whole(value, place, 0, 999)
    found = []
    for entry in value:
        entry = mapping(entry, place, ("hits", "strife"))
        hits = whole(entry.get("hits", 0), f"{place}: hits", 0)
        strife = whole(entry.get("strife", 0), f"{place}: strife", 0, 15)
        if hits and piece not in MARKED:
            raise CaseError(f"{place}: hits {hits}, but {piece} has no health")
        if strife and piece not in INVADERS:
            raise CaseError(f"{place}: strife lies on invaders only")
        found.append((hits, strife))
    return sorted(found)


LAND_KEYS = (*v.PIECES, "presence")
Land = dict[str, Any]  # piece -> sorted (hits, strife); presence -> {spirit: count}


def read_land(table: Table, value: Any, name: str) -> Land:
    """Reads the contents of one land as written; kinds without pieces are left out."""
    written = mapping(value, name, LAND_KEYS)
    land: Land = {piece: pieces(written[piece], piece, name) for piece in v.PIECES if piece in written}
    presence = written.get("presence")
    if presence is not None and not isinstance(presence, dict):
        raise CaseError(f"{name}: presence: expected a mapping of spirits, got {presence!r}")
    counts = {}
    for spirit, count in (presence or {}).items():
        table.player(spirit)
        counts[spirit] = whole(count, f"{name}: presence of {spirit}", 0, 13)
    land["presence"] = {spirit: count for spirit, count in counts.items() if count}
    return {kind: found for kind, found in land.items() if found}


def show_land(table: Table, land: int) -> Land:
    """Returns the contents of a land of the state in the form of `read_land`."""
    state = table.state
    shown: Land = {}
    for kind, piece in enumerate(v.PIECES):
        marks = [
            (int(state["mark_hits"][mark]), int(state["mark_strife"][mark]))
            for mark in range(int(state["marks"]))
            if state["mark_land"][mark] == land and state["mark_kind"][mark] == kind
        ]
        plain = int(state["pieces"][land, kind]) - len(marks)
        shown[piece] = sorted(marks + [(0, 0)] * plain)
    counts = {spirit: int(state["presence"][player, land]) for player, spirit in enumerate(table.spirits)}
    shown["presence"] = {spirit: count for spirit, count in counts.items() if count}
    return {kind: found for kind, found in shown.items() if found}


def write_pieces(found: list[Piece]) -> Any:
    """Writes pieces of one kind in the shortest way: a count when none bears a mark."""
    if not any(hits or strife for hits, strife in found):
        return len(found)
    names = ("hits", "strife")
    return [{name: number for name, number in zip(names, piece) if number} for piece in found]


def invader_card(content: Content, name: Any) -> int:
    """Returns the number of an invader card: a terrain (stage I), a+b (stage III) or an id."""
    if name in v.TERRAINS:
        return content.invader_card_index(f"i_{name}")
    if isinstance(name, str) and "+" in name:
        wanted = f"iii_{'_'.join(sorted(part.strip() for part in name.split('+')))}"
        if wanted in content.invader_cards:
            return content.invader_cards.index(wanted)
    if not isinstance(name, str) or name not in content.invader_cards:
        raise UnknownName("invader card", name, [*v.TERRAINS, *content.invader_cards])
    return content.invader_cards.index(name)
