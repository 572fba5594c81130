"""Which answers a row of a recorded game may mean at an open decision.

Rows are looser than the machine: conversions stand in any order, gained spades that are not used are not mentioned,
choices that the rules order stand in the order in which they were typed. So `candidates` returns every answer that
could be meant, the likeliest first, and the search in replaying.py finds the ones that lead to the recorded state.
"""

from __future__ import annotations

from collections.abc import Iterator

from experiments.terra_mystica.recorded import Item, Row
from experiments.terra_mystica.walk import Walk
from simulator.terra_mystica.record import state as st
from simulator.terra_mystica.record import vocabulary as v

Items = tuple[Item, ...]
NOTHING_MORE = ("end", "no", "stop", "priests:0")  # answers that rows do not write
ANYWHERE_IN_ROW = ("favor", "town", "cult", "bridge")  # what a decision asks wherever the row says it
WHEEL = len(v.TERRAINS)
RULES = {  # the rule that allows what an item says
    "start or build": "T2.5, T6.1, T6.9", "dig": "T6.1, T6.2", "transform": "T6.3, T6.5, T7.3", "take": "T12",
    "upgrade": "T8.1", "bridge": "T12.3", "favor": "T8.3", "town": "T10.2", "cult": "T9.6", "leave": "T9.4", "send": "T9.2",
    "pass": "T2.6, T4.2", "advance": "T11", "free": "T5.3-T5.5", "priest": "T13.5", "connect": "T10.6",
    "leech": "T8.5, T8.6", "decline": "T8.5, T8.6", "all declined": "T8.8",
}  # fmt: skip


def candidates(walk: Walk, items: Items) -> Iterator[tuple[str | None, Items]]:
    """Yields the answers that the items of a seat may mean now, with the items that are then left.

    None as an answer means that an item is done without one.
    """
    seen = set()
    for label, rest in _meant(walk, items):
        if label is None or (label in walk.labels and (label, rest) not in seen):
            seen.add((label, rest))
            yield label, rest


def _meant(walk: Walk, items: Items) -> Iterator[tuple[str | None, Items]]:
    if items[0][0] == "free":
        yield items[0][1], items[1:]
    lead = next((place for place, item in enumerate(items) if item[0] != "free"), None)
    if lead is not None:
        rest = items[:lead] + items[lead + 1 :]
        yield from _first_answers(walk, items, lead, rest)
    for kind in ANYWHERE_IN_ROW:
        place = next((place for place, item in enumerate(items) if item[0] == kind), lead)
        if place is not None and place != lead:
            rest = items[:place] + items[place + 1 :]
            yield from ((label, rest) for label in written_as(walk, items[place]))
    for place, item in enumerate(items):
        if item[0] == "free":
            yield item[1], items[:place] + items[place + 1 :]
    yield from ((label, items) for label in walk.labels if label.startswith("top:") and not _left(label, items))
    yield from ((label, items) for label in NOTHING_MORE)


def _left(label: str, items: Items) -> bool:
    return ("leave", label.partition(":")[2]) in items


def _first_answers(walk: Walk, items: Items, lead: int, rest: Items) -> Iterator[tuple[str | None, Items]]:
    """Yields what the first item that is no conversion may mean."""
    kind = items[lead][0]
    if kind == "all declined" or kind == "leave":
        if not any(label.startswith(("leech:", "top:")) for label in walk.labels):
            yield None, rest
    elif kind == "dig":
        for spades in range(_run_of_digs(items), 0, -1):
            yield f"dig:{spades}", without(items, ("dig",), spades)
        yield from _spades(walk, items)
    elif kind == "transform":
        yield items[lead][1], rest
        yield from _spades(walk, items)
    elif kind == "priest":
        workers = items.count(("priest",))
        yield f"priests:{workers}", without(items, ("priest",), workers)
    else:
        yield from ((label, rest) for label in written_as(walk, items[lead]))


def _run_of_digs(items: Items) -> int:
    """Counts the spades bought before the next item that is neither a spade nor a conversion."""
    main = [item for item in items if item[0] != "free"]
    return next((place for place, item in enumerate(main) if item[0] != "dig"), len(main))


def without(items: Items, item: Item, count: int) -> Items:
    """Returns items without the first so many of one."""
    left = list(items)
    for _ in range(count):
        left.remove(item)
    return tuple(left)


def _spades(walk: Walk, items: Items) -> Iterator[tuple[str, Items]]:
    """Yields how many spades in hand the next transform may take, and the items left when those bought are done."""
    target = next((item[1] for item in items if item[0] == "transform"), None)
    if target is None or not any(label.startswith("use:") for label in walk.labels):
        return
    frame = walk.state["frame"][walk.state["frames"] - 1]
    place, _, terrain = target.removeprefix("transform:").partition(">")
    old = int(walk.state["terrain"][walk.match.content.number("hexes", place)])
    steps = (v.TERRAIN_LETTERS.index(terrain) - old) % WHEEL
    flat = int(walk.match.tables["flat_spades"][walk.state["faction"][walk.asked]])
    for spades in (flat,) if flat else sorted((steps, WHEEL - steps)):
        bought = max(0, spades - int(frame[st.F_N]))
        if bought <= items.count(("dig",)):
            yield f"use:{spades}", without(items, ("dig",), bought)


def written_as(walk: Walk, item: Item) -> list[str]:
    """Returns the answers that an item may stand for."""
    kind, *operands = item
    if kind == "start or build":
        return [f"build:{operands[0]}", f"dwelling:{operands[0]}"]
    if kind == "bridge":
        return [f"bridge:{operands[0]}-{operands[1]}", f"bridge:{operands[1]}-{operands[0]}"]
    if kind == "send":
        track, steps = operands
        largest = [f"send:{track}@{number}" for number in (3, 2, 1)]  # the highest free space, if nothing else is said
        return [f"send:{track}@{steps}"] if steps else [label for label in largest if label in walk.labels][:1]
    if kind == "connect":
        return _river_towns(walk, operands[0])
    if kind == "pass":
        return [*operands, "pass"]  # some name a card in the last round, too, which is not taken (T4.2)
    if kind in ("leech", "decline"):
        return _leech_answer(walk, kind, *operands)
    return [operands[0]] if operands else []


def _river_towns(walk: Walk, place: str) -> list[str]:
    """Returns the river hex that is named, or those between the two land hexes that are."""
    if ":" not in place:
        return [f"town_at:{place}"]
    content = walk.match.content
    ends = [content.number("hexes", end) for end in place.split(":")]
    between = set.intersection(*(set(content.island.neighbours[end]) for end in ends))
    return [f"town_at:{content.hexes[river]}" for river in sorted(between) if content.island.is_river(river)]


def _leech_answer(walk: Walk, kind: str, offered: int, faction: str) -> list[str]:
    """Returns the answer to an offer of so much power from a neighbour, if that is what is asked."""
    label = "leech:yes" if kind == "leech" else "leech:no"
    if label not in walk.labels:
        return []
    _, _, power, builder = walk.option(label)
    names = walk.match.content.factions
    state, seat = walk.state, walk.asked
    bound = min(offered, power_room(walk, seat), int(state["VP"][seat]) + 1)
    return [label] if names[state["faction"][builder]] == faction and power == bound else []


def power_room(walk: Walk, seat: int) -> int:
    """Returns how much power a seat could gain (T5.1)."""
    first, second, _ = (int(tokens) for tokens in walk.state["bowls"][seat])
    return 2 * first + second


def is_automatic(walk: Walk, row: Row) -> bool:
    """Tells whether a row answers an offer that is not one: there is no room for power (T8.6)."""
    return len(row.items) == 1 and row.items[0][0] in ("leech", "decline") and power_room(walk, row.seat) == 0
