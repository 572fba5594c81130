"""How the page tells what holds whoever plays: a chart, a table and a sentence of each finding. Knows no game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from reports.core.analysis import Analysis
from reports.core.missing import TooLittleData
from reports.core.names import Names
from reports.core.policies import AGREE, DIFFER, Finding, rank_correlation
from reports.core.tables import Show, Table, Value, build, number_value, q_value

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PREFIX = "policies_"
NAMED = 4  # of a list in a sentence


def findings_of(analysis: Analysis) -> dict[str, Finding]:
    """Returns the findings of a report by the names of their charts and tables."""
    return {f"{PREFIX}{finding.key}": finding for finding in analysis.report.findings}


def draw_policies(analysis: Analysis, names: Names, chart: str) -> Figure:
    """Draws every value under each policy, with its interval; the first policy decides the order."""
    from reports.core.charts import Marks, draw_forest

    finding = findings_of(analysis)[chart]
    table = analysis.policy_findings.get(finding.key)
    if table is None:
        raise TooLittleData("policies")
    table = table.sort_values("value_0")
    marks = [
        Marks(policy, table[[f"value_{n}", f"low_{n}", f"high_{n}"]].to_numpy(float).T, table["games"].to_numpy() / count)
        for n, (policy, count) in enumerate((policy, len(analysis.by_policy)) for policy in analysis.by_policy)
    ]
    labels = [finding.word(names, name) for name in table["name"]]
    return draw_forest(labels, marks, finding.measure, names.text("columns", finding.key))


def policy_tables(analysis: Analysis, names: Names) -> dict[str, Table]:
    """Returns the tables: each value and rank under each policy, and whether the finding holds."""
    found = {}
    for key, finding in findings_of(analysis).items():
        table = analysis.policy_findings.get(finding.key)
        if table is None:
            continue
        columns: dict[str, Show] = {"what": _word(finding, names)}
        headings: dict[str, str] = {}
        for number, policy in enumerate(analysis.by_policy):
            columns[f"value_{number}"] = _value(number)
            columns[f"rank_{number}"] = _rank(number)
            headings |= {f"value_{number}": policy, f"rank_{number}": names.text("columns", "rank")}
        columns |= {"verdict": _verdict(names), "q": q_value}
        found[key] = build(key, table, columns, headings)
    return found


def _word(finding: Finding, names: Names) -> Show:
    return lambda row: Value(finding.word(names, row.name))


def _value(number: int) -> Show:
    def show(row: Any) -> Value:
        value, low, high = (getattr(row, f"{end}_{number}") for end in ("value", "low", "high"))
        return Value(f"{value:+.1f} ({low:+.1f} … {high:+.1f})", value)

    return show


def _rank(number: int) -> Show:
    return lambda row: number_value(getattr(row, f"rank_{number}"))


def _verdict(names: Names) -> Show:
    return lambda row: Value(names.text("verdicts", row.verdict))


def policy_sentences(analysis: Analysis, names: Names) -> list[str]:
    """Says what all policies agree on, and what they do not."""
    sentences = []
    for finding in analysis.report.findings:
        table = analysis.policy_findings.get(finding.key)
        if table is None or not table["verdict"].isin([AGREE, DIFFER]).any():
            continue
        values = {
            "what": names.text("columns", finding.key), "policies": ", ".join(analysis.by_policy),
            "same": _listed(table, AGREE, finding, names), "other": _listed(table, DIFFER, finding, names),
            "rank": f"{rank_correlation(table):+.2f}", "count": len(table),
        }  # fmt: skip
        sentences.append(names.text("sentences", "holds", **values))
    return sentences


def _listed(table: pd.DataFrame, verdict: str, finding: Finding, names: Names) -> str:
    own = table[table["verdict"] == verdict]
    shown = ", ".join(finding.word(names, name) for name in own["name"].head(NAMED))
    more = f" (+{len(own) - NAMED})" if len(own) > NAMED else ""
    return (shown + more) or names.label("nothing")


def policy_frames(analysis: Analysis) -> dict[str, pd.DataFrame]:
    """Returns the same tables as plain numbers; the policies are named in the columns."""
    frames = {}
    for key, finding in findings_of(analysis).items():
        table = analysis.policy_findings.get(finding.key)
        if table is not None:
            policies = list(analysis.by_policy)
            frames[key] = table.rename(columns={name: _named(name, policies) for name in table.columns})
    return frames


def _named(column: str, policies: list[str]) -> str:
    head, _, number = column.rpartition("_")
    return f"{head}_{policies[int(number)]}" if number.isdigit() else column


def with_columns(table: pd.DataFrame, name: str, value: str, neutral: Any = 0.0) -> pd.DataFrame:
    """Returns a table of effects with intervals as a finding is made of."""
    if table.empty:
        return pd.DataFrame()
    found = pd.DataFrame({
        "name": table[name], "value": table[value], "low": table["low"], "high": table["high"], "games": table["games"],
        "neutral": neutral,
    })  # fmt: skip
    found["error"] = (found["high"] - found["low"]) / 3.92
    return found[np.isfinite(found[["value", "low", "high"]]).all(axis=1)]
