"""Commands about results of any game: `report`, `chart`, `compare` and `whatif`. They parse and print."""

import os
from pathlib import Path
from typing import Annotated

import pandas as pd
import typer

from experiments.core.manifest import game_of
from experiments.core.options import Chosen, apply_axes
from experiments.core.study import Study
from reports.core.files import read_manifest
from reports.core.printing import AsJson, Language, RunPath
from reports.core.report import find_report
from simulator.core.errors import UserError


def report(
    run: RunPath,
    out: Annotated[Path | None, typer.Option(help="Where to write; by default RUN/report.")] = None,
    lang: Language = "en",
) -> None:
    """Write a report: one HTML page, every chart as PNG and SVG, every table as CSV."""
    from reports.core.analysis import analysis_of
    from reports.core.html import write_report

    names = find_report(game_of(read_manifest(run))).names(lang)
    typer.echo(f"report: {write_report(analysis_of(run), names, out or run / 'report')}")


def chart(
    name: Annotated[str, typer.Argument(metavar="CHART", help="Any chart of the report, by the name of its file.")],
    run: RunPath,
    output: Annotated[Path, typer.Option("--output", "-o", help="A .png, .svg or .pdf file.")],
    lang: Language = "en",
) -> None:
    """Draw one chart of a run."""
    from reports.core.analysis import analysis_of
    from reports.core.drawing import check_chart, save_chart

    declared = find_report(game_of(read_manifest(run)))
    check_chart(declared, name, output)
    save_chart(name, analysis_of(run), declared.names(lang), output)
    typer.echo(f"chart: {output}")


def compare(
    run_a: Annotated[Path, typer.Argument(metavar="RUN_A", help="The run to compare with.")],
    run_b: Annotated[Path, typer.Argument(metavar="RUN_B", help="The run that may differ.")],
    top: Annotated[int, typer.Option(min=1, help="How many cells, the largest changes first.")] = 20,
    as_json: AsJson = False,
    lang: Language = "en",
) -> None:
    """Compare two runs of the same cells: what moved from A to B, by how much, and is it real."""
    from reports.core.changes import Change, print_change
    from reports.core.compare import compare_runs

    names = find_report(game := game_of(read_manifest(run_a))).names(lang)
    found, cells, parts = compare_runs(run_a, run_b)
    print_change(Change(game, found, cells, parts=parts), names, top, as_json)


def whatif(  # long: one parameter per option of the command
    study: Study,
    chosen: Chosen,
    patch: Annotated[Path, typer.Argument(metavar="PATCH", help="The change, a YAML file.")],
    games: Annotated[int, typer.Option(min=10, help="Games per cell and version.")] = 2000,
    seed: Annotated[int, typer.Option(min=0, help="Master seed of both versions.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="Worker processes.")] = os.cpu_count() or 1,
    top: Annotated[int, typer.Option(min=1, help="How many cells, the largest changes first.")] = 20,
    as_json: AsJson = False,
    lang: Language = "en",
) -> None:
    """Change a component, play the same games both ways, and report what it changes.

    A patch says kind: {id: {field: value}}; its fields take the place of the printed ones, e.g.

      PATCH_EXAMPLE

    Kinds, ids and fields are those of simulator/GAME/content/.
    """
    from experiments.core.planning import Plan
    from experiments.core.sweep_cli import announce_compiling
    from experiments.core.versions import play_versions, read_patch
    from reports.core.changes import Change, print_change
    from reports.core.compare import what_to_compare
    from reports.core.paired import paired_difference
    from reports.core.parted import change_by_part

    names = find_report(study.game).names(lang)
    change = read_patch(patch, study.game)
    cells = apply_axes(Plan(game=study.game, seed=seed), chosen).cells()
    announce_compiling(cells[0].game)
    played = play_versions(cells, change, games, jobs)
    wanted = what_to_compare(study.game, played.printed, played.patched)
    found = paired_difference(played.printed, played.patched, wanted)
    if not found.overall["games"]:
        raise UserError(f"{patch}: no game could be counted, {played.errors:,} went wrong")
    counted = {"changed": played.changed, "errors": played.errors, "copies": played.copies}
    parts = change_by_part(study.game, played.printed, played.patched)
    frame = pd.DataFrame([cell.values() for cell in cells])
    print_change(Change(study.game, found, frame, counted, parts), names, top, as_json)
