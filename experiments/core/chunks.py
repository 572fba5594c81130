"""The files of a run: where chunks lie, what they add up to, and which of them cannot be counted.

What a file adds up to stands in its footer. Because opening ten thousand files takes long, a sweep also leaves an
index; a file that has changed since is opened again. Damage never stops at a traceback: it is a file and a reason.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from experiments.core.manifest import Manifest, game_of, read_cells
from experiments.core.sampling import Tally
from experiments.core.tables import Chunk, Summary, check_rows, check_summary, read_summary
from simulator.core.errors import UserError

INDEX = "_index.json"


@dataclass(frozen=True)
class Stored:
    """A file of a run with what its footer says."""

    path: Path
    summary: Summary
    stamp: tuple[int, int]  # size and time of change: what the index knows the file by


@dataclass(frozen=True)
class Rejected:
    """A file of a run that cannot be counted, and why; `again` = it is sound, but its games are there already."""

    path: Path
    reason: str
    again: bool = False


# --- where they lie


def chunk_path(chunk: Chunk | Summary) -> Path:
    """Returns where a chunk is stored, within its run."""
    return Path(f"cell-{chunk.cell:05}") / f"games-{chunk.first:09}.parquet"


def data_files(directory: Path, cell: int | None = None) -> list[Path]:
    """Returns the files of a run, or of one of its cells, by cell and game; links are followed."""
    cells = "cell-*" if cell is None else f"cell-{cell:05}"
    return sorted(directory.glob(f"{cells}/games-*.parquet"))


# --- what they add up to


def read_files(directory: Path, manifest: Manifest, check: bool = False) -> list[Stored]:
    """Returns the files of a run; one that cannot be counted is an error. `check` also reads every row."""
    stored, rejected = survey(directory, manifest, "all" if check else "none")
    if rejected:
        first = rejected[0]
        remedy = "move one of the two out of the run" if first.again else "run the sweep again to replace it"
        more = f" ({len(rejected) - 1} more such files)" if len(rejected) > 1 else ""
        raise UserError(f"{first.path}: {first.reason}; {remedy}{more}")
    return stored


def tallies_of(stored: list[Stored], manifest: Manifest) -> dict[int, Tally]:
    """Adds up files that can be counted."""
    tallies = {cell: Tally() for cell in range(len(manifest["cells"]))}
    for file in stored:
        tallies[file.summary.cell].add(file.summary)
    return tallies


def survey(directory: Path, manifest: Manifest, verify: str) -> tuple[list[Stored], list[Rejected]]:
    """Looks at all files of a run; verifies the rows of `all`, of `new` ones that the index does not know, or of `none`."""
    cells, game = read_cells(manifest), game_of(manifest)
    known = {} if verify == "all" else read_index(directory)
    stored, rejected = [], []
    for path in data_files(directory):
        try:
            status = path.stat()
            stamp = (status.st_size, status.st_mtime_ns)
            name = str(path.relative_to(directory))
            if (found := known.get(name)) and found.stamp == stamp and found.summary.cell < len(cells):
                stored.append(found)
                continue
            summary = read_summary(path, game, len(cells))
            if verify != "none":
                check_rows(path, cells[summary.cell], summary)
            stored.append(Stored(path, summary, stamp))
        except OSError as error:
            rejected.append(Rejected(path, f"damaged ({error.strerror})"))
        except UserError as error:
            rejected.append(Rejected(path, str(error)))
    good, twice = _apart(directory, stored)
    return good, rejected + twice


def _apart(directory: Path, stored: list[Stored]) -> tuple[list[Stored], list[Rejected]]:
    """Parts the files into those that hold games of their own and those that hold games of another file again."""

    def order(file: Stored) -> tuple[int, int, bool]:
        return file.summary.cell, file.summary.first, file.path != directory / chunk_path(file.summary)

    good: list[Stored] = []
    twice = []
    for file in sorted(stored, key=order):
        chunk, before = file.summary, good[-1] if good else None
        if before and before.summary.cell == chunk.cell and chunk.first < before.summary.first + before.summary.count:
            games = f"games {chunk.first} to {chunk.first + chunk.count - 1} of cell {chunk.cell}"
            twice.append(Rejected(file.path, f"{games} are there twice, also in {before.path}", again=True))
        else:
            good.append(file)
    return good, twice


# --- index


def read_index(directory: Path) -> dict[str, Stored]:
    """Returns what the last sweep knew of the files, by name; an index that makes no sense counts as none."""
    try:
        written = json.loads((directory / INDEX).read_text("utf-8"))
        return dict(_read_entries(directory, written))
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError, UserError):
        return {}


def _read_entries(directory: Path, written: Any) -> Iterator[tuple[str, Stored]]:
    for name, (size, changed, footer) in written.items():
        yield name, Stored(directory / name, check_summary(footer), (int(size), int(changed)))


def index_text(stored: list[Stored], directory: Path) -> str:
    """Returns the index of files that were verified or written by this sweep."""
    return json.dumps({str(file.path.relative_to(directory)): [*file.stamp, asdict(file.summary)] for file in stored})
