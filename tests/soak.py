"""Plays many uniform games under all invariants: `python -m tests.soak GAMES [DEFEND]`.

Goes round every cell of base spirit x board x player count; a multiple of 128 games covers each cell alike.
Uniform play is soon overrun by blight; with DEFEND in every land the games reach the late turns.
"""

import sys
from collections import Counter
from itertools import product

import numpy as np

from simulator import spirit_island as si
from simulator.spirit_island import vocabulary as v
from tests.simulator.test_soundness import BASE_SPIRITS, play_checked

CELLS = list(product(range(1, v.MAX_PLAYERS + 1), BASE_SPIRITS, "ABCD"))
SHOWN_EVERY = 10_000


def setup_of(game: int) -> si.Setup:
    """Returns the set-up of a game: its cell's spirit on its cell's board, the other seats drawn at random."""
    players, spirit, board = CELLS[game % len(CELLS)]
    rng = np.random.default_rng(game)
    others = rng.permutation([name for name in BASE_SPIRITS if name != spirit]).tolist()[: players - 1]
    boards = rng.permutation([name for name in "ABCD" if name != board]).tolist()[: players - 1]
    seat = int(rng.integers(players))
    return si.Setup([*others[:seat], spirit, *others[seat:]], [*boards[:seat], board, *boards[seat:]])


def soak(games: int, defend: int = 0) -> int:
    """Plays the games, prints each that broke an invariant, and returns how many did."""
    failures, endings, turns = 0, Counter(), Counter()
    for game in range(games):
        setup = setup_of(game)
        try:
            played = play_checked(setup, game, defend)
        except AssertionError as error:
            failures += 1
            print(f"game {game}: {setup.spirits} on {setup.boards}: {error}", flush=True)
            continue
        endings[played.cause] += 1
        turns[int(played.state["turn"])] += 1
        if (game + 1) % SHOWN_EVERY == 0:
            print(f"{game + 1} games, {failures} failures", flush=True)
    print(f"{games} games over {len(CELLS)} cells, {failures} failures; endings {dict(endings.most_common())}")
    print("last turn:", ", ".join(f"{turn}: {turns[turn]}" for turn in sorted(turns)))
    return failures


if __name__ == "__main__":
    sys.exit(1 if soak(*map(int, sys.argv[1:] or ["1000"])) else 0)
