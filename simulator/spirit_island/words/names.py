"""Names in the reader's language: what the Russian, Polish and Czech rulebooks print; the rest stays English."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import yaml

from simulator.core.errors import UnknownName
from simulator.spirit_island.language.assembler import Content
from simulator.spirit_island.language.schema import CONTENT

LANGUAGES = ("en", "ru", "pl", "cs")
KINDS = {"powers": "power_cards"}  # kind of our names -> kind of names.yaml, where they differ


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
