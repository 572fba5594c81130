"""What lies on the table and what differs between two states of one game, in words. Only reads; knows no causes."""

from __future__ import annotations

from collections import Counter

import numpy as np

from simulator.spirit_island.language.assembler import Content
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.words.amounts import piece
from simulator.spirit_island.words.labels import land_name, land_names, spirit_id

ZONE_WORDS = {v.HAND: "returns to hand", v.DISCARD: "goes to the discard", v.PLAY: "played"}
TRACK_WORDS = ("energy track", "card-play track")
SLOT_WORDS = ("ravage", "build", "explore", "extra build")
STAGES = {"i": "I", "ii": "II", "iii": "III"}
# Effects of the turn that move no piece: field of the state -> words after the number added.
SPIRIT_EFFECTS = {
    "extra_plays": "card plays this turn",
    "range_bonus": "range this turn",
    "coastal_range_bonus": "range towards coastal lands this turn",
    "ward": "defend in all its lands this turn",
    "fast_grants": "slow powers may be used fast",
    "reclaim_played": "played cards may return to hand at the end of turn",
}
TABLE_EFFECTS = {
    "grants": "a power card may be repeated",
    "watches": "deaths there will be answered this turn",
    "skips": "invaders skip actions this turn where the card says so",
}
WOUNDED = (v.EXPLORER, v.TOWN, v.CITY, v.DAHAN)
MOVED = (*WOUNDED, v.BEASTS)


def invader_card_words(card: str) -> str:
    """Returns an invader card in words: 'sands (I)', 'jungle+sands (III)'."""
    stage, _, lands = card.partition("_")
    return f"{lands.replace('_', '+')} ({STAGES[stage]})"


class Reader:
    """Puts into words what lies in the states of one game."""

    def __init__(self, tables: np.void, content: Content) -> None:
        self.tables = tables
        self.content = content

    # --- names

    def land(self, state: np.void, land: int) -> str:
        """Returns the name of a land."""
        return land_name(state, self.tables, self.content, land)

    def spirit(self, state: np.void, player: int) -> str:
        """Returns the printed name of a player's spirit."""
        return self.content.names["spirits"][spirit_id(state, self.content, player)]

    def power(self, power: int) -> str:
        """Returns the printed name of a power."""
        return self.content.names["powers"][self.content.powers[int(power)]]

    def piece(self, kind: int) -> str:
        """Returns the name of a kind of piece."""
        return self.content.names["pieces"][v.PIECES[kind]]

    def terrain(self, terrain: int) -> str:
        """Returns the name of a terrain."""
        return self.content.names["terrains"][(*v.TERRAINS, "ocean")[terrain]]

    def invader_cards(self, state: np.void, slot: int) -> str:
        """Returns the cards on one space of the invader board in words."""
        cards = state["slot"][slot, : state["slot_count"][slot]]
        return ", ".join(invader_card_words(self.content.invader_cards[int(card)]) for card in cards) or "–"

    # --- the table

    def marks(self, state: np.void, land: int) -> Counter[str]:
        """Returns the pieces of a land that bear damage or strife, in words."""
        found: Counter[str] = Counter()
        for mark in range(int(state["marks"])):
            kind, hits, strife = (int(state[f"mark_{what}"][mark]) for what in ("kind", "hits", "strife"))
            if state["mark_land"][mark] == land and (hits or strife):
                words = [f"{hits} damage"] * bool(hits) + [f"{strife} strife"] * bool(strife)
                found[f"{self.piece(kind)} with {' and '.join(words)}"] += 1
        return found

    def contents(self, state: np.void, land: int) -> str:
        """Returns the pieces of a land in words."""
        marks = self.marks(state, land)
        whole = {self.piece(kind): int(count) for kind, count in enumerate(state["pieces"][land])}
        for words, count in marks.items():
            whole[words.partition(" with ")[0]] -= count
        return ", ".join(_told(count, words) for words, count in {**whole, **marks}.items() if count)

    def presence(self, state: np.void, land: int) -> str:
        """Returns the presence in a land in words."""
        players = range(int(state["players"]))
        counts = {self.spirit(state, player): int(state["presence"][player, land]) for player in players}
        return ", ".join(f"{name} {count}" for name, count in counts.items() if count)

    def table(self, state: np.void) -> list[str]:
        """Returns all that lies on the table."""
        return [*self.summary(state), *self.panels(state), *self.board(state)]

    def summary(self, state: np.void) -> list[str]:
        """Returns fear, blight and invader cards."""
        side = "blighted" if state["blighted"] else "healthy"
        cards = "no card" if state["blight_card"] < 0 else f"{side} side"
        left = int(state["invader_size"]) - int(state["invader_top"])
        ravage, build = self.invader_cards(state, 0), self.invader_cards(state, 1)
        return [
            f"  terror level {int(state['terror_level'])}, fear {int(state['fear'])} of {int(state['fear_pool'])}, "
            f"fear cards waiting: {int(state['earned_count'])}; {int(state['blight_pool'])} blight left ({cards})",
            f"  invader cards: ravage {ravage}, build {build}, {left} left to explore",
        ]

    def board(self, state: np.void) -> list[str]:
        """Returns the island as a table; oceans without anything are left out."""
        rows = [("land", "terrain", "pieces", "presence")]
        for name, land in land_names(state, self.tables, self.content).items():
            terrain = int(self.tables["layout_terrain"][state["layout"], land])
            pieces, presence = self.contents(state, land), self.presence(state, land)
            if terrain != v.OCEAN or pieces or presence:
                rows.append((name, self.terrain(terrain), pieces or "–", presence))
        width = max(len(row[2]) for row in rows)
        return [f"  {name:<4} {kind:<9} {held:<{width}}  {presence}".rstrip() for name, kind, held, presence in rows]

    def panels(self, state: np.void) -> list[str]:
        """Returns a line per spirit: its energy and its cards."""
        lines = []
        for player in range(int(state["players"])):
            zones: dict[int, list[str]] = {zone: [] for zone in (v.HAND, v.DISCARD)}
            for card, zone in _zones(state, player).items():
                zones.setdefault(zone, []).append(self.power(card))
            hand, discard = (", ".join(zones[zone]) or "–" for zone in (v.HAND, v.DISCARD))
            energy = int(state["energy"][player])
            lines.append(f"  {self.spirit(state, player)}: {energy} energy; hand: {hand}; discard: {discard}")
        return lines

    # --- differences

    def changes(self, old: np.void, new: np.void, here: int = -1) -> list[str]:
        """Returns what differs between two states; a change in the land `here` does not name it."""
        found = [*self._land_changes(old, new, here), *self._spirit_changes(old, new)]
        if new["fear_generated"] != old["fear_generated"]:
            fear = int(new["fear_generated"]) - int(old["fear_generated"])
            found.append(f"{fear} fear ({int(new['fear'])} of {int(new['fear_pool'])})")
        if new["earned_total"] != old["earned_total"]:
            cards = int(new["earned_total"]) - int(old["earned_total"])
            found.append("a fear card is earned" if cards == 1 else f"{cards} fear cards are earned")
        if new["terror_level"] != old["terror_level"]:
            found.append(f"terror level rises to {int(new['terror_level'])}")
        if new["blight_pool"] != old["blight_pool"]:
            found.append(f"{int(new['blight_pool'])} blight left on the card")
        if new["blighted"] != old["blighted"]:
            found.append("the blight card flips: the island is blighted")
        return found + [words for effect, words in TABLE_EFFECTS.items() if new[effect] > old[effect]]

    def advanced_cards(self, old: np.void, new: np.void) -> str | None:
        """Tells where the invader cards lie now, if they have advanced."""
        if all(self.invader_cards(old, slot) == self.invader_cards(new, slot) for slot in (0, 1)):
            return None
        return f"ravage {self.invader_cards(new, 0)}, build {self.invader_cards(new, 1)}"

    def _land_changes(self, old: np.void, new: np.void, here: int) -> list[str]:
        moves, moved = self._moves(old, new)
        found = []
        for name, land in land_names(new, self.tables, self.content).items():
            changed = []
            for kind in range(len(v.PIECES)):
                added = int(new["pieces"][land, kind]) - int(old["pieces"][land, kind]) - moved[kind, land]
                if added:
                    changed.append(f"{added:+d} {piece(self.piece(kind), abs(added))}")
            changed += self._mark_changes(old, new, land)
            if new["defend"][land] > old["defend"][land]:
                changed.append(f"defend {int(new['defend'][land])}")
            if new["dahan_health"][land] > old["dahan_health"][land]:
                changed.append(f"dahan have {int(new['dahan_health'][land])} more health")
            changed += _new_rules(int(old["land_rules"][land]), int(new["land_rules"][land]))
            if changed:
                found.append(", ".join(changed) if land == here else f"{name} {', '.join(changed)}")
        return moves + found

    def _moves(self, old: np.void, new: np.void) -> tuple[list[str], Counter[tuple[int, int]]]:
        """Returns pieces that left one land for another, in words and as changes by (kind, land)."""
        words: list[str] = []
        moved: Counter[tuple[int, int]] = Counter()
        for kind in MOVED:
            added = new["pieces"][:, kind].astype(int) - old["pieces"][:, kind]
            left, entered = np.flatnonzero(added < 0), np.flatnonzero(added > 0)
            if len(left) == len(entered) == 1 and added.sum() == 0:
                source, goal, count = int(left[0]), int(entered[0]), int(added.max())
                words.append(f"{_told(count, self.piece(kind))} {self.land(new, source)} → {self.land(new, goal)}")
                moved[kind, source], moved[kind, goal] = -count, count
        return words, moved

    def _mark_changes(self, old: np.void, new: np.void, land: int) -> list[str]:
        before, after = self.marks(old, land), self.marks(new, land)
        if before and not after and (new["pieces"][land] >= old["pieces"][land]).all():
            return ["damage heals"]
        return [_told(count, words) for words, count in (after - before).items()]

    def _spirit_changes(self, old: np.void, new: np.void) -> list[str]:
        found = []
        for player in range(int(new["players"])):
            changed = self._presence_changes(old, new, player)
            if new["energy"][player] != old["energy"][player]:
                gained = int(new["energy"][player]) - int(old["energy"][player])
                changed.append(f"{gained:+d} energy ({int(new['energy'][player])})")
            changed += self._card_changes(old, new, player)
            elements = new["turn_elements"][player] - old["turn_elements"][player]
            changed += [f"+{int(n)} {name}" for n, name in zip(elements, v.ELEMENTS) if n > 0]
            changed += _new_effects(old, new, player)
            if changed:
                who = f"{self.spirit(new, player)}: " if new["players"] > 1 else ""
                found.append(who + ", ".join(changed))
        return found

    def _presence_changes(self, old: np.void, new: np.void, player: int) -> list[str]:
        added = new["presence"][player].astype(int) - old["presence"][player]
        left = [self.land(new, int(land)) for land in np.flatnonzero(added < 0)]
        entered = [self.land(new, int(land)) for land in np.flatnonzero(added > 0)]
        if len(left) == len(entered) == 1 and added.sum() == 0:
            return [f"presence {left[0]} → {entered[0]}"]
        taken = new["track"][player] - old["track"][player]
        tracks = [TRACK_WORDS[track] for track in range(2) if taken[track] > 0]
        source = f" (from the {' and '.join(tracks)})" if tracks else ""
        lost = "destroyed" if new["destroyed"][player] > old["destroyed"][player] else "gone"
        return [f"+{int(added[added > 0].sum())} presence in {' and '.join(entered)}{source}"] * bool(entered) + [
            f"{-int(added[added < 0].sum())} presence in {' and '.join(left)} {lost}"
        ] * bool(left)

    def _card_changes(self, old: np.void, new: np.void, player: int) -> list[str]:
        before, after = _zones(old, player), _zones(new, player)
        found = []
        for card, zone in after.items():
            if card not in before:
                found.append(f"gains {self.power(card)}")
            elif before[card] != zone:
                found.append(f"{self.power(card)} {ZONE_WORDS[zone]}")
        return found + [f"forgets {self.power(card)}" for card in before if card not in after]


def _told(count: int, words: str) -> str:
    """Returns so many pieces, with what they bear: `2 towns with 1 damage`."""
    name, bears, marks = words.partition(" with ")
    return f"{count} {piece(name, count)}{bears}{marks}"


def _new_rules(old: int, new: int) -> list[str]:
    return [rule.replace("_", " ") for bit, rule in enumerate(v.LAND_RULES) if (new & ~old) >> bit & 1]


def _new_effects(old: np.void, new: np.void, player: int) -> list[str]:
    added = {words: int(new[effect][player]) - int(old[effect][player]) for effect, words in SPIRIT_EFFECTS.items()}
    return [f"+{number} {words}" for words, number in added.items() if number > 0]


def _zones(state: np.void, player: int) -> dict[int, int]:
    count = int(state["cards"][player])
    return {int(c): int(z) for c, z in zip(state["own_card"][player, :count], state["own_zone"][player, :count])}
