"""The cache of compiled code: every kernel source takes part in its key and nothing else does; old code goes."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from simulator.core import cache
from simulator.core.sources import PACKAGES, ROOT, module_file, modules_in

GAME = "spirit_island"
OTHER = "draughts"
KEYS = [("simulator", "core"), *((package, game) for game in (GAME, OTHER) for package in PACKAGES)]
RULES, POLICIES = ("simulator", GAME), ("policies", GAME)


# --- keys


@pytest.fixture(scope="module")
def tree(tmp_path_factory) -> Path:
    """A copy of the packages, with a second game in it."""
    root = tmp_path_factory.mktemp("tree")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, root / package, ignore=shutil.ignore_patterns("__pycache__"))
        (root / package / OTHER).mkdir()
        (root / package / OTHER / "__init__.py").touch()
    (root / "simulator" / OTHER / "men.py").write_text("MEN = 12\n")
    rules = f"from simulator.core.compiled import kernel\nfrom simulator.{OTHER}.men import MEN\n"
    (root / "simulator" / OTHER / "rules.py").write_text(rules)
    loop = f"from simulator.core.compiled import entry\nfrom simulator.{OTHER}.rules import MEN\n"
    (root / "policies" / OTHER / "loop.py").write_text(loop)
    return root


def keys(root: Path | None = None) -> dict[tuple[str, str], str]:
    cache.kernel_sources.cache_clear()
    cache.kernel_hash.cache_clear()
    return {key: cache.kernel_hash(*key, root) for key in KEYS}


def changed_by(root: Path, path: str) -> set[tuple[str, str]]:
    """Returns whose keys change while one file is a line longer."""
    before = keys(root)
    file = root / path
    written = file.read_bytes()
    file.write_bytes(written + b"\n")
    after = keys(root)
    file.write_bytes(written)
    return {key for key in KEYS if before[key] != after[key]}


def test_a_copy_has_the_same_keys(tree):
    here, there = keys(), keys(tree)
    assert all(here[key] == there[key] for key in (("simulator", "core"), RULES, POLICIES))


@pytest.mark.parametrize(
    ("path", "changed"),
    [
        ("simulator/core/streams.py", {("simulator", "core"), RULES, POLICIES}),
        ("simulator/core/linking.py", set(KEYS)),
        ("simulator/spirit_island/record/state.py", {RULES, POLICIES}),
        ("simulator/spirit_island/record/vocabulary.py", {RULES, POLICIES}),  # constants only
        ("simulator/spirit_island/rules/invaders.py", {RULES, POLICIES}),
        ("simulator/spirit_island/machine/machine.py", {RULES}),  # policies call it by address
        ("policies/spirit_island/greedy.py", {POLICIES}),
        ("policies/spirit_island/vocabulary.py", {POLICIES}),
        ("simulator/spirit_island/words/labels.py", set()),
        ("simulator/spirit_island/language/schema.py", set()),
        ("policies/spirit_island/tune.py", set()),
        ("simulator/core/cli.py", set()),
        (f"simulator/{OTHER}/men.py", {("simulator", OTHER), ("policies", OTHER)}),
        (f"policies/{OTHER}/loop.py", {("policies", OTHER)}),
    ],
)
def test_an_edit_changes_the_keys_of_what_it_takes_part_in(tree, path, changed):
    assert changed_by(tree, path) == changed


def test_every_file_with_compiled_functions_takes_part():
    for package, game in (("simulator", "core"), RULES, POLICIES):
        sources = cache.kernel_sources(package, game)
        for module in modules_in(f"{package}.{game}"):
            text = module_file(module).read_text("utf-8")
            if any(line.startswith(("@kernel", "@entry")) for line in text.splitlines()):
                assert module in sources
    assert "simulator.spirit_island.machine.machine" in cache.kernel_sources(*RULES)


# --- directories


@pytest.fixture
def home(monkeypatch, tmp_path):
    monkeypatch.setenv("EVENKEEL_CACHE", str(tmp_path))
    monkeypatch.setattr(cache, "_held", [])
    cache.open_directory.cache_clear()
    yield tmp_path / "evenkeel"
    cache.open_directory.cache_clear()


def test_the_directory_can_be_chosen(home):
    path = cache.open_directory(*POLICIES)
    assert path == home / f"policies-{GAME}-{cache.kernel_hash(*POLICIES)}"
    assert path.stat().st_mode & 0o777 == 0o700


def test_a_game_is_compiled_when_rules_and_policies_are(home):
    assert not cache.is_compiled(GAME)
    (cache.open_directory(*RULES) / "serve.nbi").touch()
    assert not cache.is_compiled(GAME)
    (cache.open_directory(*POLICIES) / "run.nbi").touch()
    assert cache.is_compiled(GAME)
    assert not cache.is_compiled(OTHER)


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_directory_that_others_can_write_to_is_not_used(home, capsys, mode):
    path = cache.cache_directory(*RULES)
    path.mkdir(parents=True)
    path.chmod(mode)
    fresh = cache.open_directory(*RULES)
    assert fresh != path
    assert not any(fresh.iterdir())
    assert cache.distrust(fresh) == ""
    assert capsys.readouterr().err.splitlines() == [
        f"evenkeel: compiled code is not kept in {path} (others may write to it) but for this run only"
    ]
    assert cache.open_directory(*POLICIES).parent == fresh.parent  # and so for all that follows, without a word
    assert capsys.readouterr().err == ""


def test_a_link_is_not_followed(home, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    path = cache.cache_directory(*RULES)
    path.parent.mkdir()
    path.symlink_to(elsewhere)
    assert cache.distrust(path) == "it is not a directory"


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a directory away")
def test_a_directory_of_somebody_else_is_not_used(home):
    path = cache.cache_directory(*RULES)
    path.mkdir(parents=True, mode=0o700)
    os.chown(path, 12345, -1)
    assert cache.distrust(path) == "it belongs to another user"


# --- pruning


def old_directories(home: Path, group: str, count: int, days: float) -> list[Path]:
    """Makes directories with one file each, the first one used last."""
    paths = [home / f"{group}-{number:016x}" for number in range(count)]
    for age, path in enumerate(paths):
        path.mkdir(parents=True)
        (path / "code.nbc").touch()
        used = time.time() - 86400 * days - age
        os.utime(path, (used, used))
    return paths


def test_the_latest_directories_of_each_package_and_game_stay(home):
    rules = old_directories(home, f"simulator-{GAME}", 7, days=3)
    policies = old_directories(home, f"policies-{GAME}", 3, days=30)
    (home / "simulator-notes").mkdir()
    cache.prune(home)
    assert sorted(home.iterdir()) == sorted([*rules[: cache.KEPT], *policies, home / "simulator-notes"])


def test_directories_used_lately_stay(home):
    paths = old_directories(home, f"simulator-{GAME}", 7, days=0.5)
    cache.prune(home)
    assert all(path.exists() for path in paths)


def test_a_new_directory_makes_room(home):
    paths = old_directories(home, f"simulator-{GAME}", 7, days=3)
    cache.open_directory(*RULES)
    assert [path.exists() for path in paths] == [True] * (cache.KEPT - 1) + [False] * (8 - cache.KEPT)


def test_opening_an_old_directory_makes_it_a_recent_one(home):
    path = cache.open_directory(*RULES)
    os.utime(path, (0, 0))
    cache.open_directory.cache_clear()
    cache.open_directory(*RULES)
    assert time.time() - path.stat().st_mtime < 60


def test_a_directory_in_use_by_a_running_process_stays(home):
    *_, used, unused = old_directories(home, f"simulator-{GAME}", 7, days=3)
    hold = f"from pathlib import Path; from simulator.core.cache import hold; print(hold(Path({str(used)!r}))); input()"
    with subprocess.Popen(
        [sys.executable, "-c", hold], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "\n"  # nothing speaks against it
        os.utime(used, (0, 0))
        cache.prune(home)
        assert used.exists()
        assert not unused.exists()
        process.communicate("\n")
    old_directories(home, f"simulator-{GAME}x", 4, days=3)
    cache.prune(home)
    assert not used.exists()


# --- others


def test_other_libraries_keep_their_own_place(tmp_path):
    """Numba's settings stay as they are, and functions of others are kept where numba keeps them."""
    (tmp_path / "theirs.py").write_text("import numba\n\n@numba.njit(cache=True)\ndef double(x):\n    return 2 * x\n")
    code = (
        f"import numba, sys; sys.path.insert(0, {str(tmp_path)!r}); before = numba.config.CACHE_DIR\n"
        "import simulator.core.machine, theirs; theirs.double(2)\n"
        "assert numba.config.CACHE_DIR == before\n"
    )
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    environment |= {"EVENKEEL_CACHE": str(tmp_path / "ours")}
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True)
    assert list((tmp_path / "__pycache__").glob("theirs.double*.nbi"))
    assert not list((tmp_path / "ours").rglob("*double*"))
