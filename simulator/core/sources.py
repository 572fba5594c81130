"""Which files of the project take part in something: modules are followed along their imports.

Cache keys and fingerprints are hashes of such sets of files. Nothing is imported for it, only read.
"""

import ast
import hashlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("simulator", "policies")  # where code that decides games lives; other modules are not followed

_BODY = re.compile(r"^(?:@|def |class )", re.MULTILINE)


def module_file(module: str, root: Path | None = None) -> Path | None:
    """Returns the file of a module of PACKAGES, of this installation or of a copy of the tree; None = not one of them."""
    package, *inner = module.split(".")
    if package not in PACKAGES:
        return None
    homes = [root / package] if root else [Path(home) for home in _homes(package)]
    candidates = (file for home in homes for file in (home.joinpath(*inner, "__init__.py"), _plain_file(home, inner)))
    return next((file for file in candidates if file.is_file()), None)


def _homes(package: str) -> list[str]:
    """Returns the directories of a package: its search path, which folders elsewhere may have widened."""
    loaded = sys.modules.get(package)
    return list(loaded.__path__) if loaded else [str(ROOT / package)]


def _plain_file(home: Path, inner: list[str]) -> Path:
    return home.joinpath(*inner).with_suffix(".py") if inner else home / "__init__.py"


def modules_in(folder: str, root: Path | None = None) -> list[str]:
    """Returns all modules below a folder named like a module, in order."""
    start = module_file(folder, root)
    if start is None:
        return []
    paths = (path.relative_to(start.parent).with_suffix("").parts for path in start.parent.rglob("*.py"))
    return sorted(".".join([folder, *parts]).removesuffix(".__init__") for parts in paths)


def imports_of(module: str, file: Path, inside_functions: bool) -> set[str]:
    """Returns the names a module imports; of `from a import b` both a and a.b, as b may be a module."""
    source = file.read_text("utf-8")
    found: set[str] = set()
    for node in _run(ast.parse(source) if inside_functions else _head(source)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                package = module if file.name == "__init__.py" else module.rpartition(".")[0]
                base = ".".join([*package.split(".")[: package.count(".") + 2 - node.level], *filter(None, [base])])
            found.add(base)
            found.update(f"{base}.{alias.name}" for alias in node.names)
    return found


def _run(tree: ast.AST) -> Iterator[ast.AST]:
    """Yields all parts of a syntax tree but what only type checkers read."""
    yield tree
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            yield from _run(node)


def _head(source: str) -> ast.Module:
    """Parses what stands before the first function: imports stand there, and whole files take ten times as long."""
    body = _BODY.search(source)
    try:
        return ast.parse(source[: body.start()] if body else source)
    except SyntaxError:  # the pattern was met inside a docstring
        statements = ast.parse(source).body
        return ast.Module([it for it in statements if not isinstance(it, ast.FunctionDef | ast.ClassDef)], [])


def reached(
    modules: Iterable[str],
    root: Path | None = None,
    inside_functions: bool = False,
    follow: Callable[[str], bool] = lambda module: True,
) -> dict[str, Path]:
    """Returns the files of modules and of all that they import, directly or not, by module name in order."""
    found: dict[str, Path] = {}
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        file = None if module in found or not follow(module) else module_file(module, root)
        if file is not None:
            found[module] = file
            waiting += imports_of(module, file, inside_functions)
    return dict(sorted(found.items()))


def hash_of(files: dict[str, Path], *further: str) -> str:
    """Returns a hash of files by their names, and of further texts."""
    digest = hashlib.sha256("\0".join(further).encode())
    for name, file in files.items():
        content = file.read_bytes()
        digest.update(f"\0{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]
