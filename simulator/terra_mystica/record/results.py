"""The result record of a game: what each seat reached, and by what."""

from typing import Any

import numpy as np

from simulator.core.compiled import entry, kernel
from simulator.core.records import digest_of, words
from simulator.terra_mystica.record import vocabulary as v

SEATS = v.MAX_SEATS

RESULT = np.dtype(
    [
        # --- the game
        ("outcome", np.int8),  # v.OUTCOMES
        ("seats", np.int8),  # how many play
        ("scoring", np.int8, (v.ROUNDS,)),  # round tile of each round
        ("cards", np.int16),  # bit set of the bonus cards in play
        ("leech_offers", np.int16, (v.LEECH_SIZES,)),  # offers of power to all seats by size, those of 8 and more together
        ("leech_taken", np.int16, (v.LEECH_SIZES,)),  # how many of them were taken
        ("decisions", np.int32),
        ("error", np.int16),  # bits of v.ERRORS; such a game does not count
        ("digest", np.uint64),  # choices and final state
        # --- each seat; unused seats are 0
        ("faction", np.int8, (SEATS,)),  # number of the faction + 1, 0 = nobody sits here
        ("vp", np.int16, (SEATS,)),
        ("win", np.float32, (SEATS,)),  # share of the win: 1/k for k who tie at the top
        ("rank", np.int8, (SEATS,)),  # 1 = best; who tie share the better rank
        ("vp_source", np.int16, (SEATS, len(v.SOURCES))),
        ("round_vp", np.int16, (SEATS, v.ROUNDS)),  # points when each round was over, the last with the final score
        ("structures", np.int8, (SEATS, len(v.STRUCTURES) - 1)),  # D, TP, TE, SH, SA on the map
        ("cult", np.int8, (SEATS, len(v.CULTS))),
        ("towns", np.int8, (SEATS,)),
        ("town_tiles", np.int8, (SEATS, v.TOWNS)),
        ("favor_tiles", np.int16, (SEATS,)),  # bit set
        ("keys", np.int8, (SEATS,)),  # not spent
        ("ship", np.int8, (SEATS,)),
        ("dig", np.int8, (SEATS,)),
        ("network", np.int8, (SEATS,)),  # structures in the largest group
        ("bridges", np.int8, (SEATS,)),
        ("tokens", np.int8, (SEATS,)),  # power tokens not burnt
        ("burnt", np.int8, (SEATS,)),
        ("leeched", np.int16, (SEATS,)),  # power taken from neighbours
        ("leech_paid", np.int16, (SEATS,)),  # VP paid for it
        ("conversions", np.int16, (SEATS, len(v.CONVERSIONS))),
        ("first_sites", np.int8, (SEATS, 3)),  # hexes of the start dwellings + 1, 0 = none
        ("built", np.uint64, (SEATS, 2)),  # bit set of the hexes with a structure at the end
    ],
    align=True,
)


@kernel
def write_ranks(s, result):
    """Writes rank and share of the win of each seat (T1.1)."""
    for seat in range(s.players):
        better = 0
        equal = 0
        for other in range(s.players):
            better += s.VP[other] > s.VP[seat]
            equal += s.VP[other] == s.VP[seat]
        result.rank[seat] = better + 1
        result.win[seat] = 1.0 / equal if better == 0 else 0.0


@kernel
def write_seat(s, seat, result):
    """Writes what one seat reached."""
    result.faction[seat] = s.faction[seat] + 1
    result.vp[seat] = s.VP[seat]
    for source in range(len(v.SOURCES)):
        result.vp_source[seat, source] = s.vp_source[seat, source]
    for structure in range(1, len(v.STRUCTURES)):
        result.structures[seat, structure - 1] = s.count[seat, structure]
    for number in range(v.ROUNDS):
        result.round_vp[seat, number] = s.round_vp[seat, number]
    for track in range(len(v.CULTS)):
        result.cult[seat, track] = s.cult[seat, track]
    result.towns[seat] = 0
    for town in range(v.TOWNS):
        result.town_tiles[seat, town] = s.towns[seat, town]
        result.towns[seat] += s.towns[seat, town]
    result.favor_tiles[seat] = s.favors[seat]
    result.keys[seat] = s.keys[seat]
    result.ship[seat] = s.ship[seat]
    result.dig[seat] = s.dig[seat]
    result.network[seat] = s.network[seat]
    result.bridges[seat] = s.bridges_built[seat]
    result.tokens[seat] = s.bowls[seat, 0] + s.bowls[seat, 1] + s.bowls[seat, 2]
    result.burnt[seat] = s.burnt[seat]
    result.leeched[seat] = s.leeched[seat]
    result.leech_paid[seat] = s.leech_paid[seat]
    for kind in range(len(v.CONVERSIONS)):
        result.conversions[seat, kind] = s.conversions[seat, kind]
    for place in range(3):
        result.first_sites[seat, place] = s.first_sites[seat, place] + 1
    for half in range(2):
        result.built[seat, half] = s.own[seat, half]


@kernel
def write_result(s, state_words, result):
    """Fills the result record of a game."""
    result.outcome = s.outcome
    result.seats = s.players
    result.cards = 0
    for place in range(v.ROUNDS):
        result.scoring[place] = s.scoring[place]
    for card in range(v.CARDS):
        result.cards |= (s.card_holder[card] != v.OUT_OF_PLAY) << card
    for size in range(v.LEECH_SIZES):
        result.leech_offers[size] = s.leech_offers[size]
        result.leech_taken[size] = s.leech_taken[size]
    for seat in range(s.players):
        write_seat(s, seat, result)
    write_ranks(s, result)
    result.decisions = s.decisions
    result.error = s.error
    result.digest = digest_of(s, state_words)


@entry
def fill_result(s, state_words, result):
    """Fills the result record of a game, for callers from Python."""
    write_result(s, state_words, result)


def result_record(states: np.ndarray) -> np.ndarray:
    """Returns the result record of the first state, as one row."""
    result = np.zeros(1, RESULT)
    fill_result(states[0], words(states)[0], result[0])
    return result


def plain_result(result: np.void, content: Any) -> dict[str, Any]:
    """Returns a result with names instead of numbers: facts of the game, and one mapping for each seat."""
    plain: dict[str, Any] = {
        "outcome": v.OUTCOMES[result["outcome"]],
        "scoring": [content.round_tiles[tile] for tile in result["scoring"]],
        "cards": [card for number, card in enumerate(content.cards) if result["cards"] >> number & 1],
        "leech_offers": result["leech_offers"].tolist(),
        "leech_taken": result["leech_taken"].tolist(),
        "decisions": int(result["decisions"]),
        "error": int(result["error"]),
        "digest": int(result["digest"]),
    }
    plain["seats"] = [_plain_seat(result, seat, content) for seat in range(int(result["seats"]))]
    return plain


def _plain_seat(result: np.void, seat: int, content: Any) -> dict[str, Any]:
    numbers = (
        "vp", "rank", "towns", "keys", "ship", "dig", "network", "bridges", "tokens", "burnt", "leeched", "leech_paid",
    )  # fmt: skip
    return {
        "faction": content.factions[result["faction"][seat] - 1] if result["faction"][seat] else None,
        "win": float(result["win"][seat]),
        **{name: int(result[name][seat]) for name in numbers},
        "vp_by_source": _named(v.SOURCES, result["vp_source"][seat]),
        "vp_by_round": result["round_vp"][seat].tolist(),
        "structures": _named(v.STRUCTURES[1:], result["structures"][seat]),
        "cult": dict(zip(v.CULTS, result["cult"][seat].tolist())),
        "town_tiles": _named(content.towns, result["town_tiles"][seat]),
        "favor_tiles": [favor for number, favor in enumerate(content.favors) if result["favor_tiles"][seat] >> number & 1],
        "conversions": _named(v.CONVERSIONS, result["conversions"][seat]),
        "built": [name for hexagon, name in enumerate(content.hexes) if is_built(result, seat, hexagon)],
        "first_sites": [content.hexes[hexagon - 1] for hexagon in result["first_sites"][seat] if hexagon],
    }


def is_built(result: np.void, seat: int, hexagon: int) -> bool:
    """Tells whether a structure of a seat stands on a hex at the end."""
    return bool(int(result["built"][seat][hexagon // 64]) >> hexagon % 64 & 1)


def _named(names: Any, amounts: np.ndarray) -> dict[str, int]:
    """Returns the amounts other than 0 by name."""
    return {name: int(amount) for name, amount in zip(names, amounts) if amount}
