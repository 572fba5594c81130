"""Mutated records, patches, recorded games and case files against the real machine, which plays what is left of them.

Each is read as a command would read it: it plays, or it is refused. Nothing else may come of it.
"""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from experiments.core import records
from experiments.core.cases import load_documents, run_file
from experiments.core.conforming import conform_files
from experiments.core.variants import read_variants
from policies.core.playing import play_games
from simulator.core.errors import UserError
from simulator.core.game import find_game
from tests.core.hostile import mutants

FIRST = {
    "spirits": ["thunderspeaker"], "boards": ["C"], "adversary": "sweden", "lands": {"C1": {"dahan": 2, "blight": 1}},
    "blight_card": None, "blighted": False, "blight": 3, "assistance": ["drought"],
}  # fmt: skip
SETUPS: dict[str, dict[str, Any]] = {
    "spirit_island of a first game": {
        "spirits": ["river_surges_in_sunlight"], "expansion": "branch_and_claw", "adversary": "sweden", "level": 2,
        "scenario": "second_wave", "first_game": FIRST,
    },
    "spirit_island in a team": {
        "spirits": ["oceans_hungry_grasp", "thunderspeaker"], "boards": ["A", "D"], "flags": {"slow_made_fast": "fast_only"},
    },
    "terra_mystica": {
        "factions": ["witches", "giants"], "scoring": ["SCORE1", "SCORE2", "SCORE3", "SCORE4", "SCORE5", "SCORE6"],
        "bonus_cards": ["BON1", "BON2", "BON3", "BON4", "BON5"], "start_vp": [19, 20], "flags": {"loose_spades": True},
    },
    "terra_mystica with a draft": {"players": 3, "choice": "draft", "without": ["BON1"]},
}  # fmt: skip
PATCHES: dict[str, tuple[Any, dict[str, Any]]] = {
    "spirit_island": (
        {
            "minor_powers": {"drought": {"effect": [{"do": "push", "pieces": ["town"], "n": 1, "to": {"coastal": True}}]}},
            "spirits": {"river_surges_in_sunlight": {"energy": [1, 2, 2, 3, 4, 4, 6], "plays": [1, 2, 2, 3, 3, 4, 5]}},
            "adversaries": {"sweden": {"levels": {2: {"fear": [3, 4, 3], "difficulty": 3}}}},
            "invader_cards": {"i_jungle": {"terrains": ["sands"]}},
            "lands": {"A1": {"setup": {"dahan": 2}}},
        },
        {"spirits": ["river_surges_in_sunlight"], "boards": ["A"], "adversary": "sweden", "level": 2},
    ),
    "terra_mystica": (
        {
            "factions": {"witches": {"start": {"VP": 25, "W": 4}, "cost": {"D": {"C": 1}}}},
            "hexes": {"E7": {"terrain": "desert"}},
            "power_actions": {"spade": {"PW": 3}},
        },
        {"factions": ["witches", "giants"]},
    ),
}  # fmt: skip
ROOT = Path(__file__).parents[1]
Read = Callable[[Path], None]


def written_games() -> Iterator[tuple[str, Any, Read]]:
    """Yields what is mutated: a name, the data as it was written, and what reads and plays a file of it."""
    for game, setup in SETUPS.items():
        name = game.partition(" ")[0]
        match = find_game(name).play(find_game(name).read_setup(setup, find_game(name).content()), 5)
        record = records.play_game(match, records.make_chooser(match, "uniform"))
        yield f"record of {game}", asdict(record), _replay
        yield f"set-up of {game}", setup, lambda path, record=record: _replay_with(path, record)
    for game, (patch, setup) in PATCHES.items():
        yield f"patch of {game}", patch, lambda path, game=game, setup=setup: _play_patch(path, game, setup)
    for path in sorted((ROOT / "terra_mystica/games").glob("*.json"))[:2]:
        yield "recorded game", json.loads(path.read_text("utf-8")), lambda path: list(conform_files([path]))
    for path in (ROOT / "spirit_island/cases/interactions.yaml", ROOT / "terra_mystica/cases/buildings.yaml"):
        for document in list(load_documents(path))[:3]:
            yield "case", document, lambda path: list(run_file(path))


def _replay(path: Path) -> None:
    records.replay_game(records.load_record(path))


def _replay_with(path: Path, record: records.Record) -> None:
    """Replays a record whose set-up is another one: as far as the choices fit."""
    whole = json.dumps({**asdict(record), "setup": "HERE"})
    path.write_text(whole.replace('"HERE"', path.read_text("utf-8")), "utf-8")
    _replay(path)


def _play_patch(path: Path, game: str, setup: dict[str, Any]) -> None:
    path.write_text(path.read_text("utf-8").replace('"2":', "2:"), "utf-8")  # JSON has no numbers as keys
    for variant in read_variants(path, [], game):
        content = find_game(game).content(variant.written)
        record = find_game(game).setup_record(find_game(game).read_setup(setup, content), content)
        play_games(game, content, record, 3, 0, 2, "uniform")


def try_mutants(number: int, directory: Path, seed: int = 1) -> Counter[str]:
    """Tries so many mutants of each thing written; returns how many were played and how many refused."""
    counted: Counter[str] = Counter()
    path = directory / "mutant.json"
    for name, written, read in written_games():
        for text in mutants(written, number, random.Random(seed)):
            path.write_text(text, "utf-8")
            try:
                read(path)
                counted["taken"] += 1
            except UserError:
                counted["refused"] += 1
            except Exception as error:
                raise AssertionError(f"{name}: {type(error).__name__} {error}: {text[:3000]}") from error
    return counted
