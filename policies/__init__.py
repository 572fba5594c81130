"""Who chooses: uniform, greedy, planner and scripted policies, and the compiled batch loop."""

from simulator.core.registry import with_outside

__path__ = with_outside(__path__, __name__)
