"""A game is a folder name: nothing outside a game's folders knows it, and no game knows another."""

import re
from pathlib import Path

import pytest

from simulator.core import registry
from tests.core.test_imports import LAYERS, imported_names

ROOT = Path(__file__).parents[2]
GAMES = registry.games()
FOLDERS = {path.name for path in (ROOT / "simulator").iterdir() if path.is_dir()} - {
    "core",
    "__pycache__",
}  # also half-built
TITLES = [game.replace("_", " ").title() for game in GAMES]
# What only one game has. A game may be won, but a measure is what shared code counts.
WORDS = ("wins?", "spirits?", "adversar(y|ies)", "scenarios?", "thematic", "invaders?", "factions?", "victory", "terror")
READ = {".py", ".html", ".css", ".js", ".yaml", ".toml"}


def shared_files():
    """Returns the files of all packages that belong to no game, and the command's."""
    found = [path for layer in LAYERS for path in sorted((ROOT / layer).rglob("*")) if path.suffix in READ]
    return [ROOT / "evenkeel.py", *(path for path in found if path.relative_to(ROOT).parts[1] not in FOLDERS)]


def game_files(game):
    return [path for layer in LAYERS for path in sorted((ROOT / layer / game).rglob("*.py"))]


def found_in(path, pattern):
    """Lists the lines of a file that hold a pattern."""
    lines = enumerate(path.read_text("utf-8").splitlines(), 1)
    return [f"{path.relative_to(ROOT)}:{number}: {line.strip()}" for number, line in lines if pattern.search(line)]


def holding(files, words):
    """Lists the lines of files that hold one of some words."""
    pattern = re.compile(rf"(?<![a-z])({'|'.join(words)})(?![a-z])", re.IGNORECASE)
    return "\n".join(line for path in files for line in found_in(path, pattern))


def test_there_are_games_and_shared_files():
    assert "spirit_island" in GAMES
    assert {path.relative_to(ROOT).parts[0] for path in shared_files()} == {"evenkeel.py", *LAYERS}
    assert all(game_files(game) for game in GAMES)


def test_nothing_shared_names_a_game():
    assert not holding(shared_files(), [*GAMES, *TITLES])


def test_shared_code_does_not_speak_of_one_game():
    assert not holding(shared_files(), WORDS)


@pytest.mark.parametrize("game", sorted(FOLDERS))
def test_no_game_knows_another(game):
    others = [*(FOLDERS - {game}), "stones"]
    assert not holding(game_files(game), others + [other.replace("_", " ") for other in others])


def test_every_game_has_its_folder_in_every_layer():
    for game in GAMES:
        for layer, (module, _) in registry.PARTS.items():
            assert (ROOT / layer / game / f"{module}.py").is_file()
            assert registry.part(layer, game) is not None


def test_shared_code_imports_no_game():
    for path in shared_files():
        package = ".".join(path.relative_to(ROOT).parent.parts)
        names = [name for _, name in imported_names(path.read_text("utf-8"), package)] if path.suffix == ".py" else []
        assert not [name for name in names if set(name.split(".")) & set(GAMES)], path
