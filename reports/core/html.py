"""Puts a report together: one HTML page that needs nothing else, beside the charts and tables as files."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from matplotlib.figure import Figure

from experiments.core.cells import FLAGS, POLICY, SEED
from policies.core.players import find_players
from policies.core.strength import table_of
from reports.core.analysis import Analysis
from reports.core.calibration import calibration
from reports.core.dataset import Run
from reports.core.drawing import Tell, draw_charts, silent
from reports.core.explorer import explorer_json
from reports.core.names import Names
from reports.core.style import inline_svg, save
from reports.core.watch.telling import Watched, write_telling_games
from reports.core.words import asked_in_words, means_in_words, players_in_words
from simulator.core.errors import UserError

EMPTY: tuple[Any, ...] = (None, "", {}, [], [""])
TEMPLATES = Path(__file__).parent / "templates"


def write_report(analysis: Analysis, names: Names, out: Path, tell: Tell = silent, watch: int = 0) -> Path:
    """Writes the page, every chart as PNG and SVG and every table as CSV; returns the path of the page.

    `watch` says how many of the most telling games get a page of their own beside it.
    """
    figures = draw_charts(analysis, names, tell)
    tell("page", 0, 1)
    watched = write_telling_games(analysis.run, watch, out, names.language, tell) if watch else []
    page = render(analysis, names, figures, watched)
    drawn = {name: figure for name, figure in figures.items() if not figure.get_label()}
    for number, (name, figure) in enumerate(drawn.items()):
        tell("files", number, len(drawn))
        for ending in ("png", "svg"):
            save(figure, out / "charts" / f"{name}.{ending}")
    try:
        (out / "tables").mkdir(parents=True, exist_ok=True)
        for name, frame in analysis.report.frames(analysis).items():
            frame.to_csv(out / "tables" / f"{name}.csv", index=False, float_format="%.6g")
        file = out / "report.html"
        file.write_text(page, encoding="utf-8")
    except OSError as error:
        raise UserError(f"cannot write the report into {out}: {error.strerror or error}") from None
    return file


def render(analysis: Analysis, names: Names, figures: dict[str, Figure], watched: Sequence[Watched] = ()) -> str:
    """Renders the page; everything but the drawn SVG is escaped."""
    report = analysis.report
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    lead, *rest = report.summary(analysis, names)
    tables = report.tables(analysis, names)
    drawn = {name: figure for name, figure in figures.items() if not figure.get_label()}
    sections = [section for section in report.sections if {*section.charts} & {*drawn} or {*section.tables} & {*tables}]
    return environment.get_template("report.html").render(
        names=names,
        title=names.heading("report", game=names.title),
        product=analysis.game.title,
        run=analysis.run,
        asked=asked_in_words(analysis, names),
        players=players_in_words(analysis, names),
        lead=lead,
        sentences=rest,
        explorer=Markup(explorer_json(analysis, names)),  # noqa: S704 - JSON without any <
        sections=sections,
        notes=report.notes(analysis, names),
        charts={name: _drawn(report.title(name, names), name, figure) for name, figure in drawn.items()},
        untold=_untold(
            {report.title(name, names): str(own.get_label()) for name, own in figures.items() if name not in drawn}
        ),
        tables=tables,
        watched=watched,
        facts=facts(analysis, names),
        strength=policy_strength(analysis.run.game),
        calibration=calibration(analysis.run.game),
    )


def _untold(reasons: dict[str, str]) -> list[tuple[str, str]]:
    """Returns what cannot be drawn, and why: charts that lack the same together."""
    return [("; ".join(title for title, own in reasons.items() if own == reason), reason)
            for reason in dict.fromkeys(reasons.values())]  # fmt: skip


def _drawn(title: str, name: str, figure: Figure) -> str:
    """Returns the SVG of a chart."""
    return Markup(inline_svg(figure, name, title))  # noqa: S704 - made by us, texts escaped


def facts(analysis: Analysis, names: Names) -> dict[str, str]:
    """Collects how the run was made; what the manifest lacks is left out."""
    run, manifest = analysis.run, analysis.run.manifest
    plan = manifest.get("plan") or {}
    session = (manifest.get("sessions") or [{}])[-1]
    columns = {"policies": POLICY.name, "flags": FLAGS.name, **analysis.report.facts, "seeds": SEED.name}
    known = {
        "run": str(run.path), "about": plan.get("about"), "games": f"{run.games:,}", "cells": f"{len(run.cells):,}",
        "mean": "; ".join(means_in_words(analysis, measure, names) for measure in analysis.game.measures),
        **{words: _listed(run, column) for words, column in columns.items()},
        "digest": (manifest.get("totals") or {}).get("digest"),
        "rules": manifest.get("rules"), "machine": session.get("machine"), "plan": _without_empty(plan),
    }  # fmt: skip
    return {key: _plain(value) for key, value in known.items() if value not in EMPTY}


def _listed(run: Run, column: str) -> str:
    return ", ".join(sorted({str(value) for value in run.cells[column]} - {""})) if column in run.cells else ""


def _without_empty(value: Any) -> Any:
    """Leaves out what a plan does not say."""
    if not isinstance(value, dict):
        return value
    return {key: kept for key, part in value.items() if (kept := _without_empty(part)) not in EMPTY}


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else yaml.safe_dump(value, allow_unicode=True, sort_keys=False).strip(" .\n")


def policy_strength(game: str) -> list[dict[str, Any]]:
    """Returns the measured strength of the policies: its rows, and which of them sum up."""
    figures = find_players(game).strength()
    rows = table_of(figures)
    return [{"row": row, "summary": figure.scope == "summary"} for row, figure in zip(rows, figures, strict=True)]
