"""Turns the content into the tables of the compiled machine, and knows which number belongs to which name.

`load_content()` is the one entry: it reads and checks the files (schema.py), writes the programs (programs.py) and the
islands (layouts.py), and fills the rest of the record. Knows no rules.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from simulator.core.errors import UnknownName
from simulator.spirit_island.language.expressions import Step, bit_set, terrain_mask
from simulator.spirit_island.language.grammar import Where
from simulator.spirit_island.language.layouts import BOARDS, write_layouts
from simulator.spirit_island.language.programs import Programs
from simulator.spirit_island.language.schema import SETS, ContentError, Overlay, Source, load_source
from simulator.spirit_island.record import tables as layout
from simulator.spirit_island.record import vocabulary as v

__all__ = ["Content", "ContentError", "UnknownName", "load_content"]

Entry = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Content:
    """The tables and the names behind their numbers."""

    tables: np.ndarray  # dtype TABLES, shape (1,)
    powers: list[str]  # minors, majors, uniques spirit by spirit, innates spirit by spirit
    spirits: list[str]
    fear_cards: list[str]
    blight_cards: list[str]
    invader_cards: list[str]
    events: list[str]
    adversaries: list[str]
    scenarios: list[str]
    boards: list[str]
    layouts: dict[tuple[str, ...], int]  # ordered boards -> island
    names: dict[str, dict[str, str]]  # kind -> id -> printed name
    source: Source
    digest: str
    questions: dict[int, Step]  # instructions that ask something -> the steps they were written for: for words

    def power_index(self, name: str) -> int:
        """Returns the number of a power card or innate power."""
        return _index("power", name, self.powers)

    def spirit_index(self, name: str) -> int:
        """Returns the number of a spirit."""
        return _index("spirit", name, self.spirits)

    def fear_card_index(self, name: str) -> int:
        """Returns the number of a fear card."""
        return _index("fear card", name, self.fear_cards)

    def blight_card_index(self, name: str) -> int:
        """Returns the number of a blight card."""
        return _index("blight card", name, self.blight_cards)

    def invader_card_index(self, name: str) -> int:
        """Returns the number of an invader card."""
        return _index("invader card", name, self.invader_cards)

    def event_index(self, name: str) -> int:
        """Returns the number of an event card."""
        return _index("event", name, self.events)

    def adversary_index(self, name: str) -> int:
        """Returns the number of an adversary."""
        return _index("adversary", name, self.adversaries)

    def scenario_index(self, name: str) -> int:
        """Returns the number of a scenario."""
        return _index("scenario", name, self.scenarios)

    def board_index(self, name: str) -> int:
        """Returns the number of a board."""
        return _index("board", name, self.boards)

    def layout_index(self, boards: Sequence[str]) -> int:
        """Returns the number of the island made of these boards in this order."""
        for board in boards:
            self.board_index(board)
        if tuple(boards) not in self.layouts:
            raise UnknownName("choice of boards", " ".join(boards), [" ".join(order) for order in self.layouts])
        return self.layouts[tuple(boards)]


def _index(kind: str, name: str, valid: list[str]) -> int:
    try:
        return valid.index(name)
    except ValueError:
        raise UnknownName(kind, name, valid) from None


def load_content(overlay: Overlay | None = None) -> Content:
    """Returns the content, with an overlay {kind: {id: {field: value}}} merged over it; without one it is made once."""
    return _printed_content() if overlay is None else _assemble(load_source(overlay))


@lru_cache(maxsize=1)
def _printed_content() -> Content:
    return _assemble(load_source())


def _assemble(source: Source) -> Content:
    tables = np.zeros(1, layout.TABLES)
    programs = Programs()
    row = tables[0]
    powers = list(_powers(source))
    power_ids = [power["id"] for power, _, _ in powers]
    _write_powers(row, powers, programs)
    _write_spirits(row, source, power_ids, programs)
    _write_fear_cards(row, source["fear_cards"], programs)
    blight_ids = _write_blight_cards(row, source["blight_cards"], programs)
    _write_invader_cards(row, source["invader_deck"]["cards"])
    _write_events(row, source["event_cards"], programs)
    _write_adversaries(row, source["adversaries"], source["invader_deck"]["orders"], programs)
    layouts = write_layouts(tables, source["boards"])
    _write_programs(row, programs)
    return Content(
        tables=tables,
        powers=power_ids,
        spirits=[spirit["id"] for spirit in source["spirits"]],
        fear_cards=[card["id"] for card in source["fear_cards"]],
        blight_cards=blight_ids,
        invader_cards=[card["id"] for card in source["invader_deck"]["cards"]],
        events=[event["id"] for event in source["event_cards"]],
        adversaries=[adversary["id"] for adversary in source["adversaries"]],
        scenarios=[scenario["id"] for scenario in source["scenarios"]],
        boards=list(BOARDS),
        layouts=layouts,
        names=_names(source, powers),
        source=source,
        digest=hashlib.sha256(json.dumps(source, sort_keys=True).encode()).hexdigest(),
        questions=programs.questions,
    )


def _names(source: Source, powers: list[tuple[Entry, int, str]]) -> dict[str, dict[str, str]]:
    kinds = ("spirits", "fear_cards", "blight_cards", "adversaries", "event_cards", "scenarios")
    names = {kind: {entry["id"]: entry["name"] for entry in source[kind]} for kind in kinds}
    names["powers"] = {power["id"]: power["name"] for power, _, _ in powers}
    names["boards"] = {name: (source["boards"]["thematic"].get(name) or {}).get("name", name) for name in BOARDS}
    names["terrains"] = {name: name for name in (*v.TERRAINS, "ocean")}
    names["pieces"] = {name: name for name in (*v.PIECES, "strife", "presence")}
    names["invader_cards"] = {card["id"]: card["id"] for card in source["invader_deck"]["cards"]}
    return names


# --- powers


def _powers(source: Source) -> Iterator[tuple[Entry, int, str]]:
    """Yields every power in table order with its deck and its set."""
    for deck, kind in ((v.MINOR, "minor_powers"), (v.MAJOR, "major_powers")):
        yield from ((card, deck, card["set"]) for card in source[kind])
    for deck, kind in ((v.UNIQUE, "unique_powers"), (v.INNATE, "innates")):
        yield from ((power, deck, spirit["set"]) for spirit in source["spirits"] for power in spirit[kind])


def _write_powers(row: np.void, powers: list[tuple[Entry, int, str]], programs: Programs) -> None:
    _check_room("powers", len(powers), layout.MAX_POWERS)
    row["cards"] = sum(deck != v.INNATE for _, deck, _ in powers)
    for column in ("power_target", "power_program", "power_fast_need", "power_range_need", "power_levels"):
        row[column] = -1
    for number, (power, deck, printed_in) in enumerate(powers):
        row["power_deck"][number] = deck
        row["power_set"][number] = SETS.index(printed_in)
        row["power_cost"][number] = power.get("cost", 0)
        row["power_speed"][number] = v.FAST if power["speed"] == "fast" else v.SLOW
        row["power_any_element"][number] = power.get("any_element", False)
        for element in power.get("elements", ()):
            row["power_elements"][number, v.ELEMENTS.index(element)] += 1
        _write_aim(row, number, power, programs)
        if deck == v.INNATE:
            levels = _levels(power, programs)
            row["power_levels"][number, : len(levels)] = levels
        row["power_program"][number] = programs.program(power["effect"])


def _write_aim(row: np.void, number: int, power: Entry, programs: Programs) -> None:
    """Writes what a power may be aimed at, and from where."""
    if "target_spirit" in power:
        row["power_aim"][number] = v.AIM_ANY_SPIRIT if power["target_spirit"] == "any" else v.AIM_ANOTHER_SPIRIT
    else:
        row["power_aim"][number] = v.AIM_LAND
        row["power_range"][number] = power["range"]["max"]
        row["power_target"][number] = programs.condition(power["target"])
        origin = power["range"]["from"]
        if isinstance(origin, dict):
            row["power_origin"][number] = v.FROM_PRESENCE_IN
            row["power_origin_terrains"][number] = terrain_mask(origin["presence_in"])
        else:
            row["power_origin"][number] = v.FROM_PRESENCE if origin == "presence" else v.FROM_SACRED_SITE
    for index, longer in enumerate(power.get("range_if", ())):
        row["power_range_need"][number, index] = programs.need(longer["need"])
        row["power_range_plus"][number, index] = longer["plus"]
    if "fast_if" in power:
        row["power_fast_need"][number] = programs.need(power["fast_if"])


def _levels(power: Entry, programs: Programs) -> list[int]:
    """Returns the needs one of which lets an innate do something: thresholds on top and in their `else` chains."""
    needs = list(dict.fromkeys(programs.need(step["threshold"]) for step in _outer_thresholds(power["effect"])))
    if len(needs) > 4:
        Where("spirits", power["id"], "effect").fail(f"an innate power has at most 4 levels, got {len(needs)}")
    return needs


def _outer_thresholds(steps: list[Step]) -> Iterator[Step]:
    for step in steps:
        if "threshold" in step:
            if step["then"]:
                yield step
            yield from _outer_thresholds(step.get("else", []))


# --- spirits


def _write_spirits(row: np.void, source: Source, power_ids: list[str], programs: Programs) -> None:
    for column in ("spirit_innate", "growth", "track_number", "track_element", "progression"):
        row[column] = -1
    for number, spirit in enumerate(source["spirits"]):
        rules = [rule["id"] if isinstance(rule, dict) else rule for rule in spirit["rules"]]
        row["spirit_rules"][number] = sum(1 << v.SPIRIT_RULES.index(rule) for rule in rules)
        row["spirit_unique"][number] = [power_ids.index(power["id"]) for power in spirit["unique_powers"]]
        innates = [power_ids.index(power["id"]) for power in spirit["innates"]]
        row["spirit_innate"][number, : len(innates)] = innates
        _write_growth(row, number, spirit["growth"], programs)
        for track, name in ((v.ENERGY_TRACK, "energy"), (v.PLAYS_TRACK, "plays")):
            _write_track(row, number, track, name, spirit[name])
        _write_setup(row, number, spirit["setup"], programs)
        progression = [power_ids.index(power) for power in source["progressions"].get(spirit["id"], ())]
        row["progression"][number, : len(progression)] = progression


def _write_growth(row: np.void, spirit: int, growth: Entry, programs: Programs) -> None:
    options = growth["options"]
    row["spirit_picks"][spirit] = growth["choose"]
    row["spirit_options"][spirit] = len(options)
    for option, entry in enumerate(options):
        row["growth_cost"][spirit, option] = entry.get("cost", 0)
    groups = {option: entry["actions"] for option, entry in enumerate(options)}
    groups[layout.MAX_GROWTH_OPTIONS] = growth.get("always", [])
    for option, actions in groups.items():
        for index, action in enumerate(actions):
            row["growth"][spirit, option, index] = programs.program([action], in_growth=True)


def _write_track(row: np.void, spirit: int, track: int, name: str, printed: list[int | Entry]) -> None:
    row["track_length"][spirit, track] = len(printed)
    for index, printed_space in enumerate(printed):
        space = printed_space if isinstance(printed_space, dict) else {name: printed_space}
        row["track_number"][spirit, track, index] = space.get(name, -1)
        if "element" in space:
            row["track_element"][spirit, track, index] = (*v.ELEMENTS, "any").index(space["element"])
        row["track_reclaim"][spirit, track, index] = space.get("reclaim_one", False)


def _write_setup(row: np.void, spirit: int, setup: list[Entry], programs: Programs) -> None:
    row["spirit_setup"][spirit] = [layout.SETUP_NONE, 0, 0, -1, 0, -1]
    for index, entry in enumerate(setup):
        kind, argument, condition = _setup_land(entry["land"], programs)
        tokens = [(v.PIECES.index(name), count) for name, count in entry.items() if name in v.PIECES]
        piece, pieces = tokens[0] if tokens else (-1, 0)
        row["spirit_setup"][spirit, index] = [kind, argument, entry["presence"], piece, pieces, condition]
        lands = argument if kind == layout.SETUP_MOST else 1
        row["start_presence"][spirit] += entry["presence"] * lands


def _setup_land(land: int | str | Entry, programs: Programs) -> tuple[int, int, int]:
    """Returns kind, argument and condition of the land of a set-up entry."""
    if isinstance(land, str):  # ocean
        return layout.SETUP_OCEAN, 0, -1
    if isinstance(land, int):
        return layout.SETUP_NUMBER, land, -1
    if "highest" in land:
        return layout.SETUP_HIGHEST_TERRAIN, v.TERRAINS.index(land["highest"]), -1
    if "most" in land:
        return layout.SETUP_MOST, land["lands"], -1  # of dahan: the only piece the schema allows here
    kind = layout.SETUP_CHOOSE_ANYWHERE if land.get("anywhere") else layout.SETUP_CHOOSE
    return kind, 0, programs.condition(land["choose"])


# --- fear, blight and invader cards


def _write_fear_cards(row: np.void, cards: list[Entry], programs: Programs) -> None:
    _check_room("fear cards", len(cards), layout.MAX_FEAR_CARDS)
    row["fear_cards"] = len(cards)
    row["fear_program"] = -1
    for number, card in enumerate(cards):
        row["fear_set"][number] = SETS.index(card["set"])
        row["fear_program"][number] = [programs.program(level) for level in card["levels"]]


def _write_blight_cards(row: np.void, entries: list[Entry], programs: Programs) -> list[str]:
    """Writes the blight cards and returns their ids.

    The space printed on the invader board (no blighted side) is no card: it stands behind the last one, in no set.
    """
    cards = [entry for entry in entries if entry["blighted"] is not None]
    printed_space = [entry for entry in entries if entry["blighted"] is None]
    _check_room("blight cards", len(entries), layout.MAX_BLIGHT_CARDS)
    row["blight_cards"] = len(cards)
    row["blight_immediate"] = row["blight_each_turn"] = -1
    for number, card in enumerate(cards + printed_space):
        row["blight_healthy"][number] = card["healthy"]
        row["blight_blighted"][number] = card["blighted"] or 0
        if card["blighted"] is not None:
            row["blight_sets"][number] = sum(1 << SETS.index(name) for name in card["sets"])
        row["blight_solo_excluded"][number] = card.get("solo_excluded", False)
        if card.get("immediate"):
            row["blight_immediate"][number] = programs.program(card["immediate"])
        if card.get("each_turn"):
            row["blight_each_turn"][number] = programs.program(card["each_turn"])
            row["blight_when"][number] = _BLIGHT_PHASES[card["when"]]
    return [card["id"] for card in cards]


_BLIGHT_PHASES = {"invader_phase": v.EACH_INVADER_PHASE, "spirit_phase": v.EACH_SPIRIT_PHASE}


def _write_invader_cards(row: np.void, cards: list[Entry]) -> None:
    for number, card in enumerate(cards):
        row["invader_stage"][number] = card["stage"]
        coastal = 1 << v.OCEAN if card.get("coastal") else 0
        row["invader_terrains"][number] = terrain_mask(card["terrains"]) | coastal
        row["invader_escalates"][number] = card.get("escalation", False)


# --- events


def _write_events(row: np.void, cards: list[Entry], programs: Programs) -> None:
    _check_room("events", len(cards), layout.MAX_EVENTS)
    row["events"] = len(cards)
    row["event_program"] = -1
    for number, card in enumerate(cards):
        row["event_of_adversary"][number] = "adversary" in card
        row["event_not_in"][number] = v.SCENARIOS.index(card["not_in"]) if "not_in" in card else -1
        for part, name in enumerate(v.EVENT_PARTS):
            if name in card:
                row["event_program"][number, part] = programs.program(card[name])


# --- adversaries


def _write_adversaries(row: np.void, adversaries: list[Entry], orders: Entry, programs: Programs) -> None:
    _check_room("adversaries", len(adversaries), layout.MAX_ADVERSARIES)
    for column in ("adversary_hook", "adversary_setup", "adversary_last_setup"):
        row[column] = -1
    row["adversary_fear"][layout.NO_ADVERSARY] = 3
    row["adversary_deck"][layout.NO_ADVERSARY] = _deck_order(orders["standard"])
    for number, adversary in enumerate(adversaries):
        rules: set[str] = set()
        own_orders = orders.get(adversary["id"], {})
        for level, entry in enumerate(adversary["levels"]):
            rules = rules - set(entry.get("ends", ())) | set(entry.get("rules", ()))
            row["adversary_rules"][number, level] = bit_set(v.ADVERSARY_RULES.index(rule) for rule in rules)
            row["adversary_fear"][number, level] = entry["fear"]
            row["adversary_deck"][number, level] = _deck_order(own_orders.get(level, orders["standard"]))
            for column, field in (("adversary_setup", "setup"), ("adversary_last_setup", "last_setup")):
                if field in entry:
                    row[column][number, level] = programs.program(entry[field])
            for hook, program in entry.get("hooks", {}).items():
                row["adversary_hook"][number, level:, v.HOOKS.index(hook)] = programs.program(program)


def _deck_order(order: str) -> list[int]:
    """Returns the stages of an invader deck such as 111-2222-33333 from the top, filled up with 0."""
    stages = [int(stage) for stage in order.replace("-", "")]
    return stages + [0] * (layout.MAX_INVADER_DECK - len(stages))


# --- programs


def _write_programs(row: np.void, programs: Programs) -> None:
    _write_rows(row["code"], "instructions", programs.code)
    _write_rows(row["amounts"], "amounts", list(programs.amounts))
    _write_rows(row["needs"], "needs", list(programs.needs))
    atoms: list[tuple[int, ...]] = []
    spans = []
    for condition in programs.conditions:
        spans.append((len(atoms), len(condition)))
        atoms += condition
    _write_rows(row["conditions"], "conditions", spans)
    _write_rows(row["atoms"], "atoms", atoms)


def _write_rows(column: np.ndarray, kind: str, rows: Sequence[Sequence[int]]) -> None:
    _check_room(kind, len(rows), len(column))
    if rows:
        column[: len(rows)] = np.array(rows, column.dtype)  # raises where a number does not fit; a bare list would wrap


def _check_room(kind: str, count: int, room: int) -> None:
    if count > room:
        raise ContentError(f"too many {kind}: {count}, the tables (tables.py) have room for {room}")
