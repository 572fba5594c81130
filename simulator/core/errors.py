"""Mistakes of the user, which the command shows as one line and never as a traceback.

Bugs are not described here: they raise ordinary exceptions and keep their traceback.
"""

from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Any

SIMILAR_ENOUGH = 0.6
LISTED_AT_MOST = 20


class UserError(Exception):
    """Something the user can put right; its message says what and where."""


class UnknownName(UserError, ValueError):
    """A name that is not one of the valid ones, e.g. UnknownName("card", "drougt", cards)."""

    def __init__(self, kind: str, value: Any, valid: Iterable[Any]) -> None:
        # All three stay in `args`, so that the error survives the way back from a worker process.
        super().__init__(kind, value, tuple(valid))

    def __str__(self) -> str:
        kind, value, valid = self.args
        closest = nearest(value, valid)
        hint = f"did you mean {closest}? " if closest else ""
        listed = ", ".join(map(str, valid[:LISTED_AT_MOST]))
        if len(valid) > LISTED_AT_MOST:
            listed += f", … {len(valid)} in all"
        return f"unknown {kind} {value!r} ({hint}valid: {listed or 'none'})"


def shortened(value: Any, most: int = 60) -> str:
    """Returns a value as it is quoted in a message: in one line of readable length, however large or deep it is."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # nested too deep, or a number of thousands of digits
        return f"a {type(value).__name__} of great size"
    return text if len(text) <= most else f"{text[: most - 1]}…"


def nearest(value: Any, valid: Iterable[Any]) -> Any:
    """Finds the valid name most like `value`, or None when nothing is similar."""
    value = str(value).lower().replace(" ", "_").replace("-", "_")
    best = max(valid, key=lambda name: _similarity(value, str(name)), default=None)
    return best if best is not None and _similarity(value, str(best)) >= SIMILAR_ENOUGH else None


def _similarity(value: str, name: str) -> float:
    """Compares with the whole name, its beginning and each of its words: people type `rivr`.

    The whole name breaks ties, so that `town` is nearer to `town` than to `town_crier`.
    """
    name = name.lower()
    parts = [name, name[: len(value)], *name.split("_")] if value else [name]
    return max(_ratio(value, part) for part in parts) + 0.01 * _ratio(value, name)


def _ratio(a: str, b: str) -> float:
    return SequenceMatcher(None, a, b, autojunk=False).ratio()
