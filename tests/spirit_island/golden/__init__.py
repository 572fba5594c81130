"""Golden playthroughs: whole narrated games of the greedy policy, kept as text to guard against silent changes.

Together they show every spirit, teams of one to four, every adversary, both expansions, every scenario and the
thematic map. `make golden` writes them anew; the difference then shows in the commit.
"""

from pathlib import Path
from typing import NamedTuple

from experiments.core.records import make_chooser, new_record
from experiments.core.study import find_study
from simulator.spirit_island.match import Game
from simulator.spirit_island.setups import Setup

DIRECTORY = Path(__file__).parent
POLICY = "greedy"
BRANCH_AND_CLAW = "branch_and_claw"
LIGHTNING, RIVER = "lightnings_swift_strike", "river_surges_in_sunlight"
SHADOWS, EARTH = "shadows_flicker_like_flame", "vital_strength_of_the_earth"
GREEN, THUNDERSPEAKER = "a_spread_of_rampant_green", "thunderspeaker"
OCEAN, BRINGER = "oceans_hungry_grasp", "bringer_of_dreams_and_nightmares"
KEEPER, FANGS = "keeper_of_the_forbidden_wilds", "sharp_fangs_behind_the_leaves"


class Golden(NamedTuple):
    """A game to be told: its set-up and a seed with which it is eventful, but not long."""

    setup: Setup
    seed: int


GAMES = {
    # --- alone, in the base game
    "lightning": Golden(Setup([LIGHTNING]), 10),
    "river_sweden_3": Golden(Setup([RIVER], adversary="sweden", level=3), 19),
    "shadows_brandenburg_prussia_2": Golden(Setup([SHADOWS], adversary="brandenburg_prussia", level=2), 18),
    "earth_england_3": Golden(Setup([EARTH], adversary="england", level=3), 12),
    "ocean_sweden_6": Golden(Setup([OCEAN], adversary="sweden", level=6), 6),
    "bringer_rituals_of_terror": Golden(Setup([BRINGER], scenario="rituals_of_terror"), 15),
    "thunderspeaker_dahan_insurrection": Golden(Setup([THUNDERSPEAKER], scenario="dahan_insurrection"), 26),
    # --- alone, with events
    "green_france_3": Golden(Setup([GREEN], None, BRANCH_AND_CLAW, "france", 3), 16),
    "keeper": Golden(Setup([KEEPER], None, BRANCH_AND_CLAW), 2),
    "fangs_france_6": Golden(Setup([FANGS], None, BRANCH_AND_CLAW, "france", 6), 20),
    "earth_england_6": Golden(Setup([EARTH], None, BRANCH_AND_CLAW, "england", 6), 15),
    "lightning_blitz": Golden(Setup([LIGHTNING], None, BRANCH_AND_CLAW, scenario="blitz"), 15),
    "shadows_ward_the_shores": Golden(Setup([SHADOWS], None, BRANCH_AND_CLAW, scenario="ward_the_shores"), 21),
    "keeper_powers_long_forgotten": Golden(Setup([KEEPER], None, BRANCH_AND_CLAW, scenario="powers_long_forgotten"), 8),
    "green_destroying_flame": Golden(Setup([GREEN], None, BRANCH_AND_CLAW, scenario="rituals_of_the_destroying_flame"), 27),
    # --- two
    "river_thunderspeaker_guard_the_isles_heart": Golden(
        Setup([RIVER, THUNDERSPEAKER], scenario="guard_the_isles_heart"), 57
    ),
    "ocean_lightning_thematic": Golden(Setup([OCEAN, LIGHTNING], thematic=True), 26),
    "bringer_fangs_second_wave": Golden(Setup([BRINGER, FANGS], None, BRANCH_AND_CLAW, scenario="second_wave"), 15),
    "shadows_keeper_france_5": Golden(Setup([SHADOWS, KEEPER], None, BRANCH_AND_CLAW, "france", 5), 55),
    # --- three
    "earth_green_river_brandenburg_prussia_6": Golden(
        Setup([EARTH, GREEN, RIVER], adversary="brandenburg_prussia", level=6), 59
    ),
    "thunderspeaker_ocean_fangs_england_6_thematic": Golden(
        Setup([THUNDERSPEAKER, OCEAN, FANGS], None, BRANCH_AND_CLAW, "england", 6, thematic=True), 16
    ),
    # --- four
    "lightning_shadows_bringer_thunderspeaker_england_5": Golden(
        Setup([LIGHTNING, SHADOWS, BRINGER, THUNDERSPEAKER], adversary="england", level=5), 22
    ),
    "keeper_fangs_green_ocean_sweden_5": Golden(Setup([KEEPER, FANGS, GREEN, OCEAN], None, BRANCH_AND_CLAW, "sweden", 5), 8),
}


def playthrough(name: str) -> str:
    """Returns the story of a golden game."""
    setup, seed = GAMES[name]
    game = Game(setup, seed=seed)
    lines = find_study("spirit_island").narrate(game, make_chooser(game, POLICY), new_record(game))
    return "\n".join(lines) + "\n"


def golden_file(name: str) -> Path:
    """Returns where the story of a game is kept."""
    return DIRECTORY / f"{name}.txt"
