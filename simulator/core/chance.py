"""Chance: numbers drawn from the random streams of a game, and shuffling."""

from simulator.core.compiled import kernel
from simulator.core.streams import below


@kernel
def draw_below(s, stream, bound):
    """Draws a random number in [0, bound) from one of the game's streams."""
    number = below(s.seed_key[stream], s.draws[stream], bound)
    s.draws[stream] += 1
    return number


@kernel
def swap(cards, one, other):
    """Lets two cards change places."""
    card = cards[one]
    cards[one] = cards[other]
    cards[other] = card


@kernel
def shuffle(s, stream, cards, first, end):
    """Shuffles a part of a deck."""
    for last in range(end - 1, first, -1):
        swap(cards, last, first + draw_below(s, stream, last - first + 1))
