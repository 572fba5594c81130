"""Linking parts into a whole gives what ordinary compiling and plain Python give."""

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

import numba
import numpy as np
import pytest

from simulator.core import linking, plain
from simulator.core.sources import ROOT

LOW = """
import numpy as np
from toy_ways import kernel

@kernel
def scramble(x):
    return (x ^ (x >> np.uint64(7))) * np.uint64(0x9E3779B97F4A7C15)
"""

HIGH = """
import numpy as np
from toy_low import scramble
from toy_ways import entry, kernel

@kernel
def visit(s, place, gift):
    s.seed = scramble(s.seed + np.uint64(place))
    s.small += gift
    s.board[place, -1] += s.small * 3
    s.wide[place] -= s.board[place][1] << 9
    s.share = s.share / 2 + s.seen[place % 2, 1, 1]
    s.seen[place % 2][1][1] = 100 + place
    return s.small // 7 - s.wide[place] % 5

@entry
def travel(states, words, steps):
    total = 0
    for state in range(len(states)):
        s = states[state]
        for step in range(steps):
            total += visit(s, step % len(s.wide), s.small % 11 + step)
    for word in words[0]:
        total += np.int64(word >> np.uint64(60))
    return total
"""

RECORD = np.dtype(
    [
        ("seed", np.uint64),
        ("small", np.int8),
        ("board", np.int16, (5, 2)),
        ("wide", np.int32, (5,)),
        ("share", np.float64),
        ("seen", np.uint8, (2, 2, 2)),
    ],
    align=True,
)
WAYS = {
    "linked": (linking.part, linking.whole),
    "ordinary": (numba.njit(error_model="numpy"), numba.njit(error_model="numpy")),
    "plain": (plain.kernel, plain.entry),
}


@pytest.fixture
def travel(tmp_path, monkeypatch):
    """Returns a maker of the toy: three functions in two modules, made in one of the ways."""

    def make(way):
        ways = ModuleType("toy_ways")
        ways.kernel, ways.entry = WAYS[way]
        monkeypatch.setitem(sys.modules, "toy_ways", ways)
        for name, source in (("toy_low", LOW), ("toy_high", HIGH)):
            path = tmp_path / f"{name}.py"
            path.write_text(source)
            spec = spec_from_file_location(name, path)
            module = module_from_spec(spec)
            monkeypatch.setitem(sys.modules, name, module)
            spec.loader.exec_module(module)
        return module.travel

    return make


def journey(travel):
    states = np.zeros(3, RECORD)
    states["seed"] = [1, 2**63 + 5, 77]
    total = travel(states, states.view(np.uint64).reshape(3, -1), 200)
    return int(total), states.tobytes()


@pytest.mark.parametrize("way", ["linked", "plain"])
def test_a_toy_comes_out_as_compiled_the_ordinary_way(travel, way):
    assert journey(travel(way)) == journey(travel("ordinary"))


def test_a_part_is_compiled_once_for_all_widths_of_integers():
    @linking.part
    def double(x):
        return 2 * x

    @linking.whole
    def both(narrow, wide):
        return double(narrow) + double(wide)

    assert both(np.int8(100), 1) == 202
    assert len(double.overloads) == 1


def test_calling_a_part_from_python_is_refused_by_name():
    """In a process of its own: what is to be ruled out would kill the interpreter."""
    code = (
        "import numpy as np\n"
        "from simulator.core.records import digest_of\n"
        "from simulator.core.streams import mix\n"
        "mix(np.uint64(5))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1].startswith("TypeError: simulator.core.streams.mix() is a part of compiled code")
    assert "call it through the machine" in run.stderr
