"""Plays many uniform games under all invariants: `python -m tests.terra_mystica.soak [GAMES]`.

Games go round the numbers of players, ways to choose factions and rule flags, so that all of them come together. All
games are checked after every decision in compiled code (quick_check.py); one of many also with the slow, independent
algorithms of naive.py (invariants.py).
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
from tests.terra_mystica.quick_check import play_quickly

PLAYERS = range(2, v.MAX_SEATS + 1)
FACTIONS = ("given", "draft", "drawn")
PIECES = {"BON10": True, "SCORE9": True, "town_tiles_mini": True}
FLAGS = [{}, {"turn_order_by_passing": True}, PIECES, {"loose_spades": True}, dict.fromkeys(v.FLAGS, True)]
CELLS = list(product(PLAYERS, FACTIONS, FLAGS))
SHOWN_EVERY = 10_000
DEEP = 997  # every so many games is played again under the slow checks; prime, so that it meets all cells
SEED = 1
STUBBORN = 4  # in so many of five games nobody passes while anything else is possible, so that they grow long


def is_stubborn(game: int) -> bool:
    """Tells whether the seats of a game pass only when they must."""
    return game // len(CELLS) % 5 < STUBBORN


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


def play_checked(game: int, seed: int = SEED) -> tm.Game:
    """Plays one game decision by decision and checks everything after each."""
    match = tm.Game(game_setup(game), seed, game)
    uniform = Chooser(match.content, ("uniform",))
    rng = np.random.default_rng(game)
    while match.advance() != "none":
        check(match)
        answer = uniform(match.state)
        if is_stubborn(game) and match.decision == "action":
            others = [number for number, label in enumerate(match.options) if not label.startswith("pass")]
            answer = int(rng.choice(others)) if others else answer
        match.choose(answer)
    check_end(match)
    return match


def soak(games: range, deep: int = DEEP) -> int:
    """Plays games and tells about those that break an invariant; returns how many did."""
    broken: Counter[str] = Counter()
    decisions = 0
    for count, game in enumerate(games, 1):
        wrong, asked = play_quickly(game_setup(game).record(CONTENT), SEED, game, is_stubborn(game))
        decisions += asked
        try:
            assert wrong == "", wrong
            if game % deep == 0:
                play_checked(game)
        except AssertionError as error:
            broken[str(error)] += 1
            print(f"game {game} of {game_setup(game)}: {error}", file=sys.stderr)
        if count % SHOWN_EVERY == 0:
            print(f"{count:,} games, {decisions:,} decisions, {broken.total()} broken", flush=True)
    return broken.total()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=100_000)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    sys.exit(soak(range(options.first, options.first + options.games)) > 0)
