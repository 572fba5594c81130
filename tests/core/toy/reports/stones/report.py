"""The report of Stones: what every game gets."""

from reports.core.default import DefaultReport

REPORT = DefaultReport("stones")
