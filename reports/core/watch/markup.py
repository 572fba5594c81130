"""Writes elements of HTML and SVG: `tag("circle", r=3.0, class_="dot")`. Everything that is not markup is escaped."""

from __future__ import annotations

from markupsafe import Markup, escape


def tag(name: str, *inside: object, **attributes: object) -> Markup:
    """Returns an element; `_` in the name of an attribute stands for `-`, one at the end is left out."""
    written = "".join(f' {key.rstrip("_").replace("_", "-")}="{escape(_plain(value))}"' for key, value in attributes.items())
    return Markup(f"<{name}{written}>{''.join(map(str, map(escape, inside)))}</{name}>")  # noqa: S704 - escaped above


def join(parts: list[Markup]) -> Markup:
    """Returns elements one after the other."""
    return Markup("").join(parts)


def _plain(value: object) -> str:
    return f"{value:.1f}" if isinstance(value, float) else str(value)
