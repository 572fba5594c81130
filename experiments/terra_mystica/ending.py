"""The end of a recorded game: the final scoring source by source, the final seats, the map."""

from __future__ import annotations

from typing import Any

from experiments.core.study import Difference
from experiments.terra_mystica.recorded import RecordedGame, Row, State
from experiments.terra_mystica.walk import Walk
from simulator.core.errors import UserError
from simulator.terra_mystica.record import vocabulary as v

SOURCES = {  # ours -> theirs
    "start": "start", "round_tile": "round tile", "faction": "faction", "stronghold": "SH", "favor_dwelling": "FAV11",
    "favor_trading_post": "FAV10", "favor_pass": "FAV12", "card_dwelling": "BON9", "card_trading_post": "BON7",
    "card_large": "BON6", "card_shipping": "BON10", "town": "TW", "advance_ship": "advance ship",
    "advance_dig": "advance dig", "leech": "leech", "network": "network", "fire": "fire", "water": "water",
    "earth": "earth", "air": "air", "resources": "resources or exchange",
}  # fmt: skip
RESOURCES = "resources"


# --- the rows of the final scoring


def scored_state(walk: Walk, before: Walk, row: Row, scored: list[tuple[int, str]]) -> State:
    """Returns the state of a seat after the rows of its final scoring so far: the machine scores all at once."""
    if not row.is_scoring:
        raise UserError("after the last pass there is only scoring (T15.1)")
    words = row.text.split()
    source = words[1]
    if (row.seat, source) in scored:
        raise UserError(f"{source} is scored already (T15)")
    points = points_gained(walk, before, row.seat, source)
    if len(words) > 2 and int(words[2]) != points:
        raise UserError(f"{source} is worth {points} (T15)")
    scored.append((row.seat, source))
    mine = [done for seat, done in scored if seat == row.seat]
    state = (walk if RESOURCES in mine else before).seat_state(row.seat)
    points_before = before.seat_state(row.seat)[0]
    return (points_before + sum(points_gained(walk, before, row.seat, done) for done in mine), *state[1:])


def points_gained(walk: Walk, before: Walk, seat: int, source: str) -> int:
    """Returns what a seat scored for a source at the end."""
    number = v.SOURCES.index(source)
    return int(walk.state["vp_source"][seat, number]) - int(before.state["vp_source"][seat, number])


# --- what is compared after the last row


def end_differences(walk: Walk, game: RecordedGame) -> list[Difference]:
    """Returns the differences between the final scores and the map and what was recorded."""
    if walk.match.outcome != "finished":
        return [{"what": "outcome", "expected": "finished", "got": f"not over: {walk.owes()}"}]
    found: list[Difference] = []
    for seat, result in enumerate(walk.match.result()["seats"]):
        got, expected = final_seat(result), game.final[str(seat + 1)]
        if walk.match.tables["sh_vp"][walk.state["faction"][seat]]:
            got, expected = _with_one_source(got), _with_one_source(expected)
        _compare(found, f"seat {seat + 1}", got, expected)
    _compare(found, "map", final_hexes(walk), game.hexes)
    bridges = sorted((sorted(site), seat + 1) for site, seat in game.bridges)
    _compare(found, "map", {"bridges": final_bridges(walk)}, {"bridges": bridges})
    return found


def _compare(found: list[Difference], where: str, got: dict[str, Any], expected: dict[str, Any]) -> None:
    for key, right in expected.items():
        if isinstance(right, dict):
            inner = got.get(key, {})
            _compare(found, f"{where} {key}", {name: inner.get(name, 0) for name in (*right, *inner)}, right)
            extra = {name: value for name, value in inner.items() if name not in right and value}
            found += [{"what": f"{where} {key} {name}", "expected": 0, "got": value} for name, value in extra.items()]
        elif got.get(key) != right:
            found.append({"what": f"{where} {key}", "expected": right, "got": got.get(key)})


def _with_one_source(seat: dict[str, Any]) -> dict[str, Any]:
    """Counts what a stronghold scored at once among the steps of shipping, as records do (T13.4)."""
    points = dict(seat["vp_by_source"])
    total = points.pop("SH", 0) + points.get("advance ship", 0)
    return seat | {"vp_by_source": points | ({"advance ship": total} if total else {})}


def final_seat(result: dict[str, Any]) -> dict[str, Any]:
    """Returns the result of a seat as recorded games write it."""
    towns = [town for town, count in result["town_tiles"].items() for _ in range(count)]
    return {
        "vp": result["vp"],
        "vp_by_source": {SOURCES[source]: points for source, points in result["vp_by_source"].items()},
        **{structure: result["structures"].get(structure, 0) for structure in v.STRUCTURES[1:]},
        "cult": list(result["cult"].values()),
        "favors": result["favor_tiles"],
        "towns": towns,
        **{name: result[name] for name in ("keys", "ship", "dig", "network", "tokens")},
    }


def final_hexes(walk: Walk) -> dict[str, str]:
    """Returns the land of the map as recorded games write it."""
    state, content = walk.state, walk.match.content
    return {
        place: v.TERRAIN_LETTERS[state["terrain"][number]] + _structure(state, number)
        for number, place in enumerate(content.hexes)
        if state["terrain"][number] != v.RIVER
    }


def _structure(state: Any, number: int) -> str:
    if not state["structure"][number]:
        return ""
    town = int(state["in_town"][number // 64]) >> number % 64 & 1
    return ":" + v.STRUCTURES[state["structure"][number]] + "*" * town


def final_bridges(walk: Walk) -> list[tuple[list[str], int]]:
    """Returns the bridges with the seats that built them."""
    state, sites = walk.state, walk.match.content.sites
    return sorted(
        (sorted(sites[state["bridge_site"][bridge]]), int(state["bridge_seat"][bridge]) + 1)
        for bridge in range(int(state["bridges"]))
    )
