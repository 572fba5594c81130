"""Lets new weights play against those in use, on held-out set-ups: both at one table, every deal twice, seats exchanged."""

from __future__ import annotations

import numpy as np

from policies.core.gain import HELD_OUT_SEED, Gain, compare_shares
from policies.terra_mystica.batch import play_games
from policies.terra_mystica.knowledge import Weights, make_knowledge
from simulator.terra_mystica.language.content import Content
from simulator.terra_mystica.setups import Setup

SIDES = ((0, 1, 0, 1), (1, 0, 1, 0))  # who sits where: 0 = weights in use, 1 = those found


def held_out(content: Content, found: dict[str, Weights], policy: str, games: int) -> Gain:
    """Returns how the share of wins of a seat changes with the weights found."""
    record = Setup(players=len(SIDES[0]), choice="drawn").record(content)
    both = np.concatenate([make_knowledge(content), make_knowledge(content, found)])
    shares = np.zeros((2, games))
    for seats in SIDES:
        results = play_games(content, record, HELD_OUT_SEED, 0, games, (policy,), both, seats)
        for side in (0, 1):
            shares[side] += results["win"][:, : len(seats)][:, np.array(seats) == side].mean(axis=1) / len(SIDES)
    return compare_shares(*shares)
