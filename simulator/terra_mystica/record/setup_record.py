"""The set-up of a game as the machine reads it."""

import numpy as np

from simulator.terra_mystica.record import vocabulary as v

SEATS = v.MAX_SEATS

SETUP = np.dtype(
    [
        ("players", np.int64),
        ("flags", np.int64),  # bits of v.FLAGS
        ("draw_factions", np.int64),  # 1 = factions not given are drawn, 0 = they are chosen in seat order (T2.3)
        ("faction", np.int64, (SEATS,)),  # -1 = not given
        ("scoring", np.int64, (v.ROUNDS,)),  # round tiles, all -1 = drawn
        ("card", np.int64, (v.CARDS,)),  # 1 = in play; all 0 = drawn
        ("start_vp", np.int64, (SEATS,)),  # victory points at the start, normally 20 (T2.4)
        ("without_cards", np.int64, (SEATS,)),  # bit sets of what a seat must go without, normally nothing
        ("without_favors", np.int64, (SEATS,)),
        ("without_towns", np.int64, (SEATS,)),
    ],
    align=True,
)
