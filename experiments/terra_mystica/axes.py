"""The axes of Terra Mystica: what varies between the cells of a plan, each declared once."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from experiments.core.axes import ALL, NONE, Axis, Column, Names, Option, RangeFilter, Spread, Values, one_column
from experiments.core.cells import FLAGS, POLICY
from simulator.core.errors import UnknownName, UserError
from simulator.core.reading import natural
from simulator.terra_mystica.language.content import Content
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.setups import CHOICES, FORBIDDEN, LEAST_SEATS, check_factions, flag_bits
from simulator.terra_mystica.words.names import find_faction

RANDOM = "random"
SEATINGS = ("given", "rotated", ALL)
USUAL_VP = str(v.START_VP)


# --- who plays


def expand_factions(spread: Spread, written: tuple) -> list[Values]:
    """Returns fixed tables in every seating wished for, and drawn or drafted ones of each number of players."""
    players = spread.written["players"]
    for count in players:
        if not LEAST_SEATS <= count <= v.MAX_SEATS:
            raise UserError(f"players: expected {LEAST_SEATS} to {v.MAX_SEATS}, got {count}")
    tables: list[str] = []
    for text in written:
        if text in CHOICES:
            tables += [f"{text}:{count}" for count in players]
        elif text == ALL:
            tables += [table for count in players for team in teams(spread.content, count) for table in seated(team, spread)]
        else:
            tables += seated(read_team(text, spread.content), spread)
    return [{"factions": table} for table in dict.fromkeys(tables)]


def read_team(text: str, content: Content) -> tuple[str, ...]:
    """Reads a table of fixed factions."""
    return tuple(find_faction(content, name.strip()) for name in text.split("+"))


def teams(content: Content, count: int) -> Iterator[tuple[str, ...]]:
    """Yields all sets of factions that may play together."""
    for team in itertools.combinations(content.factions, count):
        try:
            check_factions(list(team), content)
        except UserError:  # two of one colour
            continue
        yield team


def seated(team: tuple[str, ...], spread: Spread) -> list[str]:
    """Returns a table in every seating wished for."""
    (seating,) = spread.written["seats"][:1]
    if seating == ALL:
        return ["+".join(order) for order in itertools.permutations(team)]
    turns = range(len(team)) if seating == "rotated" else range(1)
    return ["+".join(team[turn:] + team[:turn]) for turn in turns]


def count_players(cell: Any) -> int:
    """Returns how many play."""
    choice, colon, count = cell.factions.partition(":")
    return int(count) if colon else choice.count("+") + 1


def read_seating(name: Any) -> Any:
    """Checks how factions take their seats."""
    if isinstance(name, str) and name not in SEATINGS:
        raise UnknownName("seating", name, SEATINGS)
    return name


FACTIONS = Names(
    lambda content: content.factions,
    lambda content, name: name if name.partition(":")[0] in CHOICES else find_faction(content, name),
)


# --- with what


def expand_tiles(column: str, kind: str, what: str) -> Any:
    """Returns an expansion of components joined by +, or random."""

    def expand(spread: Spread, written: tuple) -> list[Values]:
        for text in written:
            for name in text.split("+") if text != RANDOM else ():
                if name not in getattr(spread.content, kind):
                    raise UnknownName(what, name, getattr(spread.content, kind))
        return [{column: text} for text in written]

    return expand


def named(text: str) -> list[str] | None:
    """Returns the components of a column, None if they are drawn."""
    return None if text == RANDOM else text.split("+")


def expand_without(spread: Spread, written: tuple) -> list[Values]:
    """Returns what seats must go without: nothing, each tile of a kind, each tile there is, or those joined by +."""
    kinds = {kind: [entry["id"] for entry in spread.content.source[kind] if not entry.get("outside")] for kind in FORBIDDEN}
    found: list[str] = []
    for text in written:
        if text == ALL:
            found += [name for names in kinds.values() for name in names]
        else:
            found += kinds.get(text, ["" if text == NONE else text])
    return [{"without": text} for text in dict.fromkeys(found)]


# --- by which rules


def parse_flags(text: str) -> dict[str, bool]:
    """Reads "name,name=false" and checks the names."""
    flags = {}
    for part in filter(None, text.split(",")):
        name, _, value = part.partition("=")
        if value not in ("", "true", "false"):
            raise UnknownName(f"value of flag {name}", value, ("true", "false"))
        if name in flags:
            raise UserError(f"flag {name} is set twice: {text}")
        flags[name] = value != "false"
    flag_bits(flags)
    return flags


def read_flags(value: Any) -> str:
    """Reads one choice of rule flags, written as text or as a table, and writes it in one fixed way."""
    if isinstance(value, dict):
        value = ",".join(f"{name}={str(setting).lower()}" for name, setting in value.items())
    return ",".join(f"{name}=true" for name, setting in sorted(parse_flags(value).items()) if setting)


def read_start(text: str) -> list[int] | None:
    """Reads the points at the start: one number for all, or one for each seat."""
    if text == USUAL_VP:
        return None
    points = [number for part in text.split("+") if (number := natural(part)) is not None]
    if len(points) != text.count("+") + 1:
        raise UserError(f"start_vp: expected a number for each seat joined by +, got {text!r}")
    return points


# --- all of them, in the order of the columns of a dataset

AXES: tuple[Axis | RangeFilter, ...] = (
    Axis("seats", "How fixed factions take their seats: given, rotated or all.", default=("given",), sampled=False,
         read=read_seating),
    Axis("factions", "Fixed tables a+b, all of them, or drawn or draft for each number of players.",
         (Column("factions", "text", "drawn:2", "`a+b` in seat order, or `drawn:3`, `draft:3`", one="faction",
                 names=FACTIONS),),
         default=("drawn",), expand=expand_factions,
         one=Option("factions", "The factions in seat order, with commas; else drawn.", metavar="A,B,…")),
    Axis("players", "Numbers of players, such as 4 or 2,3.",
         (Column("players", "int8", 0, "how many play", of_cell=count_players),),
         default=(2, 3, 4, 5), type=int, sampled=False,
         one=Option("players", "How many play, if no factions are named.", int, metavar="2-5")),
    Axis("scoring", "The six scoring tiles joined by +, or random.",
         (Column("scoring", "text", RANDOM, "tiles of rounds 1 to 6 joined by `+`, or `random`"),),
         default=(RANDOM,), expand=expand_tiles("scoring", "round_tiles", "scoring tile"),
         one=Option("scoring", "The six scoring tiles, with commas; else drawn.", metavar="SCORE1,…")),
    Axis("bonus_cards", "The bonus cards in play joined by +, or random.",
         (Column("bonus_cards", "text", RANDOM, "cards in play joined by `+`, or `random`"),),
         default=(RANDOM,), expand=expand_tiles("bonus_cards", "cards", "bonus card"),
         one=Option("bonus_cards", "The bonus cards in play, with commas; else drawn.", metavar="BON1,…")),
    Axis("start_vp", "Points at the start, one number for each seat joined by +.",
         (Column("start_vp", "text", USUAL_VP, "points at the start, `20`, or one for each seat joined by `+`"),),
         default=(USUAL_VP,), expand=one_column("start_vp")),
    Axis("without", "A tile that seat 1 must go without (FAV11; BON3@2: seat 2), none, cards, favors, towns or all.",
         (Column("without", "text", "", "tiles that a seat must go without, `FAV11` (seat 1) or `BON3@2`, joined by `+`"),),
         default=(NONE,), expand=expand_without,
         one=Option("without", "Tiles that a seat must go without, with commas: FAV11, BON3@2.", metavar="FAV11,…")),
    Axis("policies", "Who decides: uniform, greedy …, or one for each seat joined by +.", (POLICY,), default=("greedy",),
         expand=one_column("policy"), option="policy"),
    Axis("flags", "Rule flags, turn_order_by_passing=true,BON10=true.", (FLAGS,), default=("",), type=(str, dict),
         expand=lambda spread, written: [{"flags": read_flags(text)} for text in written], read=read_flags,
         one=Option("flag", "A rule flag, e.g. turn_order_by_passing; repeat.", repeat=True, metavar="NAME[=VALUE]")),
)  # fmt: skip
