"""What must hold after every decision: nothing appears, nothing is lost, every option is legal and there once."""

from __future__ import annotations

import numpy as np

from simulator import terra_mystica as tm
from simulator.core.agenda import unpack
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.record.state import FR_TOWNS, MAX_OPTIONS
from tests.terra_mystica import naive

CONTENT = naive.CONTENT
TABLES = CONTENT.tables[0]
TOKENS = 12
PRIESTS = 7
FREE_CARDS = 3  # T4.3
SUPPLY = np.array([0, 8, 4, 3, 1, 1])


def check(game: tm.Game, in_depth: bool = True) -> None:
    """Asserts what must hold while somebody is asked."""
    s = game.state
    assert s["error"] == 0
    check_seats(s)
    check_supplies(s)
    check_sets(s)
    offered = s["option"][: s["options"]].tolist()
    assert 1 < len(offered) <= MAX_OPTIONS
    assert len(set(offered)) == len(offered)
    if in_depth:
        check_map(s)
        check_options(s, offered)


def check_seats(s: np.void) -> None:
    """Asserts what each seat has."""
    players = int(s["players"])
    for good in ("C", "W", "P", "VP", "keys"):
        assert (s[good] >= 0).all(), good
    assert (s["bowls"] >= 0).all()
    assert (s["vp_source"].sum(axis=1) == s["VP"])[:players].all()
    laid_out = s["bowls"][:players].sum(axis=1) > 0
    assert (s["bowls"].sum(axis=1) + s["burnt"] == TOKENS)[:players][laid_out].all()
    assert (s["P"] + s["priests_out"] <= PRIESTS).all()
    assert (s["count"] <= SUPPLY).all()
    assert ((s["cult"] >= 0) & (s["cult"] <= v.TOP_LEVEL)).all()
    for seat in range(players):
        standing = (s["priest_space"] == seat).sum()
        assert standing == s["priests_out"][seat]
        tops = [track for track in range(4) if s["cult"][seat, track] == v.TOP_LEVEL]
        assert tops == [track for track in range(4) if s["top"][track] == seat]
        assert s["keys"][seat] + len(tops) == (s["towns"][seat] * TABLES["town_keys"]).sum()


def check_supplies(s: np.void) -> None:
    """Asserts that every tile and card is in one place."""
    players = int(s["players"])
    owned = sum((s["favors"][seat] >> np.arange(v.FAVORS) & 1) for seat in range(players))
    assert (owned + s["favors_left"] == TABLES["favor_count"]).all()
    in_play = ~TABLES["town_outside"].astype(bool) | bool(s["flags"] & v.EXTRA_TOWNS)
    assert (s["towns"].sum(axis=0) + s["towns_left"] == TABLES["town_count"] * in_play).all()
    assert (s["card_holder"] != v.OUT_OF_PLAY).sum() == players + FREE_CARDS
    for seat in range(players):
        held = np.flatnonzero(s["card_holder"] == seat).tolist()
        assert held == ([int(s["card"][seat])] if s["card"][seat] >= 0 else [])
    if s["round"] > 0:
        assert (s["card_holder"] == v.ON_TABLE).sum() == FREE_CARDS
        assert (s["card_holder"][s["card_coins"] > 0] == v.ON_TABLE).all()
    sites = s["bridge_site"][: s["bridges"]].tolist()
    assert len(set(sites)) == len(sites)
    assert (np.bincount(s["bridge_seat"][: s["bridges"]], minlength=v.MAX_SEATS) == s["bridges_built"]).all()
    assert (s["bridges_built"] <= v.OWN_BRIDGES).all()


def as_set(words: np.ndarray) -> set[int]:
    """Returns a set of hexes held in two words."""
    whole = int(words[0]) | int(words[1]) << 64
    return {hexagon for hexagon in range(v.HEXES) if whole >> hexagon & 1}


def check_sets(s: np.void) -> None:
    """Asserts that structures stand on the home terrain of their owners, each on a hex of its own."""
    built = np.flatnonzero(s["owner"] >= 0)
    assert (s["structure"][built] > 0).all()
    assert (s["structure"] > 0).sum() == len(built)
    owners = s["owner"][built]
    assert (s["terrain"][built] == TABLES["home"][s["faction"][owners]]).all()
    counts = np.zeros_like(s["count"])
    np.add.at(counts, (owners, s["structure"][built]), 1)
    assert (counts == s["count"]).all()
    assert ((s["terrain"] == v.RIVER) == (TABLES["terrain"] == v.RIVER)).all()


def check_map(s: np.void) -> None:
    """Asserts that the sets of the state say what the map says."""
    assert as_set(s["built"]) == set(np.flatnonzero(s["owner"] >= 0).tolist())
    for terrain in range(len(v.TERRAINS)):
        assert as_set(s["of_terrain"][terrain]) == set(np.flatnonzero(s["terrain"] == terrain).tolist())
    for seat in range(int(s["players"])):
        own = naive.own(s, seat)
        assert as_set(s["own"][seat]) == own == set(s["sites"][seat][: s["site_count"][seat]].tolist())
        assert as_set(s["direct"][seat]) == {other for site in own for other in naive.directly(s, site)}
        for site, builder in zip(s["bridge_site"], s["bridge_seat"][: s["bridges"]]):
            if builder == seat:
                assert own & {CONTENT.hexes.index(end) for end in CONTENT.sites[site]}
    assert as_set(s["in_town"]) <= as_set(s["built"])
    founding = FR_TOWNS in s["frame"][: s["frames"], 0]
    if s["decision"] in (v.D_ACTION, v.D_TURN_END) and not founding and s["towns_left"].any():
        for seat in range(int(s["players"])):
            assert naive.untaken_towns(s, seat) == []


def check_options(s: np.void, offered: list[int]) -> None:
    """Asserts that exactly the hexes within reach are offered for building, and only those for transforming."""
    if s["decision"] not in (v.D_ACTION, v.D_TRANSFORM):
        return
    seat = int(s["asked"])
    entry = naive.faction(s, seat)
    skip = int(s["skip"][seat])
    level = int(s["ship"][seat])
    if s["phase"] == v.ACTIONS and "ship" in entry and s["card"][seat] >= 0:
        level += int(TABLES["card_ship"][s["card"][seat]])
    reach = naive.reachable(s, seat, level, skip if s["phase"] == v.ACTIONS else 0)
    kinds = [unpack(option) for option in offered]
    if s["decision"] == v.D_TRANSFORM:
        assert {a for kind, a, _, _ in kinds if kind == v.O_TRANSFORM} <= reach
        assert all(s["terrain"][a] != b for kind, a, b, _ in kinds if kind == v.O_TRANSFORM)
        return
    near = naive.reachable(s, seat, level, 0)
    price = entry["cost"]["D"]
    toll = entry.get("skip", {}).get("cost", {})
    if s["count"][seat, v.STRONGHOLD]:
        toll = entry["stronghold"].get("skip_cost", toll)
    home = {h for h in reach if s["terrain"][h] == v.TERRAIN_LETTERS.index(entry["terrain"])}
    able = s["C"][seat] >= price["C"] and s["W"][seat] >= price["W"] and s["count"][seat, v.DWELLING] < SUPPLY[v.DWELLING]
    can_leap = able and s["W"][seat] >= price["W"] + toll.get("W", 0) and s["P"][seat] >= toll.get("P", 0)
    expected = {h for h in home if (able if h in near else can_leap)}
    assert {a for kind, a, _, _ in kinds if kind == v.O_BUILD} == expected


def check_end(game: tm.Game) -> None:
    """Asserts what must hold when a game is over."""
    s = game.state
    assert game.outcome == "finished"
    assert s["round"] == v.ROUNDS
    check_seats(s)
    check_supplies(s)
    check_map(s)
    players = int(s["players"])
    assert [naive.largest_network(s, seat) for seat in range(players)] == s["network"][:players].tolist()
    seats = game.result()["seats"]
    assert abs(sum(seat["win"] for seat in seats) - 1) < 1e-6
    assert max(seat["vp"] for seat in seats) == next(seat["vp"] for seat in seats if seat["rank"] == 1)
