"""The machine against slow, obvious versions of the same rules, on thousands of random positions."""

import copy
from functools import cache

import numpy as np
import pytest

from experiments.spirit_island.cases import make_table
from experiments.spirit_island.notation import Table
from experiments.spirit_island.positions import load_position
from simulator import spirit_island as si
from simulator.spirit_island.language.island import adjacency
from simulator.spirit_island.machine import dispatch, machine
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.words.labels import option_labels
from tests.spirit_island import naive

CONTENT = si.load_content()
BOARDS = CONTENT.source["boards"]
LIGHTNING, OCEAN, RIVER = "lightnings_swift_strike", naive.OCEAN_SPIRIT, naive.RIVER
TEAMS = [
    (LIGHTNING,),
    (OCEAN,),
    (naive.EARTH, OCEAN),
    (RIVER, LIGHTNING, naive.EARTH),
    (OCEAN, RIVER, naive.EARTH, LIGHTNING),
]
AIMING = [
    power
    for kind in ("minor_powers", "major_powers")
    for power in CONTENT.source[kind]
    if "range" in power
] + [power for spirit in CONTENT.source["spirits"] for power in spirit["unique_powers"] if "range" in power]  # fmt: skip
POSITIONS = 60  # of each test and team


@cache
def new_table(spirits: tuple[str, ...], adversary: tuple[str, int] | None = None) -> Table:
    """Returns a table whose position is loaded anew for every trial."""
    written = {"spirits": list(spirits), "boards": [*"ABCD"[: len(spirits)]], "expansion": "branch_and_claw", "position": {}}
    if adversary:
        written["adversary"] = {"id": adversary[0], "level": adversary[1]}
    return make_table(written)


def random_piece(rng: np.random.Generator, kind: str, sturdy: int) -> naive.Piece:
    health = naive.HEALTH[kind] + sturdy * (kind in ("town", "city"))
    return {"hits": int(rng.integers(health)), "strife": int(rng.random() < 0.3) if kind != "dahan" else 0}


def random_island(rng: np.random.Generator, spirits: tuple[str, ...], sturdy: int = 0) -> naive.Island:
    """Returns an island with random pieces, tokens and presence; no spirit has more presence than it may."""
    order = [*"ABCD"[: len(spirits)]]
    lands: dict[str, dict] = {}
    for board in order:
        for land in BOARDS["balanced"][board]["lands"]:
            counts = {kind: int(rng.integers(3)) for kind in (*naive.INVADERS, "dahan") if rng.random() < 0.4}
            lands[land] = {kind: [random_piece(rng, kind, sturdy) for _ in range(n)] for kind, n in counts.items()}
            lands[land] |= {kind: int(rng.integers(1, 3)) for kind in naive.TOKENS if rng.random() < 0.25}
    for spirit in spirits:
        oceans = [f"{board}0" for board in order if spirit == OCEAN]
        for land in rng.choice([*lands, *oceans], int(rng.integers(1, 4)), replace=False).tolist():
            presence = lands.setdefault(land, {}).setdefault("presence", {})
            presence[spirit] = int(rng.integers(1, 3))
    return naive.Island(BOARDS, order, adjacency(BOARDS, order), lands)


def load(table: Table, island: naive.Island, cards: dict | None = None) -> None:
    """Lays a random island on the table, with plenty of blight on the card."""
    spirits = {spirit: {"track": {"energy": 5, "plays": 0}} for spirit in table.spirits}
    load_position(table, {"lands": copy.deepcopy(island.lands), "spirits": spirits, "invader_cards": cards or {}}, 0)
    table.state["blight_pool"] = 90
    table.state["blight_box"] = 0
    machine.refresh(table.state, table.tables)


def run(table: Table, rng: np.random.Generator, step: int, land: int = 0) -> list[str]:
    """Runs a step with random answers; returns the lands that blight has cascaded into."""
    cascades = []
    machine.begin(table.state, table.tables, step, land, 0, 0, 0)
    machine.advance(table.state, table.tables, -1)
    while table.state["decision"]:
        answer = int(rng.integers(table.state["options"]))
        if table.state["decision"] == v.D_CASCADE:
            labels = option_labels(table.state, table.tables, table.content)
            cascades.append(labels[answer].removeprefix("land:"))
        machine.choose(table.state, answer)
        machine.advance(table.state, table.tables, -1)
    assert table.state["error"] == 0
    return cascades


def told(table: Table, island: naive.Island, kinds: tuple[str, ...]) -> dict[str, dict]:
    """Returns what lies in each space of the table, of some kinds and presence."""
    s = table.state
    found = {}
    for name in {*island.terrain, *island.oceans}:
        land = table.land(name)
        found[name] = {kind: int(s["pieces"][land, v.PIECES.index(kind)]) for kind in kinds}
        found[name] |= {spirit: int(s["presence"][player, land]) for player, spirit in enumerate(table.spirits)}
    return found


def expected(table: Table, island: naive.Island, kinds: tuple[str, ...]) -> dict[str, dict]:
    """Returns the same of the naive island."""
    return {
        name: {kind: island.count(name, kind) for kind in kinds}
        | {spirit: island.presence(spirit, name) for spirit in table.spirits}
        for name in {*island.terrain, *island.oceans}
    }


def health_left(table: Table, land: int, sturdy: int) -> int:
    """Returns how much damage the invaders of a land can still take."""
    s = table.state
    whole = sum(
        int(s["pieces"][land, v.PIECES.index(kind)]) * (naive.HEALTH[kind] + sturdy * (kind != "explorer"))
        for kind in naive.INVADERS
    )
    marks = range(int(s["marks"]))
    return whole - sum(int(s["mark_hits"][k]) for k in marks if s["mark_land"][k] == land and s["mark_kind"][k] != v.DAHAN)


def hits_on_dahan(table: Table, land: int) -> list[int]:
    """Returns the damage of each dahan of a land, whole ones included."""
    s = table.state
    hurt = [
        int(s["mark_hits"][k]) for k in range(int(s["marks"])) if s["mark_land"][k] == land and s["mark_kind"][k] == v.DAHAN
    ]
    return sorted([*hurt, *[0] * (int(s["pieces"][land, v.DAHAN]) - len(hurt))])


@pytest.mark.parametrize("spirits", [(spirit,) for spirit in CONTENT.spirits] + TEAMS[2:], ids=lambda team: "+".join(team))
def test_powers_aim_where_range_and_target_bar_allow(spirits):
    rng = np.random.default_rng(len(spirits))
    table = new_table(spirits)
    met = 0
    for _ in range(8):
        island = random_island(rng, spirits)
        load(table, island)
        table.state["energy"][0] = int(rng.integers(2))
        table.state["turn_elements"][0] = rng.integers(4, size=len(v.ELEMENTS))
        machine.refresh(table.state, table.tables)
        elements = {name: int(table.state["elements"][0, k]) for k, name in enumerate(v.ELEMENTS)}
        for power in AIMING:
            legal = machine.target_spaces(table.state, table.tables, 0, CONTENT.powers.index(power["id"]))
            found = {name for name in {*island.terrain, *island.oceans} if int(legal) >> table.land(name) & 1}
            assert found == naive.targets(island, spirits[0], power, elements, int(table.state["energy"][0])), power["id"]
            met += len(found)
    assert met > 500


@pytest.mark.parametrize("adversary", [None, ("sweden", 3), ("england", 5)], ids=str)
@pytest.mark.parametrize("spirits", TEAMS, ids=lambda team: "+".join(team))
def test_ravages_blight_kill_and_are_answered(spirits, adversary):
    rng = np.random.default_rng(11)
    table = new_table(spirits, adversary)
    sturdy = int(adversary == ("england", 5))
    damage = {"explorer": 1, "town": 3, "city": 5} if adversary == ("sweden", 3) else naive.DAMAGE
    for _ in range(POSITIONS):
        island = random_island(rng, spirits, sturdy)
        land = str(rng.choice(sorted(island.terrain)))
        load(table, island)
        place = table.land(land)
        defend = int(rng.integers(5))
        table.state["defend"][place] = defend
        before, pieces = health_left(table, place, sturdy), table.state["pieces"][place].copy()
        cascades = run(table, rng, dispatch.STEP_RAVAGE_LAND, place)
        if table.state["lost"]:
            continue  # blight everywhere: the chain ends with the blight on the card
        strikes = naive.ravage(island, land, defend, damage, cascades)
        heavy = 0
        if adversary == ("sweden", 3):  # Heavy Mining: the second blight of 6 damage
            heavy = int(table.state["pieces"][place, v.BLIGHT]) - island.count(land, "blight")
            assert heavy in (0, 1)
            island.lands[land]["blight"] = island.count(land, "blight") + heavy
        assert cascades == []
        assert told(table, island, ("dahan", *naive.TOKENS)) == expected(table, island, ("dahan", *naive.TOKENS))
        assert hits_on_dahan(table, place) == sorted(dahan["hits"] for dahan in island.lands[land].get("dahan", []))
        assert before - health_left(table, place, sturdy) == min(strikes, before)
        lost = pieces - table.state["pieces"][place]
        assert table.state["fear_generated"] == lost[v.TOWN] + 2 * lost[v.CITY]


@pytest.mark.parametrize("spirits", TEAMS, ids=lambda team: "+".join(team))
def test_blight_cascades_as_far_as_it_is_led(spirits):
    rng = np.random.default_rng(12)
    table = new_table(spirits)
    longest = 0
    for _ in range(POSITIONS):
        island = random_island(rng, spirits)
        for land in island.terrain:
            island.lands[land]["blight"] = int(rng.random() < 0.6)
        land = str(rng.choice(sorted(island.live())))
        load(table, island)
        cascades = run(table, rng, dispatch.STEP_ADD_BLIGHT, table.land(land))
        if table.state["lost"]:
            continue  # blight everywhere: the chain ends with the blight on the card
        longest = max(longest, len(cascades))
        naive.add_blight(island, land, cascades)
        assert cascades == []
        assert told(table, island, naive.TOKENS) == expected(table, island, naive.TOKENS)
    assert longest > 3


@pytest.mark.parametrize("adversary", [None, ("england", 1)], ids=str)
@pytest.mark.parametrize("spirits", TEAMS, ids=lambda team: "+".join(team))
def test_builds_come_where_invaders_are(spirits, adversary):
    rng = np.random.default_rng(13)
    table = new_table(spirits, adversary)
    kinds = (*naive.INVADERS, *naive.TOKENS)
    for _ in range(POSITIONS):
        island = random_island(rng, spirits)
        card = str(rng.choice([*naive.TERRAINS, "jungle+sands", "mountain+wetland"]))
        load(table, island, {"build": card})
        run(table, rng, dispatch.STEP_BUILD)
        naive.build(island, {*card.split("+")}, adversary is not None)
        assert told(table, island, kinds) == expected(table, island, kinds)


@pytest.mark.parametrize("spirits", TEAMS, ids=lambda team: "+".join(team))
def test_explores_come_from_towns_cities_and_the_sea(spirits):
    rng = np.random.default_rng(14)
    table = new_table(spirits)
    kinds = (*naive.INVADERS, *naive.TOKENS)
    for _ in range(POSITIONS):
        island = random_island(rng, spirits)
        card = str(rng.choice([*naive.TERRAINS, "jungle+sands", "mountain+wetland"]))
        load(table, island, {"explore": [card, "jungle+wetland"]})
        run(table, rng, dispatch.STEP_EXPLORE)
        naive.explore(island, {*card.split("+")})
        assert told(table, island, kinds) == expected(table, island, kinds)
