"""Names in the reader's language: what the Russian, Polish and Czech rulebooks print; the rest stays English.

And the way back: the component that a name means, whoever typed it in whatever language.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from simulator.core.errors import UnknownName
from simulator.core.naming import which
from simulator.spirit_island.language.assembler import Content
from simulator.spirit_island.language.schema import CONTENT

LANGUAGES = ("en", "ru", "pl", "cs")
KINDS = {"powers": "power_cards"}  # kind of our names -> kind of names.yaml, where they differ
SINGULAR = {"spirits": "spirit", "adversaries": "adversary", "scenarios": "scenario"}


@cache
def printed_names(language: str) -> dict[str, Any]:
    """Returns the names of a language by kind and id; English ones stand with the components."""
    if language not in LANGUAGES:
        raise UnknownName("language", language, LANGUAGES)
    return yaml.safe_load((CONTENT / "names.yaml").read_text("utf-8")).get(language, {})


def localized(content: Content, language: str) -> Content:
    """Returns the content with the names of a language, English where its rulebook prints none."""
    printed = printed_names(language)
    names = {kind: {**own, **_known(printed.get(KINDS.get(kind, kind), {}), own)} for kind, own in content.names.items()}
    return replace(content, names=names)


def _known(printed: dict[str, Any], own: dict[str, str]) -> dict[str, str]:
    return {key: name for key, name in printed.items() if key in own}


def find_component(content: Content, kind: str, text: str) -> str:
    """Returns the id of a spirit, an adversary or a scenario as people call it: "River", "Англия", "bp".

    >>> from simulator.spirit_island.language.assembler import load_content
    >>> find_component(load_content(), "spirits", "river")
    'river_surges_in_sunlight'
    """
    return which(SINGULAR[kind], text, called(content, kind))


def called(content: Content, kind: str) -> dict[str, list[str]]:
    """Returns what each component of a kind is called: its names in all languages and its short names."""
    printed = [printed_names(language).get(kind, {}) for language in LANGUAGES]
    shorter = short_names()[kind]
    return {
        known: [name, *(own[known] for own in printed if known in own), *shorter.get(known, ())]
        for known, name in content.names[kind].items()
    }


@cache
def short_names() -> dict[str, dict[str, list[str]]]:
    """Returns the short names by kind and id."""
    return yaml.safe_load(Path(__file__).with_name("short_names.yaml").read_text("utf-8"))
