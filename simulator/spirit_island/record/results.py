"""The result record of a game, its score (R32) and its digest."""

import numpy as np

from simulator.core.compiled import entry, kernel
from simulator.core.records import digest_of, words
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.rules.pieces import island_count
from simulator.spirit_island.rules.presence import presence_on_island

RESULT = np.dtype(
    [
        ("outcome", np.int8),  # v.OUTCOMES
        ("cause", np.int8),  # v.CAUSES
        ("turns", np.int8),
        ("terror_level", np.int8),
        ("fear_cards", np.int16),  # earned in the whole game
        ("fear", np.int32),  # generated in the whole game
        ("blight", np.int16),  # on the island
        ("blighted_turn", np.int8),  # turn in which the blight card flipped, 0 = never
        ("dahan", np.int16),
        ("explorers", np.int16),
        ("towns", np.int16),
        ("cities", np.int16),
        ("invader_cards", np.int8),  # left in the deck
        ("presence", np.int16),  # on the island, all spirits
        ("cards_gained", np.int16),
        ("score", np.int16),
        ("decisions", np.int32),
        ("error", np.int16),  # bits of v.ERRORS; such a game does not count
        ("digest", np.uint64),  # choices and final state
    ],
    align=True,
)


HELD_SOURCE_POINTS = 2


@kernel
def score(s):
    """Returns the score of a finished game (R32)."""
    left = s.invader_size - s.invader_top
    if s.outcome == v.VICTORY:
        points = 5 * s.difficulty + 10 + 2 * left
    else:
        points = 2 * s.difficulty + s.invader_size - left
    for source in range(16):
        points += HELD_SOURCE_POINTS * (s.held_sources >> source & 1)  # Powers Long Forgotten
    points += island_count(s, v.DAHAN_MASK) // s.players  # UNSURE: each rounded down
    return points - island_count(s, v.BLIGHT_MASK) // s.players


@kernel
def write_result(s, state_words, result):
    """Fills the result record of a game."""
    result.outcome = s.outcome
    result.cause = s.cause
    result.turns = s.turn
    result.terror_level = s.terror_level
    result.fear_cards = s.earned_total
    result.fear = s.fear_generated
    result.blight = island_count(s, v.BLIGHT_MASK)
    result.blighted_turn = s.blighted_turn
    result.dahan = island_count(s, v.DAHAN_MASK)
    result.explorers = island_count(s, 1 << v.EXPLORER)
    result.towns = island_count(s, 1 << v.TOWN)
    result.cities = island_count(s, 1 << v.CITY)
    result.invader_cards = s.invader_size - s.invader_top
    result.presence = 0
    for spirit in range(s.players):
        result.presence += presence_on_island(s, spirit)
    result.cards_gained = s.cards_gained
    result.score = score(s)
    result.decisions = s.decisions
    result.error = s.error
    result.digest = digest_of(s, state_words)


@entry
def fill_result(s, state_words, result):
    """Fills the result record of a game, for callers from Python."""
    write_result(s, state_words, result)


def result_record(states: np.ndarray) -> np.ndarray:
    """Returns the result of the first state, as one row."""
    result = np.zeros(1, RESULT)
    fill_result(states[0], words(states)[0], result[0])
    return result
