"""What cards, innate powers and spirits do, in our own words, from the content. Knows no state of a game."""

from __future__ import annotations

from collections.abc import Callable
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


def spirit_text(content: Content, spirit: str) -> list[str]:
    """Returns a spirit: its growth, innate powers and special rules."""
    entry = find_entry(content, "spirits", spirit)
    growth = [f"growth {number}: {words}" for number, words in enumerate(growth_texts(content, spirit), 1)]
    innates = [f"{innate['name']}: {' | '.join(power_text(content, innate['id']))}" for innate in entry["innates"]]
    rules = [" ".join(rule["says"].split()) for rule in entry["rules"] if isinstance(rule, dict) and "says" in rule]
    return [*growth, *innates, *rules]


def says(content: Content, kind: str, component: str) -> list[str]:
    """Returns what an adversary or a scenario changes."""
    entry = find_entry(content, kind, component)
    if kind == "scenarios":
        return [" ".join(text.split()) for text in entry["says"]]
    return [f"level {level}: {' '.join(part['says'].split())}" for level, part in enumerate(entry["levels"])]


TEXTS: dict[str, Callable[[Content, str], list[str]]] = {
    "powers": power_text,
    "fear_cards": lambda content, card: [f"terror level {level}: {fear_text(content, card, level)}" for level in (1, 2, 3)],
    "event_cards": event_text,
    "blight_cards": blight_text,
    "spirits": spirit_text,
    "adversaries": lambda content, adversary: says(content, "adversaries", adversary),
    "scenarios": lambda content, scenario: says(content, "scenarios", scenario),
}
MOST_NAMES = 12


def look_up(content: Content, name: str) -> list[str]:
    """Returns what the component of a name does; of a part of a name, which ones it may be."""
    wanted = name.strip().lower()
    known = [(kind, key, called) for kind in TEXTS for key, called in content.names[kind].items()]
    exact = [found for found in known if wanted in (found[1], found[2].lower())]
    fitting = exact or [found for found in known if wanted in found[2].lower()]
    if len(fitting) != 1:
        return [f"{called} ({kind.replace('_', ' ')})" for kind, _, called in fitting[:MOST_NAMES]]
    kind, key, called = fitting[0]
    return [called, *(f"  {line}" for line in TEXTS[kind](content, key))]
