"""The difference between two states of one game, in words. Only reads; knows no causes."""

from __future__ import annotations

from collections import Counter

import numpy as np

from simulator.spirit_island import vocabulary as v
from simulator.spirit_island.assembler import Content
from simulator.spirit_island.labels import land_name, land_names, piece_name, spirit_id

ZONE_WORDS = {v.HAND: "to hand", v.DISCARD: "to the discard", v.PLAY: "played"}
NUMBERS = {"fear": "fear_generated", "fear cards earned": "earned_total", "blight on the card": "blight_pool"}
SLOT_WORDS = ("ravage", "build", "explore", "extra build")


class Reader:
    """Names what lies in the states of one game."""

    def __init__(self, tables: np.void, content: Content) -> None:
        self.tables = tables
        self.content = content

    def land(self, state: np.void, land: int) -> str:
        """Returns the name of a land."""
        return land_name(state, self.tables, self.content, land)

    def spirit(self, state: np.void, player: int) -> str:
        """Returns the printed name of a player's spirit."""
        return self.content.names["spirits"][spirit_id(state, self.content, player)]

    def power(self, power: int) -> str:
        """Returns the printed name of a power."""
        return self.content.names["powers"][self.content.powers[int(power)]]

    def pieces(self, state: np.void, land: int) -> Counter[str]:
        """Returns the pieces of a land by name, each with its hits and strife."""
        found: Counter[str] = Counter()
        for kind, name in enumerate(v.PIECES):
            found[name] += int(state["pieces"][land, kind])
        for mark in range(int(state["marks"])):
            if state["mark_land"][mark] == land:
                kind, hits, strife = (int(state[f"mark_{what}"][mark]) for what in ("kind", "hits", "strife"))
                if hits or strife:
                    found[v.PIECES[kind]] -= 1
                    found[piece_name(kind, hits, strife)] += 1
        return +found

    def contents(self, state: np.void, land: int) -> str:
        """Returns the pieces of a land in words."""
        return ", ".join(f"{count} {name}" for name, count in self.pieces(state, land).items())

    def presence(self, state: np.void, land: int) -> str:
        """Returns the presence in a land in words."""
        players = range(int(state["players"]))
        counts = {self.spirit(state, player): int(state["presence"][player, land]) for player in players}
        return ", ".join(f"{name} {count}" for name, count in counts.items() if count)

    def board(self, state: np.void) -> list[str]:
        """Returns the island as a table: land, terrain, pieces, presence; empty oceans are left out."""
        rows = []
        for name, land in land_names(state, self.tables, self.content).items():
            terrain = int(self.tables["layout_terrain"][state["layout"], land])
            pieces, presence = self.contents(state, land), self.presence(state, land)
            if terrain != v.OCEAN or pieces or presence:
                rows.append((name, (*v.TERRAINS, "ocean")[terrain], pieces or "–", presence))
        width = max(len(row[2]) for row in rows)
        return [f"  {name:<4} {kind:<9} {held:<{width}}  {presence}".rstrip() for name, kind, held, presence in rows]

    def changes(self, old: np.void, new: np.void) -> list[str]:
        """Returns what differs between two states, the island first."""
        found = [*self._land_changes(old, new), *self._spirit_changes(old, new)]
        for word, field in NUMBERS.items():
            if new[field] != old[field]:
                found.append(f"{word} {int(new[field]) - int(old[field]):+d}")
        if new["terror_level"] != old["terror_level"]:
            found.append(f"terror level {int(new['terror_level'])}")
        if new["blighted"] != old["blighted"]:
            found.append("the blight card flips")
        for slot, word in enumerate(SLOT_WORDS):
            cards = self._slot(new, slot)
            if cards != self._slot(old, slot):
                found.append(f"{word}: {', '.join(cards) or 'no card'}")
        return found

    def _slot(self, state: np.void, slot: int) -> list[str]:
        return [self.content.invader_cards[int(card)] for card in state["slot"][slot, : state["slot_count"][slot]]]

    def _land_changes(self, old: np.void, new: np.void) -> list[str]:
        found = []
        for name, land in land_names(new, self.tables, self.content).items():
            before, after = self.pieces(old, land), self.pieces(new, land)
            changed = [f"{after[p] - before[p]:+d} {p}" for p in {**before, **after} if after[p] != before[p]]
            for player in range(int(new["players"])):
                added = int(new["presence"][player, land]) - int(old["presence"][player, land])
                if added:
                    changed.append(f"{added:+d} presence of {self.spirit(new, player)}")
            if new["defend"][land] > old["defend"][land]:
                changed.append(f"defend {int(new['defend'][land])}")
            changed += self._new_rules(int(old["land_rules"][land]), int(new["land_rules"][land]))
            if changed:
                found.append(f"{name}: {', '.join(changed)}")
        return found

    def _new_rules(self, old: int, new: int) -> list[str]:
        return [rule.replace("_", " ") for bit, rule in enumerate(v.LAND_RULES) if (new & ~old) >> bit & 1]

    def _spirit_changes(self, old: np.void, new: np.void) -> list[str]:
        found = []
        for player in range(int(new["players"])):
            changed = []
            if new["energy"][player] != old["energy"][player]:
                gained = int(new["energy"][player]) - int(old["energy"][player])
                changed.append(f"{gained:+d} energy ({int(new['energy'][player])})")
            changed += self._card_changes(old, new, player)
            if new["destroyed"][player] > old["destroyed"][player]:
                changed.append(f"{int(new['destroyed'][player]) - int(old['destroyed'][player])} presence destroyed")
            elements = new["turn_elements"][player] - old["turn_elements"][player]
            changed += [f"+{int(n)} {name}" for n, name in zip(elements, v.ELEMENTS) if n > 0]
            if changed:
                found.append(f"{self.spirit(new, player)}: {', '.join(changed)}")
        return found

    def _card_changes(self, old: np.void, new: np.void, player: int) -> list[str]:
        before, after = _zones(old, player), _zones(new, player)
        found = []
        for card, zone in after.items():
            if card not in before:
                found.append(f"gains {self.power(card)}")
            elif before[card] != zone:
                found.append(f"{self.power(card)} {ZONE_WORDS[zone]}")
        return found + [f"forgets {self.power(card)}" for card in before if card not in after]


def _zones(state: np.void, player: int) -> dict[int, int]:
    count = int(state["cards"][player])
    return {int(c): int(z) for c, z in zip(state["own_card"][player, :count], state["own_zone"][player, :count])}
