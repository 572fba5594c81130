"""Names of components in several languages; what a language does not name is called as in English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.core.naming import which

if TYPE_CHECKING:
    from simulator.terra_mystica.language.content import Content

LANGUAGES = ("en", "ru", "pl", "cs")


def component_name(content: Content, kind: str, component: str, lang: str = "en") -> str:
    """Returns the name of a component, e.g. component_name(content, "structures", "TP", "ru")."""
    names = content.names[kind][component]
    return names.get(lang, names["en"])


def faction_name(content: Content, faction: str, lang: str = "en") -> str:
    """Returns the name of a faction."""
    return component_name(content, "factions", faction, lang)


def find_faction(content: Content, text: str) -> str:
    """Returns the id of a faction as people call it: "Chaos Magicians", "ведьмы"."""
    return which("faction", text, {known: content.names["factions"][known].values() for known in content.factions})
