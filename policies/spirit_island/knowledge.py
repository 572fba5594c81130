"""Makes the record a policy plays by: weights from the TOML files, features of powers from their programs.

Runs in Python, once per content; the compiled choosers only read the record.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from policies.spirit_island import vocabulary as p
from simulator.core.errors import UnknownName, UserError
from simulator.spirit_island.language.assembler import Content
from simulator.spirit_island.record import codes
from simulator.spirit_island.record import vocabulary as v

WEIGHTS = Path(__file__).parent / "weights"
COMMON = "default"
ALL_OF_THEM = 3.0  # what "all" and "each" are taken for
THRESHOLD_OF_CARD, LEVEL_OF_INNATE, ALTERNATIVE = 0.4, 0.6, 0.7
SECTIONS = {"early": p.FEATURES, "late": p.FEATURES, "habits": p.HABITS, "powers": (*p.POWER_FEATURES, "cost", "major")}
Weights = dict[str, dict[str, float]]


# --- weight files


def read_weights(path: Path) -> Weights:
    """Reads a weight file and checks its names."""
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise UserError(f"{path}: cannot be read ({error})") from None
    found.pop("provenance", None)
    for section, entries in found.items():
        if section not in SECTIONS:
            raise UnknownName(f"section of {path.name}", section, SECTIONS)
        for name in entries:
            if name not in SECTIONS[section]:
                raise UnknownName(f"weight of {path.name}, {section}", name, SECTIONS[section])
    return found


def check_sections(sections: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the sections if all of them exist."""
    for section in sections:
        if section not in SECTIONS:
            raise UnknownName("section", section, SECTIONS)
    return sections


@cache
def weights_of(spirit: str) -> Weights:
    """Returns the weights of a spirit: the common ones, overridden by its own file."""
    common = read_weights(WEIGHTS / f"{COMMON}.toml")
    own = WEIGHTS / f"{spirit}.toml"
    overrides = read_weights(own) if own.exists() else {}
    merged = {section: common.get(section, {}) | overrides.get(section, {}) for section in SECTIONS}
    merged["late"] = merged["early"] | merged["late"]
    return merged


def vector(entries: dict[str, float], names: tuple[str, ...]) -> np.ndarray:
    """Returns named weights in the order of their names; missing ones are 0."""
    return np.array([float(entries.get(name, 0.0)) for name in names])


# --- what powers do


class PowerReader:
    """Reads the features of a power from its program."""

    def __init__(self, tables: np.void) -> None:
        self.tables = tables
        self.code = tables["code"]

    def features(self, power: int) -> np.ndarray:
        """Returns the features of a power."""
        self.found = np.zeros(len(p.POWER_FEATURES))
        self.varies = np.zeros(len(p.VARIES), np.int64)
        self.share = np.zeros(len(p.VARIES))
        self.is_innate = self.tables["power_deck"][power] == v.INNATE
        self._walk(int(self.tables["power_program"][power]), 1.0, 0)
        return self.found

    def _walk(self, pc: int, share: float, depth: int) -> None:
        """Adds up the instructions from `pc` to the end; parts behind a threshold count less."""
        shares = [(share, 10**6)]  # share of an instruction, up to which instruction it holds
        alternatives_until = 0
        while True:
            while pc >= shares[-1][1]:
                shares.pop()
            row = self.code[pc]
            op, share = int(row[v.I_OP]), shares[-1][0]
            if op == v.OP_END:
                return
            if op == v.OP_THRESHOLD:
                part = LEVEL_OF_INNATE if self.is_innate else THRESHOLD_OF_CARD
                shares.append((share * part, int(row[v.I_BODY])))
            elif op == v.OP_CHOOSE:
                alternatives_until = int(row[v.I_BODY])
                shares.append((share * ALTERNATIVE, alternatives_until))
            elif op in (v.OP_EACH_PLAYER, v.OP_EACH_SPIRIT, v.OP_EACH_BOARD, v.OP_EACH_LAND, v.OP_IN_LAND, v.OP_BY):
                if row[v.I_BODY] >= 0 and depth < 3:
                    self._walk(int(row[v.I_BODY]), share, depth + 1)
            else:
                self._add(row, op, share)
                if depth == 0:
                    self._note_varying(row, op, share)
            pc += 1

    def _note_varying(self, row: np.ndarray, op: int, share: float) -> None:
        """Notes an amount that can be computed for a land, the first of its kind."""
        mask, number = int(row[v.I_MASK]), int(row[v.I_N])
        kind = {v.OP_DAMAGE: p.V_DAMAGE, v.OP_DEFEND: p.V_DEFEND, v.OP_DESTROY: p.V_DESTROY_BUILDING}.get(op)
        fits = op == v.OP_DEFEND or mask & (v.INVADERS_MASK if op == v.OP_DAMAGE else v.BUILDINGS_MASK)
        if kind is not None and fits and number < 0 and self.varies[kind] == 0:
            self.varies[kind], self.share[kind] = number, share

    def _number(self, row: np.ndarray) -> float:
        number = int(row[v.I_N])
        if number < 0:
            return p.UNKNOWN_AMOUNT
        return ALL_OF_THEM if number >= v.ALL else float(number)

    def _add(self, row: np.ndarray, op: int, share: float) -> None:
        mask, number = int(row[v.I_MASK]), self._number(row) * share
        if op == v.OP_FEAR:
            self.found[p.W_FEAR] += number
        elif op == v.OP_DAMAGE and mask & v.INVADERS_MASK:
            self.found[p.W_DAMAGE] += number * (2.5 if row[v.I_FLAGS] & codes.EACH else 1.0)
        elif op in (v.OP_DESTROY, v.OP_REMOVE, v.OP_REMOVE_HEALTH):
            self._add_destruction(op, mask, number)
        elif op in (v.OP_PUSH, v.OP_GATHER, v.OP_MOVE_TO):
            self._add_move(op, mask, number)
        elif op == v.OP_REPLACE:
            self.found[p.W_DAMAGE] += number
        elif op == v.OP_ADD:
            self.found[p.W_ADD_DAHAN] += number * bool(mask & v.DAHAN_MASK)
            self.found[p.W_ADD_BLIGHT] += number * bool(mask & v.BLIGHT_MASK)
            for piece, feature in _TOKENS.items():
                self.found[feature] += number * bool(mask & 1 << piece)
        elif op == v.OP_DEFEND:
            self.found[p.W_DEFEND] += number
        elif op == v.OP_SKIP:
            self.found[p.W_SKIP_RAVAGE] += share * bool(mask & 1)
            self.found[p.W_SKIP_BUILD] += share * bool(mask & 2)
        elif op == v.OP_GAIN_ENERGY:
            self.found[p.W_ENERGY] += number
        elif op == v.OP_GAIN_CARD:
            self.found[p.W_CARDS] += share
        elif op == v.OP_ADD_PRESENCE:
            self.found[p.W_PRESENCE] += number
        elif op in _HELPS:
            self.found[p.W_HELPS] += share

    def _add_destruction(self, op: int, mask: int, number: float) -> None:
        if mask & v.BUILDINGS_MASK:
            self.found[p.W_DESTROY_BUILDING] += number
        elif mask & 1 << v.EXPLORER:
            self.found[p.W_DESTROY_EXPLORER] += number
        elif mask & v.BLIGHT_MASK and op == v.OP_REMOVE:
            self.found[p.W_REMOVE_BLIGHT] += number
        elif op == v.OP_REMOVE_HEALTH:
            self.found[p.W_DAMAGE] += number

    def _add_move(self, op: int, mask: int, number: float) -> None:
        if mask & v.DAHAN_MASK:
            self.found[p.W_MOVE_DAHAN] += number
        elif op == v.OP_GATHER:
            self.found[p.W_GATHER_INVADER] += number
        elif mask & v.BUILDINGS_MASK:
            self.found[p.W_PUSH_BUILDING] += number
            self.found[p.W_PUSH_EXPLORER] += number
        else:
            self.found[p.W_PUSH_EXPLORER] += number


_TOKENS = {v.WILDS: p.W_WILDS, v.DISEASE: p.W_DISEASE, v.STRIFE: p.W_STRIFE, v.BEASTS: p.W_BEASTS}
_HELPS = (v.OP_MAKE_FAST, v.OP_REPEAT_CARDS, v.OP_RECLAIM, v.OP_RECLAIM_PLAYED, v.OP_EXTRA_PLAY, v.OP_EXTRA_PLAYS,
          v.OP_RANGE_BONUS, v.OP_GAIN_ELEMENTS, v.OP_LAND_RULE, v.OP_WATCH, v.OP_HEALTH)  # fmt: skip
# Powers that help other powers come first, then those that settle where pieces stand.
_ORDER = {"energy": 3, "cards": 3, "helps": 4, "presence": 3.5, "move_dahan": 0.5, "add_dahan": 2, "gather_invader": 1.5,
          "defend": 0.2, "skip_ravage": 0.3}  # fmt: skip


def packed(needs: np.ndarray) -> int:
    """Returns eight small numbers as one word, a byte each."""
    return sum(int(number) << 8 * element for element, number in enumerate(needs))


_STEADY_AMOUNTS = (v.AMOUNT_COUNT, v.AMOUNT_PRESENCE, v.AMOUNT_SACRED_SITES, v.AMOUNT_PLAYERS, v.AMOUNT_TERROR,
                   v.AMOUNT_ADJACENT_LANDS)  # fmt: skip
_STEADY_ATOMS = (v.ATOM_TERRAIN, v.ATOM_COASTAL, v.ATOM_COUNT, v.ATOM_OUTNUMBER, v.ATOM_PRESENCE, v.ATOM_SACRED_SITE,
                 v.ATOM_TERROR)  # fmt: skip


def is_steady(tables: np.void, power: int, varies: np.ndarray) -> bool:
    """Tells whether range, targets and amounts of a power rest on the island only, not on elements, energy or cards."""
    if (tables["power_range_need"][power] >= 0).any():
        return False
    first, count = tables["conditions"][tables["power_target"][power]] if tables["power_target"][power] >= 0 else (0, 0)
    if not np.isin(tables["atoms"][first : first + count, 0], _STEADY_ATOMS).all():
        return False
    amounts = tables["amounts"][-varies[varies < 0] - 1]
    return bool(np.isin(amounts[:, 0], _STEADY_AMOUNTS).all())


def fill_powers(knowledge: np.void, tables: np.void, count: int) -> None:
    """Fills in what powers do and which elements they give and need."""
    reader = PowerReader(tables)
    for power in range(count):
        knowledge["power"][power] = reader.features(power)
        knowledge["varies"][power], knowledge["share"][power] = reader.varies, reader.share
        knowledge["is_steady"][power] = is_steady(tables, power, reader.varies)
        knowledge["order"][power] = knowledge["power"][power] @ vector(_ORDER, p.POWER_FEATURES)
        knowledge["elements"][power] = packed(tables["power_elements"][power])
        for level, need in enumerate(tables["power_levels"][power]):
            if need >= 0:
                knowledge["needs"][power, level] = packed(tables["needs"][need])


# --- what spirits want


def fill_growth(knowledge: np.void, tables: np.void, panel: int) -> None:
    """Fills in what each growth option of a spirit gives."""
    kinds = {v.OP_GAIN_CARD: p.G_CARDS, v.OP_ADD_PRESENCE: p.G_PRESENCE, v.OP_GATHER_PRESENCE_INTO_OCEANS: p.G_TIDE}
    numbers = {v.OP_GAIN_ENERGY: p.G_ENERGY, v.OP_EXTRA_PLAYS: p.G_PLAYS}
    for option in range(int(tables["spirit_options"][panel])):
        gives = knowledge["growth"][panel, option]
        for program in tables["growth"][panel, option]:
            if program < 0:
                continue
            row = tables["code"][program]
            op = int(row[v.I_OP])
            if op == v.OP_RECLAIM:
                gives[p.G_RECLAIM_ALL if row[v.I_N] == v.ALL else p.G_RECLAIM_ONE] += 1
            elif op in kinds:
                gives[kinds[op]] += 1
            elif op in numbers:
                gives[numbers[op]] += max(1, int(row[v.I_N]))


def wanted_elements(tables: np.void, panel: int) -> np.ndarray:
    """Returns how much the innates of a spirit ask for each element, the most wanted one = 1."""
    wanted = np.zeros(len(v.ELEMENTS))
    for power in tables["spirit_innate"][panel]:
        for level, need in enumerate(tables["power_levels"][power] if power >= 0 else ()):
            if need >= 0:
                wanted += tables["needs"][need] / (1.0 + level)
    return wanted / max(1.0, wanted.max())


def fill_tastes(knowledge: np.void, tables: np.void, panel: int, weights: Weights, count: int) -> None:
    """Fills in what each power card is worth to a spirit."""
    worth = knowledge["power"] @ vector(weights["powers"], p.POWER_FEATURES)
    habits = weights["habits"]
    worth -= weights["powers"].get("cost", 0.0) * tables["power_cost"]
    worth += habits.get("draft_fast", 0.0) * (tables["power_speed"] == v.FAST)
    worth += habits.get("draft_elements", 0.0) * (tables["power_elements"] @ knowledge["element_worth"][panel])
    worth += weights["powers"].get("major", 0.0) * (tables["power_deck"] == v.MAJOR)
    knowledge["taste"][panel, :count] = worth[:count]


def fill_spirit(knowledge: np.void, tables: np.void, panel: int, weights: Weights, count: int) -> None:
    """Fills in the weights of one spirit and what follows from them."""
    knowledge["value"][panel, p.EARLY] = vector(weights["early"], p.FEATURES)
    knowledge["value"][panel, p.LATE] = vector(weights["late"], p.FEATURES)
    knowledge["habit"][panel] = vector(weights["habits"], p.HABITS)
    knowledge["element_worth"][panel] = wanted_elements(tables, panel)
    fill_growth(knowledge, tables, panel)
    fill_tastes(knowledge, tables, panel, weights, count)


def make_knowledge(content: Content, overrides: dict[str, Weights] | None = None) -> np.ndarray:
    """Makes the knowledge of all spirits; overrides replace single weights of single spirits."""
    tables = content.tables[0]
    made = np.zeros(1, p.KNOWLEDGE)
    knowledge = made[0]
    count = len(content.powers)
    fill_powers(knowledge, tables, count)
    for panel, spirit in enumerate(content.spirits):
        weights = weights_of(spirit)
        own = (overrides or {}).get(spirit, {})
        weights = {section: weights[section] | own.get(section, {}) for section in SECTIONS}
        fill_spirit(knowledge, tables, panel, weights, count)
    rated = ("move_dahan", "gather_invader", "cards", "presence", "helps", "add_dahan")
    common = weights_of(COMMON)["powers"]
    knowledge["rating"] = knowledge["power"] @ vector({name: common.get(name, 0.0) for name in rated}, p.POWER_FEATURES)
    for expansion in range(2):
        cards = [card for card in range(int(tables["blight_cards"])) if tables["blight_sets"][card] >> expansion & 1]
        knowledge["blight_behind"][expansion] = np.mean(tables["blight_blighted"][cards]) if cards else 0.0
    return made


def save_weights(spirit: str, found: Weights, maker: str, provenance: dict[str, Any]) -> Path:
    """Puts new weights into the file of a spirit and notes where they come from; all others stay."""
    path = WEIGHTS / f"{spirit}.toml"
    weights = read_weights(path) if path.exists() else {}
    origins = tomllib.loads(path.read_text("utf-8")).get("provenance", {}) if path.exists() else {}
    for section, entries in found.items():
        weights[section] = weights.get(section, {}) | entries
    write_weights(path, weights, origins | {maker: provenance})
    weights_of.cache_clear()
    return path


def write_weights(path: Path, weights: Weights, origins: dict[str, dict[str, Any]]) -> None:
    """Writes a weight file: where its numbers come from, by maker, then the numbers by section."""
    lines = []
    for maker, provenance in origins.items():
        lines += [f"[provenance.{maker}]", *(f"{name} = {_toml(value)}" for name, value in provenance.items()), ""]
    lines.pop()
    for section in SECTIONS:
        if weights.get(section):
            lines += ["", f"[{section}]"]
            lines += [f"{name} = {round(float(value), 4)}" for name, value in weights[section].items()]
    path.write_text("\n".join(lines) + "\n", "utf-8")


def _toml(value: Any) -> str:
    return str(value) if isinstance(value, int | float) else '"' + str(value).replace('"', "'") + '"'
