"""What to run: single games, case files, replays and sweeps."""

from simulator.core.registry import with_outside

__path__ = with_outside(__path__, __name__)
