"""Whole numbers as users write them. Python's own ideas of a digit (², ٣) and of a length go further than anybody means."""

import re

MAX_SEED = 2**63 - 1  # of a signed word of the machine
MOST_GAMES = 1_000_000  # of a command that holds all games in memory
MOST_ROWS = 1_000_000  # of a table
MOST_JOBS = 1000  # processes
_WHOLE = re.compile(r"-?[0-9]{1,18}")


def whole(text: str) -> int | None:
    """Returns the number that a text is, if it is a whole number of sensible length."""
    return int(text) if _WHOLE.fullmatch(text) else None


def natural(text: str) -> int | None:
    """Returns the number that a text is, if it is a whole number from 0 on."""
    number = whole(text)
    return None if number is None or number < 0 else number
