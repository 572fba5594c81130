"""Patches that no designer would think of, but that the content's checks let pass: fields crossed, numbers changed.

Any place inside a component may take the value that stands at a place of the same name in another one, a number may
become a bit more or less, and what need not stand there may go. What the checks refuse is not kept.
"""

import copy
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from simulator.core.errors import UserError

Entries = dict[str, dict[str, dict[str, Any]]]  # kind -> id -> field -> value
Overlay = dict[str, dict[str, dict[str, Any]]]
TRIES = 8  # for each change that is wanted
KEPT = ("id", "name", "set")  # they say which component it is


class PatchMaker:
    """Draws patches of a game's content; `load` refuses what the checks of the content refuse."""

    def __init__(self, entries: Entries, load: Callable[[Overlay], Any]) -> None:
        self.entries, self.load = entries, load
        self.known: dict[Any, list[Any]] = defaultdict(list)  # what stands under a name anywhere
        for holder, key in _places(entries):
            self.known[_sort(holder, key)].append(holder[key])

    def draw(self, rng: random.Random, changes: int) -> Overlay:
        """Returns a patch of up to so many components."""
        overlay: Overlay = {}
        for _ in range(changes * TRIES):
            if sum(map(len, overlay.values())) >= changes:
                break
            tried = copy.deepcopy(overlay)
            kind = rng.choice(list(self.entries))
            name = rng.choice(list(self.entries[kind]))
            tried.setdefault(kind, {})[name] = self._changed(self.entries[kind][name], rng)
            try:
                self.load(tried)
            except UserError:
                continue
            overlay = tried
        return overlay

    def _changed(self, entry: dict[str, Any], rng: random.Random) -> dict[str, Any]:
        entry = copy.deepcopy({key: value for key, value in entry.items() if key not in KEPT})
        for _ in range(rng.choice((1, 2, 4))):
            if places := list(_places(entry)):
                holder, key = rng.choice(places)
                self._change(holder, key, rng)
        return entry

    def _change(self, holder: Any, key: Any, rng: random.Random) -> None:
        way = rng.random()
        if type(holder[key]) is int and way < 0.5:
            holder[key] = rng.choice((0, 1, 9, 99, 998, holder[key] + 1, holder[key] + 5, holder[key] - 1))
        elif way < 0.1:
            del holder[key]
        elif way < 0.2 and isinstance(holder, list):
            holder.insert(key, self._drawn(holder, key, rng))
        else:
            holder[key] = self._drawn(holder, key, rng)

    def _drawn(self, holder: Any, key: Any, rng: random.Random) -> Any:
        return copy.deepcopy(rng.choice(self.known.get(_sort(holder, key)) or [holder[key]]))


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yields every place inside nested data: what holds it, and its key."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from _places(value[key])


def _sort(holder: Any, key: Any) -> Any:
    """Returns what two values must share to stand in each other's place: the name, or the type as items of lists."""
    value = holder[key]
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "list of mappings"  # programs have many names
    return (key if isinstance(holder, dict) else "item", type(value).__name__)
