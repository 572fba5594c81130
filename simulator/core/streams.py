"""Random streams: counter-based splitmix64, one stream per purpose.

A stream's key comes from (master seed, game index, purpose) and never from the configuration, so the same game
index meets the same decks whatever is played. Drawing a number needs only the key and a counter.
"""

import numpy as np

from simulator.core.compiled import kernel

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)


@kernel
def mix(x):
    """Returns the splitmix64 finalizer of a 64-bit word."""
    z = x
    z = (z ^ (z >> np.uint64(30))) * MIX_1
    z = (z ^ (z >> np.uint64(27))) * MIX_2
    return z ^ (z >> np.uint64(31))


@kernel
def stream_key(master_seed, game, purpose):
    """Returns the key of one stream of one game."""
    key = mix(np.uint64(master_seed) + GOLDEN)
    key = mix(key ^ (np.uint64(game) * GOLDEN + np.uint64(1)))
    return mix(key + np.uint64(purpose + 1) * GOLDEN)


@kernel
def word(key, counter):
    """Returns number `counter` of the stream."""
    return mix(key + (np.uint64(counter) + np.uint64(1)) * GOLDEN)


@kernel
def below(key, counter, bound):
    """Returns a number in [0, bound) for draw `counter`; the bias of at most bound / 2**32 is far below any use here."""
    return np.int64(((word(key, counter) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))
