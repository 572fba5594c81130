"""Golden playthroughs: one whole narrated game per base spirit, kept as text to guard against silent changes of rules.

`make golden` writes them anew; the difference then shows in the commit.
"""

from pathlib import Path

from experiments.core.records import make_chooser, new_record
from experiments.spirit_island.narration import narrate
from simulator.spirit_island.match import Game
from simulator.spirit_island.setups import Setup

DIRECTORY = Path(__file__).parent
# Seeds of uniform games that last long and earn fear cards.
SEEDS = {
    "lightnings_swift_strike": 346,
    "river_surges_in_sunlight": 1,
    "shadows_flicker_like_flame": 189,
    "vital_strength_of_the_earth": 367,
    "a_spread_of_rampant_green": 253,
    "thunderspeaker": 374,
    "oceans_hungry_grasp": 177,
    "bringer_of_dreams_and_nightmares": 354,
}


def playthrough(spirit: str) -> str:
    """Returns the story of the spirit's golden game."""
    setup, seed = Setup(spirits=[spirit]), SEEDS[spirit]
    game = Game(setup, seed=seed)
    lines = narrate(game, make_chooser(game, "uniform"), new_record(game))
    return "\n".join(lines) + "\n"


def golden_file(spirit: str) -> Path:
    """Returns where the story of a spirit is kept."""
    return DIRECTORY / f"{spirit}.txt"
