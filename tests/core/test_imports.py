"""Imports point one way: reports → experiments → policies → simulator. Only evenkeel.py sees all four."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LAYERS = ["simulator", "policies", "experiments", "reports"]  # each may import itself and those before it
OURS = {*LAYERS, "evenkeel", "tests"}


def imported_names(source, package):
    """Lists (line, dotted name) of every import in a source file, at any depth, literal `import_module` included.

    `package` is the dotted package of the file, which relative imports start from.
    """
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: package.count(".") + 2 - node.level] if node.level else []
            found.append((node.lineno, ".".join([*base, *filter(None, [node.module])])))
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("import_module", "importlib.import_module"):
            if node.args and isinstance(node.args[0], ast.Constant):
                found.append((node.lineno, str(node.args[0].value)))
    return found


def wrong_imports(source, package):
    """Lists the imports of a source file that point upwards."""
    layer = package.split(".")[0]
    allowed = LAYERS[: LAYERS.index(layer) + 1]
    return [
        (line, name)
        for line, name in imported_names(source, package)
        if (top := name.split(".")[0]) in OURS and top not in allowed
    ]


@pytest.mark.parametrize("layer", LAYERS)
def test_imports_point_one_way(layer):
    wrong = []
    for path in sorted((ROOT / layer).rglob("*.py")):
        package = ".".join(path.relative_to(ROOT).parent.parts)
        for line, name in wrong_imports(path.read_text(encoding="utf-8"), package):
            wrong.append(f"{path.relative_to(ROOT)}:{line} imports {name}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("package", "source"),
    [
        ("simulator", "import policies"),
        ("simulator.core", "from policies.batch import run"),
        ("policies", "def late():\n    from experiments import sweep"),
        ("experiments", "import numpy, reports.html as html"),
        ("simulator", "import_module('reports.core.cli')"),
        ("reports", "import evenkeel"),
    ],
)
def test_an_upward_import_is_seen(package, source):
    assert wrong_imports(source, package)


@pytest.mark.parametrize(
    ("package", "source"),
    [
        ("reports", "import experiments, policies, simulator"),
        ("simulator.core", "from . import errors\nfrom ..core import errors"),
        ("simulator", "import numpy"),
    ],
)
def test_a_downward_import_is_allowed(package, source):
    assert not wrong_imports(source, package)
