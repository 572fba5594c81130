"""Loads the content files and checks every entry strictly, field by field.

Knows the files and the shapes of their entries; the language of effects is `grammar.py` and `step_grammar.py`.
Makes no tables.
"""

from __future__ import annotations

import copy
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from simulator.core.files import NoKeyTwice
from simulator.spirit_island.language import grammar as g
from simulator.spirit_island.language.board_schema import all_boards, check_boards
from simulator.spirit_island.language.grammar import ContentError, Shape, Where
from simulator.spirit_island.language.step_grammar import program, step
from simulator.spirit_island.record import vocabulary as v

__all__ = ["CONTENT", "ContentError", "Source", "load_source"]

CONTENT = Path(__file__).parents[1] / "content"

# Checked raw entries by kind: lists of mappings for cards and spirits, one mapping for the rest.
Source = dict[str, Any]
Overlay = dict[str, dict[str, Any]]

CARD_FILES = ("minor_powers", "major_powers", "fear_cards", "blight_cards", "adversaries", "event_cards", "scenarios")
MAPPING_FILES = ("invader_deck", "boards", "progressions")
SPIRIT_ORDER = (
    "lightnings_swift_strike",
    "river_surges_in_sunlight",
    "shadows_flicker_like_flame",
    "vital_strength_of_the_earth",
    "a_spread_of_rampant_green",
    "thunderspeaker",
    "oceans_hungry_grasp",
    "bringer_of_dreams_and_nightmares",
    "keeper_of_the_forbidden_wilds",
    "sharp_fangs_behind_the_leaves",
)
SETS = ("base", "branch_and_claw")


def load_source(overlay: Overlay | None = None, directory: Path = CONTENT) -> Source:
    """Returns the content of a directory, with an overlay merged over it, after checking all of it."""
    source = _read_all(directory)
    _check_all(source, set())
    if overlay:
        source = copy.deepcopy(source)  # the cached original stays as it is
        _check_all(source, _merge(source, overlay))
    return source


# --- reading


class _Loader(NoKeyTwice, getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """The fast safe loader, as strict as that of users' files."""


@lru_cache(maxsize=4)
def _read_all(directory: Path) -> Source:
    source: Source = {name: _read(directory, f"{name}.yaml", list) for name in CARD_FILES}
    source |= {name: _read(directory, f"{name}.yaml", dict) for name in MAPPING_FILES}
    source["spirits"] = [_read(directory, f"spirits/{name}.yaml", dict) for name in SPIRIT_ORDER]
    strangers = {path.stem for path in (directory / "spirits").glob("*.yaml")} - set(SPIRIT_ORDER)
    for name in sorted(strangers):
        Where(f"spirits/{name}.yaml").fail_unknown("spirit", name, SPIRIT_ORDER)
    return source


def _read(directory: Path, file: str, kind: type) -> Any:
    try:
        value = yaml.load((directory / file).read_text("utf-8"), _Loader)
    except FileNotFoundError:
        Where(file).fail("file not found")
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        Where(file, f"line {mark.line + 1}" if mark else "").fail(str(error.problem or error.context))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        Where(file).fail(str(error).splitlines()[0])
    if type(value) is not kind:
        Where(file).fail(f"expected a {'list of entries' if kind is list else 'mapping'}")
    return value


# --- overlay


def _merge(source: Source, overlay: Overlay) -> set[tuple[str, str]]:
    """Puts the fields of the overlay in place of the printed ones; returns the (kind, id) it changed."""
    changed = set()
    where = Where("overlay")
    g.mapping(overlay, where)
    for kind, entries in overlay.items():
        known = entries_of(source, kind)
        g.mapping(entries, where.field(kind))
        for name, fields in entries.items():
            place = Where("overlay", str(kind), str(name))
            if name not in known:
                place.fail_unknown("id", name, known)
            g.mapping(fields, place)
            known[name].update(copy.deepcopy(fields))
            changed.add((kind, name))
    return changed


OVERLAY_KINDS = (*CARD_FILES, "spirits", "unique_powers", "innates", "invader_cards", "lands")


def entries_of(source: Source, kind: str) -> dict[str, dict]:
    """Returns the entries of a kind by id; unique powers and innates stand inside spirits, lands inside boards."""
    if kind not in OVERLAY_KINDS:
        Where("overlay").fail_unknown("kind", kind, OVERLAY_KINDS)
    if kind == "lands":
        return {land: facts for _, board in all_boards(source["boards"]) for land, facts in board["lands"].items()}
    if kind == "invader_cards":
        entries = source["invader_deck"]["cards"]
    elif kind in ("unique_powers", "innates"):
        powers = [spirit[kind] for spirit in source["spirits"] if type(spirit[kind]) is list]
        entries = [power for some in powers for power in some]
    else:
        entries = source[kind]
    # What the same overlay broke above has no name here; the checks say what is wrong with it.
    return {entry["id"]: entry for entry in entries if type(entry) is dict and type(entry.get("id")) is str}


# --- shapes of entries

_PROSE = {"notes?": g.text, "unsure?": g.text}


def _identifier(value: Any, where: Where) -> None:
    if type(value) is not str or not re.fullmatch(r"[a-z][a-z0-9_]*", value):
        where.fail(f"expected an id of small letters, digits and _, got {value!r}")


_NAMED: dict[str, g.Checker] = {"id": _identifier, "name": g.text, **_PROSE}
_set = g.word("set", SETS)
_presence_in = Shape({"presence_in": g.terrains})


def _origin(value: Any, where: Where) -> None:
    (_presence_in if type(value) is dict else g.word("origin", ("presence", "sacred_site")))(value, where)


_aim: dict[str, g.Checker] = {
    "range?": Shape({"from": _origin, "max": g.number(0, 12)}),
    "target?": g.condition,
    "target_spirit?": g.word("target spirit", ("any", "another")),
    "range_if?": g.list_of(Shape({"need": g.need, "plus": g.number(1, 9)}), 1, 2),
    "fast_if?": g.need,
}
_use: dict[str, g.Checker] = {"speed": g.word("speed", ("fast", "slow")), **_aim, "effect": program}
_card_shape = Shape(
    {
        **_NAMED,
        "set": _set,
        "cost": g.number(0, 20),
        "elements": g.list_of(g.element, 0, 8),
        "any_element?": g.flag,
        **_use,
    }
)
_innate_shape = Shape({**_NAMED, **_use})


def _aimed(shape: Shape) -> g.Checker:
    """Returns a checker of powers: a land target has a range, a spirit target has none."""

    def check(value: Any, where: Where) -> None:
        shape(value, where)
        if ("target_spirit" in value) == ("range" in value):
            both = ", not both" if "range" in value else ""
            where.field("range").fail(f"needs either range or target_spirit{both}")
        if "range" in value and "target" not in value:
            where.field("target").fail("missing ({} = any land)")
        if "target_spirit" in value and "target" in value:
            where.field("target").fail("a power aimed at a spirit has no target land")

    return check


_card, _innate = _aimed(_card_shape), _aimed(_innate_shape)
_most = Shape({"most": g.word("piece", ("dahan",)), "lands": g.number(1, 4)})
_highest = Shape({"highest": g.word("terrain", v.TERRAINS)})
_choice = Shape({"choose": g.condition, "anywhere?": g.flag})


def _setup_land(value: Any, where: Where) -> None:
    if type(value) is dict:
        for name, shape in (("most", _most), ("choose", _choice), ("highest", _highest)):
            if name in value:
                return shape(value, where)
        where.fail("needs highest, choose or most")
    elif value != "ocean":
        g.number(1, v.SPACES_PER_BOARD - 1)(value, where)


_tokens = {f"{name}?": g.number(1, 3) for name in ("beasts", "wilds", "disease")}
_setup = Shape({"land": _setup_land, "presence": g.number(0, 3), **_tokens})
_rule_shape = Shape({"id": g.word("special rule", v.SPIRIT_RULES), "says?": g.text, **_PROSE})


def _rule(value: Any, where: Where) -> None:
    (_rule_shape if type(value) is dict else g.word("special rule", v.SPIRIT_RULES))(value, where)


_actions = g.list_of(step, 1, 5)
_growth = Shape(
    {
        "choose": g.number(1, 2),
        "always?": _actions,
        "options": g.list_of(Shape({"actions": _actions, "cost?": g.number(0, 9)}), 1, 4),
    }
)


def _track_space(number_name: str) -> g.Checker:
    """Returns a checker of one space of a presence track: a number, an element, reclaim one or a mixture."""
    count = g.number(0, 20)
    any_element = g.word("element", (*v.ELEMENTS, "any"))
    shape = Shape({f"{number_name}?": count, "element?": any_element, "reclaim_one?": g.flag})

    def check(value: Any, where: Where) -> None:
        (shape if type(value) is dict else count)(value, where)

    return check


_spirit = Shape(
    {
        **_NAMED,
        "set": _set,
        "complexity": g.word("complexity", ("low", "moderate", "high", "very_high")),
        "setup": g.list_of(_setup, 1, 3),
        "rules": g.list_of(_rule, 1, 4),
        "growth": _growth,
        "energy": g.list_of(_track_space("energy"), 1, 9),
        "plays": g.list_of(_track_space("plays"), 1, 9),
        "innates": g.list_of(g.mapping, 1, 3),  # checked one by one, so that an error names the power
        "unique_powers": g.list_of(g.mapping, 4, 4),
    }
)
_fear_card = Shape({**_NAMED, "set": _set, "levels": g.list_of(program, 3, 3)})
_per_player = g.number(1, 20)


def _blighted(value: Any, where: Where) -> None:
    if value is not None:  # null: the space printed on the invader board has no blighted side
        _per_player(value, where)


_blight_shape = Shape(
    {
        **_NAMED,
        "sets": g.list_of(_set, 1, 2),
        "healthy": _per_player,
        "blighted": _blighted,
        "immediate?": program,
        "each_turn?": program,
        "when?": g.word("phase", ("invader_phase", "spirit_phase")),
        "solo_excluded?": g.flag,
    }
)


def _blight_card(value: Any, where: Where) -> None:
    _blight_shape(value, where)
    if ("each_turn" in value) != ("when" in value):
        where.field("when").fail("each_turn and when belong together")


_event = Shape(
    {
        **_NAMED,
        "set": _set,
        "main": program,
        "token?": program,
        "dahan?": program,
        "adversary?": g.word("adversary", ("france",)),
        "not_in?": g.word("scenario", v.SCENARIOS),
    }
)
_scenario = Shape({**_NAMED, "set": _set, "difficulty": g.number(0, 20), "says": g.list_of(g.text, 1)})
_rule_names = g.list_of(g.word("adversary rule", v.ADVERSARY_RULES), 1)
_adversary = Shape(
    {
        **_NAMED,
        "set": _set,
        "levels": g.list_of(
            Shape(
                {
                    "difficulty": g.number(0, 20),
                    "fear": g.list_of(g.number(1, 9), 3, 3),
                    "says": g.text,
                    **_PROSE,
                    "rules?": _rule_names,
                    "ends?": _rule_names,
                    "setup?": program,
                    "last_setup?": program,
                    "hooks?": Shape({f"{name}?": program for name in v.HOOKS}),
                }
            ),
            7,
            7,
        ),
    }
)
_invader_card = Shape(
    {
        "id": _identifier,
        "stage": g.number(1, 3),
        "terrains": g.list_of(g.word("terrain", v.TERRAINS), 0, 2),
        "coastal?": g.flag,
        "escalation?": g.flag,
    }
)


def _order(value: Any, where: Where) -> None:
    """Checks an order of the invader deck: stages from top to bottom, or such an order per adversary level."""
    if type(value) is dict:
        for level, order in value.items():
            g.number(0, 6)(level, where.field(level))
            _order(order, where.field(level))
    elif type(value) is not str or not re.fullmatch(r"[123]+(-[123]+)*", value):
        where.fail(f"expected stages such as 111-2222-33333, got {value!r}")


def _orders(value: Any, where: Where) -> None:
    g.mapping(value, where)
    for name, order in value.items():
        _order(order, where.field(name))


_stage = Shape({"early_stage_3_counts_as": g.number(1, 3), "empty_deck": g.number(1, 3), **_PROSE})
_invader_deck = Shape({"cards": g.list_of(g.mapping, 15, 15), "orders": _orders, "stage": _stage})


# --- checking whole files


def _check_all(source: Source, changed: set[tuple[str, str]]) -> None:
    """Checks every entry; names the overlay in errors of entries it changed."""

    def place(kind: str, entry: Any, file: str) -> Where:
        name = str(entry.get("id", "?")) if type(entry) is dict else repr(entry)
        return Where(f"{file} (with overlay)" if (kind, name) in changed else file, name)

    checkers: list[g.Checker] = [_card, _card, _fear_card, _blight_card, _adversary, _event, _scenario]
    for kind, check in zip(CARD_FILES, checkers, strict=True):
        for entry in source[kind]:
            check(entry, place(kind, entry, f"{kind}.yaml"))
    for name, spirit in zip(SPIRIT_ORDER, source["spirits"], strict=True):
        file = f"spirits/{name}.yaml"
        where = place("spirits", spirit, file)
        _spirit(spirit, where)
        if spirit["id"] != name:
            where.field("id").fail(f"must be the name of the file, {name}")
        for kind, check in (("innates", _innate), ("unique_powers", _card)):
            for power in spirit[kind]:
                check(power, place(kind, power, file))
    _invader_deck(source["invader_deck"], Where("invader_deck.yaml"))
    for card in source["invader_deck"]["cards"]:
        _invader_card(card, place("invader_cards", card, "invader_deck.yaml"))
    check_boards(source["boards"], {name for kind, name in changed if kind == "lands"})
    _check_unique_ids(source)
    _check_progressions(source)


def _check_unique_ids(source: Source) -> None:
    """Checks that no id is used twice: powers share one name space, other kinds have their own."""
    powers = [(f"{kind}.yaml", card) for kind in ("minor_powers", "major_powers") for card in source[kind]]
    for spirit in source["spirits"]:
        powers += [(f"spirits/{spirit['id']}.yaml", power) for power in (*spirit["unique_powers"], *spirit["innates"])]
    others = [[(f"{kind}.yaml", card) for card in source[kind]] for kind in CARD_FILES[2:]]
    for group in (powers, *others, [("invader_deck.yaml", card) for card in source["invader_deck"]["cards"]]):
        seen: dict[str, str] = {}
        for file, entry in group:
            if entry["id"] in seen:
                Where(file, entry["id"], "id").fail(f"already used in {seen[entry['id']]}")
            seen[entry["id"]] = file


def _check_progressions(source: Source) -> None:
    cards = {card["id"] for kind in ("minor_powers", "major_powers") for card in source[kind]}
    for spirit, powers in source["progressions"].items():
        where = Where("progressions.yaml", str(spirit))
        if spirit not in SPIRIT_ORDER:
            where.fail_unknown("spirit", spirit, SPIRIT_ORDER)
        g.list_of(g.text, 1, 8)(powers, where)
        for index, power in enumerate(powers):
            if power not in cards:
                where.item(index).fail_unknown("power", power, sorted(cards))
