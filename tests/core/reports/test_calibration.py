"""The table of coverage in the methods is of the cases that `make calibrate` plays, and its intervals hold."""

import pytest

from reports.core.calibration import calibration
from tests.core.reports import calibration as common
from tests.spirit_island.reports import calibration as island


@pytest.mark.parametrize(
    ("game", "cases"), [("terra_mystica", common.CASES), ("spirit_island", (*common.CASES, *island.CASES))]
)
def test_the_table_lists_every_case_and_all_of_them_hold(game, cases):
    rows = calibration(game)
    assert [(row.method, row.synthetic) for row in rows] == [(case.method, case.synthetic) for case in cases]
    for row in rows:
        assert row.repetitions >= 100, row
        assert row.error < 0.015, row
        assert row.coverage + 3 * row.error > 0.94, row  # three: there are dozens of rows
