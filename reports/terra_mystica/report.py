"""The report of Terra Mystica: what every game has for nothing, and the columns that tell how seats fare."""

from __future__ import annotations

from reports.core.default import DefaultReport
from reports.core.report import Report as ReportProtocol


class Report(DefaultReport):
    """The report."""

    game = "terra_mystica"
    means: tuple[str, ...] = ("decisions",)


REPORT: ReportProtocol = Report()
