"""Answers in plain words: what a label does, said of the seat that gave it. Knows no order of play."""

from __future__ import annotations

from typing import Any

from simulator.terra_mystica.language.content import Content
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.words.names import component_name

SILENT = ("end",)
POWER = {"bridge": "a bridge", "priest": "a priest", "workers": "two workers", "coins": "seven coins", "spade": "a spade",
         "spades": "two spades"}  # fmt: skip
SPECIAL = {"BON1": "the spade of BON1", "BON2": "the cult step of BON2", "FAV6": "the cult step of FAV6",
           "SH": "the stronghold", "bridge": "workers for a bridge"}  # fmt: skip
TRACKS = {"ship": "shipping", "dig": "spades"}
GOODS = {"PW": "power", "P": "a priest", "W": "a worker", "C": "a coin", "VP": "a point"}
PRICES = {("PW", "P"): "5 power", ("PW", "W"): "3 power", ("PW", "C"): "1 power", ("C", "VP"): "2 coins"}
PLAIN = {"no": "leave it", "stop": "want no more spades", "burn": "burn power", "pass": "pass", "end": "end the turn"}


def answer_words(label: str, content: Content) -> str:
    """Returns what an answer does: `build a dwelling on E7`."""
    if label in PLAIN:
        return PLAIN[label]
    kind, _, what = label.partition(":")
    return WORDS[kind](what, content)


def _name(kind: str, component: str, content: Content) -> str:
    return component_name(content, kind, component, content.language)


def _transform(what: str, content: Content) -> str:
    place, _, letter = what.partition(">")
    return f"make {place} {_name('terrains', v.TERRAINS[v.TERRAIN_LETTERS.index(letter)], content)}"


def _upgrade(what: str, content: Content) -> str:
    place, _, structure = what.partition(">")
    return f"upgrade {place} to {_name('structures', structure, content)}"


def _send(what: str, content: Content) -> str:
    track, _, steps = what.partition("@")
    return f"send a priest to {_name('cults', track, content)} for {steps}"


def _convert(what: str, content: Content) -> str:
    goes, _, comes = what.partition(">")
    return f"turn {PRICES.get((goes, comes), GOODS[goes])} into {GOODS[comes]}"


WORDS: dict[str, Any] = {
    "faction": lambda what, content: f"choose {_name('factions', what, content)}",
    "dwelling": lambda what, content: f"start on {what}",
    "pass": lambda what, content: f"pass and take {what}",
    "build": lambda what, content: f"build a {_name('structures', 'D', content)} on {what}",
    "dig": lambda what, content: f"buy {what} spade{'s' * (what != '1')}",
    "upgrade": _upgrade,
    "send": _send,
    "power": lambda what, content: f"spend power for {POWER[what]}",
    "special": lambda what, content: f"use {SPECIAL[what]}",
    "advance": lambda what, content: f"improve {TRACKS[what]}",
    "use": lambda what, content: f"put {what} spade{'s' * (what != '1')} to use",
    "transform": _transform,
    "favor": lambda what, content: f"take favor tile {what}",
    "town": lambda what, content: f"found a town, {what}",
    "top": lambda what, content: f"rise to the top of {_name('cults', what, content)}",
    "cult": lambda what, content: f"go up in {_name('cults', what, content)}",
    "bridge": lambda what, content: f"build a bridge {what}",
    "priests": lambda what, content: f"turn {what} workers into priests",
    "leech": lambda what, content: "take the power offered" if what == "yes" else "decline power",
    "town_at": lambda what, content: f"declare a river town on {what}",
    "convert": _convert,
    "exchange": _convert,
}
