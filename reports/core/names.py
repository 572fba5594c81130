"""What things are called in the reader's language: names of the game, headings, labels and sentences."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from simulator.core.errors import UnknownName

LOCALES = Path(__file__).parents[1] / "spirit_island" / "locales"
GAME_NAMES = Path(__file__).parents[2] / "simulator" / "spirit_island" / "content" / "names.yaml"
LANGUAGES = ("en", "ru", "pl", "cs")


@cache
def _load(path: Path) -> dict[str, Any]:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


class Names:
    """Looks names and texts up; what a language lacks is said in English."""

    def __init__(self, language: str = "en"):
        if language not in LANGUAGES:
            raise UnknownName("language", language, LANGUAGES)
        self.language = language
        self._texts = [_load(LOCALES / f"{code}.yaml") for code in dict.fromkeys([language, "en"])]
        self._printed = _load(GAME_NAMES).get(language, {})

    def text(self, section: str, key: str, **values: object) -> str:
        """Returns a text of a section, e.g. text("headings", "spirits"), with its values filled in."""
        for texts in self._texts:
            if key in texts.get(section, {}):
                return texts[section][key].format(**values)
        return key.replace("_", " ")

    def heading(self, key: str, **values: object) -> str:
        return self.text("headings", key, **values)

    def label(self, key: str) -> str:
        return self.text("labels", key)

    def name(self, kind: str, key: str) -> str:
        """Returns the name of a spirit, adversary, scenario or product, as short as it is known."""
        own = self._texts[0].get("names", {}).get(key) or self._printed.get(kind, {}).get(key)
        return own or self._texts[-1]["names"].get(key) or str(key).replace("_", " ").title()

    def spirit(self, key: str) -> str:
        return self.name("spirits", key)

    def team(self, spirits: str) -> str:
        return " + ".join(self.spirit(spirit) for spirit in spirits.split("+"))

    def adversary(self, key: str) -> str:
        return self.label("no_adversary") if key == "none" else self.name("adversaries", key)

    def scenario(self, key: str) -> str:
        return self.label("thematic") if key == "thematic" else self.name("scenarios", key)

    def challenge(self, adversary: str, level: int, scenario: str = "none", thematic: bool = False) -> str:
        """Names a challenge, e.g. England 4 + Blitz."""
        parts = [] if adversary == "none" else [f"{self.adversary(adversary)} {level}"]
        parts += [] if scenario == "none" else [self.scenario(scenario)]
        parts += [self.label("thematic")] if thematic else []
        return " + ".join(parts) or self.label("no_adversary")
