"""Which files take part: modules are followed along their imports, exactly."""

import ast

import pytest

from simulator.core.sources import PACKAGES, ROOT, hash_of, imports_of, module_file, modules_in, reached


def write(root, files):
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


@pytest.fixture
def tree(tmp_path):
    """A small project: one game whose rules import constants, and a second game."""
    write(
        tmp_path,
        {
            "simulator/__init__.py": "",
            "simulator/core/__init__.py": "",
            "simulator/core/numbers.py": "ONE = 1\n",
            "simulator/chess/__init__.py": "from simulator.chess.words import say\n",
            "simulator/chess/rules.py": (
                '"""Rules.\n\nclass of pieces\n"""\nimport os\nfrom simulator.chess import board as b\n\n\n'
                "def move():\n    from simulator.chess import words\n    return words, b, os\n"
            ),
            "simulator/chess/board.py": "from simulator.core.numbers import (\n    ONE,\n)\nimport numpy\n",
            "simulator/chess/words.py": "say = print\n",
            "simulator/chess/signs/__init__.py": (
                "from . import white\nfrom ..core import numbers\nfrom ...core import numbers\n"
            ),
            "simulator/chess/signs/white.py": "",
        },
    )
    return tmp_path


def test_imports_are_followed_and_strangers_left_out(tree):
    found = reached(["simulator.chess.rules"], tree)
    assert list(found) == ["simulator.chess", "simulator.chess.board", "simulator.chess.rules", "simulator.chess.words",
                           "simulator.core.numbers"]  # fmt: skip
    assert found["simulator.core.numbers"] == tree / "simulator/core/numbers.py"


def test_imports_inside_functions_count_only_when_asked_for(tree):
    (tree / "simulator/chess/__init__.py").write_text("")
    assert "simulator.chess.words" not in reached(["simulator.chess.rules"], tree)
    assert "simulator.chess.words" in reached(["simulator.chess.rules"], tree, inside_functions=True)


def test_imports_for_type_checkers_do_not_count(tree):
    (tree / "simulator/chess/__init__.py").write_text("")
    lazy = "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from simulator.chess import words\n"
    (tree / "simulator/chess/board.py").write_text(lazy)
    for inside_functions in (False, True):
        assert "simulator.chess.words" not in reached(["simulator.chess.board"], tree, inside_functions)


def test_a_module_that_is_not_followed_is_left_out_with_all_behind_it(tree):
    found = reached(["simulator.chess.rules"], tree, follow=lambda module: module != "simulator.chess.board")
    assert not {"simulator.chess.board", "simulator.core.numbers"} & set(found)


def test_relative_imports_are_understood(tree):
    file = tree / "simulator/chess/signs/__init__.py"
    assert imports_of("simulator.chess.signs", file, False) == {
        "simulator.chess.signs", "simulator.chess.signs.white",
        "simulator.chess.core", "simulator.chess.core.numbers",
        "simulator.core", "simulator.core.numbers",
    }  # fmt: skip


def test_a_folder_is_listed_as_modules(tree):
    assert modules_in("simulator.chess", tree) == [
        "simulator.chess", "simulator.chess.board", "simulator.chess.rules", "simulator.chess.signs",
        "simulator.chess.signs.white", "simulator.chess.words",
    ]  # fmt: skip
    assert modules_in("simulator.draughts", tree) == []


def test_a_hash_knows_names_and_contents_apart(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("a"), two.write_text("b")
    hashes = [hash_of({"x": one}), hash_of({"x": two}), hash_of({"y": one}), hash_of({"x": one}, "more"), hash_of({})]
    assert len(set(hashes)) == len(hashes)
    assert hash_of({"x": one}) == hashes[0]


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_stand_before_functions(package):
    """Only the head of a file is read for imports outside functions."""
    for module in modules_in(package):
        file = module_file(module)
        kinds = [type(statement) for statement in ast.parse(file.read_text("utf-8")).body]
        bodies = [place for place, kind in enumerate(kinds) if kind in (ast.FunctionDef, ast.ClassDef)]
        imports = [place for place, kind in enumerate(kinds) if kind in (ast.Import, ast.ImportFrom)]
        assert not bodies or not imports or max(imports) < min(bodies), file


def test_files_of_this_project_are_found():
    assert module_file("simulator.core.streams") == ROOT / "simulator/core/streams.py"
    assert module_file("simulator.core") == ROOT / "simulator/core/__init__.py"
    assert module_file("simulator") == ROOT / "simulator/__init__.py"
    assert module_file("experiments.core.engine") is None
    assert module_file("numpy") is None
    assert module_file("simulator.core.streams.mix") is None
