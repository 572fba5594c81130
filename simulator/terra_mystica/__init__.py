"""Terra Mystica: a game as a re-entrant machine."""

from typing import Any

INTERFACE = ("Game", "Setup", "Content", "load_content", "check_setup")


def __getattr__(name: str) -> Any:
    """Loads the interface when it is first used: the rooms of this folder import each other through this package."""
    if name in INTERFACE:
        from simulator.terra_mystica import game

        return getattr(game, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
