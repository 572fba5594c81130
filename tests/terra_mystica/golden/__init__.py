"""Golden playthroughs: whole games as text, for every number of players and with every faction, compared word by word."""

from pathlib import Path

from experiments.core.records import make_chooser, new_record
from experiments.core.study import find_study
from simulator.terra_mystica.match import Game
from simulator.terra_mystica.setups import Setup

DIRECTORY = Path(__file__).parent
SEED = 7
PIECES = {"turn_order_by_passing": True, "BON10": True, "SCORE9": True, "town_tiles_mini": True}
GAMES = {
    "two": Setup(["witches", "giants"]),
    "three": Setup(["engineers", "mermaids", "nomads"]),
    "four": Setup(["halflings", "alchemists", "auren", "chaosmagicians"]),
    "five": Setup(["dwarves", "swarmlings", "darklings", "cultists", "fakirs"]),
    "draft": Setup(players=2),
    "all_pieces": Setup(["cultists", "mermaids", "dwarves"], flags=PIECES),
}


def golden_file(name: str) -> Path:
    """Returns where a story is kept."""
    return DIRECTORY / f"{name}.txt"


def playthrough(name: str) -> str:
    """Plays a game and returns its story."""
    match = Game(GAMES[name], SEED)
    lines = find_study("terra_mystica").narrate(match, make_chooser(match, "uniform"), new_record(match))
    return "\n".join(lines) + "\n"
