"""Numbers, pieces and conditions of the content language in words. Knows no steps (steps.py) and no cards (cards.py)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

ONE = {"beasts": "beast"}  # names that are plural as printed
MANY = {"explorer": "explorers", "town": "towns", "city": "cities", "building": "buildings", "invader": "invaders",
        "token": "tokens", "beast": "beasts"}  # fmt: skip
GROUPS = {"invaders": "invader", "buildings": "building", "tokens": "token"}
WHOSE = {"actor": "your", "target_spirit": "that spirit's", "any": "any spirit's", "all": "every spirit's"}
WHO = {"actor": "you", "target_spirit": "that spirit", "any": "any spirit", "all": "every spirit"}
WHERE = {"target": "there", "adjacent": "in adjacent lands", "around": "there and in adjacent lands",
         "board": "on the board", "island": "on the island", "own_lands": "in your lands"}  # fmt: skip
UNITS = {"players": "player", "tally": "marked land", "cards_played": "card played", "adjacent_lands": "adjacent land"}
LEVELS = {"terror_level": "the terror level", "stage": "the stage of the invader card"}
RESULTS = {"last": "of those", "destroyed": "destroyed that way",
           "buildings_destroyed": "towns and cities destroyed that way",
           "lands_entered": "lands entered that way"}  # fmt: skip
Written = Any  # as the content language has it


def listed(words: Iterable[str], last: str = "or") -> str:
    """Returns words in a row: `a, b or c`."""
    *first, end = list(words) or [""]
    return f"{', '.join(first)} {last} {end}" if first else end


def piece(name: str, count: object = 2) -> str:
    """Returns the name of a kind of piece, for one of them or for many."""
    single = GROUPS.get(name, ONE.get(name, name))
    return single if count == 1 else MANY.get(single, single)


def pieces(names: Written, count: object = 2) -> str:
    """Returns the names of kinds of pieces: `explorers or towns`."""
    return listed(piece(name, count) for name in ([names] if isinstance(names, str) else names))


def counted(count: int, name: str) -> str:
    """Returns a number of pieces: `1 beast`, `2 towns`."""
    return f"{count} {piece(name, abs(count))}"


def needed(need: dict[str, int]) -> str:
    """Returns the elements of a threshold."""
    return ", ".join(f"{count} {element}" for element, count in need.items())


# --- amounts


def amount(value: Written) -> str:
    """Returns an amount: `3`, `1 per dahan there`, `the terror level`."""
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return LEVELS.get(value) or f"1 per {UNITS[value]}"
    return _counted(value)


def so_much(value: Written, noun: str) -> str:
    """Returns so much of something: `3 damage`, `damage (1 per dahan there)`."""
    return f"{value} {noun}" if isinstance(value, int) else f"{noun} ({amount(value)})"


def _counted(value: dict[str, Any]) -> str:
    if "product" in value:
        return _product(*value["product"]) + _changed(value)
    if "min" in value:
        return f"the smaller of {listed(map(amount, value['min']), 'and')}" + _changed(value)
    if "result" in value:
        return f"{value.get('times', 1)} for each {RESULTS[value['result']]}{_changed(value)}"
    per = f"{value['per']} " if "per" in value else ""
    round_up = ", rounded up" if value.get("round_up") else ""
    return f"{value.get('times', 1)} per {per}{_unit(value)}{round_up}{_changed(value)}"


def _product(one: Written, other: Written) -> str:
    factor, what = (one, other) if isinstance(one, int) else (other, one)
    if isinstance(factor, int) and isinstance(what, str) and what in UNITS:
        return f"{factor} per {UNITS[what]}"
    return f"{amount(what)}, times {amount(factor)}"


def _unit(value: dict[str, Any]) -> str:
    """Returns what is counted, one of it."""
    place = f" {WHERE[value['at']]}" if value.get("at", "target") != "target" else ""
    if "count" in value:
        return pieces(value["count"], 1) + (place or " there")
    for kind, word in (("presence", "presence"), ("sacred_sites", "sacred site")):
        if kind in value:
            return f"{word} of {WHO[value[kind]]}{place}"
    if "element" in value:
        return f"{value['element']} you have"
    return f"pair of {listed(value['pairs'], 'and')} you have"


def _changed(value: dict[str, Any]) -> str:
    more = value.get("plus", 0)
    plus = f", {'plus' if more > 0 else 'minus'} {abs(more)}" if more else ""
    return plus + (f", at most {value['at_most']}" if "at_most" in value else "")


# --- conditions


def land(condition: Written, article: bool = True) -> str:
    """Returns the lands of a condition: `a coastal wetland with dahan`, `any land`."""
    found = listed(_land(clause) for clause in (condition if isinstance(condition, list) else [condition]))
    if not article:
        return found
    return f"a{'n' * (found[0] in 'aeiou')} {found}"


def _land(clause: dict[str, Any]) -> str:
    terrain = clause.get("terrain", [])
    kinds = [] if clause.get("coastal") is not True else ["coastal"]
    kinds += ["inland"] * bool(clause.get("inland"))
    kinds += [listed([terrain] if isinstance(terrain, str) else terrain)] * bool(terrain)
    noun = "ocean" if clause.get("ocean") is True else "land"
    return " ".join([*kinds, noun, *filter(None, [listed(_qualities(clause), "and") if _qualities(clause) else ""])])


def _qualities(clause: dict[str, Any]) -> list[str]:
    """Returns what a condition asks of a land beside its kind."""
    found = []
    for key, value in clause.items():
        if key in QUALITIES:
            found += [QUALITIES[key](one) for one in (value if key == "count" and isinstance(value, list) else [value])]
    return found


def _limits(entry: dict[str, Any]) -> str:
    if "exactly" in entry:
        return f"exactly {entry['exactly']}" if entry["exactly"] else "no"
    low = [f"at least {entry['at_least']}"] if "at_least" in entry else []
    return listed([*low, *([f"at most {entry['at_most']}"] if "at_most" in entry else [])], "and")


def _with_count(entry: dict[str, Any]) -> str:
    place = entry.get("at", "target")
    number = _limits(entry)
    if entry.get("at_least") == 1 and "at_most" not in entry:
        number = ""
    words = pieces(entry["of"], entry.get("at_least", entry.get("exactly", 2)) if number else 2)
    return " ".join(filter(None, ["with", number, words, WHERE[place] if place != "target" else ""]))


QUALITIES = {
    "has": lambda value: f"with {pieces(value)}",
    "none": lambda value: f"without {pieces(value)}",
    "count": _with_count,
    "outnumber": lambda value: f"with more {pieces(value[0])} than {pieces(value[1])}",
    "presence": lambda value: f"with {WHOSE[value]} presence",
    "no_presence": lambda value: f"without {WHOSE[value]} presence",
    "sacred_site": lambda value: f"that is {WHOSE[value]} sacred site",
    "more_than_target": lambda value: f"with more {pieces(value)} than the land it leaves",
    "way_out": lambda value: f"beside a land without {pieces(value)}",
    "nearer_ocean": lambda value: "nearer to the ocean",
    "deeper": lambda value: "further from the ocean",
    "marked": lambda value: "marked before",
    "shown": lambda value: "of the card just shown",
    "number": lambda value: f"with the number {value}",
}
SITUATIONS = {
    "terror_level": lambda value: f"the terror level is {listed(map(str, [value] if isinstance(value, int) else value))}",
    "stage": lambda value: f"the invaders are in stage {listed(map(str, [value] if isinstance(value, int) else value))}",
    "island": lambda value: f"the island is {value}",
    "target_spirit": lambda value: "you aim at yourself" if value == "self" else "you aim at another spirit",
    "elements": lambda value: f"you have {needed(value)}",
    "result": lambda value: listed(f"at least {count} {RESULTS[name]}" for name, count in value.items()),
    "has_card": lambda value: f"{WHO[value]} has a power card" if value != "actor" else "you have a power card",
    "affordable": lambda value: f"the spirits can pay {price(value)}",
    "compare": lambda value: _compared(value["amount"], _limits(value)),
}


def _compared(value: Written, limits: str) -> str:
    """Returns a comparison: `at least 1 sacred site of you on the island`."""
    if isinstance(value, dict) and value.keys() <= {"count", "presence", "sacred_sites", "at"}:
        return f"there is {limits} {_unit(value)}"
    return f"{amount(value)} is {limits}"


def price(step: dict[str, Any]) -> str:
    """Returns energy that all spirits pay together."""
    aid = f", 1 less per {step['aided_by']} of theirs" if "aided_by" in step else ""
    return f"{so_much(step['n'], 'energy')}{aid}"


def situation(condition: Written) -> str:
    """Returns a condition as what must be the case: `the land is coastal and with dahan`, `the terror level is 2 or 3`."""
    clauses = condition if isinstance(condition, list) else [condition]
    return listed(_situation(clause) for clause in clauses)


def _situation(clause: dict[str, Any]) -> str:
    found = [SITUATIONS[key](value) for key, value in clause.items() if key in SITUATIONS]
    rest = {key: value for key, value in clause.items() if key not in SITUATIONS}
    return listed([*found, *([f"it is {land(rest)}"] if rest else [])], "and")
