"""Turns checked steps into instructions.

Expects content that `schema.py` has accepted. Knows the columns of `code` (vocabulary.py), not the components.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from simulator.spirit_island.language.expressions import NO_CONDITION, Expressions, Step, bit_set, limits, piece_mask
from simulator.spirit_island.language.grammar import WHO
from simulator.spirit_island.language.step_grammar import ACROSS, CONTROL_SHAPES, DECKS, WITHIN
from simulator.spirit_island.record import codes
from simulator.spirit_island.record import vocabulary as v

Row = list[int]
ASKING = ("choose", "threshold", "may", "pay")  # steps whose first instruction asks, in words that only they know


class Programs(Expressions):
    """Collects the instructions of all programs, with the amounts, conditions and needs they refer to."""

    def __init__(self) -> None:
        super().__init__()
        self.code: list[Row] = []
        self._bodies: list[tuple[int, list[Step]]] = []  # rows whose I_BODY waits for an out-of-line program
        self._growth = False
        self.questions: dict[int, Step] = {}  # instructions that ask something: the steps they were written for

    # --- programs

    def program(self, steps: list[Step], in_growth: bool = False) -> int:
        """Writes a program and returns its first instruction; bodies of its loops follow its end."""
        self._growth = in_growth
        start = len(self.code)
        self._block(steps)
        self._emit(v.OP_END)
        while self._bodies:
            row, body = self._bodies.pop(0)
            self.code[row][v.I_BODY] = len(self.code)
            self._block(body)
            self._emit(v.OP_END)
        return start

    def _emit(self, op: int, **columns: int) -> int:
        """Appends one instruction and returns its index."""
        row = [0] * v.CODE_COLUMNS
        row[v.I_OP], row[v.I_COND], row[v.I_BODY] = op, NO_CONDITION, -1
        for name, value in columns.items():
            row[_COLUMN[name]] = value
        self.code.append(row)
        return len(self.code) - 1

    def _block(self, steps: list[Step]) -> None:
        for step in steps:
            kind = next((name for name in CONTROL_SHAPES if name in step), None)
            if kind is None:
                self._emit_step(step)
                continue
            if kind in ASKING:
                self.questions[len(self.code)] = step
            _CONTROL[kind](self, step)

    def _body(self, row: int, steps: list[Step] | None) -> None:
        """Notes a program that another frame will run: it is written after the current one."""
        if steps:
            self._bodies.append((row, steps))

    def _patch(self, row: int) -> None:
        """Makes a jump lead to the next instruction."""
        self.code[row][v.I_BODY] = len(self.code)

    # --- control

    def _then_else(self, row: int, step: Step) -> None:
        """Writes `then`, and `else` behind a jump; the row leads to the `else` part."""
        self._block(step["then"])
        if step.get("else"):
            jump = self._emit(v.OP_JUMP)
            self._patch(row)
            self._block(step["else"])
            self._patch(jump)
        else:
            self._patch(row)

    def _if(self, step: Step) -> None:
        self._then_else(self._emit(v.OP_IF, cond=self.condition(step["if"])), step)

    def _threshold(self, step: Step) -> None:
        flags = codes.OPTIONAL if step.get("may") else 0
        self._then_else(self._emit(v.OP_THRESHOLD, a=self.need(step["threshold"]), flags=flags), step)

    def _pay(self, step: Step) -> None:
        flags = codes.OPTIONAL if step.get("optional") else 0
        self._then_else(self._emit(v.OP_PAY, n=self.amount(step["pay"]), flags=flags), step)

    def _choose(self, step: Step) -> None:
        alternatives = [item if isinstance(item, dict) else {"when": {}, "do": item} for item in step["choose"]]
        choose = self._emit(v.OP_CHOOSE, n=len(alternatives), who=_who(step, "by"))
        rows = [self._emit(v.OP_ALTERNATIVE, cond=self.condition(item["when"])) for item in alternatives]
        jumps = []
        for row, item in zip(rows, alternatives, strict=True):
            self._patch(row)
            self._block(item["do"])
            jumps.append(self._emit(v.OP_JUMP))
        for row in (choose, *jumps):
            self._patch(row)

    def _may(self, step: Step) -> None:
        self._then_else(self._emit(v.OP_MAY, who=_who(step, "by")), {"then": step["may"], **step})

    def _each(self, step: Step) -> None:
        name = next(name for name in ("each_player", "each_spirit", "each_board") if name in step)
        flags = _order_matters(step[name]) if name == "each_board" else 0
        row = self._emit(v.OPS.index(name), cond=self.condition(step.get("who_has", {})), flags=flags)
        self._body(row, step[name])

    def _each_land(self, step: Step) -> None:
        row = self._emit(
            v.OP_EACH_LAND,
            cond=self.condition(step["each_land"]),
            a=WITHIN.index(step.get("within", "island")),
            flags=(codes.OTHER_LANDS if step.get("other") else 0)
            | _oceans_too(step["each_land"], step["do"])
            | _order_matters(step["do"]),
            mask=piece_mask(step.get("per", ())),
        )
        self._body(row, step["do"])

    def _in_land(self, step: Step) -> None:
        within = "board" if step.get("board") else step.get("within", "island")
        row = self._emit(
            v.OP_IN_LAND,
            cond=self.condition(step["in_land"]),
            n=self.amount(step.get("lands", 0)),
            who=_who(step, "by"),
            a=codes.WITHIN_ORIGIN if within == "origin" else WITHIN.index(within),
            b=-1,
            flags=_flags(
                step,
                {
                    "optional": codes.OPTIONAL,
                    "different": codes.DIFFERENT,
                    "other": codes.OTHER_LANDS,
                    "most": codes.MOST,
                    "fewest": codes.FEWEST,
                    "lowest": codes.LOWEST,
                    "highest": codes.HIGHEST,
                    "different_boards": codes.DIFFERENT_BOARDS,
                },
            )
            | _oceans_too(step["in_land"], step["do"]),
            mask=piece_mask(step.get("most") or step.get("fewest", ())),
        )
        if "range" in step:
            self.code[row][v.I_B] = _reach(step["range"]["max"])
            self.code[row][v.I_MASK] = _range_origin(step["range"]["from"])
        self._body(row, step["do"])

    def _by(self, step: Step) -> None:
        self._body(self._emit(v.OP_BY, who=_who(step, "by")), step["do"])

    def _after_advance(self, step: Step) -> None:
        self._body(self._emit(v.OP_AFTER_ADVANCE), step["after_advance"])

    def _repeat_power(self, step: Step) -> None:
        self._emit(v.OP_REPEAT_POWER, a=int(step["repeat_power"] == "adjacent"))

    # --- steps

    def _emit_step(self, step: Step) -> None:
        """Writes a plain step: the columns common to most ops, then those of its own."""
        name = step["do"]
        op = v.OP_DESTROY if name == "drown" else v.OPS.index(name)
        columns = {"flags": _flags(step, _FLAGS.get(name, {})), "who": _who(step, "who")}
        if "n" in step and name != "health":
            columns["n"] = self.amount(step["n"])
        if "pieces" in step:
            columns["mask"] = piece_mask(step["pieces"])
        if name in _SPECIAL:
            columns |= _SPECIAL[name](self, step)
        row = self._emit(op, **columns)
        self._body(row, step.get("then") or step.get("if_forgot_this"))

    def _add(self, step: Step) -> dict[str, int]:
        mask = codes.TOKENS_REMOVED if step["piece"] == "removed" else piece_mask(step["piece"])
        flags = _flags(step, {"up_to": codes.UP_TO})
        flags |= _flags(step, {"across_board": codes.ACROSS_BOARD, "different": codes.DIFFERENT})
        flags |= 0 if step.get("cascades", True) else codes.NO_CASCADE
        flags |= 0 if step.get("destroys_presence", True) else codes.SPARES_PRESENCE
        return {"mask": mask, "flags": flags, "a": piece_mask(step["to"]) if "to" in step else 0}

    def _drown(self, step: Step) -> dict[str, int]:
        return {"flags": codes.DROWNS | _flags(step, {"up_to": codes.UP_TO})}

    def _damage(self, step: Step) -> dict[str, int]:
        scope = _ACROSS_SCOPE[step["across"]] if "across" in step else v.WITHIN_TARGET
        return {"mask": piece_mask(step.get("to", "invaders")), "a": scope}

    def _move(self, step: Step) -> dict[str, int]:
        """Push and gather; `counts` limits which moved pieces the result counts (0 = all)."""
        counts = step.get("counts", {})
        return {
            "cond": self.condition(step.get("to") or step.get("from", {})),
            "a": piece_mask(counts["pieces"]) if "pieces" in counts else 0,
            "b": self.condition(counts.get("to", {})) + 1,
        }

    def _replace(self, step: Step) -> dict[str, int]:
        return {"mask": piece_mask(step["piece"]), "a": v.PIECES.index(step["with"]), "b": step.get("with_n", 1)}

    def _defend(self, step: Step) -> dict[str, int]:
        if "lands_of" in step:
            return {"a": codes.DEFEND_LANDS_OF, "who": _who(step, "lands_of")}
        return {"a": codes.DEFEND_AROUND if "within" in step else 0}

    def _skip(self, step: Step) -> dict[str, int]:
        mask = bit_set(v.ACTIONS.index(name) for name in step["actions"])
        return {"mask": mask, "cond": self.condition(step.get("where", {}))}

    def _land_rule(self, step: Step) -> dict[str, int]:
        return {"a": v.LAND_RULES.index(step["rule"])}

    def _watch(self, step: Step) -> dict[str, int]:
        return {"a": v.WATCHES.index(step["rule"])}

    def _health(self, step: Step) -> dict[str, int]:
        return {"n": abs(step["n"]), "a": 1 if step["n"] >= 0 else -1}

    def _ravage(self, step: Step) -> dict[str, int]:
        return {"n": self.amount(step.get("less", 0))}

    def _turn_rule(self, step: Step) -> dict[str, int]:
        return {
            "a": v.TURN_RULES.index(step["rule"]),
            "n": self.amount(step.get("n", 1)),
            "cond": self.condition(step.get("where", {})),
        }

    def _next_normal(self, step: Step) -> dict[str, int]:
        return {
            "a": v.ACTIONS.index(step["action"]),
            "b": v.NEXT_NORMAL_RULES.index(step["rule"]),
            "n": self.amount(step.get("n", 1)),
            "mask": piece_mask(step.get("pieces", ())),
        }

    def _repeat_cards(self, step: Step) -> dict[str, int]:
        return {"a": step.get("max_cost", codes.ANY_COST)}

    def _gain_card(self, step: Step) -> dict[str, int]:
        flags = _flags(step, {"permanent": codes.FOR_GOOD, "up_to": codes.UP_TO})
        flags |= 0 if step.get("forget", True) else codes.NO_FORGET
        if "from_hand_of" in step:
            return {"a": codes.HAND_OF_ANOTHER, "n": 1, "b": _who(step, "from_hand_of"), "flags": flags}
        draw = self.amount(step.get("draw", 4))
        return {"a": DECKS.index(step["deck"]), "n": draw, "b": int("leftover" in step), "flags": flags}

    def _add_presence(self, step: Step) -> dict[str, int]:
        reach, origin = step.get("range"), step.get("range_from") or step.get("who", "actor")
        if isinstance(reach, dict):
            reach, origin = reach["max"], reach["from"]
        flags = _flags(step, {"destroyed": codes.FROM_DESTROYED, "any_land": codes.ANY_LAND})
        return {
            "a": -1 if reach is None else _reach(reach),
            "b": _range_origin(origin),
            "flags": flags | (codes.IN_GROWTH if self._growth else 0),
            "cond": self.condition(step.get("where", {})),
        }

    def _destroy_presence(self, step: Step) -> dict[str, int]:
        return {"a": codes.LOSSES.index(step.get("at", "island"))}

    def _probe(self, step: Step) -> dict[str, int]:
        return {"a": DECKS.index(step["deck"]), "b": (*v.ELEMENTS, "fast", "cost").index(step["for"])}

    def _shared_pay(self, step: Step) -> dict[str, int]:
        return {"a": v.ELEMENTS.index(step["aided_by"]) if "aided_by" in step else codes.NO_ELEMENT}

    def _terrain_action(self, step: Step) -> dict[str, int]:
        return {"a": v.ACTIONS.index(step["action"]), "b": step.get("prevented_by", 0)}

    def _fear_deck(self, step: Step) -> dict[str, int]:
        return {"a": codes.CARD_ADDED if step["card"] == "added" else codes.CARD_REMOVED}

    def _return_event(self, step: Step) -> dict[str, int]:
        return {"a": step["under"]}

    def _push_presence(self, step: Step) -> dict[str, int]:
        along = step.get("with", {})
        return {"mask": piece_mask(along), "n": next(iter(along.values()), 0)}


_COLUMN = {"n": v.I_N, "mask": v.I_MASK, "flags": v.I_FLAGS, "cond": v.I_COND, "a": v.I_A, "b": v.I_B, "who": v.I_WHO}

_ACROSS_SCOPE = dict(zip(ACROSS, (v.WITHIN_AROUND, v.WITHIN_ADJACENT, v.WITHIN_OWN_LANDS_TOO), strict=True))

# Flags of an op by the field that sets them.
_FLAGS: dict[str, dict[str, int]] = {
    "remove": {"up_to": codes.UP_TO},
    "destroy": {"up_to": codes.UP_TO, "board": codes.WHOLE_BOARD},
    "damage": {"each": codes.EACH, "different": codes.DIFFERENT, "one": codes.ONE_PIECE, "to_strifed": codes.STRIFED_ONLY},
    "push": {"up_to": codes.UP_TO, "spread": codes.SPREAD, "rescue": codes.RESCUE, "onward": codes.ONWARD},
    "gather": {"up_to": codes.UP_TO, "spread": codes.SPREAD, "rescue": codes.RESCUE},
    "move_to": {"up_to": codes.UP_TO},
    "replace": {"up_to": codes.UP_TO},
    "skip": {"normal_only": codes.NORMAL_ONLY},
    "skip_where": {"normal_only": codes.NORMAL_ONLY, "city_only": codes.CITY_ONLY},
    "watch": {"adjacent": codes.TO_ADJACENT},
    "health": {"everywhere": codes.EVERYWHERE, "per_strife": codes.PER_STRIFE},
    "gain_elements": {"different": codes.DIFFERENT, "owned": codes.OWNED_ONLY, "also": codes.ALSO_ACTOR},
    "range_bonus": {"coastal": codes.COASTAL_ONLY},
    "make_fast": {"or_slow": codes.OR_SLOW},
    "repeat_cards": {"paid": codes.PAID},
    "play_gained": {"unlocked": codes.HALF_PRICE},
}


def _flags(step: Step, bits: dict[str, int]) -> int:
    total = 0
    for name, bit in bits.items():
        if step.get(name):
            total |= bit
    return total


def _oceans_too(condition: Step | list[Step], body: list[Step]) -> int:
    """Returns the flag of a step on lands that is about what an ocean in play may hold: tokens, blight, presence.

    Events and fear cards know no oceans, but tokens in them are on the island, and for blight an ocean in play is a land.
    """
    clauses = condition if isinstance(condition, list) else [condition]
    asks_for_tokens = all(any(piece_mask(words) & _TOKENS_MASK for words in _wanted(clause)) for clause in clauses)
    is_about_blight = all(step.get("piece") == "blight" or step.get("do") == "destroy_presence" for step in body)
    return codes.OCEANS_TOO if asks_for_tokens or is_about_blight else 0


def _order_matters(body: Any) -> int:
    """Returns the flag of a loop over lands or boards in which one can change what another finds (R25.4)."""
    if isinstance(body, list):
        return max((_order_matters(step) for step in body), default=0)
    if not isinstance(body, dict):
        return 0
    if body.get("do") in ("push", "gather", "move_to", "strike") or body.get("piece") == "blight":  # blight cascades
        return codes.ORDER_MATTERS
    return max((_order_matters(inner) for inner in body.values()), default=0)


def _wanted(clause: Step) -> list[str | list[str]]:
    """Returns the pieces of which a clause wants at least one in the land."""
    counts = clause.get("count", [])
    counts = counts if isinstance(counts, list) else [counts]
    here = [entry["of"] for entry in counts if entry.get("at", "target") == "target" and limits(entry)[0] > 0]
    return here + ([clause["has"]] if "has" in clause else [])


_TOKENS_MASK = v.BLIGHT_MASK | 1 << v.BEASTS | 1 << v.WILDS | 1 << v.DISEASE


def _who(step: Step, field: str) -> int:
    return WHO.index(step.get(field, "actor"))


def _reach(value: int | Literal["any"]) -> int:
    return codes.ANY_RANGE if value == "any" else value


def _range_origin(value: str) -> int:
    return codes.RANGE_FROM_ORIGIN if value == "origin" else WHO.index(value)


_CONTROL: dict[str, Callable[[Programs, Step], None]] = {
    "if": Programs._if,
    "threshold": Programs._threshold,
    "choose": Programs._choose,
    "pay": Programs._pay,
    "each_player": Programs._each,
    "each_spirit": Programs._each,
    "each_board": Programs._each,
    "each_land": Programs._each_land,
    "in_land": Programs._in_land,
    "after_advance": Programs._after_advance,
    "repeat_power": Programs._repeat_power,
    "may": Programs._may,
    "by": Programs._by,
}

# Columns that an op fills in its own way; all others have only the common ones.
_SPECIAL: dict[str, Callable[[Programs, Step], dict[str, int]]] = {
    "add": Programs._add,
    "drown": Programs._drown,
    "damage": Programs._damage,
    "push": Programs._move,
    "gather": Programs._move,
    "replace": Programs._replace,
    "defend": Programs._defend,
    "skip": Programs._skip,
    "skip_where": Programs._skip,
    "land_rule": Programs._land_rule,
    "watch": Programs._watch,
    "health": Programs._health,
    "ravage": Programs._ravage,
    "turn_rule": Programs._turn_rule,
    "next_normal": Programs._next_normal,
    "repeat_cards": Programs._repeat_cards,
    "gain_card": Programs._gain_card,
    "add_presence": Programs._add_presence,
    "destroy_presence": Programs._destroy_presence,
    "push_presence": Programs._push_presence,
    "probe": Programs._probe,
    "shared_pay": Programs._shared_pay,
    "terrain_action": Programs._terrain_action,
    "fear_deck": Programs._fear_deck,
    "return_event": Programs._return_event,
}
