"""What cards, innate powers and spirits do, in our own words, from the content. Knows no state of a game."""

from __future__ import annotations

from typing import Any

from simulator.spirit_island.language.assembler import Content
from simulator.spirit_island.words.amounts import land, listed, needed
from simulator.spirit_island.words.steps import program, step_words

Entry = dict[str, Any]
POWERS = ("minor_powers", "major_powers")
EVENT_PARTS = {"main": "", "token": "tokens: ", "dahan": "dahan: "}


def find_power(content: Content, power: str) -> Entry:
    """Returns a power as written."""
    source = content.source
    decks = [source[kind] for kind in POWERS] + [
        spirit[kind] for spirit in source["spirits"] for kind in ("unique_powers", "innates")
    ]
    return next(entry for deck in decks for entry in deck if entry["id"] == power)


def find_entry(content: Content, kind: str, component: str) -> Entry:
    """Returns any other component as written."""
    return next(entry for entry in content.source[kind] if entry["id"] == component)


def power_text(content: Content, power: str) -> list[str]:
    """Returns a power: what it costs and reaches, and what it does."""
    entry = find_power(content, power)
    cost = [f"{entry['cost']} energy"] if "cost" in entry else ["innate"]
    fast = [f"fast with {needed(entry['fast_if'])}"] if "fast_if" in entry else []
    elements = [", ".join(entry["elements"])] if entry.get("elements") else []
    return [" · ".join([*cost, entry["speed"], *fast, *elements, *_aim(entry)]), *_lines(entry["effect"])]


def _aim(entry: Entry) -> list[str]:
    if "target_spirit" in entry:
        return ["any spirit" if entry["target_spirit"] == "any" else "another spirit"]
    reach = entry["range"]
    origin = {"presence": "your presence", "sacred_site": "a sacred site"}.get(str(reach["from"]))
    if origin is None:
        origin = f"your presence in {listed(reach['from']['presence_in'])}"
    longer = [f"range +{more['plus']} with {needed(more['need'])}" for more in entry.get("range_if", ())]
    return [f"range {reach['max']} from {origin}", *longer, f"at {land(entry['target'])}"]


def _lines(steps: list[Entry]) -> list[str]:
    return [step_words(step) for step in steps]


def fear_text(content: Content, card: str, level: int) -> str:
    """Returns what a fear card does at a terror level, from 1."""
    return program(find_entry(content, "fear_cards", card)["levels"][level - 1])


def event_text(content: Content, event: str) -> list[str]:
    """Returns the parts of an event."""
    entry = find_entry(content, "event_cards", event)
    return [f"{words}{program(entry[part])}" for part, words in EVENT_PARTS.items() if part in entry]


def blight_text(content: Content, card: str) -> list[str]:
    """Returns what a blight card does once it is flipped."""
    entry = find_entry(content, "blight_cards", card)
    now = [f"at once: {program(entry['immediate'])}"] if entry.get("immediate") else []
    turns = [f"each {entry['when'].replace('_', ' ')}: {program(entry['each_turn'])}"] if entry.get("each_turn") else []
    return [*now, *turns]


def growth_texts(content: Content, spirit: str) -> list[str]:
    """Returns the growth options of a spirit."""
    options = find_entry(content, "spirits", spirit)["growth"]["options"]
    return [growth_words(option) for option in options]


def growth_words(option: Entry) -> str:
    """Returns a growth option: its actions, and what it costs."""
    price = f" (costs {option['cost']} energy)" if option.get("cost") else ""
    return listed((step_words(action) for action in option["actions"]), "and") + price
