"""Plays many uniform games under all invariants: `python -m tests.spirit_island.soak [GAMES] [--design cells|pairs]`.

Without a number of games it plays the whole programme, both designs.
The design `cells` goes round every base spirit x board x player count. The design `pairs` goes round every legal pair of
components of different kinds (spirit, expansion, adversary level, scenario, map, players, flag) and draws the rest.
Uniform play is soon overrun by blight; with `--defend` in every land games last longer (`pairs`: in every other round).
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations, product

import numpy as np

from simulator import spirit_island as si
from simulator.core.errors import UserError
from simulator.spirit_island.record import vocabulary as v
from tests.spirit_island.simulator.test_soundness import BASE_SPIRITS, CONTENT, play_checked

CELLS = list(product(range(1, v.MAX_PLAYERS + 1), BASE_SPIRITS, "ABCD"))
PROGRAMME = {"cells": 100_096, "pairs": 20_000}  # games of each design
SHOWN_EVERY = 5_000
DEFENDED = 8  # of every other round of the pairs

NO_FLAG = ("", None)
# Kind of component -> its values; each game has one of every kind.
COMPONENTS = {
    "spirit": CONTENT.spirits,
    "expansion": si.EXPANSIONS,
    "adversary": [(None, 0), *product(CONTENT.adversaries, range(7))],
    "scenario": [None, *CONTENT.scenarios],
    "map": [*"ABCD", "thematic"],
    "players": range(1, v.MAX_PLAYERS + 1),
    "flag": [
        NO_FLAG,
        *((name, "fast_only" if name == "slow_made_fast" else not value) for name, value in si.DEFAULT_FLAGS.items()),
    ],
}
Choice = dict[str, object]  # kind -> value


# --- spirit x board x players


def cell_setup(game: int) -> tuple[si.Setup, int]:
    """Returns the set-up of a game: its cell's spirit on its cell's board, the other seats drawn at random."""
    players, spirit, board = CELLS[game % len(CELLS)]
    rng = np.random.default_rng(game)
    return seat(rng, players, spirit, BASE_SPIRITS, board), 0


def seat(rng: np.random.Generator, players: int, spirit: str, others: list[str], board: str | None, **rest) -> si.Setup:
    """Returns a set-up with a spirit (on a board, unless the map is thematic) in some seat, the others drawn."""
    team = rng.permutation([name for name in others if name != spirit]).tolist()[: players - 1]
    boards = rng.permutation([name for name in "ABCD" if name != board]).tolist()[: players - 1]
    place = int(rng.integers(players))
    team.insert(place, spirit)
    boards.insert(place, board)
    return si.Setup(team, None if board is None else boards, **rest)


# --- all pairs


@cache
def pairs() -> list[Choice]:
    """Returns every pair of values of two kinds that can be played together."""
    kinds = combinations(COMPONENTS, 2)
    found = [{one: a, other: b} for one, other in kinds for a, b in product(COMPONENTS[one], COMPONENTS[other])]
    return [pair for pair in found if complete(pair, 0) is not None]


def complete(chosen: Choice, game: int) -> si.Setup | None:
    """Returns a legal set-up with the chosen components, the rest drawn; None when many draws find none."""
    rng = np.random.default_rng(game)
    for _ in range(200):
        drawn = {kind: values[int(rng.integers(len(values)))] for kind, values in COMPONENTS.items()}
        setup = make_setup({**drawn, **chosen}, rng)
        try:
            si.check_setup(setup, CONTENT)
        except UserError:
            continue
        return setup
    return None


def make_setup(chosen: Choice, rng: np.random.Generator) -> si.Setup:
    """Returns the set-up of one value of every kind, whether it is legal or not."""
    adversary, level = chosen["adversary"]
    name, value = chosen["flag"]
    thematic = chosen["map"] == "thematic"
    others = BASE_SPIRITS if chosen["expansion"] == "base" else CONTENT.spirits
    return seat(
        rng, chosen["players"], chosen["spirit"], others, None if thematic else chosen["map"],
        expansion=chosen["expansion"], adversary=adversary, level=level, scenario=chosen["scenario"], thematic=thematic,
        flags={name: value} if name else {},
    )  # fmt: skip


def pair_setup(game: int) -> tuple[si.Setup, int]:
    """Returns the set-up of a game and the defence of its lands: its pair, and in every other round long games."""
    turn, number = divmod(game, len(pairs()))
    return complete(pairs()[number], game), DEFENDED * (turn % 2)


# --- playing


def soak(games: range, design: Callable[[int], tuple[si.Setup, int]], defend: int = 0) -> int:
    """Plays the games, prints each that broke an invariant, and returns how many did."""
    failures, endings, turns = 0, Counter(), Counter()
    for count, game in enumerate(games, 1):
        setup, defended = design(game)
        try:
            played = play_checked(setup, game, max(defend, defended))
        except Exception as error:  # whatever breaks a game is what this looks for
            failures += 1
            print(f"game {game}: {setup}: {type(error).__name__} {error}", flush=True)
            continue
        endings[played.cause] += 1
        turns[int(played.state["turn"])] += 1
        if count % SHOWN_EVERY == 0:
            print(f"{count} games, {failures} failures", flush=True)
    print(f"{len(games)} games, {failures} failures; endings {dict(endings.most_common())}")
    print("last turn:", ", ".join(f"{turn}: {turns[turn]}" for turn in sorted(turns)))
    return failures


def main() -> int:
    """Reads the command line and plays."""
    parser = argparse.ArgumentParser(prog="python -m tests.spirit_island.soak", description=__doc__.splitlines()[0])
    parser.add_argument("games", type=int, nargs="?", help="all of both designs by default")
    parser.add_argument("--design", choices=PROGRAMME, default="cells")
    parser.add_argument("--defend", type=int, default=0, help="defend every land by so much")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    args = parser.parse_args()
    programme = PROGRAMME if args.games is None else {args.design: args.games}
    failures = 0
    for name, count in programme.items():
        design, round_size = (cell_setup, len(CELLS)) if name == "cells" else (pair_setup, len(pairs()))
        print(f"design {name}: one round is {round_size} games", flush=True)
        failures += soak(range(args.first, args.first + count), design, args.defend)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
