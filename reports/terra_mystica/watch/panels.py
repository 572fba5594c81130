"""What lies beside the map, as HTML: round tiles, what is on offer, the cults, and what each seat has. Only reads."""

from __future__ import annotations

from typing import Any

import numpy as np
from markupsafe import Markup

from reports.core.watch.markup import join, tag
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.words.describing import round_tile
from simulator.terra_mystica.words.names import component_name, faction_name

NO_FACTION = "#9aa3ad"  # colour of a seat that has none yet
GOODS = (("C", "coins"), ("W", "workers"), ("P", "priests"))
TRACKS = (("ship", "shipping"), ("dig", "spades"))


def seat_name(content: Any, state: np.void, seat: int) -> str:
    """Returns the faction of a seat, or its number before it has one."""
    faction = int(state["faction"][seat])
    return f"seat {seat + 1}" if faction < 0 else faction_name(content, content.factions[faction], content.language)


def tile_panel(content: Any, state: np.void) -> Markup:
    """Returns the tiles of the rounds; the one in force stands out."""
    now = int(state["round"])
    shown = []
    for number, tile in enumerate(state["scoring"], 1):
        name = content.round_tiles[int(tile)]
        when = "tile now" if number == now else "tile past" if number < now else "tile"
        title = round_tile(name, content)
        shown.append(tag("span", tag("b", number), name, class_=when, data_k=f"round-{number}", title=title))
    return join([tag("b", "rounds"), *shown])


def offer_panel(content: Any, state: np.void) -> Markup:
    """Returns the power actions and the bonus cards that nobody holds."""
    used = int(state["actions_used"])
    actions = [_chip(name, f"act-{number}", used >> number & 1) for number, name in enumerate(v.POWER_ACTIONS)]
    cards = []
    for number, holder in enumerate(state["card_holder"]):
        if holder == v.ON_TABLE:
            coins = int(state["card_coins"][number])
            more = f" +{coins} C" if coins else ""
            cards.append(_chip(content.cards[number] + more, f"card-{number}", tip=content.cards[number]))
    return join([tag("p", tag("b", "power actions"), *actions), tag("p", tag("b", "bonus cards"), *cards)])


def cult_panel(content: Any, state: np.void, track: int, colours: tuple[str, ...]) -> Markup:
    """Returns a cult track: a space per level, with the seats that stand there."""
    spaces = []
    for level in range(v.TOP_LEVEL + 1):
        there = [
            tag("i", class_="spot", data_k=seat, style=f"background:{colour}", title=seat_name(content, state, seat))
            for seat, colour in enumerate(colours)
            if int(state["cult"][seat, track]) == level
        ]
        spaces.append(tag("span", tag("small", level), *there, class_="level"))
    name = component_name(content, "cults", v.CULTS[track], content.language)
    return join([tag("b", name), tag("div", *spaces, class_=f"levels {v.CULTS[track]}")])


def seat_panel(content: Any, state: np.void, seat: int, colour: str) -> Markup:
    """Returns what a seat has."""
    passed = [tag("small", "passed", data_k="passed")] * bool(state["passed"][seat])
    points = tag("span", f"{int(state['VP'][seat])} VP", class_="points", data_k="vp")
    disc = tag("i", class_="disc", style=f"background:{colour}")
    head = tag("h3", disc, seat_name(content, state, seat), *passed, points)
    return join([head, _goods(state, seat), _buildings(content, state, seat), _tiles(content, state, seat)])


def _goods(state: np.void, seat: int) -> Markup:
    goods = [_amount(words, int(state[good][seat]), good) for good, words in GOODS]
    power = _amount("power", "/".join(str(int(tokens)) for tokens in state["bowls"][seat]), "power")
    tracks = [_amount(words, int(state[name][seat]), name) for name, words in TRACKS]
    return tag("p", *goods, power, *tracks)


def _buildings(content: Any, state: np.void, seat: int) -> Markup:
    names = [component_name(content, "structures", name, content.language) for name in v.STRUCTURES[1:]]
    return tag("p", *(_amount(name, int(count), name) for name, count in zip(names, state["count"][seat][1:])))


def _tiles(content: Any, state: np.void, seat: int) -> Markup:
    card, keys = int(state["card"][seat]), int(state["keys"][seat])
    held = [content.cards[card]] * (card >= 0)
    held += [content.favors[number] for number in range(v.FAVORS) if int(state["favors"][seat]) >> number & 1]
    held += [content.towns[number] for number, count in enumerate(state["towns"][seat]) for _ in range(int(count))]
    chips = [_chip(name, f"{name}-{number}", tip=name) for number, name in enumerate(held)]
    chips += [_chip(f"{keys} key{'s' * (keys != 1)}", "keys")] * bool(keys)
    return tag("p", *chips) if chips else Markup("")


def _chip(text: str, key: str, is_used: object = False, tip: str = "") -> Markup:
    more = {"data_tip": tip} if tip else {}
    return tag("span", text, class_="plate used" if is_used else "plate", data_k=key, **more)


def _amount(words: str, amount: object, key: str) -> Markup:
    return tag("span", tag("b", words), f" {amount}", data_k=key)
