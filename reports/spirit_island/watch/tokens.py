"""The pieces and tokens of a land as they are drawn: a symbol for each kind, with how many of them and what they bear."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from markupsafe import Markup

from reports.core.watch.markup import join, tag
from simulator.spirit_island.record import vocabulary as v

WIDTH, HEIGHT = 37.0, 31.0  # of the room for one symbol
IN_A_ROW = 3
ICON = 25.0
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")  # of the spirits: told apart by everybody
# Symbols on a field of 24 by 24.
SYMBOLS = {
    "explorer": '<circle cx="12" cy="6.5" r="4.2" fill="#fdf6e3"/><path d="M5 22L12 9L19 22Z" fill="#fdf6e3"/>',
    "town": '<path d="M3 22V12L12 4L21 12V22Z" fill="#f2dfc0"/><path d="M10 22V16H14V22" fill="#6b4c2a"/>',
    "city": '<path d="M2 22V8L6.5 3L11 8V22Z" fill="#f7cfa8"/><path d="M11 22V5L16.5 1L22 5V22Z" fill="#f7cfa8"/>'
            '<path d="M5 13h3M14 10h5M14 15h5" fill="none"/>',
    "dahan": '<path d="M2 13Q12 -3 22 13Z" fill="#a5482b"/><path d="M6 13H18V22H6Z" fill="#c9744e"/>',
    "blight": '<path d="M12 1L15 7L22 5L18 11L23 16L16 16L14 23L10 17L3 20L6 13L1 8L8 8Z" fill="#3d4248"/>',
    "beasts": '<ellipse cx="12" cy="16" rx="6" ry="5.2" fill="#e3722d"/><circle cx="4.5" cy="10" r="2.7" fill="#e3722d"/>'
              '<circle cx="9.5" cy="5.5" r="2.7" fill="#e3722d"/><circle cx="15" cy="5.5" r="2.7" fill="#e3722d"/>'
              '<circle cx="19.7" cy="10" r="2.7" fill="#e3722d"/>',
    "disease": '<circle cx="12" cy="12" r="9.5" fill="#b9c84a"/><circle cx="8.5" cy="10" r="2" fill="#3d4248"/>'
               '<circle cx="15.5" cy="10" r="2" fill="#3d4248"/><path d="M8 17Q12 13.5 16 17" fill="none"/>',
    "wilds": '<path d="M12 23V10M12 16Q4 15 3 5Q11 6 12 14Q13 5 21 3Q21 14 12 16" fill="#58a83f"/>',
}  # fmt: skip
EXTRAS = {
    "damage": '<path d="M12 21C-3 10 5 1 12 7C19 1 27 10 12 21Z" fill="#d2343b"/>',
    "strife": '<path d="M14 1L4 14H11L9 23L20 9H13Z" fill="#ffd23f"/>',
    "ward": '<circle cx="12" cy="12" r="9" fill="#e8e2ff"/><path d="M12 3V21M3 12H21" fill="none"/>',
    "flame": '<path d="M12 1Q20 10 18 16Q16 22 12 23Q8 22 6 16Q5 11 9 8Q9 12 11 12Q13 8 12 1Z" fill="#ff7a1a"/>',
    "marker": '<rect x="4" y="4" width="16" height="16" rx="3" fill="#6b5b95"/>'
    '<path d="M9 9Q12 5 15 9Q15 11 12 13V15M12 18V18.5" fill="none"/>',
    "defend": '<path d="M12 1L21 4V12Q20 20 12 23Q4 20 3 12V4Z" fill="#8f9aa6"/>',
}
DAMAGEABLE = (v.EXPLORER, v.TOWN, v.CITY, v.DAHAN)


@dataclass(frozen=True)
class Token:
    """What stands in a land: so many of a symbol, each with the same damage and strife."""

    key: str  # the same from step to step
    symbol: str
    count: int
    title: str
    hits: int = 0
    strife: int = 0
    colour: str = ""  # of presence
    points: int = 0  # of defend


def symbols() -> Markup:
    """Returns the definitions of all symbols."""
    shapes = {**SYMBOLS, **EXTRAS}
    return join([tag("symbol", tag("g", Markup(shape), class_="ink"), id=f"i-{name}", viewBox="-1 -1 26 26")  # noqa: S704
                 for name, shape in shapes.items()])  # fmt: skip


def pieces_of(state: np.void, land: int, names: dict[str, str]) -> list[Token]:
    """Returns the pieces and tokens of a land; those that bear damage or strife stand apart."""
    counts = {kind: int(count) for kind, count in enumerate(state["pieces"][land])}
    marked: Counter[tuple[int, int, int]] = Counter()
    for mark in range(int(state["marks"])):
        kind, hits, strife = (int(state[f"mark_{what}"][mark]) for what in ("kind", "hits", "strife"))
        if state["mark_land"][mark] == land and (hits or strife):
            marked[kind, hits, strife] += 1
            counts[kind] -= 1
    found = []
    for kind, count in counts.items():
        name = v.PIECES[kind]
        if count > 0:
            found.append(Token(name, name, count, names[name]))
        for (other, hits, strife), number in sorted(marked.items()):
            if other == kind:
                found.append(Token(f"{name}-{hits}-{strife}", name, number, names[name], hits, strife))
    return found


def presence_of(state: np.void, land: int, spirits: list[str]) -> list[Token]:
    """Returns the presence of each spirit in a land."""
    return [
        Token(f"presence-{player}", "presence", count, spirit, colour=COLOURS[player])
        for player, spirit in enumerate(spirits)
        if (count := int(state["presence"][player, land]))
    ]


def markers_of(state: np.void, land: int) -> list[Token]:
    """Returns what a scenario has put into a land."""
    there = {"ward": int(state["wards"]) >> land & 1, "flame": int(state["flames"]) >> land & 1,
             "marker": state["marker"][land] > 0}  # fmt: skip
    return [Token(name, name, 1, name) for name, is_there in there.items() if is_there]


def draw_tokens(tokens: list[Token], middle: tuple[float, float], is_dense: bool = False) -> Markup:
    """Draws tokens in rows around the middle of a land."""
    in_a_row = IN_A_ROW + (len(tokens) > 9 or is_dense)
    rows = [tokens[first : first + in_a_row] for first in range(0, len(tokens), in_a_row)]
    squeeze = min(1.0, 3.2 / max(1, len(rows)))
    drawn = []
    for number, row in enumerate(rows):
        y = middle[1] + squeeze * HEIGHT * (number - (len(rows) - 1) / 2)
        for place, token in enumerate(row):
            x = middle[0] + WIDTH * (place - (len(row) - 1) / 2)
            drawn.append(_draw(token, x, y))
    return join(drawn)


def _draw(token: Token, x: float, y: float) -> Markup:
    left = x - ICON / 2 - (6 if token.count > 1 else 0)
    parts = [_icon(token, left, y)]
    if token.count > 1:
        parts.append(tag("text", token.count, class_="number", x=left + ICON + 1, y=y + 5))
    parts += [_use("damage", left + 7 * number - 2, y + ICON / 2 - 8, 10) for number in range(token.hits)]
    parts += [_use("strife", left + ICON - 9 - 6 * number, y - ICON / 2 - 3, 12) for number in range(token.strife)]
    marks = [f"{token.hits} damage"] * bool(token.hits) + [f"{token.strife} strife"] * bool(token.strife)
    title = f"{token.count} {token.title}" + (f" with {' and '.join(marks)}" if marks else "")
    return tag("g", tag("title", title), *parts, data_k=token.key)


def _icon(token: Token, left: float, y: float) -> Markup:
    if token.symbol == "presence":
        return tag("circle", class_="presence", cx=left + ICON / 2, cy=y, r=ICON / 2 - 2, fill=token.colour)
    if token.symbol == "defend":
        number = tag("text", token.points, class_="shield", x=left + ICON / 2, y=y + 5)
        return join([_use("defend", left, y - ICON / 2, ICON), number])
    return _use(token.symbol, left, y - ICON / 2, ICON)


def _use(symbol: str, x: float, y: float, size: float) -> Markup:
    return tag("use", href=f"#i-{symbol}", x=x, y=y, width=size, height=size)
