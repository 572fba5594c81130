"""Checks `boards.yaml`: lands, sides, layouts and borders, so that island.py and layouts.py can rely on them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from simulator.spirit_island.language import grammar as g
from simulator.spirit_island.language.grammar import Shape, Where
from simulator.spirit_island.record import vocabulary as v

FILE = "boards.yaml"
BALANCED = ("A", "B", "C", "D")
THEMATIC = ("NE", "E", "W", "NW")

_tokens = {f"{name}?": g.number(1, 9) for name in ("beasts", "wilds", "disease")}
_strife = {f"strife_on_{name}?": g.number(1, 1) for name in ("explorer", "town", "city")}
_land = Shape(
    {
        "terrain": g.word("terrain", v.TERRAINS),
        "coastal?": g.flag,
        "adjacent": g.list_of(g.text, 1),
        "setup?": Shape({f"{name}?": g.number(1, 9) for name in v.PIECES}),
        "tokens?": Shape(_tokens | _strife),
    }
)
_side = Shape({"lands": g.list_of(g.text, 1), "breaks": g.list_of(g.number(1, 12))})
_balanced_board = Shape({"lands": g.mapping, "sides": g.list_of(_side, 3, 3)})
_thematic_board = Shape({"name": g.text, "lands": g.mapping})
_place = Shape({"offset": g.list_of(g.number(-9, 9), 2, 2), "rotation": g.number(0, 5)})
_file = Shape(
    {
        "balanced": Shape(dict.fromkeys(BALANCED, _balanced_board)),
        "thematic": Shape(dict.fromkeys(THEMATIC, _thematic_board)),
        "layouts": g.mapping,
        "corner_contacts": g.flag,
        "thematic_boards_by_players": g.mapping,
        "thematic_borders": g.mapping,
        "thematic_corner_contacts": g.mapping,
        "thematic_difficulty?": g.mapping,
        "unsure?": g.text,
        "thematic_unsure?": g.text,
    }
)


def all_boards(boards: dict[str, Any]) -> Iterator[tuple[str, dict]]:
    """Yields the name and the facts of every board."""
    for kind in ("balanced", "thematic"):
        yield from boards[kind].items()


def check_boards(boards: dict[str, Any], changed: Collection[str] = ()) -> None:
    """Checks the whole file; `changed` are the lands that an overlay touched."""
    _file(boards, Where(FILE))
    for name, board in all_boards(boards):
        _check_lands(name, board["lands"], changed)
        for index, side in enumerate(board.get("sides", ())):
            _check_side(side, board["lands"], Where(FILE, name, f"sides[{index}]"))
    _check_layouts(boards)
    lands = {land for name in THEMATIC for land in boards["thematic"][name]["lands"]}
    for field in ("thematic_borders", "thematic_corner_contacts"):
        _check_borders(boards[field], lands, Where(FILE, field))


def _check_lands(board: str, lands: dict[str, Any], changed: Collection[str]) -> None:
    for land, facts in lands.items():
        where = Where(f"{FILE} (with overlay)" if land in changed else FILE, str(land))
        if not re.fullmatch(rf"{board}([1-9]|10)", str(land)):
            where.fail(f"expected a land of board {board}")
        _land(facts, where)
    for land, facts in lands.items():
        for index, neighbour in enumerate(facts["adjacent"]):
            where = Where(FILE, land, f"adjacent[{index}]")
            if neighbour not in lands:
                where.fail_unknown("land", neighbour, lands)
            if land not in lands[neighbour]["adjacent"]:
                where.fail(f"{neighbour} does not name {land} in turn")


def _check_side(side: dict[str, Any], lands: dict[str, Any], where: Where) -> None:
    for index, land in enumerate(side["lands"]):
        if land not in lands:
            where.field("lands").item(index).fail_unknown("land", land, lands)
    if len(side["breaks"]) != len(side["lands"]) - 1 or side["breaks"] != sorted(set(side["breaks"])):
        where.field("breaks").fail("expected one place between each two lands, in rising order")


def _check_layouts(boards: dict[str, Any]) -> None:
    """Checks that there is a place for every board of every number of players."""
    for field, check in (("layouts", _place), ("thematic_boards_by_players", g.word("board", THEMATIC))):
        where = Where(FILE, field)
        if sorted(boards[field], key=str) != list(range(1, v.MAX_PLAYERS + 1)):
            where.fail(f"expected entries for 1 to {v.MAX_PLAYERS} players")
        for players, places in boards[field].items():
            g.list_of(check, players, players)(places, where.field(players))


def _check_borders(borders: dict[str, Any], lands: Collection[str], where: Where) -> None:
    for seam, pairs in borders.items():
        if not set(str(seam).split("-")) <= set(THEMATIC):
            where.field(seam).fail(f"expected two boards such as W-E, got {seam!r}")
        g.list_of(g.list_of(g.word("land", sorted(lands)), 2, 2))(pairs, where.field(seam))
