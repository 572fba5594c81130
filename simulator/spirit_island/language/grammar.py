"""The grammar of the content language: words, numbers, amounts and conditions. Steps: `step_grammar.py`.

Checks only; `schema.py` applies it to whole files, `expressions.py` and `programs.py` make tables of it.
A checker is a function (value, where) that returns nothing or fails with the place of the error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from simulator.core.errors import UserError, nearest
from simulator.spirit_island.record import vocabulary as v

LISTED_AT_MOST = 60  # more valid words than this are not listed in an error: ops and special rules still are


class ContentError(UserError, ValueError):
    """Content that the language does not allow; the message is one line: file, component, field, reason."""


class Where:
    """The place of a value in the content: file, component and path of fields."""

    __slots__ = ("file", "entry", "path")

    def __init__(self, file: str, entry: str = "", path: str = "") -> None:
        self.file, self.entry, self.path = file, entry, path

    def field(self, name: object) -> Where:
        """Returns the place of a field of this mapping."""
        return Where(self.file, self.entry, f"{self.path}.{name}" if self.path else str(name))

    def item(self, index: int) -> Where:
        """Returns the place of an item of this list."""
        return Where(self.file, self.entry, f"{self.path}[{index}]")

    def fail(self, reason: str) -> NoReturn:
        """Raises the error for this place."""
        raise ContentError(": ".join(part for part in (self.file, self.entry, self.path, reason) if part))

    def fail_unknown(self, kind: str, value: object, valid: Iterable[str]) -> NoReturn:
        """Raises the error for a word that is not among the valid ones."""
        names = list(valid)
        near = nearest(value, names)
        hints = [f"valid: {', '.join(names)}"] if len(names) <= LISTED_AT_MOST else []
        hints += [f"did you mean {near}?"] if near else []
        self.fail(f"unknown {kind} {value!r}" + (f" ({'; '.join(hints)})" if hints else ""))


Checker = Callable[[Any, Where], None]


# --- simple values


def mapping(value: Any, where: Where) -> None:
    """Checks that the value is a mapping."""
    if type(value) is not dict:
        where.fail(f"expected a mapping, got {value!r}")


def text(value: Any, where: Where) -> None:
    """Checks a piece of prose or a name."""
    if type(value) is not str or not value:
        where.fail(f"expected a text, got {value!r}")


def flag(value: Any, where: Where) -> None:
    """Checks true or false."""
    if type(value) is not bool:
        where.fail(f"expected true or false, got {value!r}")


def number(low: int, high: int) -> Checker:
    """Returns a checker of whole numbers from low to high."""

    def check(value: Any, where: Where) -> None:
        if type(value) is not int or not low <= value <= high:
            where.fail(f"expected a whole number from {low} to {high}, got {value!r}")

    return check


def word(kind: str, valid: Iterable[str]) -> Checker:
    """Returns a checker of one word out of a fixed set."""
    names = tuple(valid)
    known = frozenset(names)

    def check(value: Any, where: Where) -> None:
        if type(value) is not str or value not in known:
            where.fail_unknown(kind, value, names)

    return check


def list_of(check_item: Checker, low: int = 0, high: int = 999) -> Checker:
    """Returns a checker of lists with low to high items."""

    def check(value: Any, where: Where) -> None:
        if type(value) is not list:
            where.fail(f"expected a list, got {value!r}")
        if not low <= len(value) <= high:
            where.fail(f"expected {low} to {high} items, got {len(value)}")
        for index, item in enumerate(value):
            check_item(item, where.item(index))

    return check


def one_or_more(check_item: Checker) -> Checker:
    """Returns a checker of a single value or a non-empty list of such values."""
    check_list = list_of(check_item, 1)

    def check(value: Any, where: Where) -> None:
        (check_list if type(value) is list else check_item)(value, where)

    return check


class Shape:
    """A checker of mappings with known fields; a name that ends in `?` is optional."""

    def __init__(self, fields: dict[str, Checker]) -> None:
        self.checks = {name.removesuffix("?"): check for name, check in fields.items()}
        self.required = [name for name in fields if not name.endswith("?")]

    def __call__(self, value: Any, where: Where) -> None:
        mapping(value, where)
        for name in value:
            if name not in self.checks:
                where.field(name).fail_unknown("field", name, self.checks)
        for name in self.required:
            if name not in value:
                where.field(name).fail("missing")
        for name, item in value.items():
            self.checks[name](item, where.field(name))


# --- words

GROUPS = {
    "invaders": ("explorer", "town", "city"),
    "buildings": ("town", "city"),
    "tokens": ("beasts", "wilds", "disease", "strife"),
}
PIECE_WORDS = (*v.PIECES, "strife", *GROUPS)
WHO = ("actor", "target_spirit", "any", "all")
AT = ("target", "adjacent", "around", "board", "island", "own_lands")
AMOUNT_WORDS = ("players", "terror_level", "stage", "cards_played", "tally", "adjacent_lands")

pieces = one_or_more(word("piece", PIECE_WORDS))
terrains = one_or_more(word("terrain", v.TERRAINS))
element = word("element", v.ELEMENTS)
who = word("who", WHO)
at = word("place", AT)
elements_needed = Shape({f"{name}?": number(1, 20) for name in v.ELEMENTS})


def need(value: Any, where: Where) -> None:
    """Checks the elements of a threshold."""
    mapping(value, where)
    for name in value:
        if name not in v.ELEMENTS:
            where.field(name).fail_unknown("element", name, v.ELEMENTS)
    elements_needed(value, where)
    if not value:
        where.fail("a threshold needs at least one element")


# --- amounts


def amount(value: Any, where: Where) -> None:
    """Checks a number, a bare word or a counted amount."""
    if type(value) is int:
        if not 0 <= value < v.NO_LIMIT or value == v.ALL:
            where.fail(f"expected a number from 0 to {v.NO_LIMIT - 1} (not {v.ALL}), got {value}")
    elif type(value) is str:
        if value not in AMOUNT_WORDS:
            where.fail_unknown("amount", value, AMOUNT_WORDS)
    elif type(value) is dict:
        _counted_amount(value, where)
    else:
        where.fail(f"expected an amount, got {value!r}")


def amount_or_all(value: Any, where: Where) -> None:
    """Checks an amount that may be `all`."""
    if value != "all":
        amount(value, where)


_small = number(-99, 99)
_positive = number(1, 99)
_limit = number(0, 998)
_AMOUNT_CHANGES: dict[str, Checker] = {
    "times?": _positive,
    "per?": _positive,
    "round_up?": flag,
    "plus?": _small,
    "at_most?": _limit,
}


def _simple_amount(value: Any, where: Where) -> None:
    """Checks an operand of min or product: the machine evaluates these one level deep."""
    amount(value, where)
    if type(value) is dict and ("min" in value or "product" in value):
        where.fail("min and product cannot be nested")


_two_amounts = list_of(_simple_amount, 2, 2)
AMOUNT_SHAPES = {
    "count": Shape({"count": pieces, "at?": at, **_AMOUNT_CHANGES}),
    "presence": Shape({"presence": who, "at?": at, **_AMOUNT_CHANGES}),
    "sacred_sites": Shape({"sacred_sites": who, "at?": at, **_AMOUNT_CHANGES}),
    "element": Shape({"element": element, **_AMOUNT_CHANGES}),
    "pairs": Shape({"pairs": list_of(element, 2, 2), **_AMOUNT_CHANGES}),
    "result": Shape({"result": word("result", v.RESULTS), **_AMOUNT_CHANGES}),
    "min": Shape({"min": _two_amounts, **_AMOUNT_CHANGES}),
    "product": Shape({"product": _two_amounts, **_AMOUNT_CHANGES}),
}


def _counted_amount(value: dict, where: Where) -> None:
    kinds = [name for name in AMOUNT_SHAPES if name in value]
    if len(kinds) != 1:
        where.fail(f"expected exactly one of {', '.join(AMOUNT_SHAPES)}, got {', '.join(map(str, value)) or 'nothing'}")
    AMOUNT_SHAPES[kinds[0]](value, where)


# --- conditions


def bounded(shape: Shape) -> Checker:
    """Returns the checker of a comparison: the shape, and at least one limit."""

    def check(value: Any, where: Where) -> None:
        shape(value, where)
        if not {"at_least", "at_most", "exactly"} & value.keys():
            where.fail("needs at_least, at_most or exactly")
        if "exactly" in value and {"at_least", "at_most"} & value.keys():
            where.fail("exactly excludes at_least and at_most")

    return check


_LIMITS: dict[str, Checker] = {"at_least?": _limit, "at_most?": _limit, "exactly?": _limit}
ATOMS = Shape(
    {
        "terrain?": terrains,
        "coastal?": flag,
        "inland?": flag,
        "ocean?": flag,
        "has?": pieces,
        "none?": pieces,
        "count?": one_or_more(bounded(Shape({"of": pieces, "at?": at, **_LIMITS}))),
        "outnumber?": list_of(pieces, 2, 2),
        "presence?": who,
        "no_presence?": who,
        "sacred_site?": who,
        "compare?": bounded(Shape({"amount": amount, **_LIMITS})),
        "terror_level?": one_or_more(number(1, 3)),
        "island?": word("state of the island", ("healthy", "blighted")),
        "stage?": one_or_more(number(1, 3)),
        "target_spirit?": word("target spirit", ("self", "another")),
        "elements?": need,
        "result?": Shape({f"{name}?": number(1, 99) for name in v.RESULTS}),
        "has_card?": who,
        "more_than_target?": pieces,
        "way_out?": pieces,
        "nearer_ocean?": flag,
        "deeper?": flag,
        "marked?": flag,
        "affordable?": Shape({"n": amount, "aided_by?": element}),
        "number?": number(0, 10),
        "shown?": flag,
    }
)
condition: Checker = one_or_more(ATOMS)
