"""Turns checked amounts, conditions and thresholds into rows of their tables; equal ones are shared.

Expects content that `schema.py` has accepted. Knows nothing of steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from simulator.spirit_island.language.grammar import AMOUNT_WORDS, AT, GROUPS, WHO
from simulator.spirit_island.record import vocabulary as v

Step = dict[str, Any]
NO_CONDITION = -1  # always true


def piece_mask(words: str | Iterable[str]) -> int:
    """Returns the bit set of pieces and groups; strife is bit 8."""
    names = [words] if isinstance(words, str) else words
    single = [name for word in names for name in GROUPS.get(word, (word,))]
    return bit_set(v.STRIFE if name == "strife" else v.PIECES.index(name) for name in single)


def terrain_mask(words: str | Iterable[str]) -> int:
    """Returns the bit set of terrains."""
    return bit_set(v.TERRAINS.index(name) for name in ([words] if isinstance(words, str) else words))


def bit_set(bits: Iterable[int]) -> int:
    """Returns the number with these bits set."""
    total = 0
    for bit in bits:
        total |= 1 << bit
    return total


def _as_list(value: Any) -> list:
    return value if isinstance(value, list) else [value]


def limits(entry: Step) -> tuple[int, int]:
    """Returns the lowest and highest number that an entry allows."""
    if "exactly" in entry:
        return entry["exactly"], entry["exactly"]
    return entry.get("at_least", 0), entry.get("at_most", v.NO_LIMIT)


class Expressions:
    """Collects amounts, conditions (as tuples of atoms) and needs, each with its number."""

    def __init__(self) -> None:
        self.amounts: dict[tuple[int, ...], int] = {}
        self.conditions: dict[tuple[tuple[int, ...], ...], int] = {}
        self.needs: dict[tuple[int, ...], int] = {}

    def amount(self, value: int | str | Step) -> int:
        """Returns the reference of an amount: the literal itself, or -(number in the table) - 1."""
        if isinstance(value, int):
            return value
        if value == "all":
            return v.ALL
        row = self._amount_row({value: True} if isinstance(value, str) else value)
        return -self.amounts.setdefault(row, len(self.amounts)) - 1

    def _amount_row(self, entry: Step) -> tuple[int, ...]:
        kind = next(name for name in _AMOUNT_KINDS if name in entry)
        given = entry[kind]
        argument = left = right = 0
        per = entry.get("per", 1)
        if kind == "count":
            argument = piece_mask(given)
        elif kind in ("presence", "sacred_sites"):
            argument = WHO.index(given)
        elif kind == "element":
            argument = v.ELEMENTS.index(given)
        elif kind == "pairs":
            argument = v.ELEMENTS.index(given[0]) * 8 + v.ELEMENTS.index(given[1])
        elif kind == "result":
            argument = v.RESULTS.index(given)
        elif kind in ("min", "product"):
            left, right = self.amount(given[0]), self.amount(given[1])
        return (
            _AMOUNT_KINDS[kind],
            argument,
            AT.index(entry.get("at", "target")),
            entry.get("times", 1),
            -per if entry.get("round_up") else per,
            entry.get("plus", 0),
            entry.get("at_most", v.NO_LIMIT),
            left,
            right,
        )

    def condition(self, value: Step | list[Step]) -> int:
        """Returns the number of a condition; -1 when it is always true."""
        clauses = [self._clause(clause) for clause in _as_list(value)]
        if not all(clauses):
            return NO_CONDITION  # one clause asks nothing, so any land will do
        atoms = tuple(
            (kind, negated, int(index == 0), *rest)
            for clause in clauses
            for index, (kind, negated, *rest) in enumerate(clause)
        )
        return self.conditions.setdefault(atoms, len(self.conditions))

    def _clause(self, clause: Step) -> list[tuple[int, ...]]:
        """Returns the atoms (kind, negated, arg, at, low, high) that must all hold."""
        return [atom for name, value in clause.items() for atom in self._atoms(name, value)]

    def _atoms(self, name: str, value: Any) -> list[tuple[int, ...]]:
        if name == "count":
            return [_counted(entry["of"], *limits(entry), entry.get("at", "target")) for entry in _as_list(value)]
        if name == "compare":
            return [(v.ATOM_AMOUNT, 0, self.amount(value["amount"]), 0, *limits(value))]
        if name == "result":
            return [(v.ATOM_AMOUNT, 0, self.amount({"result": key}), 0, low, v.NO_LIMIT) for key, low in value.items()]
        if name == "affordable":
            element = v.ELEMENTS.index(value["aided_by"]) if "aided_by" in value else len(v.ELEMENTS)
            return [(v.ATOM_AFFORDABLE, 0, self.amount(value["n"]), element, 0, 0)]
        if name == "elements":
            return [(v.ATOM_ELEMENTS, 0, self.need(value), 0, 0, 0)]
        return [_SIMPLE_ATOMS[name](value)]

    def need(self, elements: dict[str, int]) -> int:
        """Returns the number of a threshold in the table of needs."""
        row = tuple(elements.get(name, 0) for name in v.ELEMENTS)
        return self.needs.setdefault(row, len(self.needs))


_WORD_AMOUNTS = (
    v.AMOUNT_PLAYERS,
    v.AMOUNT_TERROR,
    v.AMOUNT_STAGE,
    v.AMOUNT_CARDS_PLAYED,
    v.AMOUNT_TALLY,
    v.AMOUNT_ADJACENT_LANDS,
)
_AMOUNT_KINDS = {
    "count": v.AMOUNT_COUNT,
    "presence": v.AMOUNT_PRESENCE,
    "sacred_sites": v.AMOUNT_SACRED_SITES,
    "element": v.AMOUNT_ELEMENT,
    "pairs": v.AMOUNT_PAIRS,
    "result": v.AMOUNT_RESULT,
    "min": v.AMOUNT_MIN,
    "product": v.AMOUNT_PRODUCT,
    **dict(zip(AMOUNT_WORDS, _WORD_AMOUNTS, strict=True)),
}


def _counted(pieces: Any, low: int, high: int, at: str = "target") -> tuple[int, ...]:
    return (v.ATOM_COUNT, 0, piece_mask(pieces), AT.index(at), low, high)


def _atom(kind: int, argument: int = 0, negated: bool = False) -> tuple[int, ...]:
    return (kind, int(negated), argument, 0, 0, 0)


_SIMPLE_ATOMS: dict[str, Callable[[Any], tuple[int, ...]]] = {
    "terrain": lambda names: _atom(v.ATOM_TERRAIN, terrain_mask(names)),
    "coastal": lambda wanted: _atom(v.ATOM_COASTAL, negated=not wanted),
    "inland": lambda wanted: _atom(v.ATOM_COASTAL, negated=wanted),
    "ocean": lambda wanted: _atom(v.ATOM_TERRAIN, 1 << v.OCEAN, negated=not wanted),
    "has": lambda pieces: _counted(pieces, 1, v.NO_LIMIT),
    "none": lambda pieces: _counted(pieces, 0, 0),
    "outnumber": lambda pair: (v.ATOM_OUTNUMBER, 0, piece_mask(pair[0]), piece_mask(pair[1]), 0, 0),
    "presence": lambda who: _atom(v.ATOM_PRESENCE, WHO.index(who)),
    "no_presence": lambda who: _atom(v.ATOM_PRESENCE, WHO.index(who), negated=True),
    "sacred_site": lambda who: _atom(v.ATOM_SACRED_SITE, WHO.index(who)),
    "terror_level": lambda levels: _atom(v.ATOM_TERROR, bit_set(_as_list(levels))),
    "stage": lambda stages: _atom(v.ATOM_STAGE, bit_set(_as_list(stages))),
    "island": lambda state: _atom(v.ATOM_BLIGHTED, negated=state == "healthy"),
    "target_spirit": lambda target: _atom(v.ATOM_TARGET_IS_SELF, negated=target == "another"),
    "has_card": lambda who: _atom(v.ATOM_HAS_CARD, WHO.index(who)),
    "more_than_target": lambda pieces: _atom(v.ATOM_MORE_THAN_TARGET, piece_mask(pieces)),
    "way_out": lambda pieces: _atom(v.ATOM_WAY_OUT, piece_mask(pieces)),
    "nearer_ocean": lambda wanted: _atom(v.ATOM_NEARER_OCEAN, negated=not wanted),
    "deeper": lambda wanted: _atom(v.ATOM_DEEPER, negated=not wanted),
    "marked": lambda wanted: _atom(v.ATOM_MARKED, negated=not wanted),
    "number": lambda number: _atom(v.ATOM_NUMBER, number),
    "shown": lambda wanted: _atom(v.ATOM_SHOWN, negated=not wanted),
}
