"""What moved between two versions of the same cells, on the terminal: by how much, and whether it is real."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import pandas as pd
import typer

from reports.core.discovery import ALPHA
from reports.core.files import HOW_PLAYED, configuration
from reports.core.names import Names
from reports.core.paired import Comparison, Row
from reports.core.printing import print_table, to_json
from reports.core.report import find_report
from reports.core.tables import decimals
from simulator.core.game import Measure, find_game


@dataclass(frozen=True)
class Change:
    """What was found of two versions of a game's cells."""

    game: str
    found: Comparison
    cells: pd.DataFrame  # what each cell is, by number
    counted: dict[str, int] = field(default_factory=dict)  # changed: games that went differently; errors; copies
    parts: dict[str, pd.DataFrame] = field(default_factory=dict)  # what sat at seats, kind by kind, see parted.py
    not_in_play: tuple[str, ...] = ()  # what was changed, and nobody met

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures of the game, the leading one first."""
        return find_game(self.game).measures


def print_change(change: Change, names: Names, top: int, as_json: bool) -> None:
    """Prints a change: all cells together, then those that moved most."""
    if as_json:
        typer.echo(json.dumps(plain_change(change), ensure_ascii=False, indent=1))
        return
    typer.echo("\n".join(overall_lines(change, names)))
    for part, table in change.parts.items():
        typer.echo("")
        print_table(*_parts(change, part, table, names))
        typer.echo("")
    print_table(*_moved(change, names, top))


def plain_change(change: Change) -> dict[str, Any]:
    """Returns a change as plain values; with a value for each seat, all cells together are a list."""
    told = [name for name in configuration(change.game) if name not in HOW_PLAYED and name in change.cells]
    totals = [total | change.counted for total in change.found.totals]
    table = change.found.cells.join(change.cells[told], on="cell")
    by_seat = change.measures[0].per == "seat"
    return {
        "paired": change.found.paired,
        "overall": totals if by_seat else totals[0],
        "cells": json.loads(to_json(table)),
        **({"not_in_play": list(change.not_in_play)} if change.counted else {}),
        "parts": {part: json.loads(to_json(rows)) for part, rows in change.parts.items()},
    }


def overall_lines(change: Change, names: Names) -> list[str]:
    """Returns what moved in all cells together."""
    found, lead, *others = change.found, *change.measures
    cells, games = found.cells["cell"].nunique(), found.overall["games"]
    how = "the same games" if found.paired else "different seeds, so compared as independent samples"
    lines = [f"{games:,} games in {cells:,} cell{'s' if cells > 1 else ''} ({how})"]
    lines += [f"not in play: {told}" for told in change.not_in_play]
    changed = change.counted.get("changed")
    if changed == 0:
        lines.append("every game went exactly as before: these players never felt the change")
    elif changed is not None:
        lines.append(f"{changed:,} games went differently ({changed / games:.1%})")
    for total in filter(lambda total: total["games"], found.totals):
        lines += [_lead_line(lead, total, names), *_other_lines(others, total, names)]
    lines = list(dict.fromkeys(lines))  # a measure of the whole game stands beside every seat
    rows = len(found.cells)
    what = "changed" if rows == cells else "seats of cells changed"
    significant = int(found.cells["significant"].sum())
    lines.append(f"{significant:,} of {rows:,} {what} significantly (false-discovery rate {100 * ALPHA:.0f} %)")
    if change.counted.get("copies"):
        lines.append(
            f"{change.counted['copies']:,} cells hold copies of one game, which count as one: leave something to chance"
        )
    if change.counted.get("errors"):
        lines.append(f"{change.counted['errors']:,} games went wrong and are not counted")
    return lines


def _lead_line(measure: Measure, total: Row, names: Names) -> str:
    verdict = "real" if total["p"] < ALPHA else "within chance"
    shown = [_scaled(measure, total[key]) for key in ("rate_a", "rate_b", "difference", "low", "high")]
    unit, digits = (" %", 1) if measure.kind == "share" else ("", decimals(shown[:2]))
    a, b = (f"{value:.{digits}f}{unit}" for value in shown[:2])
    difference, low, high = (f"{value:+.2f}" for value in shown[2:])
    points = " points" if measure.kind == "share" else ""
    return (
        f"{names.measure(measure, int(total.get('seat', 0)))} {a} → {b}: {difference}{points} ({low} … {high}), "
        f"{verdict} (p = {total['p']:.2g})"
    )


def _other_lines(measures: list[Measure], total: Row, names: Names) -> list[str]:
    """Returns what moved in the other measures of a game, or of the same seat."""
    lines = []
    for measure in measures:
        for key in total:
            column = key.removesuffix("_difference")
            if key != column and (column == measure.name or measure.owns(column)):
                mean, low, high = (_scaled(measure, total[f"{column}_{end}"]) for end in ("difference", "low", "high"))
                seat = 0 if column == measure.name else int(column.rpartition("_")[2])
                seat = seat or int(total.get("seat", 0) if measure.per == "seat" else 0)
                points = " points" if measure.kind == "share" else ""
                lines.append(f"{names.measure(measure, seat)} {mean:+.2f}{points} ({low:+.2f} … {high:+.2f})")
    return lines


def _scaled(measure: Measure, value: float) -> float:
    return 100 * value if measure.kind == "share" else value


def _parts(change: Change, part: str, table: pd.DataFrame, names: Names) -> tuple[list[str], list[list[str]]]:
    """Returns what moved for everything that sat at a seat, by the first two measures; JSON has them all."""
    measures = [measure for measure in change.measures if f"{measure.name}_difference" in table][:2]
    headings = [names.text("columns", part), "games"]
    for measure in measures:
        headings += [names.measure(measure), "change", "95 % interval"]
    rows = []
    for row in table.itertuples():
        cells = [names.value(getattr(row, part)), f"{row.games:,}"]
        for measure in measures:
            a, b, difference, low, high = (
                _scaled(measure, getattr(row, f"{measure.name}_{end}")) for end in ("a", "b", "difference", "low", "high")
            )
            unit = " %" if measure.kind == "share" else ""
            cells += [f"{a:.1f} → {b:.1f}{unit}", f"{difference:+.2f}", f"{low:+.2f} … {high:+.2f}"]
        rows.append([*cells, "*" if row.significant else ""])
    return [*headings, ""], rows


def _moved(change: Change, names: Names, top: int) -> tuple[list[str], list[list[str]]]:
    """Returns the cells that moved most as a table; what is the same in all of them is left out."""
    lead, cells, seats = change.measures[0], change.cells, "seat" in change.found.cells
    show = find_report(change.game).cell_columns(cells, names)
    texts = {heading: {row.Index: shown(row).text for row in cells.itertuples()} for heading, shown in show.items()}
    told = [name for place, name in enumerate(texts) if name != HOW_PLAYED[0]
            and (not place or len(set(texts[name].values())) > 1)]  # fmt: skip
    share = lead.kind == "share"
    headings = ["cell", *told, *(["seat"] if seats else []), "games", "A", "B", "points" if share else "change",
                "95 % interval", ""]  # fmt: skip
    unit, digits = (" %", 1) if share else ("", 2)
    rows = []
    for row in change.found.cells.sort_values("difference", key=abs, ascending=False).head(top).itertuples():
        a, b, difference, low, high = (
            _scaled(lead, value) for value in (row.rate_a, row.rate_b, row.difference, row.low, row.high)
        )
        rows.append([
            str(row.cell), *(texts[name][row.cell] for name in told), *([str(row.seat)] if seats else []), f"{row.games:,}",
            f"{a:.{digits}f}{unit}", f"{b:.{digits}f}{unit}", f"{difference:+.{digits}f}",
            f"{low:+.{digits}f} … {high:+.{digits}f}", "*" if row.significant else "",
        ])  # fmt: skip
    return headings, rows
