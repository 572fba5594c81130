"""Strict checks of what a case file says: every complaint holds the offending value as it was written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from simulator.core.errors import UnknownName, UserError


class CaseError(UserError):
    """A case that cannot be loaded or run."""


def choice(kind: str, value: Any, valid: Iterable[Any]) -> int:
    """Returns the place of a value among the valid ones."""
    valid = list(valid)
    if isinstance(value, bool) or value not in valid:
        raise UnknownName(kind, value, valid)
    return valid.index(value)


def mapping(value: Any, where: str, keys: Iterable[str | int], needed: Iterable[str] = ()) -> dict:
    """Returns a mapping after checking its keys; nothing written counts as empty."""
    value = {} if value is None else value
    if not isinstance(value, dict):
        raise CaseError(f"{where}: expected a mapping, got {value!r}")
    for key in value:
        if key not in keys:
            raise CaseError(f"{where}: {UnknownName('key', key, list(keys))}")
    for key in needed:
        if key not in value:
            raise CaseError(f"{where}: {key} is missing")
    return value


def whole(value: Any, where: str, low: int = 0, high: int | None = None) -> int:
    """Returns a whole number after checking its bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or value < low or (high is not None and value > high):
        bounds = f"from {low} to {high}" if high is not None else f"of at least {low}"
        raise CaseError(f"{where}: expected a whole number {bounds}, got {value!r}")
    return value


def listing(value: Any, where: str) -> list:
    """Returns a list; one entry stands for a list of one, nothing for an empty list."""
    if value is None:
        return []
    if isinstance(value, dict):
        raise CaseError(f"{where}: expected a list, got {value!r}")
    return list(value) if isinstance(value, list) else [value]
