"""Case files: hand-written positions run on the real machine and compared with what they should lead to.

`load_documents` reads files, `run_case` runs one document in the language of its game. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from experiments.core.notation import CaseError, choice, listing, mapping
from experiments.core.study import CaseLanguage, Difference, find_study
from simulator.core import registry
from simulator.core.errors import UserError
from simulator.core.files import read_text, yaml_documents

KEYS = ("name", "why", "key", "game", "seed", "position", "steps", "expect", "error")  # of every game's documents


@dataclass
class CaseResult:
    """How a case went; `error` is the message when it could not be loaded or run."""

    name: str
    passed: bool
    differences: list[Difference] = field(default_factory=list)
    error: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Returns the result as plain values, for JSON."""
        return asdict(self)


# --- documents


def load_documents(path: Path) -> Iterator[Any]:
    """Yields the documents of a file; what is no YAML comes as a CaseError, and ends the file."""
    text = read_text(path)
    try:
        yield from (document for document in yaml_documents(text, path.name) if document is not None)
    except UserError as error:
        yield CaseError(str(error))


def run_file(path: Path) -> Iterator[CaseResult]:
    """Runs every case of a file."""
    for number, document in enumerate(load_documents(path), 1):
        yield run_case(document, f"{path.name} #{number}")


# --- one case


def run_case(document: Any, unnamed: str = "case") -> CaseResult:
    """Runs one document and compares; never raises for a mistake in the document."""
    name = str(document.get("name", unnamed)) if isinstance(document, dict) else unnamed
    wanted = _wanted_error(document)
    try:
        differences = _run(document)
    except UserError as error:
        message = " ".join(str(error).split())
        passed = wanted is not None and wanted in message
        shown = [] if passed or wanted is None else [{"what": "error", "expected": wanted, "got": message}]
        return CaseResult(name, passed, shown, None if passed else message)
    if wanted is not None:
        return CaseResult(name, False, [{"what": "error", "expected": wanted, "got": "no error"}])
    return CaseResult(name, not differences, differences)


def _wanted_error(document: Any) -> str | None:
    """Returns the text of the error a case asks for."""
    if not isinstance(document, dict):
        return None
    expect = document.get("expect")
    wanted = document.get("error", expect.get("error") if isinstance(expect, dict) else None)
    return None if wanted is None else str(wanted)


def _run(document: Any) -> list[Difference]:
    if isinstance(document, UserError):
        raise document
    written = document if isinstance(document, dict) else mapping(document, "case", ())
    language = _language(written.get("game", registry.default_game()))
    mapping(written, "case", (*KEYS, *language.keys), language.needed)
    expect = written.get("expect") or {}
    _check_expectation(expect, language)
    table = language.make_table(written)
    language.run_steps(table, listing([] if written.get("steps") is None else written["steps"], "steps"))
    return _compare(language, table, expect)


def _language(game: Any) -> CaseLanguage:
    """Returns the language in which the documents of a game are written."""
    choice("game", game, registry.games())
    language = find_study(game).cases
    if language is None:
        raise CaseError(f"{game} has no case files")
    return language


def _check_expectation(expect: Any, language: CaseLanguage) -> None:
    """Checks the keys of the expectation before anything runs."""
    mapping(expect, "expect", (*language.expect_keys, "any_of", "error"))
    if "any_of" in expect:
        if len(expect) > 1:
            other = next(key for key in expect if key != "any_of")
            raise CaseError(f"expect: any_of stands alone, not with {other}")
        if not isinstance(expect["any_of"], list) or not expect["any_of"]:
            raise CaseError(f"expect: any_of: expected a list of expectations, got {expect['any_of']!r}")


def _compare(language: CaseLanguage, table: Any, expect: dict) -> list[Difference]:
    if "any_of" not in expect:
        return language.compare(table, {key: value for key, value in expect.items() if key != "error"})
    found = [language.compare(table, entry) for entry in expect["any_of"]]
    if not all(found):
        return []
    labelled = [
        {**difference, "what": f"any_of {number}: {difference['what']}"}
        for number, differences in enumerate(found, 1)
        for difference in differences
    ]
    return labelled
