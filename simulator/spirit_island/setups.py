"""The set-up of a game: who plays on which boards against what, checked against the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simulator.core.errors import UnknownName, UserError
from simulator.core.reading import natural
from simulator.spirit_island.language.assembler import Content
from simulator.spirit_island.language.layouts import BALANCED
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.scenarios.first_game import FirstGame, check_first_game, put_first_game
from simulator.spirit_island.words.coverage import NOT_YET
from simulator.spirit_island.words.names import find_component

EXPANSIONS = ("base", "branch_and_claw")
DEFAULT_FLAGS = {
    "blight_plus_one": True,
    "skip_event_turn_1": True,
    "check_end_per_action": True,
    "slow_made_fast": "either_phase",
    "replace_is_add_remove": False,
    "solo_drop_2_blight_cards": True,
    "no_blight_card": False,
    "power_progression": False,
    "bonus_growth": False,
    "no_first_explore": False,
}


FLAG_VALUES = {"slow_made_fast": ("either_phase", "fast_only")}  # of those that are not true or false


@dataclass(frozen=True)
class Setup:
    """What is played: spirits, boards and rule flags (R0.5)."""

    spirits: list[str]
    boards: list[str] | None = None  # None = drawn at random
    expansion: str = "base"
    adversary: str | None = None
    level: int = 0
    scenario: str | None = None
    thematic: bool = False  # the reverse sides of the boards, in their fixed places (R30.3)
    flags: dict[str, Any] = field(default_factory=dict)
    first_game: FirstGame | None = None  # Second Wave: the won game before it, None = made up

    def record(self, content: Content) -> np.ndarray:
        """Returns the set-up as the machine reads it; wrong names raise one clear message."""
        from simulator.spirit_island.record.setup_record import SETUP

        check_setup(self, content)
        setup = np.zeros(1, SETUP)
        setup["players"] = len(self.spirits)
        island = self.island(content)
        setup["layout"] = content.layout_index(island) if island else -1
        setup["expansion"] = EXPANSIONS.index(self.expansion)
        setup["adversary"] = -1 if self.adversary is None else content.adversary_index(self.adversary)
        setup["level"] = self.level
        setup["scenario"] = -1 if self.scenario is None else content.scenario_index(self.scenario)
        setup["difficulty"] = official_difficulty(self, content)
        setup["flags"] = flag_bits(self.flags)
        for player, spirit in enumerate(self.spirits):
            setup["spirit"][0, player] = content.spirit_index(spirit)
        if self.first_game is not None:
            put_first_game(setup, self.first_game, content)
        return setup

    def island(self, content: Content) -> list[str]:
        """Returns the boards in play, those of the first game or the thematic ones where they are asked for; else none."""
        if self.first_game is not None:
            return self.first_game.boards
        if self.thematic and self.boards is None:
            return content.source["boards"]["thematic_boards_by_players"][len(self.spirits)]
        return self.boards or []


def check_setup(setup: Setup, content: Content) -> None:
    """Raises a UserError when a set-up is against the rules."""
    if not 1 <= len(setup.spirits) <= v.MAX_PLAYERS:
        raise UserError(f"{len(setup.spirits)} spirits: a game has 1 to {v.MAX_PLAYERS} spirits")
    for spirit in setup.spirits:
        content.spirit_index(spirit)
    if len(set(setup.spirits)) < len(setup.spirits):
        twice = next(spirit for spirit in setup.spirits if setup.spirits.count(spirit) > 1)
        raise UserError(f"a spirit takes part only once: {twice} is named twice")
    if setup.expansion not in EXPANSIONS:
        raise UnknownName("expansion", setup.expansion, EXPANSIONS)
    if setup.boards is not None and len(setup.boards) != len(setup.spirits):
        raise UserError(f"{len(setup.boards)} boards for {len(setup.spirits)} spirits: one board per spirit")
    for spirit in setup.spirits:
        entry = content.source["spirits"][content.spirit_index(spirit)]
        if entry["set"] == "branch_and_claw" and setup.expansion == "base":
            raise UserError(f"{spirit} belongs to branch_and_claw, not to the base game")
    if setup.adversary is None and setup.level != 0:
        raise UserError(f"level {setup.level} without an adversary")
    if setup.adversary is not None:
        check_adversary(setup.adversary, setup, content)
    if setup.thematic and setup.boards is not None and set(setup.boards) & set(BALANCED):
        raise UserError(f"{', '.join(setup.boards)} are not thematic boards")
    if setup.scenario is not None:
        check_scenario(setup.scenario, setup, content)
    if setup.first_game is not None:
        check_first_game(setup.first_game, setup, content)


def check_adversary(adversary: str, setup: Setup, content: Content) -> None:
    """Raises a UserError when the adversary or its level is not in the box."""
    entry = content.source["adversaries"][content.adversary_index(adversary)]
    if not 0 <= setup.level < len(entry["levels"]):
        highest = len(entry["levels"]) - 1
        raise UserError(f"level of {adversary}: expected a whole number from 0 to {highest}, got {setup.level}")
    if entry["set"] == "branch_and_claw" and setup.expansion == "base":
        raise UserError(f"{adversary} belongs to branch_and_claw, not to the base game")


def check_scenario(scenario: str, setup: Setup, content: Content) -> None:
    """Raises a UserError when a scenario does not fit the rest of the set-up."""
    entry = content.source["scenarios"][content.scenario_index(scenario)]
    if scenario in NOT_YET["scenarios"]:
        raise UserError(f"scenario {scenario} is not implemented yet")
    if entry["set"] == "branch_and_claw" and setup.expansion == "base":
        raise UserError(f"{scenario} belongs to branch_and_claw, not to the base game")
    if scenario == "guard_the_isles_heart" and is_thematic(setup):
        raise UserError("guard_the_isles_heart names no inner lands on thematic boards")


def is_thematic(setup: Setup) -> bool:
    """Tells whether a set-up uses the thematic boards."""
    boards = setup.boards if setup.first_game is None else setup.first_game.boards
    return setup.thematic or (boards is not None and not set(boards) & set(BALANCED))


THEMATIC_DIFFICULTY = {"base": 3, "branch_and_claw": 1}  # R30.5


def official_difficulty(setup: Setup, content: Content) -> int:
    """Returns the official difficulty of a configuration (R31.8)."""
    difficulty = THEMATIC_DIFFICULTY[setup.expansion] if is_thematic(setup) else 0
    if setup.adversary is not None:
        levels = content.source["adversaries"][content.adversary_index(setup.adversary)]["levels"]
        difficulty += levels[setup.level]["difficulty"]
    if setup.scenario is not None:
        difficulty += content.source["scenarios"][content.scenario_index(setup.scenario)]["difficulty"]
    return difficulty


def flag_bits(flags: dict[str, Any]) -> int:
    """Returns the bits of the rule flags, defaults filled in (R0.5)."""
    for name, value in flags.items():
        if name not in DEFAULT_FLAGS:
            raise UnknownName("flag", name, DEFAULT_FLAGS)
        if value not in FLAG_VALUES.get(name, (True, False)) or (name not in FLAG_VALUES and not isinstance(value, bool)):
            raise UnknownName(f"value of flag {name}", value, FLAG_VALUES.get(name, ("true", "false")))
    chosen = DEFAULT_FLAGS | flags
    bits = v.FAST_ONLY if chosen.pop("slow_made_fast") == "fast_only" else 0
    for name, value in chosen.items():
        if value:
            bits |= 1 << v.FLAGS.index(name)
    return bits


def split_level(written: str) -> tuple[str, str | None]:
    """Returns name and level of a text such as "england:4" or "England 4"; no level is None."""
    name, colon, level = written.partition(":")
    if colon:
        return name, level
    name, _, level = written.rpartition(" ")
    return (name, level) if name and natural(level) is not None else (written, None)


def read_adversary(written: str | None, content: Content) -> tuple[str | None, int | None]:
    """Returns adversary and level of a text such as england:4 or "England 4", no level if none is written.

    Nothing or `none` is no adversary.
    """
    if written is None or written == "none":
        return None, None
    name, level = split_level(written)
    number = None if level is None else natural(level)
    if level is not None and number is None:
        raise UserError(f"level {level!r} of {name} is no level (write {name}:4)")
    return find_component(content, "adversaries", name), number
