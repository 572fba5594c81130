"""The axes of Spirit Island: what varies between the cells of a plan, each declared once."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from experiments.core.axes import (
    ALL,
    NONE,
    Axis,
    Column,
    Names,
    Option,
    RangeFilter,
    Spread,
    Values,
    listed,
    one_column,
    parse_range,
)
from experiments.core.cells import FLAGS, POLICY
from simulator.core.errors import UnknownName, UserError
from simulator.core.game import find_game
from simulator.spirit_island.language.assembler import Content
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.setups import DEFAULT_FLAGS, EXPANSIONS, split_level
from simulator.spirit_island.words.names import find_component

RANDOM = "random"
LEVELS = (0, 6)
FLAG_WORDS = {"true": True, "false": False}


# --- who plays


def expand_spirits(spread: Spread, written: tuple) -> Sequence[str]:
    """Returns the spirits that teams are made of; `teams` uses them."""
    return _named("spirits", written, spread)


def expand_teams(spread: Spread, written: tuple) -> list[Values]:
    """Returns the fixed teams, or all teams of each number of players."""
    players, spirits = spread.written["players"], spread.found["spirits"]
    if written:
        if players or spread.written["spirits"] != (ALL,):
            raise UserError("contradictory axes: fixed teams leave no room for spirits or players")
        return [{"spirits": "+".join(_team(text, spread.content))} for text in written]
    teams: list[tuple[str, ...]] = []
    for count in players or (1,):
        if not 1 <= count <= v.MAX_PLAYERS:
            raise UserError(f"players: expected 1 to {v.MAX_PLAYERS}, got {count}")
        if count > len(spirits):
            raise UserError(f"players: {count} players need {count} spirits, {len(spirits)} are named")
        teams += itertools.combinations(spirits, count)
    return [{"spirits": "+".join(team)} for team in teams]


def _team(text: str, content: Content) -> list[str]:
    return [find_component(content, "spirits", name.strip()) for name in text.split("+")]


def count_players(cell: Any) -> int:
    """Returns how many spirits play."""
    return cell.spirits.count("+") + 1


# --- where


def expand_boards(spread: Spread, written: tuple) -> list[Values]:
    """Checks that every island exists and fits a team, and that every team finds an island."""
    sizes = {team["spirits"].count("+") + 1 for team in spread.found["teams"]}
    fitting = set()
    for text in written:
        if text == RANDOM:
            fitting |= sizes
            continue
        boards = text.split("+")
        spread.content.layout_index(boards)
        if len(boards) not in sizes:
            raise UserError(f"boards: {text} is for {len(boards)} spirits, the plan has teams of {listed(sizes)}")
        fitting.add(len(boards))
    if sizes - fitting:
        raise UserError(f"boards: none named for teams of {listed(sizes - fitting)}")
    return [{"boards": text} for text in written]


def read_expansion(name: Any) -> Any:
    """Checks the name of an expansion."""
    if isinstance(name, str) and name not in EXPANSIONS:
        raise UnknownName("expansion", name, EXPANSIONS)
    return name


# --- against what


def expand_adversaries(spread: Spread, written: tuple) -> list[Values]:
    """Reads "england:0-6" or "England 4": names with levels; all levels when none is written."""
    chosen: list[Values] = []
    for text in written:
        name, levels = split_level(text)
        if name == NONE:
            if levels is not None:
                raise UserError(f"adversaries: {text}: no adversary has no level")
            chosen.append({"adversary": NONE, "level": 0})
            continue
        names = _named("adversaries", (name,), spread)
        span = _levels(text, levels)
        chosen += [{"adversary": known, "level": level} for known, level in itertools.product(names, span)]
    return chosen


def adversary_levels(written: Sequence[str]) -> set[tuple[str, int]]:
    """Returns the adversaries and levels that are named as on the command line; `all` are those of every expansion."""
    content = find_game("spirit_island").content()
    names = [name for text in written for name in ((NONE, *content.adversaries) if text == ALL else (text,))]
    chosen = expand_adversaries(Spread({}, content), tuple(names))
    return {(values["adversary"], values["level"]) for values in chosen}


def _levels(text: str, levels: str | None) -> range:
    first, last = parse_range(levels, f"adversaries: {text}") if levels is not None else LEVELS
    if not LEVELS[0] <= first <= last <= LEVELS[1]:
        raise UserError(f"adversaries: {text}: levels go from {LEVELS[0]} to {LEVELS[1]}")
    return range(first, last + 1)


def expand_scenarios(spread: Spread, written: tuple) -> list[Values]:
    """Reads names of scenarios, none or all."""
    return [{"scenario": name} for name in _named("scenarios", written, spread)]


def _named(kind: str, written: tuple, spread: Spread) -> list[str]:
    """Reads names; `all` stands for every one that the expansion allows."""
    valid = tuple(getattr(spread.content, kind))
    chosen: list[str] = []
    for name in written:
        if name == ALL:
            chosen += [known for known in valid if _belongs(kind, known, spread)]
        elif name == NONE and kind != "spirits":
            chosen.append(name)
        else:
            chosen.append(find_component(spread.content, kind, name))
    return chosen


def _belongs(kind: str, name: str, spread: Spread) -> bool:
    """Tells whether a component may be used with the expansion; the content says which set it came with."""
    sets = {entry["id"]: entry["set"] for entry in spread.content.source.get(kind, ())}
    return sets.get(name, "base") in ("base", spread.fixed["expansion"])


# --- by which rules


def parse_flags(text: str) -> dict[str, Any]:
    """Reads "name=value,name=value" and checks names and values."""
    flags = {}
    for part in filter(None, text.split(",")):
        name, _, value = part.partition("=")
        if name not in DEFAULT_FLAGS:
            raise UnknownName("flag", name, list(DEFAULT_FLAGS))
        if name == "slow_made_fast":
            valid: dict[str, Any] = {"either_phase": "either_phase", "fast_only": "fast_only"}
        else:
            valid = FLAG_WORDS
        if value not in valid:
            raise UnknownName(f"value of flag {name}", value, list(valid))
        if name in flags:
            raise UserError(f"flag {name} is set twice: {text}")
        flags[name] = valid[value]
    return flags


def write_flags(flags: dict[str, Any]) -> str:
    """Writes flags in one fixed way: sorted, and only those that differ from their default."""
    changed = {name: value for name, value in sorted(flags.items()) if value != DEFAULT_FLAGS.get(name)}
    return ",".join(f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in changed.items())


def read_flags(value: Any) -> str:
    """Reads one choice of rule flags, written as text or as a table."""
    if isinstance(value, dict):
        value = ",".join(f"{name}={str(v).lower() if isinstance(v, bool) else v}" for name, v in value.items())
    return write_flags(parse_flags(value))


# --- what may be named


def names_of(kind: str) -> Names:
    """Returns the names of a kind of component."""
    return Names(lambda content: getattr(content, kind), lambda content, name: find_component(content, kind, name))


SPIRITS, ADVERSARIES, SCENARIOS = names_of("spirits"), names_of("adversaries"), names_of("scenarios")


# --- all of them, in the order of the columns of a dataset

AXES: tuple[Axis | RangeFilter, ...] = (
    Axis(
        "spirits", "Spirits, a,b,c or all; teams of each number of players are made of them.", default=(ALL,),
        expand=expand_spirits, instead_of=("teams",), names=SPIRITS,
        one=Option("spirit", "A spirit by name; repeat for more players.", repeat=True, metavar="NAME",
                   needed_by=("play",)),
    ),
    Axis(
        "teams", "Fixed teams instead, a+b,c+d.",
        (Column("spirits", "text", "", "`a+b` in seating order", one="spirit", names=SPIRITS),),
        expand=expand_teams, may_be_empty=True, instead_of=("spirits", "players"),
    ),
    Axis(
        "boards", "Boards in layout order, A or A+B; or random.",
        (Column("boards", "text", RANDOM, "`A+B` in layout order, or `random`"),),
        default=(RANDOM,), expand=expand_boards,
        one=Option("board", "A board per spirit, in layout order; else random.", repeat=True, metavar="A|B|C|D",
                   commands=("play",)),
    ),
    Axis(
        "players", "Numbers of spirits, such as 1 or 1,2 (2: all pairs, 3: all triples).",
        (Column("players", "int8", 0, "how many spirits play", of_cell=count_players),),
        type=int, may_be_empty=True, sampled=False, instead_of=("teams",),
    ),
    Axis(
        "expansion", "base, branch_and_claw or both with a comma.", (Column("expansion", "text", "base", "which boxes"),),
        default=("base",), outer=True, sampled=False, read=read_expansion,
        one=Option("expansion", "base or branch_and_claw; else the smaller that holds all that is named.", metavar="SET"),
    ),
    Axis(
        "adversaries", "none, england:3, all:0-6 …; without levels all of them.",
        (Column("adversary", "text", NONE, "`none`, or who leads the invaders", names=ADVERSARIES),
         Column("level", "int8", 0, "of the adversary")),
        default=(NONE,), expand=expand_adversaries,
        one=Option("adversary", "An adversary, e.g. england:4.", metavar="NAME[:LEVEL]"),
    ),
    Axis(
        "scenarios", "none, blitz, all …",
        (Column("scenario", "text", NONE, "`none`, or what else is different", names=SCENARIOS),),
        default=(NONE,), expand=expand_scenarios, one=Option("scenario", "A scenario by name; else none.", metavar="NAME"),
    ),
    Axis(
        "thematic", "Thematic or balanced boards.", (Column("thematic", "bool", False, "played on the thematic boards"),),
        default=(False,), type=bool, expand=one_column("thematic"), switch="--thematic/--balanced",
        one=Option("thematic", "Play on the thematic boards.", type=bool, default=False),
    ),
    RangeFilter(
        "difficulty", "Only cells of this official difficulty, such as 2-6.",
        Column("difficulty", "int16", 0, "the official difficulty", of_record=lambda record: int(record["difficulty"])),
    ),
    Axis(
        "policies", "Who decides: uniform, greedy, planner:200 …", (POLICY,), default=("greedy",),
        expand=one_column("policy"), option="policy",
    ),
    Axis(
        "flags", "Rule flags, bonus_growth=true,no_blight_card=true.", (FLAGS,), default=("",), type=(str, dict),
        expand=lambda spread, written: [{"flags": read_flags(text)} for text in written], read=read_flags,
        one=Option("flag", "A rule flag, e.g. power_progression or blight_plus_one=false; repeat.", repeat=True,
                   metavar="NAME[=VALUE]", commands=("play",)),
    ),
)  # fmt: skip
