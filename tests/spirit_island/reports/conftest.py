"""Runs shared by the tests of reports."""

import numpy as np
import pandas as pd
import pytest

from reports.core.analysis import analysis_of
from reports.core.html import write_report
from reports.spirit_island.names import IslandNames
from tests.spirit_island.reports.synthetic import CHALLENGES, SPIRITS, make_cells, true_logit, write_run


@pytest.fixture(scope="session")
def rich_path(tmp_path_factory):
    """Writes a run that has something to say in every section."""
    challenges = CHALLENGES[::3]
    cells = make_cells(SPIRITS[:5], 2, challenges)
    scenarios = make_cells(SPIRITS[:5], 2, challenges[:2], scenarios=("blitz", "rituals_of_terror"))
    cells = pd.concat([cells, scenarios], ignore_index=True)
    cells["cell"] = np.arange(len(cells))
    pairs = list(cells["spirits"].unique())
    strength = dict(zip(SPIRITS, np.linspace(-0.6, 0.6, 5)))
    departures = {("england", 4): 2.0, "blitz": 1.5}
    logit = true_logit(cells, strength=strength, departures=departures, synergy={pairs[2]: 0.9, pairs[7]: -0.9})
    return write_run(tmp_path_factory.mktemp("runs") / "rich", cells, logit, games=250)


@pytest.fixture(scope="session")
def rich(rich_path):
    return analysis_of(rich_path)


@pytest.fixture(scope="session")
def rich_report(rich, tmp_path_factory):
    """Writes the report of the rich run and returns its page."""
    return write_report(rich, IslandNames("en"), tmp_path_factory.mktemp("reports") / "rich")
