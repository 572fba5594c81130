"""Sizes that fit in the head: no file over 450 lines, no function over 60, no signature over 8 parameters.

Where a signature needs more, a comment `# long: why` stands in it. Compiled functions have no such limit: they pass
plain numbers where other code would pass an object.
"""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ["simulator", "policies", "experiments", "reports", "tests"]
LINES_OF_A_FILE, LINES_OF_A_FUNCTION, PARAMETERS = 450, 60, 8
COMPILED = {"kernel", "entry", "intrinsic"}  # decorators
EXCUSE = "# long: "


def functions_of(source: str) -> list[ast.FunctionDef]:
    """Returns all functions of a source file, at any depth."""
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def count_parameters(function: ast.FunctionDef) -> int:
    """Returns how many parameters a function takes, `self` and the like left out."""
    arguments = function.args
    names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    starred = [argument for argument in (arguments.vararg, arguments.kwarg) if argument]
    return len(names) + len(starred) - (bool(names) and names[0] in ("self", "cls"))


def is_wide(function: ast.FunctionDef, lines: list[str]) -> bool:
    """Tells whether a function takes too many parameters without an excuse."""
    if COMPILED & {ast.unparse(decorator) for decorator in function.decorator_list}:
        return False
    signature = lines[function.lineno - 1 : function.body[0].lineno]
    return count_parameters(function) > PARAMETERS and not any(EXCUSE in line for line in signature)


def too_large(source: str) -> list[str]:
    """Lists what of a source file is too large."""
    lines = source.splitlines()
    found = [f"has {len(lines)} lines"] if len(lines) > LINES_OF_A_FILE else []
    for function in functions_of(source):
        length = function.end_lineno - function.lineno + 1
        if length > LINES_OF_A_FUNCTION:
            found.append(f"{function.name} has {length} lines")
        if is_wide(function, lines):
            found.append(f"{function.name} has {count_parameters(function)} parameters")
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_nothing_is_too_large(package):
    found = []
    for path in sorted((ROOT / package).rglob("*.py")):
        found += [f"{path.relative_to(ROOT)}: {complaint}" for complaint in too_large(path.read_text("utf-8"))]
    assert not found, "\n".join(found)


NINE = "a, b, c, d, e, f, g, h, i"


@pytest.mark.parametrize(
    ("source", "complaints"),
    [
        (f"def wide({NINE}): pass", ["wide has 9 parameters"]),
        ("def wide(a, b, c, d, e, f, g, h, *rest): pass", ["wide has 9 parameters"]),
        (f"def wide({NINE}):  # long: one parameter per option\n    pass", []),
        (f"@kernel\ndef wide({NINE}): pass", []),
        ("def narrow(self, b, c, d, e, f, g, h, i): pass", []),
        ("def high():\n" + "    pass\n" * 60, ["high has 61 lines"]),
        ("def low():\n" + "    pass\n" * 59, []),
        ("pass\n" * 451, ["has 451 lines"]),
        ("pass\n" * 450, []),
    ],
)
def test_what_is_too_large_is_seen(source, complaints):
    assert too_large(source) == complaints
