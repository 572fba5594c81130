"""Plays the held-out games that tell what new weights of spirits bring (policies/core/gain.py)."""

from __future__ import annotations

import numpy as np

from policies.core.gain import HELD_OUT_SEED
from policies.spirit_island.batch import play_games
from policies.spirit_island.knowledge import Weights, make_knowledge
from simulator.spirit_island.language.assembler import Content
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.setups import Setup


def name_opponents(setups: list[Setup]) -> str:
    """Returns the adversaries of set-ups as a list, each once."""
    names = [f"{setup.adversary} {setup.level}" if setup.adversary else "no adversary" for setup in setups]
    return ", ".join(dict.fromkeys(names))


def held_out_wins(
    content: Content, setups: list[Setup], policy: str, games: int, found: dict[str, Weights]
) -> tuple[np.ndarray, np.ndarray]:
    """Plays the held-out games of each set-up with the weights in use and with those found; tells which were won."""

    def wins(knowledge: np.ndarray) -> np.ndarray:
        played = [play_games(content, s.record(content), HELD_OUT_SEED, 0, games, policy, knowledge) for s in setups]
        return np.concatenate(played)["outcome"] == v.VICTORY

    return wins(make_knowledge(content)), wins(make_knowledge(content, found))
