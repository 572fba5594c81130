"""Makes the record a policy plays by from the TOML files of weights. Runs in Python, once per content."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from policies.terra_mystica import vocabulary as p
from simulator.core.errors import UnknownName, UserError
from simulator.terra_mystica.language.content import Content
from simulator.terra_mystica.record import vocabulary as v

WEIGHTS = Path(__file__).parent / "weights"
COMMON = "default"
TIMES = ("early", "middle", "late")
MOMENTS = (1.0, 3.5, 6.0)  # the rounds that the three sections are about; between them weights change evenly
AFTER_THE_END = ("vp", "cult_prize", "network")
START = "start"  # section of a faction: worth of start dwellings by hex, whatever names hexes have
VALUE_SECTIONS = tuple(f"round_{number}" for number in range(2, v.ROUNDS + 1))  # what the start of a round promises
SECTIONS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(TIMES, p.FEATURES), "habits": p.HABITS, START: (), **dict.fromkeys(VALUE_SECTIONS, p.FEATURES),
}  # fmt: skip
Weights = dict[str, dict[str, float]]


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
        known = SECTIONS[section]
        for name in entries:
            if known and name not in known:
                raise UnknownName(f"weight of {path.name}, {section}", name, known)
    return found


def check_sections(sections: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the sections if all of them exist."""
    for section in sections:
        if section not in SECTIONS:
            raise UnknownName("section", section, SECTIONS)
    return sections


@cache
def weights_of(faction: str) -> Weights:
    """Returns the weights of a faction: the common ones, overridden by its own file."""
    common = read_weights(WEIGHTS / f"{COMMON}.toml")
    own = WEIGHTS / f"{faction}.toml"
    overrides = read_weights(own) if faction != COMMON and own.exists() else {}
    return {section: common.get(section, {}) | overrides.get(section, {}) for section in SECTIONS}


def vector(entries: dict[str, float], names: tuple[str, ...]) -> np.ndarray:
    """Returns named weights in the order of their names; missing ones are 0."""
    return np.array([float(entries.get(name, 0.0)) for name in names])


def by_round(weights: Weights) -> np.ndarray:
    """Returns the weights of rounds 1 to 6, a row each."""
    ends = np.array([vector(weights[time], p.FEATURES) for time in TIMES])
    rounds = np.arange(1, v.ROUNDS + 1)
    return np.array([np.interp(rounds, MOMENTS, column) for column in ends.T]).T


def at_the_end(coins_per_vp: float) -> np.ndarray:
    """Returns what is worth something after the last pass (T15)."""
    row = np.zeros(len(p.FEATURES))
    for name in AFTER_THE_END:
        row[p.FEATURES.index(name)] = 1.0
    row[[p.X_C, p.X_W, p.X_P, p.X_III]] = 1.0 / coins_per_vp
    row[p.X_II] = 0.5 / coins_per_vp
    return row


def fill_faction(knowledge: np.void, faction: int, weights: Weights, coins_per_vp: float) -> None:
    """Fills in the weights of one faction and what follows from them."""
    rows = np.vstack([by_round(weights), at_the_end(coins_per_vp)])
    in_hand = range(p.X_C, p.X_P_OVER + 1)
    table = knowledge["weight"][faction]
    for number in range(1, v.ROUNDS + 1):
        row = rows[number - 1].copy()
        to_come = rows[number : v.ROUNDS]
        power = row[p.X_INCOME_PW]
        row[[p.X_INCOME_C, p.X_INCOME_W, p.X_INCOME_P]] = to_come[:, p.PRICES].sum(axis=0)
        row[p.X_INCOME_PW] = to_come[:, p.X_INCOME_PW].sum() if len(to_come) else 0.0 * power
        table[number, p.TURN] = row
        kept = row.copy() if number < v.ROUNDS else rows[v.ROUNDS].copy()
        kept[list(in_hand)] = rows[number, list(in_hand)]
        table[number, p.KEEP] = kept
    table[0] = table[1]
    knowledge["habit"][faction] = vector(weights["habits"], p.HABITS)
    for number, section in enumerate(VALUE_SECTIONS, 2):
        knowledge["value"][faction, number] = vector(weights[section], p.FEATURES)


def make_knowledge(content: Content, overrides: dict[str, Weights] | None = None) -> np.ndarray:
    """Makes the knowledge of all factions; overrides replace single weights of single factions, or of all (default)."""
    made = np.zeros(1, p.KNOWLEDGE)
    every = (overrides or {}).get(COMMON, {})
    for number, faction in enumerate(content.factions):
        weights = weights_of(faction)
        own = (overrides or {}).get(faction, {})
        weights = {section: weights[section] | every.get(section, {}) | own.get(section, {}) for section in SECTIONS}
        fill_faction(made[0], number, weights, float(content.tables[0]["coins_per_vp"][number]))
        for hexagon, worth in weights[START].items():
            if hexagon not in content.hexes:
                raise UnknownName(f"hex among the start dwellings of {faction}", hexagon, content.hexes)
            made[0]["start"][number, content.hexes.index(hexagon)] = worth
    return made


# --- writing


def save_weights(faction: str, found: Weights, made_how: str, provenance: dict[str, Any]) -> Path:
    """Writes weights found for a faction (or `default`) into its file, beside those it has, with what produced them."""
    path = WEIGHTS / f"{faction}.toml"
    whole = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
    whole.setdefault("provenance", {})[made_how] = provenance
    for section, entries in found.items():
        whole.setdefault(section, {}).update({name: round(value, 4) for name, value in entries.items()})
    path.write_text(written(whole), "utf-8")
    weights_of.cache_clear()
    return path


def save_found(found: dict[str, Weights], made_how: str, provenance: dict[str, Any]) -> None:
    """Writes the weights found for every faction, and their means as those common to all."""
    first = next(iter(found.values()))
    common = {section: {name: _mean(found, section, name) for name in entries} for section, entries in first.items()}
    for faction, weights in {COMMON: common, **found}.items():
        save_weights(faction, weights, made_how, provenance)


def _mean(found: dict[str, Weights], section: str, name: str) -> float:
    return float(np.mean([weights[section][name] for weights in found.values()]))


def written(whole: dict[str, Any]) -> str:
    """Returns a weight file as text."""
    lines = []
    for made_how, facts in whole.get("provenance", {}).items():
        lines += [f"[provenance.{made_how}]", *(f"{name} = {_value(value)}" for name, value in facts.items()), ""]
    for section in SECTIONS:
        if section in whole:
            lines += [f"[{section}]", *(f"{name} = {_value(value)}" for name, value in whole[section].items()), ""]
    return "\n".join(lines)


def _value(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else f"{value}"
