"""Several variants of the content against one baseline: what each changes, on the terminal and as a chart. Knows no game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import typer

from experiments.core.cells import Cell
from experiments.core.variants import Variant
from experiments.core.versions import Versions
from reports.core.changes import Change, plain_change
from reports.core.compare import what_to_compare
from reports.core.discovery import with_q
from reports.core.names import Names
from reports.core.paired import paired_difference
from reports.core.parted import change_by_part
from reports.core.printing import print_table
from simulator.core.errors import UserError
from simulator.core.game import Measure


def changes_of(cells: list[Cell], variants: list[Variant], played: list[Versions]) -> list[Change]:
    """Returns what each variant changes."""
    study, frame = cells[0].study, pd.DataFrame([cell.values() for cell in cells])
    changes = []
    for variant, versions in zip(variants, played):
        wanted = what_to_compare(study.game, versions.printed, versions.patched)
        found = paired_difference(versions.printed, versions.patched, wanted)
        if not found.overall["games"]:
            raise UserError(f"{variant.name}: no game could be counted, {versions.errors:,} went wrong")
        counted = {"changed": versions.changed, "errors": versions.errors, "copies": versions.copies}
        parts = change_by_part(study.game, versions.printed, versions.patched)
        unmet = tuple(study.not_in_play(variant.written, cells))
        changes.append(Change(study.game, found, frame, counted, parts, unmet))
    return changes


def variant_table(variants: list[Variant], changes: list[Change]) -> pd.DataFrame:
    """Returns the change of the leading measure, variant by variant; what sits at seats has a row each, where it is known.

    Columns: variant, value, part, games, changed (games), a, b, difference, low, high, p, q, significant.
    """
    lead, rows = changes[0].measures[0], []
    for variant, change in zip(variants, changes):
        head = {"variant": variant.name, "value": variant.value}
        for row in _rows_of(change, lead):
            rows.append(head | row | {"changed": change.counted["changed"]})
    table = pd.DataFrame(rows)
    return with_q(table, table["p"])


def _rows_of(change: Change, lead: Measure) -> list[dict[str, Any]]:
    """Returns rows of one variant: of the whole game, or of everything that sat at its seats."""
    if change.parts:
        part, table = next(iter(change.parts.items()))
        return [
            {"part": getattr(row, part), "games": row.games,
             **{name: getattr(row, f"{lead.name}_{name}") for name in ("a", "b", "difference", "low", "high", "p")}}
            for row in table.itertuples()
        ]  # fmt: skip
    totals = [total for total in change.found.totals if total["games"]]
    keys = {"a": "rate_a", "b": "rate_b"} | {name: name for name in ("difference", "low", "high", "p")}
    return [
        {"part": total.get("seat", ""), "games": int(total["games"]), **{name: total[key] for name, key in keys.items()}}
        for total in totals
    ]


def print_variants(variants: list[Variant], changes: list[Change], names: Names, top: int, as_json: bool) -> None:
    """Prints all variants beside their one baseline; where seats are measured, the largest changes."""
    table = variant_table(variants, changes)
    if as_json:
        typer.echo(json.dumps(_plain(variants, changes, table), ensure_ascii=False, indent=1))
        return
    lead = changes[0].measures[0]
    apart = bool((table["part"] != "").any())
    shown = table.sort_values("difference", key=abs, ascending=False).head(top).sort_index() if apart else table
    cells, games = len(changes[0].cells), int(changes[0].found.overall["games"])
    typer.echo(f"{games:,} games in {cells:,} cell{'s' if cells > 1 else ''}, the same for every variant")
    for told in dict.fromkeys(f"{v.name}: not in play: {text}" for v, c in zip(variants, changes) for text in c.not_in_play):
        typer.echo(told)
    headings = [
        "variant",
        *(["what"] if apart else []),
        "games changed",
        names.measure(lead),
        "change",
        "95 % interval",
        "q",
        "",
    ]
    print_table(headings, [_cells(row, lead, names, apart) for row in shown.itertuples()])
    typer.echo(
        "each against the content as printed, on the same games; * significant (false-discovery rate 5 % over all rows)"
    )


def _cells(row: Any, lead: Measure, names: Names, apart: bool) -> list[str]:
    scale, unit = (100, " %") if lead.kind == "share" else (1, "")
    a, b, change, low, high = (scale * getattr(row, name) for name in ("a", "b", "difference", "low", "high"))
    what = [names.value(row.part) if isinstance(row.part, str) else names.label("seat", number=row.part)] if apart else []
    q = "< 0.001" if row.q < 0.001 else f"{row.q:.3f}"
    return [row.variant, *what, f"{row.changed:,}", f"{a:.1f} → {b:.1f}{unit}", f"{change:+.2f}",
            f"{low:+.2f} … {high:+.2f}", q, "*" if row.significant else ""]  # fmt: skip


def _plain(variants: list[Variant], changes: list[Change], table: pd.DataFrame) -> dict[str, Any]:
    from reports.core.printing import to_json

    details = [
        {"name": variant.name, "value": variant.value, "patch": variant.written, **plain_change(change)}
        for variant, change in zip(variants, changes)
    ]
    return {"table": json.loads(to_json(table)), "variants": details}


# --- as a chart


def save_variants(variants: list[Variant], changes: list[Change], names: Names, file: Path) -> None:
    """Draws the change that each variant makes, with its interval: a curve, if all go through numbers of one field."""
    from reports.core.charts import Marks, draw_forest
    from reports.core.style import laid_out, save, styled, titled

    lead = changes[0].measures[0]
    table = variant_table(variants, changes)
    if (table["part"] != "").any():  # what was felt most
        felt = table.loc[table["difference"].abs().idxmax(), "part"]
        table = table[table["part"] == felt]
        title = f"{names.measure(lead)}: {names.value(felt) if isinstance(felt, str) else felt}"
    else:
        title = names.measure(lead)
    ends = (100 if lead.kind == "share" else 1) * table[["difference", "low", "high"]].to_numpy(float).T
    paths = {variant.name.partition("=")[0] for variant in variants}
    points = Measure("change", "number")
    with styled():
        if len(paths) == 1 and table["value"].notna().all():
            figure = _curve(table["value"].to_numpy(float), ends, next(iter(paths)), names.label("change"))
        else:
            marks = Marks(None, ends[:, ::-1], table["games"].to_numpy()[::-1])
            figure = draw_forest(table["variant"].tolist()[::-1], [marks], points, names.label("change"))
            figure.axes[0].axvline(0, linewidth=1, color="gray", zorder=0)
        save(laid_out(titled(figure, title)), file)


def _curve(values: np.ndarray, ends: np.ndarray, path: str, words: str) -> Any:
    from reports.core.style import BLUE, MUTED, new_figure, wrapped

    figure, (axes,) = new_figure(3.4)
    order = np.argsort(values)
    mean, low, high = ends[:, order]
    axes.axhline(0, color=MUTED, linewidth=1)
    axes.errorbar(values[order], mean, yerr=np.clip([mean - low, high - mean], 0, None), fmt="o-", color=BLUE, capsize=4)
    axes.set_xticks(values[order], [f"{value:g}" for value in values[order]])
    axes.set_xlabel(path)
    axes.set_ylabel(wrapped(words, 40))
    return figure
