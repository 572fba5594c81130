"""Files that users write: text, JSON, TOML, YAML. Whatever is wrong with one is a line that names it, never a traceback."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import yaml

from simulator.core.errors import UserError, shortened


def read_text(path: Path) -> str:
    """Returns the text of a file."""
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise UserError(f"{path}: cannot be read (not text in UTF-8)") from None
    except OSError as error:
        raise UserError(f"{_short(path)}: cannot be read ({error.strerror})") from None
    except ValueError as error:  # a name that no file can have
        raise UserError(f"{_short(path)}: cannot be read ({error})") from None


def read_json(path: Path) -> Any:
    """Returns what a file of JSON holds."""
    return _parsed(read_text(path), "JSON", json.loads, str(path))


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """Returns what a text of TOML holds."""
    return _parsed(text, "TOML", tomllib.loads, where)


def read_yaml(path: Path) -> Any:
    """Returns what a file of YAML holds."""
    return parse_yaml(read_text(path), str(path))


def parse_yaml(text: str, where: str) -> Any:
    """Returns what a text of YAML holds."""
    return _parsed(text, "YAML", lambda text: yaml.load(text, StrictLoader), where)


def yaml_documents(text: str, where: str) -> Iterator[Any]:
    """Yields the documents of a text of YAML, up to the first that is none."""
    loader = _parsed(text, "YAML", StrictLoader, where)
    while _parsed(loader, "YAML", lambda loader: loader.check_data(), where):
        yield _parsed(loader, "YAML", lambda loader: loader.get_data(), where)


class NoKeyTwice:
    """What a loader of YAML needs to refuse a key written twice: YAML would silently keep the last."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict:
        keys = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
        if len(set(keys)) != len(keys):
            twice = next(key for key in keys if keys.count(key) > 1)
            raise yaml.constructor.ConstructorError(None, None, f"key {twice!r} is written twice", node.start_mark)
        return super().construct_mapping(node, deep)  # type: ignore[misc]


class StrictLoader(NoKeyTwice, yaml.SafeLoader):
    """The loader of what users write; it says in which line a mistake is."""


def _parsed(text: Any, language: str, parse: Callable[[Any], Any], where: str) -> Any:
    try:
        return parse(text)
    except RecursionError:
        raise UserError(f"{where}: not valid {language} (nested too deep)") from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f"line {mark.line + 1}: " if mark else ""
        raise UserError(f"{where}: {line}not valid YAML ({error.problem or error.context})") from None
    except yaml.YAMLError as error:
        raise UserError(f"{where}: not valid YAML ({str(error).splitlines()[0]})") from None
    except (ValueError, OverflowError) as error:  # also a date or a number that there is none of
        raise UserError(f"{where}: not valid {language} ({error})") from None


def _short(path: Path) -> str:
    return str(path) if len(str(path)) < 300 else shortened(str(path))
