"""What a faction has that others have not, in words: one phrase for each key of its entry in content/factions.yaml."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

PHRASES = {  # path inside the entry -> what it means
    "start_dwellings": "start dwellings: {}",
    "exchange": "exchanges 1 VP for 1 C, and 2 C for 1 VP",
    "coins_per_vp": "{} C are 1 VP at the end",
    "favors_per_tile_building": "takes {} favor tiles for each temple and sanctuary",
    "neighbours_reaction.cult_steps": "cult steps when a neighbour takes power for a new building: {}",
    "neighbours_reaction.PW_if_refused": "{} PW when all of them decline",
    "vp_per_paid_spade": "{} VP for each spade it pays for",
    "vp_per_spade": "{} VP for each spade",
    "flat_spades": "{} spades turn any terrain into its own, and into no other",
    "skip.range": "tunnels or flies over {} hex to build",
    "skip.cost.W": "pays {} W for that",
    "skip.cost.P": "pays {} P for that",
    "skip.VP": "scores {} VP for that",
    "skip.grows": "a step of shipping lets it fly further",
    "bridge_for_workers": "builds a bridge for {} W, as an action",
    "river_towns": "may found towns across a river hex",
    "workers_per_town": "{} W for each town",
    "vp_per_town": "{} VP for each town",
    "stronghold.once.PW": "stronghold: {} PW at once",
    "stronghold.once.VP": "stronghold: {} VP at once",
    "stronghold.once.favors": "stronghold: {} favor tile at once",
    "stronghold.once.spades": "stronghold: {} spades at once, and a dwelling",
    "stronghold.once.ship": "stronghold: {} step of shipping at once",
    "stronghold.once.workers_to_priests": "stronghold: up to {} W become P at once",
    "stronghold.power_per_spade": "stronghold: {} PW for each spade",
    "stronghold.pass_vp_per_bridge": "stronghold: {} VP for each bridge between two own structures when passing",
    "stronghold.skip_plus": "stronghold: {} hex further",
    "stronghold.skip_cost.W": "stronghold: pays {} W for that",
    "stronghold.steps": "stronghold: {} cult steps on one track, once a round",
    "stronghold.spades": "stronghold: {} spades, once a round",
    "stronghold.action.double_turn": "stronghold: two actions in a row, once a round",
    "stronghold.action.sandstorm": "stronghold: a hex beside an own structure becomes its own terrain, once a round",
    "stronghold.action.free_trading_post": "stronghold: a dwelling becomes a trading post for nothing, once a round",
    "stronghold.action.free_dwelling": "stronghold: a dwelling on any empty hex of its terrain for nothing, once a round",
}
COMMON = ("id", "terrain", "start", "cost", "income", "ship", "dig")  # what every faction has
COUNTED = ("stronghold.action.cult_steps", "stronghold.action.spades")  # said with their number


def powers(entry: Mapping[str, Any]) -> list[str]:
    """Returns the powers of a faction."""
    found = dict(_leaves({key: value for key, value in entry.items() if key not in COMMON}, ""))
    return [PHRASES.get(path, f"{path}: {{}}").format(value) for path, value in found.items() if path not in COUNTED]


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, str):
        yield f"{path}.{value}", value
    elif value:
        yield path, value
