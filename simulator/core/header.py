"""The fields that the records of every game share, and the errors and columns that shared compiled code writes.

A game splices these lists into its own records wherever it likes: compiled code finds fields by name, so that the
agenda, chance and the machine's calls serve any record that has them. A state also has `seed_key` and `draws` (one
entry per random stream), `error` and `outcome`. Knows no rule of any game.
"""

from collections.abc import Iterable

import numpy as np

# Errors that any machine can run into: bits of `error`. A game's own errors follow them.
CORE_ERRORS = ("agenda_full", "options_full", "no_progress", "stopped")
E_AGENDA_FULL, E_OPTIONS_FULL, E_NO_PROGRESS, E_STOPPED = (1 << bit for bit in range(len(CORE_ERRORS)))

# Far beyond any game by the printed rules (at most 129 frames in 360 random games, at most 1,493 decisions in 200 greedy
# games of four seats): what goes on for longer goes round in circles.
MOST_FRAMES = 10_000  # worked on between two decisions
MOST_DECISIONS = 10_000  # in a game
MEANINGS = {
    "agenda_full": "more was under way at once than there is room for",
    "options_full": "a question had more answers than there is room for",
    "no_progress": f"no answer was left, or no end in sight after {MOST_FRAMES:,} steps or {MOST_DECISIONS:,} decisions",
    "stopped": "it was told to stop",
}

# The first columns of a frame of the agenda, in every game.
F_OP, F_STEP = range(2)  # what to do, and the progress inside it (0 = not begun)

Field = tuple  # (name, type) or (name, type, shape), as numpy reads it

NEEDED_STATE_FIELDS = (
    "seed_key", "draws", "error", "outcome", "frames", "frame",
    "decision", "asked", "options", "option", "answer", "decisions", "digest",
)  # fmt: skip
NEEDED_RESULT_FIELDS = ("outcome", "decisions", "error", "digest")


STOP_FIELD: Field = ("stop", np.int64)  # of the tables: 1 = every game is to end at once (see interrupts.py)


def agenda_fields(frames: int, columns: int) -> list[Field]:
    """Returns the fields of the agenda: a stack of frames, each a row of numbers."""
    return [
        ("frames", np.int16),  # frames in use
        ("frame", np.int16, (frames, columns)),
    ]


def question_fields(options: int) -> list[Field]:
    """Returns the fields of the open decision."""
    return [
        ("decision", np.int8),  # a number of the game's vocabulary; 0 = none
        ("asked", np.int8),  # seat asked
        ("options", np.int16),  # number of entries in `option`
        ("option", np.int32, (options,)),
        ("answer", np.int32),  # the option chosen last
        ("decisions", np.int32),  # decisions taken so far
        ("digest", np.uint64),  # running hash of all choices
    ]


def error_names(errors: Iterable[str], bits: int) -> list[str]:
    """Returns the names of the errors in a word of error bits."""
    return [name for bit, name in enumerate(errors) if bits >> bit & 1]


def describe_errors(errors: Iterable[str], bits: int) -> str:
    """Returns what a word of error bits means, for people."""
    return ", ".join(f"{name} ({MEANINGS[name]})" if name in MEANINGS else name for name in error_names(errors, bits))
