"""Emphasis on terminals: nothing is coloured where output goes to a file, or where NO_COLOR is set (no-color.org)."""

import os
import sys
from typing import IO

CODES = {"plain": "", "strong": "1", "bad": "31", "good": "32"}


def shows_colour(stream: IO[str] | None = None) -> bool:
    """Tells whether a stream, standard output by default, is a terminal of somebody who has not said no to colours."""
    stream = stream or sys.stdout
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def paint(text: str, how: str, stream: IO[str] | None = None) -> str:
    """Returns a text with emphasis, if the stream shows it."""
    return f"\x1b[{CODES[how]}m{text}\x1b[0m" if text and CODES[how] and shows_colour(stream) else text
