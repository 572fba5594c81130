"""Plays many uniform games under all invariants: `python -m tests.terra_mystica.soak GAMES`.

Games go round the numbers of players, ways to choose factions and rule flags, so that all of them come together.
"""

import argparse
import sys
from collections import Counter
from itertools import product

import numpy as np

from policies.terra_mystica.batch import Chooser
from simulator import terra_mystica as tm
from simulator.terra_mystica.record import vocabulary as v
from tests.terra_mystica.invariants import CONTENT, check, check_end

PLAYERS = range(2, v.MAX_SEATS + 1)
FACTIONS = ("given", "draft", "drawn")
FLAGS = [{}, {"turn_order_by_passing": True}, {"BON10": True, "SCORE9": True, "town_tiles_mini": True}, {"loose_spades": True},
         dict.fromkeys(v.FLAGS, True)]  # fmt: skip
CELLS = list(product(PLAYERS, FACTIONS, FLAGS))
SHOWN_EVERY = 2_000
DEEP = 97  # every so many games all sets are compared with the map as well; prime, so that it meets all cells
STUBBORN = 4  # in so many of five games nobody passes while anything else is possible, so that they grow long


def game_setup(game: int) -> tm.Setup:
    """Returns the set-up of a game: its cell, with factions drawn if they are given."""
    players, choice, flags = CELLS[game % len(CELLS)]
    if choice != "given":
        return tm.Setup(players=players, choice=choice, flags=flags)
    rng = np.random.default_rng(game)
    homes = rng.permutation(len(v.TERRAINS))[:players]
    sides = [[entry["id"] for entry in CONTENT.source["factions"] if entry["terrain"] == v.TERRAIN_LETTERS[home]]
             for home in homes]  # fmt: skip
    return tm.Setup([side[int(rng.integers(2))] for side in sides], flags=flags)


def play_checked(game: int, seed: int = 1) -> tm.Game:
    """Plays one game and checks after every decision."""
    match = tm.Game(game_setup(game), seed, game)
    uniform = Chooser(match.content, ("uniform",))
    rng = np.random.default_rng(game)
    stubborn = game % 5 < STUBBORN
    in_depth = game % DEEP == 0
    while match.advance() != "none":
        check(match, in_depth)
        answer = uniform(match.state)
        if stubborn and match.decision == "action":
            others = [number for number, label in enumerate(match.options) if not label.startswith("pass")]
            answer = int(rng.choice(others)) if others else answer
        match.choose(answer)
    check_end(match)
    return match


def soak(games: range) -> int:
    """Plays games and tells about those that break an invariant; returns how many did."""
    broken: Counter[str] = Counter()
    for count, game in enumerate(games, 1):
        try:
            play_checked(game)
        except AssertionError as error:
            broken[str(error)] += 1
            print(f"game {game} of {game_setup(game)}: {error}", file=sys.stderr)
        if count % SHOWN_EVERY == 0:
            print(f"{count:,} games, {broken.total()} broken", flush=True)
    return broken.total()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    sys.exit(soak(range(options.first, options.first + options.games)) > 0)
