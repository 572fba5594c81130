"""Turns checked content into the tables that compiled code reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from simulator.terra_mystica.language.island import Island
from simulator.terra_mystica.language.schema import ContentError, Source
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.record.tables import MAX_SHIP, MAX_SKIP, TABLES

DEFAULT_DWELLINGS = 2  # T2.5
DEFAULT_COINS_PER_VP = 3  # T15.5

# Columns of the tables that hold one number of a faction: path in the entry, and the number without it.
PLAIN = {
    "start_vp": ("start.VP", v.START_VP),
    "start_dwellings": ("start_dwellings", DEFAULT_DWELLINGS),
    "exchange": ("exchange", 0),
    "coins_per_vp": ("coins_per_vp", DEFAULT_COINS_PER_VP),
    "favors_per_building": ("favors_per_tile_building", 1),
    "reaction_steps": ("neighbours_reaction.cult_steps", 0),
    "reaction_power": ("neighbours_reaction.PW_if_refused", 0),
    "vp_per_spade": ("vp_per_spade", 0),
    "vp_per_paid_spade": ("vp_per_paid_spade", 0),
    "flat_spades": ("flat_spades", 0),
    "bridge_workers": ("bridge_for_workers", 0),
    "river_towns": ("river_towns", 0),
    "workers_per_town": ("workers_per_town", 0),
    "vp_per_town": ("vp_per_town", 0),
    "skip_range": ("skip.range", 0),
    "skip_vp": ("skip.VP", 0),
    "skip_grows": ("skip.grows", 0),
    "sh_power": ("stronghold.once.PW", 0),
    "sh_vp": ("stronghold.once.VP", 0),
    "sh_favors": ("stronghold.once.favors", 0),
    "sh_ship": ("stronghold.once.ship", 0),
    "sh_skip": ("stronghold.skip_plus", 0),
    "sh_spades": ("stronghold.once.spades", 0),
    "sh_priests": ("stronghold.once.workers_to_priests", 0),
    "power_per_spade": ("stronghold.power_per_spade", 0),
    "pass_vp_per_bridge": ("stronghold.pass_vp_per_bridge", 0),
}


def assemble(source: Source, island: Island) -> np.ndarray:
    """Returns the tables, an array of one record."""
    tables = np.zeros(1, TABLES)
    t = tables[0]
    put_map(t, island, source["map"]["bridge_sites"])
    for faction, entry in enumerate(source["factions"]):
        put_faction(t, faction, entry)
    put_cards(t, source["cards"])
    put_favors(t, source["favors"])
    put_towns(t, source["towns"])
    put_round_tiles(t, source["round_tiles"])
    put_board(t, source["board"])
    return tables


def bits(hexes: Iterable[int]) -> tuple[int, int]:
    """Returns a set of hexes as two words."""
    whole = sum(1 << hexagon for hexagon in set(hexes))
    return whole & (1 << 64) - 1, whole >> 64


def put(row: np.ndarray, names: tuple[str, ...], amounts: Mapping[str, Any]) -> None:
    """Writes named amounts into a row."""
    for name, amount in amounts.items():
        row[names.index(name)] = amount


def find(entry: Mapping[str, Any], path: str, default: int) -> int:
    """Returns a number inside an entry, e.g. stronghold.once.PW."""
    found: Any = entry
    for key in path.split("."):
        if key not in found:
            return default
        found = found[key]
    return int(found)


def put_map(t: np.void, island: Island, sites: list[list[str]]) -> None:
    """Writes terrain, neighbours and reach of every hex."""
    hexes = range(v.HEXES)
    for hexagon in hexes:
        letter = island.letters[hexagon]
        t["terrain"][hexagon] = v.RIVER if island.is_river(hexagon) else v.TERRAIN_LETTERS.index(letter)
        t["beside"][hexagon] = bits(island.neighbours[hexagon])
        if island.is_river(hexagon):
            continue
        for ship in range(MAX_SHIP + 1):
            t["by_ship"][ship, hexagon] = bits(island.land_by_river(hexagon, ship))
        for skip in range(1, MAX_SKIP + 1):
            t["by_skip"][skip, hexagon] = bits(island.land_within(hexagon, skip + 1))
    t["land"] = bits(hexagon for hexagon in hexes if not island.is_river(hexagon))
    t["river"] = bits(hexagon for hexagon in hexes if island.is_river(hexagon))
    for site, ends in enumerate(sites):
        for end, name in enumerate(ends):
            if name not in island.names:
                raise ContentError(f"map.yaml: bridge_sites: there is no hex {name}")
            t["site"][site, end] = island.names.index(name)


def put_faction(t: np.void, faction: int, entry: Mapping[str, Any]) -> None:
    """Writes one faction."""
    t["home"][faction] = v.TERRAIN_LETTERS.index(entry["terrain"])
    start = entry["start"]
    put(t["start"][faction], v.RESOURCES, {good: start[good] for good in ("C", "W", "P")})
    t["start_bowls"][faction] = start["bowls"]
    t["start_cult"][faction] = start["cult"]
    for name, price in entry["cost"].items():
        put(t["cost"][faction, v.STRUCTURES.index(name)], v.RESOURCES, price)
    for name, income in entry["income"].items():
        for good, amount in income.items():
            column = t["income"][faction, v.STRUCTURES.index(name), :, v.RESOURCES.index(good)]
            if isinstance(amount, list):
                column[: len(amount)] = amount
            else:
                column[1] = amount  # stronghold and sanctuary: there is one of each
    for column, (path, default) in PLAIN.items():
        t[column][faction] = find(entry, path, default)
    put_tracks(t, faction, entry)
    stronghold = entry["stronghold"]
    t["sh_action"][faction] = v.STRONGHOLD_ACTIONS.index(stronghold.get("action", "none"))
    t["sh_amount"][faction] = stronghold.get("steps", stronghold.get("spades", 0))
    if "skip" in entry:
        put(t["skip_cost"][faction, 0], v.RESOURCES, entry["skip"]["cost"])
        put(t["skip_cost"][faction, 1], v.RESOURCES, stronghold.get("skip_cost", entry["skip"]["cost"]))


def put_tracks(t: np.void, faction: int, entry: Mapping[str, Any]) -> None:
    """Writes the shipping and the spade track of a faction."""
    ship = entry.get("ship")
    if ship:
        t["ship_start"][faction] = ship["start"]
        t["ship_max"][faction] = ship["max"]
        put(t["ship_cost"][faction], v.RESOURCES, ship["cost"])
        for step, vp in enumerate(ship["vp"]):
            t["ship_vp"][faction, ship["start"] + step + 1] = vp
    dig = entry["dig"]
    t["spade_resource"][faction] = v.RESOURCES.index(dig["currency"])
    t["spade_price"][faction, : len(dig["spade"])] = dig["spade"]
    if "advance" in dig:
        t["dig_max"][faction] = len(dig["vp"])
        put(t["dig_cost"][faction], v.RESOURCES, dig["advance"])
        t["dig_vp"][faction, : len(dig["vp"])] = dig["vp"]


def put_cards(t: np.void, cards: list[Mapping[str, Any]]) -> None:
    """Writes the bonus cards."""
    for card, entry in enumerate(cards):
        t["card_outside"][card] = entry.get("outside", False)
        put(t["card_income"][card], v.RESOURCES, entry["income"])
        t["card_action"][card] = v.CARD_ACTIONS.index(entry.get("action", "none"))
        put(t["card_pass"][card], v.STRUCTURES, entry.get("pass", {}))
        t["card_pass_ship"][card] = entry.get("pass_ship", 0)
        t["card_ship"][card] = entry.get("ship", 0)


def put_favors(t: np.void, favors: list[Mapping[str, Any]]) -> None:
    """Writes the favor tiles."""
    for favor, entry in enumerate(favors):
        t["favor_count"][favor] = entry["count"]
        put(t["favor_cult"][favor], v.CULTS, entry["cult"])
        put(t["favor_income"][favor], v.RESOURCES, entry.get("income", {}))
        t["favor_action"][favor] = "action" in entry
        t["favor_town_power"][favor] = entry.get("town_power", 0)
        put(t["favor_built"][favor], v.STRUCTURES, entry.get("vp_per_built", {}))
        if "pass_by_tp" in entry:
            t["favor_pass"][favor] = entry["pass_by_tp"]


def put_towns(t: np.void, towns: list[Mapping[str, Any]]) -> None:
    """Writes the town tiles."""
    for town, entry in enumerate(towns):
        t["town_outside"][town] = entry.get("outside", False)
        t["town_count"][town] = entry["count"]
        t["town_vp"][town] = entry["VP"]
        t["town_keys"][town] = entry["keys"]
        put(t["town_gain"][town], v.RESOURCES, entry.get("gain", {}))
        t["town_each"][town] = entry.get("each", 0)
        t["town_ship"][town] = entry.get("ship", 0)


def put_round_tiles(t: np.void, tiles: list[Mapping[str, Any]]) -> None:
    """Writes the round tiles."""
    for tile, entry in enumerate(tiles):
        t["tile_outside"][tile] = entry.get("outside", False)
        t["tile_event"][tile] = v.EVENTS.index(entry["event"])
        t["tile_vp"][tile] = entry["VP"]
        t["tile_cult"][tile] = (*v.CULTS, "priests").index(entry["cult"])
        t["tile_per"][tile] = entry["per"]
        reward = dict(entry["reward"])
        t["tile_spades"][tile] = reward.pop("SPADE", 0)
        put(t["tile_reward"][tile], v.RESOURCES, reward)


def put_board(t: np.void, board: Mapping[str, Any]) -> None:
    """Writes what is printed on the boards."""
    for entry in board["power_actions"]:
        action = v.POWER_ACTIONS.index(entry["id"])
        t["action_power"][action] = entry["PW"]
        gain = dict(entry["gain"])
        gain.pop("bridge", None)  # the bridge action is the one that gains nothing else
        t["action_spades"][action] = gain.pop("SPADE", 0)
        put(t["action_gain"][action], v.RESOURCES, gain)
    put(t["supply"], v.STRUCTURES, board["supply"])
    put(t["strength"], v.STRUCTURES, board["structure_power"])
    power = 0
    for level in range(v.TOP_LEVEL + 1):
        power += board["power_at_level"].get(level, 0)
        t["level_power"][level] = power
    t["space_steps"] = board["priest_spaces"]
    t["town_power"] = board["town"]["power"]
    t["town_structures"] = board["town"]["structures"]
    t["town_with_sanctuary"] = board["town"]["with_sanctuary"]
    t["network_prize"] = board["prizes"]["network"]
    t["cult_prize"] = board["prizes"]["cult"]
