"""Commands about results of any game: `report`, `chart`, `compare` and `whatif`. They parse and print."""

import os
from pathlib import Path
from typing import Annotated

import typer

from experiments.core.manifest import game_of
from experiments.core.options import Chosen, apply_axes, with_unasked
from experiments.core.study import Study
from reports.core.files import read_manifest
from reports.core.printing import AsJson, Language, RunPath
from reports.core.report import find_report
from simulator.core.reading import MAX_SEED, MOST_GAMES, MOST_JOBS, MOST_ROWS


def report(
    run: RunPath,
    out: Annotated[Path | None, typer.Option(help="Where to write; by default RUN/report.")] = None,
    watch: Annotated[int, typer.Option(metavar="N", min=0, max=14, help="Pages of so many of the most telling games.")] = 0,
    lang: Language = "en",
) -> None:
    """Write a report: one HTML page, every chart as PNG and SVG, every table as CSV."""
    from reports.core.analysis import analysis_of
    from reports.core.html import write_report
    from reports.core.printing import steps

    names = find_report(game_of(read_manifest(run))).names(lang)
    with steps() as tell:
        tell("reading", 0, 1)
        page = write_report(analysis_of(run), names, out or run / "report", tell, watch)
    typer.echo(f"report: {page}")


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
    top: Annotated[int, typer.Option(min=1, max=MOST_ROWS, help="How many cells, the largest changes first.")] = 20,
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
    patch: Annotated[
        Path | None, typer.Argument(metavar="[PATCH]", help="The change, or a list of them: a YAML file.")
    ] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(metavar="KIND.ID.FIELD=0..3", help="Values to go through, from..to or with commas; may be repeated."),
    ] = None,
    games: Annotated[int, typer.Option(min=10, max=MOST_GAMES, help="Games per cell and version.")] = 2000,
    seed: Annotated[int, typer.Option(min=0, max=MAX_SEED, help="Master seed of all versions.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, max=MOST_JOBS, help="Worker processes.")] = os.cpu_count() or 1,
    top: Annotated[int, typer.Option(min=1, max=MOST_ROWS, help="How many cells, the largest changes first.")] = 20,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Draw all variants beside each other: a .png, .svg or .pdf file.")
    ] = None,
    as_json: AsJson = False,
    lang: Language = "en",
) -> None:
    """Change a component, play the same games both ways, and report what it changes.

    A patch says kind: {id: {field: value}}; its fields take the place of the printed ones, e.g.

      PATCH_EXAMPLE

    Kinds, ids and fields are those of simulator/GAME/content/. A list of patches, or --vary, is played against one
    baseline. Without axes of your own the games are those that meet the change, as far as that can be told.
    """
    from experiments.core.planning import Plan
    from experiments.core.sweep_cli import announce_compiling
    from experiments.core.variants import read_variants
    from experiments.core.versions import play_versions
    from reports.core.changes import print_change
    from reports.core.drawing import check_format
    from reports.core.variants import changes_of, print_variants, save_variants

    names = find_report(study.game).names(lang)
    variants = read_variants(patch, vary or [], study.game)
    if output is not None:
        check_format(output)
    plan = apply_axes(Plan(game=study.game, seed=seed), chosen)
    cells = with_unasked(plan, chosen, study.patched_axes([variant.written for variant in variants])).cells()
    announce_compiling(cells[0].game)
    played = play_versions(cells, [variant.patch for variant in variants], games, jobs)
    changes = changes_of(cells, variants, played)
    if len(variants) == 1:
        print_change(changes[0], names, top, as_json)
    else:
        print_variants(variants, changes, names, top, as_json)
    if output is not None:
        save_variants(variants, changes, names, output)
        typer.echo(f"chart: {output}", err=as_json)
