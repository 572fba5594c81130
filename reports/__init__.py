"""What it means: statistics, tables, charts and HTML made from the results of sweeps."""

from typing import Any

from simulator.core.registry import with_outside

__path__ = with_outside(__path__, __name__)


def __getattr__(name: str) -> Any:
    """Loads what people write Python with when it is first used: the commands need not wait for pandas."""
    if name == "open_run":
        from reports.core.results import open_run

        return open_run
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
