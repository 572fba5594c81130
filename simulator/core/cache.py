"""Where compiled code is kept: one directory per package and game, named after a hash of the code that went into it.

Numba's own cache looks only at the file of the cached function, so an edit of a callee in another module would be
missed; and it keeps one place for everybody's functions, which is left alone here.
Code read from here is run, so a directory that others can write to is not used.
"""

import atexit
import fcntl
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from simulator.core.sources import PACKAGES, hash_of, imports_of, module_file, modules_in, reached

COMPILERS = {"simulator.core.compiled", "simulator.core.machine"}  # who imports these has functions compiled
KEPT = 4  # directories of a package and game that stay: branches and versions used in turn
RESTED = 24 * 3600.0  # seconds since its last use before a directory may go
_DIRECTORY = re.compile(r"(?P<group>.+)-[0-9a-f]{16}")


# --- keys


def kernel_modules(package: str, game: str, root: Path | None = None) -> list[str]:
    """Returns the modules of a game in a package whose functions are compiled; what shared code there is: game `core`."""
    modules = modules_in(f"{package}.{game}", root)
    files = {module: file for module in modules if (file := module_file(module, root))}
    return [module for module, file in files.items() if COMPILERS & imports_of(module, file, False)]


@cache
def kernel_sources(package: str, game: str, root: Path | None = None) -> dict[str, Path]:
    """Returns all files that take part in the compiled code: those modules and what they import, constants included."""
    return reached(kernel_modules(package, game, root), root)


@cache
def kernel_hash(package: str, game: str, root: Path | None = None) -> str:
    """Returns a hash of all that decides the compiled code of a game in a package."""
    return hash_of(kernel_sources(package, game, root), numba.__version__, str(numba.config.BOUNDSCHECK))  # type: ignore[attr-defined]


# --- directories


def home() -> Path:
    """Returns the directory of all compiled code of this user."""
    base = os.environ.get("EVENKEEL_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "evenkeel"


def cache_directory(package: str, game: str) -> Path:
    """Returns the directory for the compiled code of a game in a package."""
    return home() / f"{package}-{game}-{kernel_hash(package, game)}"


def is_compiled(game: str) -> bool:
    """Tells whether the rules and the policies of a game lie compiled in the cache, as their sources are now."""
    return all(any(cache_directory(package, game).glob("*.nbi")) for package in PACKAGES)


@cache
def open_directory(package: str, game: str) -> Path:
    """Makes a directory if needed and holds it until this process ends; instead of one not to be trusted, a fresh one."""
    path = cache_directory(package, game)
    try:
        is_new = not path.exists()
        complaint = hold(path)
    except OSError as error:
        complaint = error.strerror or str(error)
    if complaint:
        print(f"evenkeel: compiled code is not kept in {path} ({complaint}) but for this run only", file=sys.stderr)
        use_private_home()
        path = cache_directory(package, game)
        hold(path)
    elif is_new:
        prune(path.parent)
    return path


_held: list[int] = []  # open directories: their locks last as long as the process


def hold(path: Path) -> str:
    """Makes a directory and marks it as in use; returns what speaks against using it, if anything."""
    while True:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if complaint := distrust(path):
            return complaint
        directory = os.open(path, os.O_RDONLY)
        fcntl.flock(directory, fcntl.LOCK_SH)
        if path.exists():  # not pruned before it was locked
            _held.append(directory)
            os.utime(path)
            return ""
        os.close(directory)


def distrust(path: Path) -> str:
    """Returns why others could have written into a directory, or nothing."""
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode):
        return "it is not a directory"
    if found.st_uid != os.getuid():
        return "it belongs to another user"
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return "others may write to it"
    return ""


def use_private_home() -> None:
    """Moves the cache to a fresh directory that goes when this process ends; the processes it starts share it."""
    fresh = tempfile.mkdtemp(prefix="evenkeel-")
    os.environ["EVENKEEL_CACHE"] = fresh
    owner = os.getpid()
    atexit.register(lambda: shutil.rmtree(fresh, ignore_errors=True) if os.getpid() == owner else None)


def prune(directory: Path) -> None:
    """Removes old directories of each package and game: not the latest ones, none used lately, none in use."""
    groups: dict[str, list[tuple[float, Path]]] = {}
    for path in directory.iterdir():
        if match := _DIRECTORY.fullmatch(path.name):
            groups.setdefault(match["group"], []).append((path.stat().st_mtime, path))
    for group in groups.values():
        for used, path in sorted(group, reverse=True)[KEPT:]:
            if time.time() - used > RESTED:
                remove_unused(path)


def remove_unused(path: Path) -> None:
    """Removes a directory unless a running process holds it."""
    directory = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(directory, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(path, ignore_errors=True)
    except BlockingIOError:
        pass
    finally:
        os.close(directory)


# --- numba's side


class _Place(_CacheLocator):
    """Tells numba where the code of a function is kept; the directory's name says what it was made of."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def get_cache_path(self) -> str:
        return str(self.directory)

    def get_source_stamp(self) -> str:
        return self.directory.name

    def get_disambiguator(self) -> str:
        return ""


class _Files(CompileResultCacheImpl):
    """Names the files of a function."""

    def __init__(self, function: Callable, directory: Path) -> None:
        code = function.__code__
        self._locator = _Place(directory)
        self._lineno = code.co_firstlineno
        version = f"py{sys.version_info.major}{sys.version_info.minor}"
        self._filename_base = f"{function.__module__}.{function.__qualname__}.{version}"


class CodeCache(FunctionCache):
    """Keeps the compiled code of one function in a directory of ours."""

    def __init__(self, function: Callable, directory: Path) -> None:
        self._impl_class = partial(_Files, directory=directory)  # type: ignore[assignment]
        super().__init__(function)


def keep(compiled: Any, function: Callable) -> None:
    """Lets numba keep a compiled function, if it belongs to a game: others are compiled anew by each process."""
    package, _, inner = function.__module__.partition(".")
    game = inner.partition(".")[0]
    if package in PACKAGES:
        if function.__module__ not in kernel_sources(package, game):
            raise RuntimeError(f"{function.__module__} is compiled but takes part in no key of the cache")
        compiled._cache = CodeCache(function, open_directory(package, game))
