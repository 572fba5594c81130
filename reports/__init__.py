"""What it means: statistics, tables, charts and HTML made from the results of sweeps."""

from simulator.core.registry import with_outside

__path__ = with_outside(__path__, __name__)
