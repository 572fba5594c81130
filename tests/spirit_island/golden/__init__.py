"""Golden playthroughs: one whole narrated game per spirit, kept as text to guard against silent changes of rules.

`make golden` writes them anew; the difference then shows in the commit.
"""

from pathlib import Path

from experiments.core.records import make_chooser, new_record
from experiments.spirit_island.narration import narrate
from simulator.spirit_island.language.assembler import load_content
from simulator.spirit_island.match import Game
from simulator.spirit_island.setups import Setup

DIRECTORY = Path(__file__).parent
# Seeds of uniform games that last long and earn fear cards.
SEEDS = {
    "lightnings_swift_strike": 24,
    "river_surges_in_sunlight": 84,
    "shadows_flicker_like_flame": 128,
    "vital_strength_of_the_earth": 357,
    "a_spread_of_rampant_green": 14,
    "thunderspeaker": 80,
    "oceans_hungry_grasp": 151,
    "bringer_of_dreams_and_nightmares": 229,
    "keeper_of_the_forbidden_wilds": 186,
    "sharp_fangs_behind_the_leaves": 227,
}


def playthrough(spirit: str) -> str:
    """Returns the story of the spirit's golden game."""
    content = load_content()
    box = content.source["spirits"][content.spirit_index(spirit)]["set"]
    game = Game(Setup(spirits=[spirit], expansion=box), seed=SEEDS[spirit])
    lines = narrate(game, make_chooser(game, "uniform"), new_record(game))
    return "\n".join(lines) + "\n"


def golden_file(spirit: str) -> Path:
    """Returns where the story of a spirit is kept."""
    return DIRECTORY / f"{spirit}.txt"
