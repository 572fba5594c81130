"""Which components the machine can run: counted from the content and the numbered rules, against what the box holds."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from simulator.core.game import Coverage, Reading
from simulator.terra_mystica.language.content import Content

RULES = Path(__file__).parents[1] / "rules.md"
PLAYED_RULES = range(1, 16)  # sections T1 to T15; the later ones are test vectors and sources
# What the box holds (T1, T2), kinds of tiles and not their copies; then the pieces of T14, and the rules of T1 to T15.
TOTALS = {"factions": 14, "round tiles": 8, "bonus cards": 9, "favor tiles": 12, "town tiles": 5, "power actions": 6,
          "outside the box": 5, "rules": 96}  # fmt: skip


def coverage(content: Content) -> list[Coverage]:
    """Returns the coverage of every kind of component, and of the rules."""
    tiles = {"round tiles": "round_tiles", "bonus cards": "cards", "favor tiles": "favors", "town tiles": "towns"}
    entries = {kind: content.source[key] for kind, key in tiles.items()}
    found = {kind: sum(not entry.get("outside") for entry in kept) for kind, kept in entries.items()}
    found["factions"] = len(content.factions)
    found["power actions"] = len(content.source["board"]["power_actions"])
    found["outside the box"] = sum(bool(entry.get("outside")) for kept in entries.values() for entry in kept)
    found["rules"] = len(played_rules())
    return [Coverage(kind, found[kind], total, []) for kind, total in TOTALS.items()]


@cache
def played_rules() -> tuple[str, ...]:
    """Returns the numbers of the rules that are played."""
    text = RULES.read_text("utf-8")
    numbers = re.findall(r"\bT\d+\.\d+", "\n".join(line for line in text.splitlines() if line.startswith("- ")))
    sections = tuple(f"T{section}." for section in PLAYED_RULES)
    return tuple(dict.fromkeys(number for number in numbers if number.startswith(sections)))


def readings() -> list[Reading]:
    """Returns every reading that the rules mark as unsure: rows of the table of sources."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in RULES.read_text("utf-8").splitlines()
            if line.startswith("| T")]  # fmt: skip
    return [Reading(rule, f"{played} (rulebook: {printed})") for rule, printed, _, played in rows if "UNSURE" in played]
