"""Says what a configuration is: its official difficulty and what adversary, scenario and map change, in words."""

from __future__ import annotations

from typing import Any

from simulator.spirit_island.language.assembler import Content
from simulator.spirit_island.setups import THEMATIC_DIFFICULTY, Setup, check_setup, official_difficulty

Part = dict[str, Any]


def describe_setup(setup: Setup, content: Content) -> Part:
    """Returns name, difficulty and parts of a configuration; raises a UserError where the rules forbid it."""
    check_setup(setup, content)
    parts = [part for part in (_adversary(setup, content), _scenario(setup, content), _map(setup)) if part]
    return {
        "name": " + ".join(part["name"] for part in parts) or "No adversary, no scenario",
        "difficulty": official_difficulty(setup, content),
        "expansion": setup.expansion,
        "parts": parts,
    }


def smallest_set(content: Content, adversary: str | None, scenario: str | None, spirits: list[str] | None) -> str:
    """Returns the smallest set that holds all that is named."""
    named = [("adversaries", adversary), ("scenarios", scenario), *(("spirits", spirit) for spirit in spirits or [])]
    for kind, name in named:
        for entry in content.source[kind]:
            if entry["id"] == name and entry["set"] == "branch_and_claw":
                return "branch_and_claw"
    return "base"


def _adversary(setup: Setup, content: Content) -> Part | None:
    if setup.adversary is None:
        return None
    levels = content.source["adversaries"][content.adversary_index(setup.adversary)]["levels"][: setup.level + 1]
    deck = "/".join(map(str, levels[-1]["fear"]))
    says = [f"level {level}: {' '.join(entry['says'].split())}" for level, entry in enumerate(levels)]
    return {
        "name": f"{content.names['adversaries'][setup.adversary]} {setup.level}",
        "difficulty": levels[-1]["difficulty"],
        "says": [*says, f"fear deck: {sum(levels[-1]['fear'])} cards, {deck}"],
    }


def _scenario(setup: Setup, content: Content) -> Part | None:
    if setup.scenario is None:
        return None
    entry = content.source["scenarios"][content.scenario_index(setup.scenario)]
    says = [" ".join(text.split()) for text in entry["says"]]
    return {"name": content.names["scenarios"][setup.scenario], "difficulty": entry["difficulty"], "says": says}


def _map(setup: Setup) -> Part | None:
    if not setup.thematic:
        return None
    says = ["the reverse sides of the boards in their fixed places, with more lands and invaders"]
    return {"name": "Thematic map", "difficulty": THEMATIC_DIFFICULTY[setup.expansion], "says": says}
