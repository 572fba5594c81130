"""Sets of hexes: 128 bits in two words. Knows no rule of the game."""

import numpy as np

from simulator.core.agenda import offer
from simulator.core.compiled import kernel

WORDS = 2
WORD_BITS = 64
ONE = np.uint64(1)
NONE = np.uint64(0)

# A power of two times this constant has a different pattern in its top six bits for each of its 64 places.
DE_BRUIJN = 0x03F79D71B4CB0A89
PATTERN = np.uint64(DE_BRUIJN)
PLACE = np.zeros(WORD_BITS, np.int8)
for _place in range(WORD_BITS):
    PLACE[(DE_BRUIJN << _place & (1 << WORD_BITS) - 1) >> 58] = _place


@kernel
def bit(hexagon):
    """Returns the bit of a hex in its word."""
    return ONE << np.uint64(hexagon & 63)


@kernel
def has(hexes, hexagon):
    """Tells whether a set holds a hex."""
    return hexes[hexagon >> 6] & bit(hexagon) != NONE


@kernel
def add(hexes, hexagon):
    """Puts a hex into a set."""
    hexes[hexagon >> 6] |= bit(hexagon)


@kernel
def drop(hexes, hexagon):
    """Takes a hex out of a set."""
    hexes[hexagon >> 6] &= ~bit(hexagon)


@kernel
def meet(one, other):
    """Tells whether two sets have a hex in common."""
    return (one[0] & other[0]) | (one[1] & other[1]) != NONE


@kernel
def lowest(word):
    """Returns the place of the lowest bit of a word that is not 0."""
    return np.int64(PLACE[(word & (~word + ONE)) * PATTERN >> np.uint64(58)])


@kernel
def size(word):
    """Counts the bits of a word."""
    bits = 0
    while word != NONE:
        word &= word - ONE
        bits += 1
    return bits


@kernel
def offer_hexes(s, kind, half, word, b):
    """Offers each hex of one word of a set, in ascending order."""
    while word != NONE:
        offer(s, kind, half * WORD_BITS + lowest(word), b, 0)
        word &= word - ONE
