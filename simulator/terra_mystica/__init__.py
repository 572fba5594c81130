"""Terra Mystica: a game as a re-entrant machine.

>>> from simulator import terra_mystica as tm
>>> game = tm.Game(tm.Setup(factions=["witches", "giants"]), seed=7)
>>> game.advance()
'start_dwelling'
>>> game.options[:3]
['dwelling:A3', 'dwelling:A10', 'dwelling:C3']
>>> game.choose("dwelling:C3")
>>> game.advance(), game.asked
('start_dwelling', 2)
"""

from typing import Any

ADDED = 2  # the games in the order in which they came
INTERFACE = {"Game": "match", "Setup": "setups", "check_setup": "setups", "Content": "language.content",
             "load_content": "language.content"}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Loads the interface when it is first used: the rooms of this folder import each other through this package."""
    if name in INTERFACE:
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{INTERFACE[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
