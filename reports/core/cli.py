"""Commands about results: `report`, `chart`, `compare`, `whatif`, `pairings` and `difficulty`. They parse and print."""

import json
import os
from pathlib import Path
from typing import Annotated

import pandas as pd
import typer

from reports.core.names import Names
from reports.spirit_island.analysis import Analysis
from simulator.core.errors import UserError

RunPath = Annotated[Path, typer.Argument(metavar="RUN", help="The directory of a run.")]
Language = Annotated[str, typer.Option("--lang", help="Language of names and headings: en, ru, pl or cs.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def report(
    run: RunPath,
    out: Annotated[Path | None, typer.Option(help="Where to write; by default RUN/report.")] = None,
    lang: Language = "en",
) -> None:
    """Write a report: one HTML page, every chart as PNG and SVG, every table as CSV."""
    from reports.core.html import write_report

    names = Names(lang)
    typer.echo(f"report: {write_report(Analysis.of(run), names, out or run / 'report')}")


def chart(
    name: Annotated[str, typer.Argument(metavar="CHART", help="difficulty, heatmap, pairings, strength, causes, …")],
    run: RunPath,
    output: Annotated[Path, typer.Option("--output", "-o", help="A .png, .svg or .pdf file.")],
    lang: Language = "en",
) -> None:
    """Draw one chart: difficulty, scenarios, strength, heatmap, pairings, causes, terror, length, score or blight."""
    from reports.spirit_island.charts import check_chart, save_chart

    check_chart(name, output)
    save_chart(name, Analysis.of(run), Names(lang), output)
    typer.echo(f"chart: {output}")


def pairings(
    run: RunPath,
    top: Annotated[int, typer.Option(min=1, help="How many pairs, those furthest from expectation first.")] = 20,
    as_json: AsJson = False,
    lang: Language = "en",
) -> None:
    """Show which spirits do better or worse together than their own strengths predict."""
    analysis, names = Analysis.of(run), Names(lang)
    if analysis.pairs.empty:
        raise UserError(f"{run} has too little data for pairings: it needs several pairs, with victories and defeats")
    table = analysis.pairs.sort_values("points", key=abs, ascending=False).head(top)
    if as_json:
        print_json(table)
        return
    rows = [
        [names.spirit(row.first), names.spirit(row.second), f"{row.games:,}", f"{row.points:+.1f}",
         f"{row.low:+.1f} … {row.high:+.1f}", f"{row.q:.3f}", "*" if row.significant else ""]
        for row in table.itertuples()
    ]  # fmt: skip
    print_table(["spirit", "partner", "games", "synergy", "95 % interval", "q", ""], rows)
    typer.echo("synergy in percentage points of win rate; * significant (false-discovery rate 5 %)")


def difficulty(run: RunPath, as_json: AsJson = False, lang: Language = "en") -> None:
    """Show what each challenge plays like on the official scale of difficulty."""
    from reports.core.tables import inferred, inferred_interval

    analysis, names = Analysis.of(run), Names(lang)
    found = analysis.difficulty
    if found.challenges.empty:
        raise UserError(f"{run} gives no difficulty scale: {found.missing}")
    if as_json:
        print_json(found.challenges)
        return
    rows = [
        [names.challenge(row.adversary, row.level, row.scenario, row.thematic), f"{row.games:,}",
         f"{100 * row.wins / row.games:.1f} %", f"{row.difficulty}", inferred(row),
         inferred_interval(row), f"{row.departure:+.1f}", "*" if row.significant else ""]
        for row in found.challenges.sort_values(["difficulty", "inferred"]).itertuples()
    ]  # fmt: skip
    print_table(["challenge", "games", "won", "official", "plays like", "95 % interval", "departure", ""], rows)
    typer.echo("* departs significantly, by more than the rounding of official numbers (false-discovery rate 5 %)")


def compare(
    run_a: Annotated[Path, typer.Argument(metavar="RUN_A", help="The run to compare with.")],
    run_b: Annotated[Path, typer.Argument(metavar="RUN_B", help="The run that may differ.")],
    top: Annotated[int, typer.Option(min=1, help="How many cells, the largest changes first.")] = 20,
    as_json: AsJson = False,
    lang: Language = "en",
) -> None:
    """Compare two runs of the same cells: what moved from A to B, by how much, and is it real."""
    from reports.core.compare import compare_runs

    found, cells = compare_runs(run_a, run_b)
    print_comparison(found, cells, Names(lang), top, as_json)


def whatif(
    patch: Annotated[Path, typer.Argument(metavar="PATCH", help="The change, a YAML file.")],
    spirits: Annotated[str, typer.Option(help="Spirits, a,b,c or all.")] = "all",
    players: Annotated[int, typer.Option(min=1, max=4, help="Spirits per game.")] = 1,
    adversaries: Annotated[str, typer.Option(help="none, england:3, all:0-6 …")] = "none",
    scenarios: Annotated[str, typer.Option(help="none, blitz, all …")] = "none",
    expansion: Annotated[str, typer.Option(help="base or branch_and_claw.")] = "base",
    policy: Annotated[str, typer.Option(help="Who decides: uniform, greedy, planner:200 …")] = "greedy",
    games: Annotated[int, typer.Option(min=10, help="Games per cell and version.")] = 2000,
    seed: Annotated[int, typer.Option(min=0, help="Master seed of both versions.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="Worker processes.")] = os.cpu_count() or 1,
    top: Annotated[int, typer.Option(min=1, help="How many cells, the largest changes first.")] = 20,
    as_json: AsJson = False,
    lang: Language = "en",
) -> None:
    """Change a card, a spirit or an adversary, play the same games both ways, and report what it changes.

    A patch says kind: {id: {field: value}}; its fields take the place of the printed ones, e.g.

      minor_powers: {drought: {cost: 2}}

      unique_powers: {boon_of_vigor: {speed: slow}}

      adversaries: {england: {levels: {1: {rules: []}}}}

    Kinds: minor_powers, major_powers, unique_powers, innates, spirits, fear_cards, event_cards, blight_cards,
    adversaries, scenarios, invader_cards and lands; ids and fields as in simulator/spirit_island/content/.
    """
    from experiments.core.planning import Plan
    from experiments.core.sweep_cli import announce_compiling
    from experiments.core.versions import play_versions, read_patch
    from reports.core.paired import paired_difference

    change = read_patch(patch, "spirit_island")
    axes = {
        "spirits": spirits.split(","), "players": [players], "adversaries": adversaries.split(","),
        "scenarios": scenarios.split(","), "expansion": [expansion], "policies": [policy],
    }  # fmt: skip
    cells = Plan(seed=seed).with_axes(axes, {}).cells()
    announce_compiling()
    played = play_versions(cells, change, games, jobs)
    found = paired_difference(played.printed, played.patched)
    if not found.overall["games"]:
        raise UserError(f"{patch}: no game could be counted, {played.errors:,} went wrong")
    frame = pd.DataFrame([cell.as_dict() for cell in cells])
    print_comparison(found, frame, Names(lang), top, as_json, changed=played.changed, errors=played.errors)


def print_comparison(found, cells: pd.DataFrame, names: Names, top: int, as_json: bool, **counted: int) -> None:
    """Prints what moved between two versions of the same cells, by how much, and whether it is real."""
    if as_json:
        table = found.cells.join(cells[["spirits", "adversary", "level", "scenario", "thematic"]], on="cell")
        payload = {"paired": found.paired, "overall": found.overall | counted, "cells": json.loads(to_json(table))}
        typer.echo(json.dumps(payload, ensure_ascii=False, indent=1))
        return
    typer.echo("\n".join(overall_lines(found, **counted)))
    moved = found.cells.sort_values("difference", key=abs, ascending=False)
    rows = [
        [str(row.cell), names.team(cell.spirits), names.challenge(cell.adversary, cell.level, cell.scenario, cell.thematic),
         f"{row.games:,}", f"{100 * row.rate_a:.1f} %", f"{100 * row.rate_b:.1f} %", f"{100 * row.difference:+.1f}",
         f"{100 * row.low:+.1f} … {100 * row.high:+.1f}", "*" if row.significant else ""]
        for row in moved.head(top).itertuples() for cell in [cells.loc[row.cell]]
    ]  # fmt: skip
    print_table(["cell", "spirits", "challenge", "games", "A", "B", "points", "95 % interval", ""], rows)


def overall_lines(found, changed: int | None = None, errors: int = 0) -> list[str]:
    """Returns what moved in all cells together."""
    overall, cells = found.overall, len(found.cells)
    how = "the same games" if found.paired else "different seeds, so compared as independent samples"
    lines = [f"{overall['games']:,} games in {cells:,} cell{'s' if cells > 1 else ''} ({how})"]
    if changed == 0:
        lines.append("every game went exactly as before: these players never felt the change")
    elif changed is not None:
        lines.append(f"{changed:,} games went differently ({changed / overall['games']:.1%})")
    verdict = "real" if overall["p"] < 0.05 else "within chance"
    a, b, difference, low, high = (100 * overall[key] for key in ("rate_a", "rate_b", "difference", "low", "high"))
    lines.append(
        f"win rate {a:.1f} % → {b:.1f} %: {difference:+.2f} points ({low:+.2f} … {high:+.2f}), "
        f"{verdict} (p = {overall['p']:.2g})"
    )
    if "score_difference" in overall:
        mean, low, high = (overall[f"score_{key}"] for key in ("difference", "low", "high"))
        lines.append(f"score {mean:+.2f} ({low:+.2f} … {high:+.2f})")
    lines.append(f"{int(found.cells['significant'].sum()):,} of {cells:,} changed significantly (false-discovery rate 5 %)")
    if errors:
        lines.append(f"{errors:,} games went wrong and are not counted")
    return lines


def print_table(headings: list[str], rows: list[list[str]]) -> None:
    """Prints aligned columns; those of numbers to the right."""
    widths = [max(map(len, column)) for column in zip(headings, *rows)]
    right = [all(value[:1] in "+-−≥0123456789" for value in column if value) for column in zip(*rows)]
    for line in [headings, *rows]:
        cells = [text.rjust(w) if r else text.ljust(w) for text, w, r in zip(line, widths, right)]
        typer.echo("  ".join(cells).rstrip())


def to_json(table: pd.DataFrame) -> str:
    return table.to_json(orient="records", force_ascii=False, double_precision=10)


def print_json(table: pd.DataFrame) -> None:
    """Prints a table as a JSON list of objects."""
    typer.echo(json.dumps(json.loads(to_json(table)), ensure_ascii=False, indent=1))
