"""The grammar of steps: which steps a program may have, and the arguments of each. Checks only."""

from __future__ import annotations

from typing import Any

from simulator.spirit_island.language.grammar import (
    WHO,
    Checker,
    Shape,
    Where,
    amount,
    amount_or_all,
    condition,
    flag,
    list_of,
    mapping,
    need,
    number,
    pieces,
    text,
    who,
    word,
)
from simulator.spirit_island.record import vocabulary as v

WITHIN = ("island", "adjacent", "around", "board")
ACROSS = ("around", "adjacent", "own_lands_too")
DECKS = ("minor", "major", "any")


def program(value: Any, where: Where) -> None:
    """Checks a list of steps."""
    if type(value) is not list:
        where.fail(f"expected a list of steps, got {value!r}")
    for index, item in enumerate(value):
        step(item, where.item(index))


def _some_steps(value: Any, where: Where) -> None:
    program(value, where)
    if not value:
        where.fail("expected at least one step")


_guarded = Shape({"when": condition, "do": _some_steps})


def _alternative(value: Any, where: Where) -> None:
    (_guarded if type(value) is dict else program)(value, where)


_range_max = number(0, 12)


def reach(value: Any, where: Where) -> None:
    """Checks a range: a number of steps or `any`."""
    if value != "any":
        _range_max(value, where)


_range_from = Shape({"from": word("who", (*WHO, "origin")), "max": reach})


def _range_or_reach(value: Any, where: Where) -> None:
    (_range_from if type(value) is dict else reach)(value, where)


_body: dict[str, Checker] = {"do": _some_steps}
# In this order: a step is the first kind whose word it contains (`threshold` may have `may`, `in_land` may have `by`).
CONTROL_SHAPES = {
    "if": Shape({"if": condition, "then": program, "else?": program}),
    "threshold": Shape({"threshold": need, "then": program, "else?": program, "may?": flag}),
    "choose": Shape({"choose": list_of(_alternative, 1, 8), "by?": who}),
    "pay": Shape({"pay": amount, "then": program, "else?": program, "optional?": flag}),
    "each_player": Shape({"each_player": _some_steps}),
    "each_spirit": Shape({"each_spirit": _some_steps, "who_has?": condition}),
    "each_board": Shape({"each_board": _some_steps}),
    "each_land": Shape({"each_land": condition, "within?": word("scope", WITHIN), "other?": flag, "per?": pieces, **_body}),
    "in_land": Shape(
        {
            "in_land": condition,
            "within?": word("scope", (*WITHIN, "origin")),
            "board?": flag,
            "optional?": flag,
            "different?": flag,
            "by?": who,
            "range?": _range_from,
            "lands?": amount,
            "other?": flag,
            "different_boards?": flag,
            "most?": pieces,
            "fewest?": pieces,
            "lowest?": flag,
            "highest?": flag,
            **_body,
        }
    ),
    "after_advance": Shape({"after_advance": _some_steps}),
    "repeat_power": Shape({"repeat_power": word("repeat", ("once", "adjacent"))}),
    "may": Shape({"may": _some_steps, "else?": program, "by?": who}),
    "by": Shape({"by": who, **_body}),
}

_n: dict[str, Checker] = {"n": amount}
_n_all: dict[str, Checker] = {"n": amount_or_all}
_of_pieces: dict[str, Checker] = {"pieces": pieces, "n": amount_or_all, "up_to?": flag}
_who: dict[str, Checker] = {"who?": who}
_destination: dict[str, Checker] = {
    "spread?": flag,
    "rescue?": flag,
    "counts?": Shape({"to?": condition, "pieces?": pieces}),
    "then?": _some_steps,
}
_actions: dict[str, Checker] = {"actions": list_of(word("action", v.ACTIONS), 1)}
_along = Shape({f"{name}?": number(1, 98) for name in v.PIECES})


def _same_number_each(value: Any, where: Where) -> None:
    """Checks the pieces that go along with presence: one number serves all kinds."""
    _along(value, where)
    if len(set(value.values())) != 1:
        where.fail(f"expected the same number of each kind, got {value!r}")


STEP_SHAPES = {
    name: Shape({"do": text, **fields})  # type: ignore[dict-item]
    for name, fields in {
        "add": {
            "piece": word("piece", (*v.PIECES, "strife", "removed")),
            **_n,
            "up_to?": flag,
            "cascades?": flag,
            "destroys_presence?": flag,
            "to?": pieces,
            "across_board?": flag,
            "different?": flag,
        },
        "remove": _of_pieces,
        "remove_health": _n,
        "destroy": {"pieces?": pieces, "n?": amount_or_all, "up_to?": flag, "board?": flag},
        "drown": _of_pieces,
        "damage": {
            **_n,
            "to?": pieces,
            "each?": flag,
            "different?": flag,
            "one?": flag,
            "to_strifed?": flag,
            "bonus?": flag,
            "across?": word("scope", ACROSS),
        },
        "push": {**_of_pieces, **_destination, "to?": condition, "onward?": flag},
        "gather": {**_of_pieces, **_destination, "from?": condition},
        "move_to": {**_of_pieces, "then?": program},
        "replace": {
            "piece": pieces,
            "with": word("piece", v.PIECES),
            **_n_all,
            "with_n?": number(1, 9),
            "up_to?": flag,
        },
        "strife_damage": {},
        "strife_fight": {},
        "class_fight": {},
        "fear": _n,
        "defend": {**_n, "lands_of?": who, "within?": word("scope", ("around",))},
        "skip": {**_actions, "normal_only?": flag},
        "skip_where": {**_actions, "where": condition, "normal_only?": flag, "city_only?": flag},
        "land_rule": {"rule": word("land rule", v.LAND_RULES)},
        "watch": {"rule": word("watch", v.WATCHES), "adjacent?": flag},
        "health": {"pieces": pieces, "n": number(-98, 98), "everywhere?": flag, "per_strife?": flag},
        "ravage": {"less?": amount},
        "build": {},
        "explore": {},
        "turn_rule": {"rule": word("turn rule", v.TURN_RULES), "n?": amount, "where?": condition},
        "next_normal": {
            "action": word("action", v.ACTIONS),
            "rule": word("rule", v.NEXT_NORMAL_RULES),
            "n?": amount,
            "pieces?": pieces,
        },
        "gain_energy": {**_n, **_who},
        "lose_energy": {"n": amount_or_all, **_who},
        "gain_elements": {**_n, **_who, "different?": flag, "owned?": flag, "also?": word("who", ("actor",))},
        "range_bonus": {**_n, **_who, "coastal?": flag},
        "make_fast": {**_n, **_who, "or_slow?": flag},
        "repeat_cards": {**_n, **_who, "max_cost?": number(0, 98), "paid?": flag},
        "share_presence": _who,
        "gain_card": {
            "deck?": word("deck", DECKS),
            "from_hand_of?": who,
            "up_to?": flag,
            **_who,
            "draw?": amount,
            "forget?": flag,
            "leftover?": word("who", ("actor",)),
            "if_forgot_this?": program,
            "permanent?": flag,
        },
        "forget": {**_n, **_who},
        "reclaim": {**_n_all, **_who},
        "reclaim_played": _who,
        "extra_play": _who,
        "add_presence": {
            **_n,
            **_who,
            "range?": _range_or_reach,
            "range_from?": who,
            "where?": condition,
            "destroyed?": flag,
            "any_land?": flag,
            "then?": program,
        },
        "destroy_presence": {**_n, **_who, "at?": word("place", ("target", "island", "board"))},
        "push_presence": {**_who, "with?": _same_number_each},
        "play_gained": {**_who, "unlocked?": flag},
        "flip_fear_card": {},
        "extra_plays": {**_n, **_who},
        "gather_presence_into_oceans": _n,
        "push_presence_from_oceans": _n,
        "discard_invader_card": {},
        "probe": {"deck": word("deck", DECKS[:2]), "for": word("property", (*v.ELEMENTS, "fast", "cost"))},
        "shared_pay": {**_n, "aided_by?": word("element", v.ELEMENTS)},
        "terrain_action": {"action": word("action", v.ACTIONS[:2]), "prevented_by?": number(1, 9)},
        "fear_deck": {"card": word("change", ("added", "removed"))},
        "remove_invader_card": {},
        "drain_blight": _n,
        "return_event": {"under": number(0, 9)},
        "another_event": {},
        "strike": _n,
        "damage_dahan": _n,
        "outpaced": {},
        "use_slow_now": {},
        "mark": {},
        "missing": {"text": text},
    }.items()
}


# Arguments that exclude each other: one group of each list must be there as a whole.
_EXACTLY_ONE: dict[str, list[list[tuple[str, ...]]]] = {
    "destroy": [[("pieces", "n"), ("board",)]],
    "gain_card": [[("deck",), ("from_hand_of",)]],
}


def _exactly_one(value: dict, where: Where, groups: list[tuple[str, ...]]) -> None:
    begun = [group for group in groups if any(name in value for name in group)]
    if len(begun) != 1:
        where.fail("needs " + (" or ".join("+".join(group) for group in groups)) + (", not both" if begun else ""))
    for name in begun[0]:
        if name not in value:
            where.field(name).fail("missing")


def step(value: Any, where: Where) -> None:
    """Checks one step of a program."""
    mapping(value, where)
    for name, shape in CONTROL_SHAPES.items():
        if name in value:
            shape(value, where)
            return
    if "do" not in value:
        first = next(iter(value), "nothing")
        where.fail_unknown("step", first, (*CONTROL_SHAPES, "do"))
    op = value["do"]
    if type(op) is not str or op not in STEP_SHAPES:
        where.field("do").fail_unknown("op", op, STEP_SHAPES)
    STEP_SHAPES[op](value, where)
    for groups in _EXACTLY_ONE.get(op, ()):
        _exactly_one(value, where, groups)
    if op == "gain_card" and value.get("permanent") and value.get("deck") not in DECKS[: v.MAJOR + 1]:
        where.field("permanent").fail(f"one row of cards is shared out: needs deck: {' or '.join(DECKS[: v.MAJOR + 1])}")
