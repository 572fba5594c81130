"""A real run shared by the tests of reports."""

import pytest

import evenkeel
from reports.core.analysis import analysis_of
from reports.core.html import write_report


@pytest.fixture(scope="session")
def real_path(tmp_path_factory):
    """Sweeps tables of two and four, drawn and drafted, with and without a favor tile."""
    out = tmp_path_factory.mktemp("real") / "run"
    options = ["--factions", "drawn,draft", "--players", "2,4", "--without", "none,FAV11", "--games", "3000", "--jobs", "1"]
    assert evenkeel.main(["sweep", "--game", "terra_mystica", *options, "--policy", "uniform", "--out", str(out)]) == 0
    return out


@pytest.fixture(scope="session")
def real(real_path):
    return analysis_of(real_path)


@pytest.fixture(scope="session")
def real_page(real, tmp_path_factory):
    """Writes the report of the real run and returns its page."""
    return write_report(real, real.report.names("en"), tmp_path_factory.mktemp("reports") / "real")
