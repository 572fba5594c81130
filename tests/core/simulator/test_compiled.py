"""The cache of compiled code: every kernel source takes part in its key, and nothing else does."""

import shutil
from pathlib import Path

import pytest

from simulator.core.compiled import KERNEL_PACKAGES, ROOT, cache_directory, is_kernel_source, kernel_hash

SIMULATOR_SOURCES = [
    "core/compiled.py", "core/streams.py", "spirit_island/record/state.py", "spirit_island/rules/invaders.py",
]  # fmt: skip


@pytest.fixture(scope="module")
def tree(tmp_path_factory) -> Path:
    """A copy of the kernel packages."""
    root = tmp_path_factory.mktemp("tree")
    for package in KERNEL_PACKAGES:
        shutil.copytree(ROOT / package, root / package, ignore=shutil.ignore_patterns("__pycache__"))
    return root


def hashes_with_a_byte_more(root: Path, path: str) -> list[str]:
    """Returns the keys of both packages while one file is a byte longer."""
    file = root / path
    written = file.read_bytes()
    file.write_bytes(written + b"\n")
    kernel_hash.cache_clear()
    found = [kernel_hash(package, root) for package in KERNEL_PACKAGES]
    file.write_bytes(written)
    kernel_hash.cache_clear()
    return found


def test_a_copy_has_the_same_keys(tree):
    assert [kernel_hash(package, tree) for package in KERNEL_PACKAGES] == [kernel_hash(name) for name in KERNEL_PACKAGES]


@pytest.mark.parametrize("path", SIMULATOR_SOURCES)
def test_an_edit_of_the_rules_changes_both_keys(tree, path):
    simulator, policies = hashes_with_a_byte_more(tree, f"simulator/{path}")
    assert simulator != kernel_hash("simulator", tree)
    assert policies != kernel_hash("policies", tree)


def test_an_edit_of_a_policy_changes_the_key_of_policies_only(tree):
    simulator, policies = hashes_with_a_byte_more(tree, "policies/spirit_island/greedy.py")
    assert simulator == kernel_hash("simulator", tree)
    assert policies != kernel_hash("policies", tree)


def test_an_edit_of_words_changes_no_key(tree):
    assert not is_kernel_source(ROOT / "simulator/spirit_island/words/labels.py")
    unchanged = [kernel_hash(package, tree) for package in KERNEL_PACKAGES]
    assert hashes_with_a_byte_more(tree, "simulator/spirit_island/words/labels.py") == unchanged


def test_every_file_with_compiled_functions_is_a_kernel_source():
    for package in KERNEL_PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            if any(line.startswith(("@kernel", "@entry")) for line in path.read_text("utf-8").splitlines()):
                assert is_kernel_source(path), path


def test_the_directory_can_be_chosen(monkeypatch, tmp_path):
    monkeypatch.setenv("EVENKEEL_CACHE", str(tmp_path))
    assert cache_directory("policies").is_relative_to(tmp_path)
    assert cache_directory("policies").name == f"policies-{kernel_hash('policies')}"
