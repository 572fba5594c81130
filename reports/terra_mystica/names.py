"""What things of Terra Mystica are called: factions, sources of points, tiles and cards as people know them."""

from __future__ import annotations

from pathlib import Path

from reports.core.names import ENGLISH, Names
from simulator.core.game import find_game
from simulator.terra_mystica.words.names import faction_name

LOCALES = Path(__file__).parent / "locales"


class TerraNames(Names):
    """Looks names up; those of factions are printed in the content."""

    def __init__(self, language: str = ENGLISH):
        super().__init__("terra_mystica", language, LOCALES)
        self._content = find_game("terra_mystica").content()

    def faction(self, key: str) -> str:
        """Returns the name of a faction."""
        return faction_name(self._content, key, self.language)

    def known(self, section: str, key: str) -> str | None:
        """Returns a text; factions are named by the content, cards and tiles by the letters printed beside them."""
        if section == "names" and key in self._content.names["factions"]:
            return self.faction(key)
        if section == "names" and key.startswith(("BON", "SCORE", "FAV", "TW")):
            return self.tile(key)
        return super().known(section, key)

    def tile(self, key: str) -> str:
        """Returns a card or tile with a word on what it does."""
        does = super().known("tiles", key)
        return f"{key} ({does})" if does else key

    def what(self, key: str, number: int) -> str:
        """Returns a card in play, or a tile in a round."""
        return self.label("tile_in_round", tile=self.tile(key), round=number) if number else self.tile(key)

    def source(self, key: str) -> str:
        """Returns where points come from; sources that stand together have one name."""
        return self.text("sources", key.replace("+", "_and_"))

    def group(self, players: int, draft: bool, policy: str = "") -> str:
        """Returns what a group of games has in common."""
        found = self.label("draft_of" if draft else "given_of", players=players)
        return f"{found}, {policy}" if policy else found
