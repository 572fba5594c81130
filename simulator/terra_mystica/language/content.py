"""The content of the game: names in order, and the tables that compiled code reads."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from simulator.core.errors import UnknownName
from simulator.terra_mystica.language.assembler import assemble
from simulator.terra_mystica.language.island import Island
from simulator.terra_mystica.language.schema import Overlay, Source, load_source


@dataclass(frozen=True, eq=False)
class Content:
    """Everything printed on boards, cards and tiles."""

    source: Source
    island: Island
    tables: np.ndarray
    language: str = "en"  # of the names that stories and descriptions use

    @cached_property
    def digest(self) -> str:
        """A hash of everything that was assembled."""
        return hashlib.sha256(json.dumps(self.source, sort_keys=True).encode()).hexdigest()

    @cached_property
    def factions(self) -> list[str]:
        """Ids of the factions, in the order of their numbers."""
        return self._ids("factions")

    @cached_property
    def cards(self) -> list[str]:
        """Ids of the bonus cards."""
        return self._ids("cards")

    @cached_property
    def favors(self) -> list[str]:
        """Ids of the favor tiles."""
        return self._ids("favors")

    @cached_property
    def towns(self) -> list[str]:
        """Ids of the town tiles."""
        return self._ids("towns")

    @cached_property
    def round_tiles(self) -> list[str]:
        """Ids of the round tiles."""
        return self._ids("round_tiles")

    @cached_property
    def hexes(self) -> list[str]:
        """Names of the hexes, rivers included."""
        return self.island.names

    @cached_property
    def sites(self) -> list[tuple[str, str]]:
        """The two ends of each bridge site, by name."""
        return [tuple(pair) for pair in self.source["map"]["bridge_sites"]]

    @property
    def names(self) -> dict[str, Any]:
        """Names of components by language, see content/names.yaml."""
        return self.source["names"]

    def number(self, kind: str, name: str) -> int:
        """Returns the number of a component, e.g. number("factions", "witches")."""
        valid = getattr(self, kind)
        if name not in valid:
            raise UnknownName(KINDS[kind], name, valid)
        return valid.index(name)

    def _ids(self, kind: str) -> list[str]:
        return [entry["id"] for entry in self.source[kind]]


KINDS = {
    "factions": "faction", "cards": "bonus card", "favors": "favor tile", "towns": "town tile",
    "round_tiles": "scoring tile", "hexes": "hex",
}  # fmt: skip


def load_content(overlay: Overlay | None = None) -> Content:
    """Returns the content, with an overlay {kind: {id: {field: value}}} over it; without one it is made once."""
    return _printed_content() if overlay is None else _assemble(load_source(overlay=overlay))


@lru_cache(maxsize=1)
def _printed_content() -> Content:
    return _assemble(load_source())


def _assemble(source: Source) -> Content:
    island = Island(source["map"]["rows"])
    return Content(source, island, assemble(source, island))
