"""Components as people call them: by id, printed name or short name, in any spelling that means only one of them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from simulator.core.errors import UnknownName, UserError

SHORTEST_PART = 3  # letters of a word that may stand for the whole word


def which(kind: str, text: str, called: Mapping[str, Iterable[str]]) -> str:
    """Returns the id that a text means, given what each id is called: its id, else a whole name, else words of one name.

    >>> which("weather", "north", {"north_wind": ["The North Wind"], "rain": []})
    'north_wind'
    """
    if text in called:
        return text
    wanted = plain_words(text)
    names = {known: [plain_words(name) for name in (known, *others)] for known, others in called.items()}
    for fits in (_is_whole, _is_part):
        meant = [known for known, spelled in names.items() if any(fits(wanted, words) for words in spelled)]
        if len(meant) == 1:
            return meant[0]
        if meant:
            raise UserError(f"{kind} {text!r} may mean {' or '.join(meant)}: say which")
    raise UnknownName(kind, text, list(called))


def plain_words(text: str) -> tuple[str, ...]:
    """Returns the words of a name without accents, capitals and marks: what is left when people type in a hurry."""
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(letter))
    return tuple(re.findall(r"\w+", re.sub(r"['’]", "", bare).replace("_", " ").replace("ł", "l")))


def _is_whole(wanted: tuple[str, ...], words: tuple[str, ...]) -> bool:
    return bool(wanted) and wanted == words


def _is_part(wanted: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Tells whether words stand in a name one after the other; the last of them may be cut short."""
    if not wanted or len(wanted[-1]) < SHORTEST_PART:
        return False
    *whole, last = wanted
    starts = range(len(words) - len(wanted) + 1)
    return any(list(words[at : at + len(whole)]) == whole and words[at + len(whole)].startswith(last) for at in starts)
