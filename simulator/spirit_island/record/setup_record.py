"""The set-up record: what a game is dealt from. Written by Python, read once by `rules/setup.py`."""

import numpy as np

from simulator.spirit_island.record import vocabulary as v

SETUP = np.dtype(
    [
        ("players", np.int64),
        ("layout", np.int64),  # -1 = random boards
        ("expansion", np.int64),  # 0 base, 1 Branch & Claw
        ("adversary", np.int64),  # -1 = none
        ("level", np.int64),
        ("scenario", np.int64),  # -1 = none
        ("flags", np.int64),
        ("difficulty", np.int64),
        ("spirit", np.int64, (v.MAX_PLAYERS,)),
        # --- Second Wave: the end of a won first game on the same boards
        ("first_given", np.int64),  # 0 = make one up
        ("first_blighted", np.int64),  # 1 = its blight card showed the blighted side
        ("first_blight_card", np.int64),  # -1 = the printed space
        ("first_blight_pool", np.int64),  # blight left on the card
        ("first_assistance", np.int64, (v.MAX_PLAYERS,)),  # cards set aside, -1 = none
        ("first_pieces", np.int64, (v.MAX_LANDS, len(v.PIECES))),  # dahan, blight and tokens on the island
    ],
    align=True,
)
