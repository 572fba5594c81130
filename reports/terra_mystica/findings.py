"""What is compared between the policies of a run: the strength of factions."""

from __future__ import annotations

from typing import Any

import pandas as pd

from reports.core.policies import Finding
from reports.core.policy_page import with_columns
from simulator.core.game import Measure


def _factions(analysis: Any) -> pd.DataFrame:
    if analysis.main is None:
        return pd.DataFrame()
    return with_columns(analysis.faction_tables[analysis.main.key], "faction", "strength")


FINDINGS = (
    Finding("strength_of_factions", _factions, lambda names, name: names.faction(name), Measure("vp", "number", per="seat")),
)
