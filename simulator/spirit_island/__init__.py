"""Spirit Island: a game as a re-entrant machine.

>>> from simulator import spirit_island as si
>>> game = si.Game(si.Setup(spirits=["river_surges_in_sunlight"], boards=["A"]), seed=7)
>>> game.advance()
'growth'
>>> game.options
['growth:1', 'growth:2', 'growth:3']
>>> game.choose("growth:1")
>>> game.advance()
'deck'
"""

from typing import Any

ADDED = 1  # the games in the order in which they came; the first is meant when none is named
INTERFACE = ("Game", "Setup", "Content", "EXPANSIONS", "DEFAULT_FLAGS", "load_content", "check_setup", "official_difficulty")


def __getattr__(name: str) -> Any:
    """Loads the interface when it is first used: the rooms of this folder import each other through this package."""
    if name in INTERFACE:
        from simulator.spirit_island import game

        return getattr(game, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
