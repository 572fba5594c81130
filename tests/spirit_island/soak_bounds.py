"""Plays every policy under numba's bounds check: `python -m tests.spirit_island.soak_bounds [ROUNDS] [PATCHES]`.

A round goes over every legal pair of components of different kinds, the rest drawn (soak.py), once with each policy;
patches drawn at random (tests/core/patches.py) are played over set-ups of the same design. Plays in a process of its own
when its own is not checked.
"""

import argparse
import random
import subprocess
import sys
from collections import Counter

import numba
import numpy as np

from policies.spirit_island.batch import play_games
from simulator import spirit_island as si
from simulator.core.errors import UserError
from simulator.core.header import describe_errors
from simulator.spirit_island.game import GAME
from simulator.spirit_island.language.schema import OVERLAY_KINDS, entries_of, load_source
from tests.core.checked import checked_environment, overheard
from tests.core.patches import PatchMaker
from tests.spirit_island.soak import CONTENT, pair_setup, pairs

POLICIES = ("uniform", "greedy", "planner:3x1")
PATCHED = 40  # components in a patch
GAMES_PER_PATCH = 12
SHOWN_EVERY = 500
PATCHES_SHOWN = 25


def play_pairs(games: range, policies: tuple[str, ...] = POLICIES) -> int:
    """Plays a game of each number with each policy; returns how many went wrong."""
    return sum(goes_wrong(CONTENT, game, policy, "") for game in games for policy in policies)


def play_patches(numbers: range) -> Counter[str]:
    """Plays games under patches; returns how many there were, and how many wrote out of bounds."""
    maker = PatchMaker({kind: entries_of(CONTENT.source, kind) for kind in OVERLAY_KINDS}, load_source)
    counted: Counter[str] = Counter()
    for number in numbers:
        overlay = maker.draw(random.Random(number), PATCHED)
        try:
            content = si.load_content(overlay)
        except UserError:  # more than there is room for
            counted["refused"] += 1
            continue
        counted["patched"] += sum(map(len, overlay.values()))
        for game in np.random.default_rng(number).integers(len(pairs()), size=GAMES_PER_PATCH).tolist():
            policy = POLICIES[counted["games"] % len(POLICIES)]
            counted["wrong"] += goes_wrong(content, game, policy, f"patch {number}, ")
            counted["games"] += 1
    return counted


def goes_wrong(content: si.Content, game: int, policy: str, title: str) -> bool:
    """Plays a game of the design of pairs and tells what went wrong; under a patch a game may end with an error."""
    setup, _ = pair_setup(game)
    with overheard() as heard:
        try:
            error = int(play_games(content, setup.record(content), game, 0, 1, policy)["error"][0])
        except IndexError as wrong:  # in the policy itself; behind the gate it is only printed
            heard.append(f"IndexError: {wrong}")
            error = 0
    if error and content is CONTENT:
        heard.append(describe_errors(GAME.errors, error))
    if heard:
        print(f"{title}game {game}, {policy}, {setup}: {heard[-1]}", flush=True)
    return bool(heard)


def main() -> int:
    """Reads the command line and plays."""
    parser = argparse.ArgumentParser(prog="python -m tests.spirit_island.soak_bounds", description=__doc__.splitlines()[0])
    parser.add_argument("rounds", type=int, nargs="?", default=1)
    parser.add_argument("patches", type=int, nargs="?", default=500)
    args = parser.parse_args()
    if not numba.config.BOUNDSCHECK:
        return subprocess.run([sys.executable, "-m", __spec__.name, *sys.argv[1:]], env=checked_environment()).returncode
    wrong = 0
    total = args.rounds * len(pairs())
    print(f"one round is {len(pairs())} games of each of {', '.join(POLICIES)}", flush=True)
    for first in range(0, total, SHOWN_EVERY):
        games = range(first, min(first + SHOWN_EVERY, total))
        wrong += play_pairs(games)
        print(f"{games.stop} of {total} games, {wrong} went wrong", flush=True)
    for first in range(0, args.patches, PATCHES_SHOWN):
        counted = play_patches(range(first, min(first + PATCHES_SHOWN, args.patches)))
        print(f"patches from {first} on: {dict(counted)}", flush=True)
        wrong += counted["wrong"]
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
