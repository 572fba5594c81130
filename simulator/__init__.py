"""The games: their rules as re-entrant machines. Knows nothing of policies, experiments or reports."""

from simulator.core.registry import with_outside

__path__ = with_outside(__path__, __name__)
