"""Puts a report together: one HTML page that needs nothing else, beside the charts and tables as files."""

from pathlib import Path
from typing import Any

import yaml
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from matplotlib.figure import Figure

from policies.core.players import find_players
from policies.core.strength import table_of
from reports.core.dataset import Run
from reports.core.names import Names
from reports.core.style import inline_svg, save
from reports.core.tables import make_tables, plain_frames
from reports.spirit_island.analysis import Analysis
from reports.spirit_island.charts import CHARTS, draw_chart
from reports.spirit_island.words import summary
from simulator.core.errors import UserError

EMPTY = (None, "", {}, [], [""])
TEMPLATES = Path(__file__).parent / "templates"
# section: its charts and tables, in the order of the page
SECTIONS = {
    "difficulty": (["difficulty"], ["difficulty"]),
    "scenarios": (["scenarios"], ["scenarios"]),
    "spirits": (["strength", "heatmap"], ["spirits"]),
    "pairings": (["pairings"], ["pairings"]),
    "match_ups": ([], ["match_ups"]),
    "endings": (["causes", "terror", "blight", "length", "score"], []),
    "cells": ([], ["cells"]),
}


def write_report(analysis: Analysis, names: Names, out: Path) -> Path:
    """Writes the page, every chart as PNG and SVG and every table as CSV; returns the path of the page."""
    figures = draw_charts(analysis, names)
    page = render(analysis, names, figures)
    for name, figure in figures.items():
        for ending in ("png", "svg"):
            save(figure, out / "charts" / f"{name}.{ending}")
    try:
        (out / "tables").mkdir(parents=True, exist_ok=True)
        for name, frame in plain_frames(analysis).items():
            frame.to_csv(out / "tables" / f"{name}.csv", index=False, float_format="%.6g")
        file = out / "report.html"
        file.write_text(page, encoding="utf-8")
    except OSError as error:
        raise UserError(f"cannot write the report into {out}: {error.strerror or error}") from None
    return file


def draw_charts(analysis: Analysis, names: Names) -> dict[str, Figure]:
    """Draws all charts."""
    return {name: draw_chart(name, analysis, names) for name in CHARTS}


def render(analysis: Analysis, names: Names, figures: dict[str, Figure]) -> str:
    """Renders the page; everything but the drawn SVG is escaped."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    charts = {name: _drawn(name, figure, names) for name, figure in figures.items()}
    lead, *rest = summary(analysis, names)
    return environment.get_template("report.html").render(
        names=names,
        title=names.heading("report", game=names.name("products", "spirit_island")),
        run=analysis.run,
        lead=lead,
        sentences=rest,
        sections=SECTIONS,
        charts=charts,
        tables=make_tables(analysis, names),
        facts=facts(analysis),
        strength=policy_strength(),
    )


def _drawn(name: str, figure: Figure, names: Names) -> str:
    """Returns the SVG of a chart, or only what it says when it has too little data."""
    if message := figure.get_label():
        return Markup('<p class="note">{}</p>').format(message)
    return Markup(inline_svg(figure, name, names.text("charts", name)))  # noqa: S704 - made by us, texts escaped


def facts(analysis: Analysis) -> dict[str, str]:
    """Collects how the run was made; what the manifest lacks is left out."""
    run, manifest = analysis.run, analysis.run.manifest
    plan = manifest.get("plan") or {}
    session = (manifest.get("sessions") or [{}])[-1]
    known = {
        "run": str(run.path), "about": plan.get("about"), "games": f"{run.games:,}", "cells": f"{len(run.cells):,}",
        "policies": _listed(run, "policy"), "rule flags": _listed(run, "flags"), "expansions": _listed(run, "expansion"),
        "seeds": _listed(run, "seed"), "dataset digest": (manifest.get("totals") or {}).get("digest"),
        "rules": manifest.get("rules"), "machine": session.get("machine"), "plan": _without_empty(plan),
    }  # fmt: skip
    return {key: _plain(value) for key, value in known.items() if value not in EMPTY}


def _listed(run: Run, column: str) -> str:
    return ", ".join(sorted({str(value) for value in run.cells[column]} - {""}))


def _without_empty(value: Any) -> Any:
    """Leaves out what a plan does not say."""
    if not isinstance(value, dict):
        return value
    return {key: kept for key, part in value.items() if (kept := _without_empty(part)) not in EMPTY}


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else yaml.safe_dump(value, allow_unicode=True, sort_keys=False).strip(" .\n")


def policy_strength() -> list[dict[str, Any]]:
    """Returns the measured strength of the policies: its rows, and which of them sum up."""
    figures = find_players("spirit_island").strength()
    rows = table_of(figures)
    return [{"row": row, "summary": figure.scope == "summary"} for row, figure in zip(rows, figures, strict=True)]
