"""What lies beside the island, as HTML: invader cards, fear, blight, and what each spirit has. Only reads."""

from __future__ import annotations

from typing import Any

import numpy as np
from markupsafe import Markup

from experiments.spirit_island.changes import SLOT_WORDS, Reader
from reports.core.watch.markup import join, tag
from reports.spirit_island.watch.tokens import COLOURS
from simulator.spirit_island.record import vocabulary as v

ZONES = {v.HAND: "hand", v.PLAY: "played", v.DISCARD: "discard"}
TRACKS = ("energy", "card plays")
ELEMENTS = {"sun": "#e9a820", "moon": "#8b9bb4", "fire": "#d2432b", "air": "#9b6fc0", "water": "#2f7fc1", "earth": "#8a8d84",
            "plant": "#4d9a3d", "animal": "#b5483c", "any": "#555c66"}  # fmt: skip


def invader_panel(reader: Reader, state: np.void) -> Markup:
    """Returns the invader board: what ravages, what is built, what is still to come."""
    slots = [v.SLOT_RAVAGE, *[v.SLOT_EXTRA_BUILD] * bool(state["slot_open"]), v.SLOT_BUILD, v.SLOT_EXPLORE]
    cards = [_slot(SLOT_WORDS[slot], reader.invader_cards(state, slot)) for slot in slots]
    return join([*cards, _slot("deck", f"{int(state['invader_size']) - int(state['invader_top'])} left")])


def _slot(name: str, cards: str) -> Markup:
    return tag("div", tag("b", name), tag("span", cards, data_k=name), class_=f"slot {name.replace(' ', '-')}")


def fear_panel(state: np.void) -> Markup:
    """Returns the fear generated, the cards earned, and the terror level with the cards left below each divider."""
    fear, pool = int(state["fear"]), int(state["fear_pool"])
    bar = tag("span", tag("i", style=f"width:{100 * fear / max(1, pool):.0f}%"), class_="bar")
    waiting, left = int(state["earned_count"]), " / ".join(str(int(cards)) for cards in state["fear_left"])
    facts = {"fear": f"{fear} of {pool}", "terror": f"terror level {int(state['terror_level'])}",
             "earned": f"{waiting} fear card{'s' * (waiting != 1)} waiting", "left": f"deck {left}"}  # fmt: skip
    return join([tag("b", "fear"), Markup(" "), bar, Markup(" "), _facts(facts)])


def blight_panel(reader: Reader, state: np.void) -> Markup:
    """Returns the blight left and the blight card."""
    names, card = reader.content.names["blight_cards"], int(state["blight_card"])
    left = tag("span", f"{int(state['blight_pool'])} left", data_k="blight")
    side = tag("span", "blighted" if state["blighted"] else "healthy island", data_k="card")
    if state["blighted"] and card >= 0:
        known = reader.content.blight_cards[card]
        side = tag("span", f"blighted: {names[known]}", data_k="card", data_tip=known)
    return join([tag("b", "blight"), Markup(" "), left, Markup(" · "), side])


def _facts(facts: dict[str, str]) -> Markup:
    return Markup(" · ").join(tag("span", text, data_k=key) for key, text in facts.items())


def spirit_panel(reader: Reader, state: np.void, player: int) -> Markup:
    """Returns what a spirit has: energy, elements, tracks and cards."""
    facts = reader.content.source["spirits"][int(state["spirit"][player])]
    disc = tag("i", class_="disc", style=f"background:{COLOURS[player]}")
    energy = tag("span", f"{int(state['energy'][player])} energy", class_="energy", data_k="energy")
    tracks = [_track(facts[name], int(state["track"][player, track]), TRACKS[track])
              for track, name in enumerate(("energy", "plays"))]  # fmt: skip
    head = tag("h3", disc, reader.spirit(state, player), energy)
    return join([head, _elements(state, player), *tracks, _destroyed(state, player),
                 *_cards(reader, state, player), innate_panel(reader, state, player)])  # fmt: skip


def _elements(state: np.void, player: int) -> Markup:
    chips = [
        tag("span", f"{int(count)} {name}", class_="element", data_k=name, style=f"background:{ELEMENTS[name]}")
        for name, count in zip(v.ELEMENTS, state["elements"][player])
        if count
    ]
    return tag("p", *chips) if chips else Markup("")


def _track(spaces: list[Any], uncovered: int, name: str) -> Markup:
    """Returns a presence track: spaces uncovered, and those under presence."""
    shown = [
        tag("span", _space(space), class_="space open" if number <= uncovered else "space", data_k=f"{name}-{number}")
        for number, space in enumerate(spaces)
    ]
    return tag("p", tag("b", name), *shown)


def _space(space: int | dict[str, Any]) -> Markup:
    if isinstance(space, int):
        return Markup(space)
    return join([_on_space(key, what) for key, what in space.items()])


def _on_space(key: str, what: Any) -> Markup:
    if key == "element":
        return tag("i", class_="spot", style=f"background:{ELEMENTS[what]}", title=what)
    return tag("i", "↺", title="reclaim one") if key == "reclaim_one" else Markup(what)


def _destroyed(state: np.void, player: int) -> Markup:
    count = int(state["destroyed"][player])
    return tag("p", f"{count} destroyed presence", data_k="destroyed") if count else Markup("")


def _cards(reader: Reader, state: np.void, player: int) -> list[Markup]:
    count = int(state["cards"][player])
    zones: dict[int, list[Markup]] = {zone: [] for zone in ZONES}
    for card, zone, used in zip(*(state[name][player, :count] for name in ("own_card", "own_zone", "own_used"))):
        if int(zone) in zones:
            zones[int(zone)].append(_card(reader, int(card), bool(used)))
    return [tag("p", tag("b", ZONES[zone]), *cards) for zone, cards in zones.items() if cards]


def _card(reader: Reader, card: int, is_used: bool) -> Markup:
    speed = "fast" if reader.tables["power_speed"][card] == v.FAST else "slow"
    cost = tag("b", int(reader.tables["power_cost"][card]))
    kind = f"power {speed}{' used' * is_used}"
    return tag("span", cost, reader.power(card), class_=kind, data_k=f"card-{card}", data_tip=reader.content.powers[card])


def innate_panel(reader: Reader, state: np.void, player: int) -> Markup:
    """Returns the innate powers of a spirit; those used this turn are struck out."""
    chips = []
    for place, innate in enumerate(reader.tables["spirit_innate"][int(state["spirit"][player])]):
        if innate >= 0:
            chips.append(_innate(reader, int(innate), bool(state["innate_used"][player, place])))
    return tag("p", tag("b", "innate"), *chips)


def _innate(reader: Reader, innate: int, is_used: bool) -> Markup:
    kind = f"power innate{' used' * is_used}"
    return tag("span", reader.power(innate), class_=kind, data_k=f"card-{innate}", data_tip=reader.content.powers[innate])
