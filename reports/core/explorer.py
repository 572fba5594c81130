"""The data of the page's explorer: every cell with what it is and what came out, small enough to stand in the page.

Where a measure counts whole or not at all, the page also gets each game as one bit: so it can compare two choices game by
game, and knows the luck that cells share. Knows no game.
"""

from __future__ import annotations

import base64
import json
from typing import Any

import numpy as np

from reports.core.analysis import Analysis
from reports.core.files import configuration
from reports.core.names import Names
from reports.core.parts import part_sums, parts_of, seat_measures
from reports.core.rates import Sums
from simulator.core.game import Measure

BITS_AT_MOST = 12_000_000  # of all cells: 2 MB of the page
ENTRIES_AT_MOST = 20_000
LEFT_OUT = ("seed", "difficulty")  # of what cells say: nothing to choose by
TEXTS = ("compare", "same_games", "apart", "cells_of", "nothing", "partner", "found_cells", "points")


def explorer_json(analysis: Analysis, names: Names) -> str:
    """Returns the data as JSON that may stand in a script; nothing, if there is only one cell."""
    part = next((part for part in parts_of(analysis.run.game) if len(part_sums(analysis, part)[0])), "")
    found = _by_part(analysis, part, names) if part else _by_cell(analysis, names)
    if not 1 < len(found["entries"]) <= ENTRIES_AT_MOST:
        return ""
    found["texts"] = {key: names.text("explorer", key) for key in TEXTS}
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _by_cell(analysis: Analysis, names: Names) -> dict[str, Any]:
    """An entry per cell, with the leading measure."""
    lead = analysis.lead
    columns = analysis.columns_of(lead)[:1]
    dims, chosen = _dimensions(analysis, names, "")
    entries = [[value, *_summed(analysis.run.sums[column], row)] for row, value in enumerate(chosen) for column in columns]
    return {"measures": [_measure(lead, names)], "dims": dims, "entries": entries, **_bits(analysis, columns)}


def _by_part(analysis: Analysis, part: str, names: Names) -> dict[str, Any]:
    """An entry per cell and part that sat in it, with the measures of seats."""
    dims, chosen = _dimensions(analysis, names, part)
    measures = seat_measures(analysis.run.game)[:2]
    labels = part_sums(analysis, part)[0]
    sums = [part_sums(analysis, part, measure)[1] for measure in measures]
    cells, entries = len(chosen), []
    strata = [int(stratum) for stratum in np.flatnonzero(sums[0].games > 0)]
    sat = sorted({stratum // cells for stratum in strata})
    for stratum in strata:
        own, cell = divmod(stratum, cells)
        numbers = [number for one in sums for number in _summed(one, stratum)]
        entries.append([[sat.index(own), *chosen[cell]], *numbers])
    dims.insert(0, {"key": part, "label": names.text("columns", part), "values": [names.value(labels[one]) for one in sat]})
    return {"measures": [_measure(measure, names) for measure in measures], "dims": dims, "entries": entries}


def _measure(measure: Measure, names: Names) -> dict[str, Any]:
    return {"label": names.measure(measure), "share": measure.kind == "share"}


def _summed(sums: Sums, row: int) -> list[float]:
    """Returns games, total and squares, as short as they can be written."""
    return [round(float(values[row]), 3) if values[row] % 1 else int(values[row]) for values in
            (sums.games, sums.total, sums.squares)]  # fmt: skip


def _dimensions(analysis: Analysis, names: Names, part: str) -> tuple[list[dict[str, Any]], list[list[Any]]]:
    """Returns what cells differ in, and for each cell the numbers of its values; of a team: of all its members."""
    cells, dims = analysis.run.cells, []
    chosen: list[list[Any]] = [[] for _ in range(len(cells))]
    for column in configuration(analysis.run.game).values():
        if column.name in LEFT_OUT or (part and column.one == part) or cells[column.name].nunique() < 2:
            continue
        many = bool(column.one)
        parts = [text.split("+") if many else [text] for text in cells[column.name]]
        values = _ordered({value for row in parts for value in row})
        place = {value: number for number, value in enumerate(values)}
        for row, found in zip(chosen, parts):
            row.append([place[value] for value in found] if many else place[found[0]])
        label = names.text("columns", column.one or column.name)
        size = max(map(len, parts))
        dims.append({"key": column.one or column.name, "label": label, "values": [names.chosen(value) for value in values],
                     **({"many": min(size, 2)} if many else {})})  # fmt: skip
    return dims, chosen


def _ordered(values: set[Any]) -> list[Any]:
    return sorted(values, key=lambda value: (isinstance(value, str), value != "none", value))


def _bits(analysis: Analysis, columns: list[str]) -> dict[str, Any]:
    """Returns the games of all cells, bit by bit, if each cell has its first games and they count whole or not at all."""
    lead, run = analysis.lead, analysis.run
    if not lead.count or lead.per != "game" or not columns:
        return {}
    played = run.played[columns[0]]
    games = run.sums[columns[0]].games.astype(int)
    seeds = run.cells["seed"].nunique() if "seed" in run.cells else 1
    first = np.arange(played.shape[1]) < games[:, None]
    if played.size > BITS_AT_MOST or seeds > 1 or games.max() > played.shape[1] or ((played >= 0) != first).any():
        return {}
    packed = np.packbits(np.maximum(played, 0).astype(np.uint8), axis=1, bitorder="little")
    return {"bits": base64.b64encode(packed.tobytes()).decode(), "bytes": packed.shape[1]}
