"""Reads a question as people type it: "river + ocean vs england 4, blitz". Names in four languages, long or short."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from simulator.core.errors import UserError
from simulator.core.naming import plain_words
from simulator.spirit_island.language.assembler import Content
from simulator.spirit_island.setups import Setup, check_setup, official_difficulty, read_adversary
from simulator.spirit_island.words.describing import smallest_set
from simulator.spirit_island.words.names import find_component

AGAINST = re.compile(r"\s(?:vs?\.?|versus|against|против|przeciw(?:ko)?|kontra|proti)\s", re.IGNORECASE)
BETWEEN = re.compile(r"\s*[+,&/;]\s*")
AND = ("and", "with", "on", "и", "с", "на", "i", "z", "na", "a", "s")
THEMATIC = ("thematic", "thematic map", "тематическая карта", "mapa tematyczna", "tematická mapa")
NOBODY = ("none", "nobody", "no adversary", "без противника", "bez przeciwnika", "bez protivníka")


@dataclass(frozen=True)
class Question:
    """What is asked: a team, and what it plays against."""

    spirits: tuple[str, ...]
    adversary: str = "none"
    level: int = 0
    scenario: str = "none"
    thematic: bool = False
    expansion: str = "base"

    @property
    def team(self) -> str:
        """The team as cells write it."""
        return "+".join(self.spirits)

    def setup(self) -> Setup:
        """Returns the set-up that is asked about."""
        adversary, scenario = (None if name == "none" else name for name in (self.adversary, self.scenario))
        return Setup(
            list(self.spirits), expansion=self.expansion, adversary=adversary, level=self.level, scenario=scenario,
            thematic=self.thematic,
        )  # fmt: skip

    def official(self, content: Content) -> int:
        """Returns the official difficulty."""
        return official_difficulty(self.setup(), content)

    def axes(self) -> dict[str, list]:
        """Returns the axes of a plan with this one cell."""
        adversary = self.adversary if self.adversary == "none" else f"{self.adversary}:{self.level}"
        return {
            "teams": [self.team], "expansion": [self.expansion], "adversaries": [adversary], "scenarios": [self.scenario],
            "thematic": [self.thematic],
        }  # fmt: skip


def read_question(text: str, content: Content) -> Question:
    """Reads a question; what it does not say is as in a plain game, in the smallest expansion that holds all of it."""
    before, *after = AGAINST.split(f" {text.strip()} ")
    if len(after) > 1:
        raise UserError(f"{text!r} says twice against what it is: write one side and the other, as in: {EXAMPLE}")
    named = [spirit for part in filter(None, BETWEEN.split(before.strip())) for spirit in _spirits(part, content)]
    spirits = tuple(sorted(named, key=content.spirits.index))  # whoever is named first: one question, one run
    if not spirits:
        raise UserError(f"{text!r} names no spirit: write for example: {EXAMPLE}")
    against = _read_against(after[0] if after else "", content)
    adversary, scenario = (against.get(key) for key in ("adversary", "scenario"))
    expansion = smallest_set(content, adversary, scenario, list(spirits))
    question = Question(spirits, expansion=expansion, **against)
    check_setup(question.setup(), content)
    return question


EXAMPLE = "river + ocean vs england 4"


def _read_against(text: str, content: Content) -> dict:
    found: dict = {}
    for part in filter(None, BETWEEN.split(text.strip())):
        for key, value in _meaning(part, content):
            if key in found:
                raise UserError(f"{part!r}: there is one {key} already, {found[key]}")
            found[key] = value
    return found


def _meaning(part: str, content: Content) -> list[tuple[str, object]]:
    """Returns what a part of the second side says: an adversary with its level, a scenario, the map, or two of them."""
    words = plain_words(part)
    if words in {plain_words(text) for text in NOBODY}:
        return []
    if words in {plain_words(text) for text in THEMATIC}:
        return [("thematic", True)]
    try:
        adversary, level = read_adversary(part, content)
    except UserError as unknown:
        try:
            return [("scenario", find_component(content, "scenarios", part))]
        except UserError:
            return _in_two(part, lambda half: _meaning(half, content), unknown)
    if level is None:
        highest = len(content.source["adversaries"][content.adversary_index(adversary or "")]["levels"]) - 1
        raise UserError(f"{part!r}: say which level, as in: {part} {min(3, highest)} (0 to {highest})")
    return [("adversary", adversary), ("level", level)]


def _spirits(part: str, content: Content) -> list[str]:
    """Returns the spirits that a text names; "and" may part them or belong to a name."""
    try:
        return [find_component(content, "spirits", part)]
    except UserError as unknown:
        return _in_two(part, lambda half: _spirits(half, content), unknown)


def _in_two(text: str, read: Callable[[str], list], unknown: UserError) -> list:
    """Reads the two sides of an "and" of a text, the last that leaves sense on both; none is the mistake it was."""
    words = text.split()
    for place in range(len(words) - 2, 0, -1):
        if words[place].lower() in AND:
            try:
                return read(" ".join(words[:place])) + read(" ".join(words[place + 1 :]))
            except UserError:
                continue
    raise unknown
