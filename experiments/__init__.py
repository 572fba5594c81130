"""What to run: single games, case files, replays and sweeps."""

from typing import Any

from simulator.core.registry import with_outside

__path__ = with_outside(__path__, __name__)


def __getattr__(name: str) -> Any:
    """Loads what people write Python with when it is first used."""
    if name == "sweep":
        from experiments.core.sweep_cli import play_sweep

        return play_sweep
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
