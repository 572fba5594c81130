"""What things are called in the reader's language: headings, labels, sentences, and names of a game's components.

A game's own texts come before those that every report has; what a language lacks is said in English.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from reports.core.missing import TooLittleData
from simulator.core.errors import UnknownName
from simulator.core.game import Measure, find_game

LOCALES = Path(__file__).parent / "locales"
ENGLISH = "en"


@cache
def load_texts(path: Path) -> dict[str, Any]:
    """Reads the texts of a language; a game need not have any."""
    return yaml.safe_load(path.read_text(encoding="utf-8")) if path.exists() else {}


class Names:
    """Looks names and texts up."""

    def __init__(self, game: str, language: str = ENGLISH, own: Path | None = None):
        found = find_game(game)
        if language not in found.languages:
            raise UnknownName("language", language, found.languages)
        self.language, self.title, self.measures = language, found.title, found.measures
        homes = [home for home in (own, LOCALES) if home is not None]
        self._texts = [load_texts(home / f"{code}.yaml") for code in dict.fromkeys([language, ENGLISH]) for home in homes]

    def known(self, section: str, key: str) -> str | None:
        """Returns a text of a section as it is written, if there is one."""
        return next((texts[section][key] for texts in self._texts if key in texts.get(section, {})), None)

    def section(self, section: str) -> list[str]:
        """Returns all texts of a section, the common ones first."""
        keys = [key for texts in reversed(self._texts) for key in texts.get(section, {})]
        return [str(self.known(section, key)) for key in dict.fromkeys(keys)]

    def text(self, section: str, key: str, **values: object) -> str:
        """Returns a text of a section, e.g. text("headings", "cells"), with its values filled in."""
        found = self.known(section, key)
        return key.replace("_", " ") if found is None else found.format(**values)

    def heading(self, key: str, **values: object) -> str:
        """Returns the heading of a part of the page; one about a measure is called like it."""
        measure = next((measure for measure in self.measures if measure.name == key), None)
        if measure is not None and self.known("headings", key) is None:
            return self.measure(measure)
        return self.text("headings", key, **values)

    def label(self, key: str, **values: object) -> str:
        """Returns a word or two beside a chart or table."""
        return self.text("labels", key, **values)

    def reason(self, missing: TooLittleData) -> str:
        """Says why something cannot be told."""
        return self.text("reasons", missing.key, **missing.values)

    def name(self, key: str) -> str:
        """Returns the name of a component."""
        return self.known("names", key) or str(key).replace("_", " ").title()

    def component(self, key: str) -> str:
        """Returns a value of a cell that may be a component, whatever its kind."""
        return self.value(key)

    def chosen(self, value: Any) -> str:
        """Returns a value of a cell as one of those that may be chosen."""
        if value in ("", "none"):
            return self.text("explorer", "none")
        return self.component(value) if isinstance(value, str) else self.value(value)

    def value(self, value: Any) -> str:
        """Returns a value of a cell in words: a name, several of them as in a+b, a number, yes or no."""
        if isinstance(value, str):
            return " + ".join(self.known("names", part) or part.replace("_", " ") for part in value.split("+"))
        return self.label("yes" if value else "no") if type(value).__name__.startswith("bool") else str(value)

    def measure(self, measure: Measure, seat: int = 0) -> str:
        """Returns what a measure is called, of a seat if it has a value for each."""
        words = self.known("measures", measure.name) or measure.words
        return f"{words}, {self.label('seat', number=seat)}" if seat else words
