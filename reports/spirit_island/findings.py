"""What is compared between the policies of a run: the strength of spirits, and what challenges play like."""

from __future__ import annotations

from typing import Any

import pandas as pd

from reports.core.policies import Finding
from reports.core.policy_page import with_columns
from reports.spirit_island.difficulty import KEYS
from simulator.core.game import Measure

POINTS = Measure("points", "number")


def _spirits(analysis: Any) -> pd.DataFrame:
    return with_columns(analysis.strengths, "spirit", "points")


def _challenges(analysis: Any) -> pd.DataFrame:
    table = analysis.difficulty.challenges
    if table.empty:
        return pd.DataFrame()
    table = table.assign(name=list(table[KEYS[:4]].itertuples(index=False, name=None)))
    return with_columns(table, "name", "inferred", table["difficulty"].to_numpy(float))


FINDINGS = (
    Finding("strength_of_spirits", _spirits, lambda names, name: names.spirit(name), POINTS),
    Finding("inferred", _challenges, lambda names, name: names.challenge(*name), POINTS),
)
