"""Files of users' own policies: how they are named, read and told apart."""

from pathlib import Path

import pytest

from policies.core.user_policy import is_file, read_policy
from simulator.core.errors import UserError


@pytest.mark.parametrize(
    ("policy", "file"),
    [("mine.py", True), ("some/mine.py:careful", True), ("./mine.py", True), ("planner:200", False), ("py", False),
     (".py", False), ("mine.pyc", False), ("mine.py:", False), ("mine.py:two words", False)],
)  # fmt: skip
def test_a_file_is_told_by_its_ending(policy: str, file: bool) -> None:
    assert is_file(policy) is file


def test_a_function_is_chosen_by_name(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def choose(p, o): return 0\n\ndef last(p, o): return len(o) - 1\n")
    assert read_policy(str(path)).load()(None, ("a", "b")) == 0
    assert read_policy(f"{path}:last").load()(None, ("a", "b")) == 1
    with pytest.raises(UserError, match="there is no function fist"):
        read_policy(f"{path}:fist")


def test_every_load_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("asked = []\ndef choose(p, o):\n    asked.append(1)\n    return len(asked)\n")
    source = read_policy(str(path))
    first, second = source.load(), source.load()
    assert [first(None, ()), first(None, ()), second(None, ())] == [1, 2, 1]


def test_a_file_that_is_no_text_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_bytes(b"x = '\0'\n")
    with pytest.raises(UserError, match=r"mine\.py.*null byte"):
        read_policy(str(path))
    path.write_bytes(b"\xff\xfe\n")
    with pytest.raises(UserError, match=r"mine\.py:1: SyntaxError"):
        read_policy(str(path))
