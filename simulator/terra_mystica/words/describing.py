"""What a set-up is, in words: who plays with which tiles and cards, and what that means."""

from __future__ import annotations

from typing import Any

from simulator.terra_mystica.language.content import Content
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.setups import Setup, check_setup
from simulator.terra_mystica.words.names import component_name, faction_name
from simulator.terra_mystica.words.powers import powers

TILE_WORDS = {"cult": "cult", "income": "income", "action": "once a round: a", "town_power": "towns need power",
              "vp_per_built": "VP when built:", "pass_by_tp": "VP when passing, by trading posts:", "VP": "VP",
              "keys": "keys", "gain": "at once", "each": "steps on every cult:", "ship": "shipping"}  # fmt: skip
EVENTS = {"spade": "spade", "town": "town", "D": "dwelling", "SH_or_SA": "stronghold or sanctuary", "TP": "trading post",
          "TE": "temple"}  # fmt: skip


def describe_setup(setup: Setup, content: Content) -> dict[str, Any]:
    """Returns name and parts of a configuration."""
    check_setup(setup, content)
    factions = [faction_name(content, faction, content.language) for faction in setup.factions or []]
    drawn = {"draft": "drafted", "drawn": "drawn"}[setup.choice]
    name = ", ".join(factions) if factions else f"{setup.seats} players, factions {drawn}"
    parts = [_faction(faction, content) for faction in setup.factions or []]
    if setup.scoring:
        parts.append({"name": "scoring tiles", "says": [round_tile(tile, content) for tile in setup.scoring]})
    if setup.bonus_cards:
        parts.append({"name": "bonus cards", "says": [f"{card}: {_card(card, content)}" for card in setup.bonus_cards]})
    flags = [flag for flag, value in setup.flags.items() if value]
    if flags:
        parts.append({"name": "rule flags", "says": flags})
    return {"name": name, "players": setup.seats, "parts": parts}


def _entry(kind: str, name: str, content: Content) -> dict[str, Any]:
    return next(entry for entry in content.source[kind] if entry["id"] == name)


def _faction(name: str, content: Content) -> dict[str, Any]:
    entry = _entry("factions", name, content)
    start = entry["start"]
    home = v.TERRAINS[v.TERRAIN_LETTERS.index(entry["terrain"])]
    bowls = "/".join(map(str, start["bowls"]))
    cults = ", ".join(f"{track} {level}" for track, level in zip(v.CULTS, start["cult"]) if level) or "none"
    costs = ", ".join(f"{structure} {_goods(price)}" for structure, price in entry["cost"].items())
    terrain = component_name(content, "terrains", home, content.language)
    return {
        "name": f"{faction_name(content, name, content.language)} ({terrain})",
        "says": [
            f"starts with {_goods({key: start[key] for key in 'CWP'})}, power {bowls}, cults: {cults}",
            f"builds {costs}",
            f"income by number on the map: {_income(entry['income'])}",
            *_tracks(entry),
            *powers(entry),
        ],
    }


def _income(income: dict[str, dict[str, Any]]) -> str:
    """Returns the income of all types of buildings, from none on the map to all."""
    rows = []
    for structure, goods in income.items():
        amounts = [f"{'/'.join(map(str, row)) if isinstance(row, list) else row} {good}" for good, row in goods.items()]
        rows.append(f"{structure} {' and '.join(amounts)}")
    return ", ".join(rows)


def _tracks(entry: dict[str, Any]) -> list[str]:
    """Returns what shipping and spades cost and score."""
    ship, dig = entry.get("ship"), entry["dig"]
    says = ["does not sail"]
    if ship:
        points = "/".join(map(str, ship["vp"]))
        says = [f"shipping {ship['start']} to {ship['max']}, a step for {_goods(ship['cost'])} scores {points} VP"]
    price = f"a spade costs {'/'.join(map(str, dig['spade']))} {dig['currency']}"
    if "advance" in dig:
        price += f", a step for {_goods(dig['advance'])} scores {'/'.join(map(str, dig['vp']))} VP"
    return [*says, price]


def round_tile(name: str, content: Content) -> str:
    """Returns what a scoring tile says."""
    entry = _entry("round_tiles", name, content)
    cult = "own priest on cult spaces" if entry["cult"] == "priests" else entry["cult"]
    per = f"{entry['per']} {cult}" if entry["per"] > 1 or entry["cult"] != "priests" else cult
    return f"{name}: {EVENTS[entry['event']]} {entry['VP']} VP; {_goods(entry['reward'])} for each {per}"


def _card(name: str, content: Content) -> str:
    entry = _entry("cards", name, content)
    says = [_goods(entry["income"])] if entry["income"] else []
    says += [entry["action"].replace("_", " ")] if "action" in entry else []
    says += [f"pass: {points} VP per {structure}" for structure, points in entry.get("pass", {}).items()]
    says += [f"shipping +{entry['ship']}"] if "ship" in entry else []
    says += [f"pass: {entry['pass_ship']} VP per shipping level"] if "pass_ship" in entry else []
    return ", ".join(says)


def _tile(kind: str, name: str, content: Content) -> str:
    """Returns what a favor or town tile brings, as it is written."""
    entry = _entry(kind, name, content)
    told = []
    for key, value in entry.items():
        if key not in ("id", "count", "outside"):
            words = _goods(value) if isinstance(value, dict) else str(value).replace("_", " ")
            told.append(f"{TILE_WORDS.get(key, key)} {words}")
    return ", ".join(told)


def look_up(content: Content, name: str) -> list[str]:
    """Returns what a faction, a bonus card, or a tile does; of a part of the name of factions, which ones it may be."""
    wanted = name.strip().lower()
    tellers = {
        **{card: lambda card: f"{card}: {_card(card, content)}" for card in content.cards},
        **{tile: lambda tile: f"{tile}: {_tile('favors', tile, content)}" for tile in content.favors},
        **{tile: lambda tile: f"{tile}: {_tile('towns', tile, content)}" for tile in content.towns},
        **{tile: lambda tile: round_tile(tile, content) for tile in content.round_tiles},
    }
    if wanted.upper() in tellers:
        return [tellers[wanted.upper()](wanted.upper())]
    called = {faction: faction_name(content, faction, content.language) for faction in content.factions}
    fitting = [faction for faction, name in called.items() if wanted in (faction, name.lower())]
    fitting = fitting or [faction for faction, name in called.items() if wanted in name.lower()]
    if len(fitting) != 1:
        return [called[faction] for faction in fitting]
    entry = _faction(fitting[0], content)
    return [entry["name"], *(f"  {line}" for line in entry["says"])]


def _goods(amounts: dict[str, int]) -> str:
    return " ".join(f"{amount} {good.replace('SPADE', 'spade')}" for good, amount in amounts.items() if amount)
