"""What nobody means to write: mutants of data that was right, for tests that nothing ends in a traceback."""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

HOSTILE: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 40_000, 2**31, 2**63, 2**64, -(2**63) - 1, 10**30, 0.5, -0.0, 1e300,
    float("nan"), float("inf"), "", " ", "x", "²", "none", "all", "\x00", "\n", "ü" * 500, "-1", "1e9", "../..", "{}",
    [], {}, [[]], [None], {"": None}, [0] * 100, {"x": {"x": {"x": []}}},
)  # fmt: skip
DEEP = 20_000


def mutants(written: Any, number: int, rng: random.Random) -> Iterator[str]:
    """Yields mutants as JSON: values, keys and texts changed, here and there something very deep, cut off or long."""
    text = json.dumps(written)
    for count in range(number):
        kind = count % 25
        if kind == 0:
            yield text[: rng.randrange(len(text))]
        elif kind == 1:
            place = rng.randrange(len(text))
            yield text[:place] + rng.choice('"{}[]:,0\\x') + text[place + 1 :]
        elif kind == 2 and count < 100:
            place = rng.choice([at for at, letter in enumerate(text) if letter in "0123456789"] or [0])
            yield text[:place] + rng.choice(["9" * 5_000, "[" * DEEP + "]" * DEEP, "1e999"]) + text[place + 1 :]
        else:
            yield json.dumps(mutant(written, rng))


def mutant(written: Any, rng: random.Random) -> Any:
    """Returns a copy of data with one to three of its places changed."""
    changed = copy.deepcopy(written)
    for _ in range(rng.choice((1, 1, 2, 3))):
        places = list(_places(changed))
        if places:
            _change(*rng.choice(places), rng)
    return changed


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yields every place inside nested data: what holds it, and its key."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from _places(value[key])


def _change(holder: Any, key: Any, rng: random.Random) -> None:
    way = rng.randrange(10)
    if way == 0:
        del holder[key]
    elif way == 1 and isinstance(holder, dict):
        holder[rng.choice(("x", "", "id", "seed", "level"))] = holder.pop(key)
    elif way == 2 and isinstance(holder, list):
        holder.extend(holder[:20])
    elif way == 3 and type(holder[key]) is int:
        holder[key] += rng.choice((-1, 1, 10, -100, 1000))
    else:
        holder[key] = copy.deepcopy(rng.choice(HOSTILE))
