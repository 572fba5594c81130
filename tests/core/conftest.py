"""The toy game among the games, for tests in this process and for commands in others."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from simulator.core import registry

TOY = Path(__file__).parent / "toy"


@pytest.fixture
def toy(monkeypatch):
    """Lets the toy game be one of the games, and returns its name."""
    monkeypatch.setenv(registry.OUTSIDE, str(TOY))
    for name in registry.PARTS:
        package = import_module(name)
        monkeypatch.setattr(package, "__path__", registry.with_outside(list(package.__path__), name))
    registry.games.cache_clear()
    yield "stones"
    registry.games.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[2].partition(".")[0] == "stones"]:
        layer = import_module(name.partition(".")[0])
        vars(layer).pop("stones", None)
        del sys.modules[name]


@pytest.fixture
def evenkeel(toy, tmp_path):
    """Returns what runs a command as users do, in a directory of its own, and gives its output."""

    def run(*arguments: object, fails: bool = False) -> str:
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "120"}
        command = [sys.executable, "-m", "evenkeel", *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment, check=False)
        assert (done.returncode != 0) == fails, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        return done.stderr if fails else done.stdout

    return run
