"""Slow, obvious versions of algorithms that the product does fast; tests compare the two."""

from collections.abc import Mapping, Set


def spaces_within(neighbours: Mapping[str, Set[str]], start: str, steps: int) -> set[str]:
    """Returns the spaces at most so many steps away; a path may begin or end in an ocean ('A0'), never pass one."""
    reached = {start}
    edge = {start}
    for _ in range(steps):
        passable = {space for space in edge if space == start or not is_ocean(space)}
        edge = {neighbour for space in passable for neighbour in neighbours[space]} - reached
        reached |= edge
    return reached


def is_ocean(space: str) -> bool:
    """Tells whether a space such as 'NE0' is the ocean of its board."""
    return space.lstrip("ABCDENW") == "0"


# --- what lies on the island, as case files write it

TERRAINS = ("jungle", "mountain", "sands", "wetland")
INVADERS = ("explorer", "town", "city")
TOKENS = ("blight", "beasts", "wilds", "disease")
HEALTH = {"explorer": 1, "town": 2, "city": 3, "dahan": 2}
DAMAGE = {"explorer": 1, "town": 2, "city": 3}
OCEAN_SPIRIT, RIVER, EARTH, SHADOWS = (
    "oceans_hungry_grasp", "river_surges_in_sunlight", "vital_strength_of_the_earth", "shadows_flicker_like_flame",
)  # fmt: skip
Piece = dict[str, int]  # hits, strife


class Island:
    """Lands by name, each a mapping as in a position, with all pieces of a kind as a list and presence by spirit."""

    def __init__(self, boards: dict, order: list[str], neighbours: Mapping[str, Set[str]], lands: dict[str, dict]) -> None:
        facts = {name: land for board in order for name, land in boards["balanced"][board]["lands"].items()}
        self.terrain = {name: land["terrain"] for name, land in facts.items()}
        self.coastal = {name for name, land in facts.items() if land.get("coastal")}
        self.neighbours = {name: set(near) for name, near in neighbours.items()}
        for name in self.coastal:  # each board's ocean lies before its own coast
            ocean = f"{name.rstrip('0123456789')}0"
            self.neighbours[name].add(ocean)
            self.neighbours.setdefault(ocean, set()).add(name)
        self.lands = lands
        self.oceans = {f"{board}0" for board in order}

    def count(self, land: str, kind: str) -> int:
        """Returns how many pieces of a kind are in a space; `invaders` and `buildings` are kinds too."""
        if kind == "invaders":
            return sum(self.count(land, each) for each in INVADERS)
        if kind == "buildings":
            return self.count(land, "town") + self.count(land, "city")
        here = self.lands.get(land, {}).get(kind, 0)
        return len(here) if isinstance(here, list) else here

    def presence(self, spirit: str, land: str) -> int:
        """Returns the presence of a spirit in a space."""
        return self.lands.get(land, {}).get("presence", {}).get(spirit, 0)

    def live(self) -> set[str]:
        """Returns the spaces that are lands for powers and blight: oceans of boards with Ocean's presence too (R14.3)."""
        boards = {land.rstrip("0123456789") for land in self.lands if self.presence(OCEAN_SPIRIT, land)}
        return set(self.terrain) | {ocean for ocean in self.oceans if ocean.rstrip("0") in boards}

    def terrain_of(self, land: str) -> str:
        """Returns the terrain; an ocean in play is a wetland."""
        return self.terrain.get(land, "wetland")

    def beside(self, land: str) -> set[str]:
        """Returns the lands next to a space, oceans in play among them."""
        return set(self.neighbours[land]) & self.live() - {land}


# --- reach and targets (R14.5, R14.6, R21.3)


def origins(island: Island, spirit: str, source: object) -> set[str]:
    """Returns the lands from which a power of a spirit is measured."""
    mine = {land for land in island.live() if island.presence(spirit, land)}
    if source == "presence":
        return mine
    if source == "sacred_site":
        river = {land for land in mine if spirit == RIVER and island.terrain_of(land) == "wetland"}
        return river | {land for land in mine if island.presence(spirit, land) >= 2}
    assert isinstance(source, dict)
    return {land for land in mine if island.terrain_of(land) in source["presence_in"]}


def reach(island: Island, starts: Set[str], steps: int) -> set[str]:
    """Returns the lands at most so many steps from any start; paths lead through lands in play only."""
    live = island.live()
    found = set(starts) & live
    for _ in range(steps):
        found |= {other for land in found for other in island.neighbours[land]} & live
    return found


def fits(island: Island, bar: object, land: str) -> bool:
    """Tells whether a land suits a target bar: a mapping whose entries must all hold, or a list of which one must."""
    if isinstance(bar, list):
        return any(fits(island, each, land) for each in bar)
    assert isinstance(bar, dict)
    assert bar.keys() <= {"terrain", "coastal", "inland", "has", "none"}
    coastal = land in island.coastal or land in island.oceans
    words = {key: [bar[key]] if isinstance(bar.get(key), str) else bar.get(key, []) for key in ("has", "none")}
    return all([
        "terrain" not in bar or island.terrain_of(land) in bar["terrain"],
        not bar.get("coastal") or coastal,
        not bar.get("inland") or not coastal,
        not words["has"] or any(island.count(land, kind) for kind in words["has"]),
        not any(island.count(land, kind) for kind in words["none"]),
    ])  # fmt: skip


def targets(island: Island, spirit: str, power: dict, elements: dict[str, int], energy: int) -> set[str]:
    """Returns the lands a spirit may aim a power at."""
    starts = origins(island, spirit, power["range"]["from"])
    steps = power["range"]["max"]
    for more in power.get("range_if", []):
        steps += more["plus"] * all(elements.get(element, 0) >= need for element, need in more["need"].items())
    lands = reach(island, starts, steps)
    if spirit == SHADOWS and energy and starts:
        lands |= {land for land in island.live() if island.count(land, "dahan")}
    return {land for land in lands if fits(island, power["target"], land)}


# --- blight (R19)


def add_blight(island: Island, land: str, cascades: list[str]) -> None:
    """Adds a blight with all that follows, cascading into the given lands in turn; all of them must be used up."""
    here = island.lands.setdefault(land, {})
    had = here.get("blight", 0)
    here["blight"] = had + 1
    here["presence"] = {spirit: count - 1 for spirit, count in here.get("presence", {}).items() if count > 1}
    if had and island.beside(land):
        goal = cascades.pop(0)
        assert goal in island.beside(land)
        add_blight(island, goal, cascades)


# --- ravage (R7)


def ravage(island: Island, land: str, defend: int, damage: Mapping[str, int], cascades: list[str]) -> int:
    """Ravages a land up to the counterattack; returns how much the dahan strike back with."""
    here = island.lands[land]
    if not island.count(land, "invaders"):
        return 0
    total = sum(damage[kind] for kind in INVADERS for piece in here.get(kind, []) if not piece["strife"])
    for kind in INVADERS:
        for piece in here.get(kind, []):
            piece["strife"] = max(0, piece["strife"] - 1)
    total = max(0, total - defend - 3 * (island.presence(EARTH, land) >= 2))
    left = total
    survivors = []
    for piece in sorted(here.get("dahan", []), key=lambda dahan: -dahan["hits"]):
        suffered = min(left, HEALTH["dahan"] - piece["hits"])
        left -= suffered
        if piece["hits"] + suffered < HEALTH["dahan"]:
            survivors.append({"hits": piece["hits"] + suffered, "strife": 0})
    here["dahan"] = survivors
    if total >= 2:
        add_blight(island, land, cascades)
    return 2 * len(survivors)


# --- build and explore (R8, R9)


def build(island: Island, terrains: Set[str], invites_neighbours: bool) -> None:
    """Builds in all lands of the terrains; with England 1 also next to two buildings, judged before the first build."""
    due = []
    for land in sorted(island.terrain):
        near = sum(island.count(other, "buildings") for other in island.neighbours[land] if other in island.terrain)
        if island.terrain[land] in terrains and (island.count(land, "invaders") or (invites_neighbours and near >= 2)):
            due.append(land)
    for land in due:
        here = island.lands.setdefault(land, {})
        if here.get("disease"):
            here["disease"] -= 1
            continue
        kind = "city" if island.count(land, "town") > island.count(land, "city") else "town"
        here[kind] = [*here.get(kind, []), {"hits": 0, "strife": 0}]


def explore(island: Island, terrains: Set[str]) -> None:
    """Explores all lands of the terrains that are coastal, hold a town or city or lie beside one."""
    settled = {land for land in island.terrain if island.count(land, "buildings")}
    reached = island.coastal | settled | {land for land in island.terrain if island.neighbours[land] & settled}
    for land in sorted(reached):
        if island.terrain[land] not in terrains:
            continue
        here = island.lands.setdefault(land, {})
        if here.get("wilds"):
            here["wilds"] -= 1
        else:
            here["explorer"] = [*here.get("explorer", []), {"hits": 0, "strife": 0}]
