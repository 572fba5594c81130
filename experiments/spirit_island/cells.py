"""A cell: one configuration that a sweep plays many games of. Knows its set-up and its columns, not its results."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from simulator.core.errors import UnknownName, UserError
from simulator.spirit_island.setups import DEFAULT_FLAGS, Setup

RANDOM = "random"
NONE = "none"
FLAG_WORDS = {"true": True, "false": False}


@dataclass(frozen=True)
class Cell:
    """One configuration; every field is plain text or a number, so that cells compare, hash and save as they are."""

    spirits: str  # "a+b", in seating order
    boards: str = RANDOM  # "A+B" in layout order, or random
    expansion: str = "base"
    adversary: str = NONE
    level: int = 0
    scenario: str = NONE
    thematic: bool = False
    policy: str = "uniform"
    flags: str = ""  # "bonus_growth=true", only what differs from the rules as printed
    seed: int = 0  # the master seed: with the number of a game it gives that game back

    @property
    def team(self) -> list[str]:
        """The spirits one by one."""
        return self.spirits.split("+")

    @property
    def players(self) -> int:
        """How many spirits play."""
        return len(self.team)

    @property
    def label(self) -> str:
        """What distinguishes the cell, for people; what is usual is left out."""
        usual = {field.name: field.default for field in fields(self)}
        against = f"{self.adversary} {self.level}" if self.adversary != NONE else None
        rest = [
            str(getattr(self, name)) for name in ("scenario", "boards", "expansion", "flags")
            if getattr(self, name) != usual[name]
        ]  # fmt: skip
        return " · ".join(filter(None, [self.spirits, against, *rest, "thematic" if self.thematic else None, self.policy]))

    def setup(self) -> Setup:
        """Returns the set-up of the cell's games."""
        return Setup(
            spirits=self.team,
            boards=None if self.boards == RANDOM else self.boards.split("+"),
            expansion=self.expansion,
            adversary=None if self.adversary == NONE else self.adversary,
            level=self.level,
            scenario=None if self.scenario == NONE else self.scenario,
            thematic=self.thematic,
            flags=parse_flags(self.flags),
        )

    def as_dict(self) -> dict[str, Any]:
        """Returns the cell as plain values, for the manifest."""
        return asdict(self)


def parse_flags(text: str) -> dict[str, Any]:
    """Reads "name=value,name=value" and checks names and values."""
    flags = {}
    for part in filter(None, text.split(",")):
        name, _, value = part.partition("=")
        if name not in DEFAULT_FLAGS:
            raise UnknownName("flag", name, list(DEFAULT_FLAGS))
        if name == "slow_made_fast":
            valid: dict[str, Any] = {"either_phase": "either_phase", "fast_only": "fast_only"}
        else:
            valid = FLAG_WORDS
        if value not in valid:
            raise UnknownName(f"value of flag {name}", value, list(valid))
        if name in flags:
            raise UserError(f"flag {name} is set twice: {text}")
        flags[name] = valid[value]
    return flags


def write_flags(flags: dict[str, Any]) -> str:
    """Writes flags in one fixed way: sorted, and only those that differ from their default."""
    changed = {name: value for name, value in sorted(flags.items()) if value != DEFAULT_FLAGS.get(name)}
    return ",".join(f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in changed.items())
