"""Whole numbers as users write them. Python's own ideas of a digit (², ٣) and of a length go further than anybody means."""

import re

_WHOLE = re.compile(r"-?[0-9]{1,18}")


def whole(text: str) -> int | None:
    """Returns the number that a text is, if it is a whole number of sensible length."""
    return int(text) if _WHOLE.fullmatch(text) else None


def natural(text: str) -> int | None:
    """Returns the number that a text is, if it is a whole number from 0 on."""
    number = whole(text)
    return None if number is None or number < 0 else number
