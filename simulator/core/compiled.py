"""How rules are compiled: decorators, flags and the on-disk cache.

Numba's cache looks only at the file of the cached function, so an edit of a callee in another module would be
missed. The cache directory is therefore named after a hash of all kernel sources a package can reach.
"""

import hashlib
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.extending import intrinsic

ROOT = Path(__file__).resolve().parents[2]
KERNEL_PACKAGES = ("simulator", "policies")  # each may call the compiled code of those before it
# frozen into compiled code, without functions of their own
KERNEL_CONSTANTS = (
    "vocabulary.py", "state.py", "tables.py", "header.py", "codes.py", "registers.py", "steps.py", "setup_record.py",
)  # fmt: skip


def is_kernel_source(path: Path) -> bool:
    """Tells whether a file takes part in compiled code: it compiles functions, or holds constants they use."""
    return path.name in KERNEL_CONSTANTS or b"core.compiled import" in path.read_bytes() or path.name == "compiled.py"


@cache
def kernel_hash(package: str, root: Path = ROOT) -> str:
    """Returns a hash of every source file that can take part in the compiled code of a package."""
    digest = hashlib.sha256(f"{numba.__version__} {numba.config.BOUNDSCHECK}".encode())
    for name in KERNEL_PACKAGES[: KERNEL_PACKAGES.index(package) + 1]:
        for path in sorted((root / name).rglob("*.py")):
            if is_kernel_source(path):
                digest.update(path.relative_to(root).as_posix().encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_directory(package: str = KERNEL_PACKAGES[0]) -> Path:
    """Returns the directory for compiled code of a package: the user's cache, keyed by its sources."""
    base = os.environ.get("EVENKEEL_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "evenkeel" / f"{package}-{kernel_hash(package)}"


def use_cache_of(function: Callable) -> None:
    """Lets numba keep the function that is decorated next in the directory of its package."""
    numba.config.CACHE_DIR = str(cache_directory(function.__module__.partition(".")[0]))


def is_compiled() -> bool:
    """Tells whether compiled code for the present sources lies in the cache."""
    return any(cache_directory().rglob("*.nbi"))


class PartLibrary(JITCodeLibrary):
    """Code that only takes part in a whole: neither optimised nor made executable by itself.

    Numba would do both for every function together with all that it calls, so again and again.
    """

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0  # nobody calls it from outside

    @property
    def codegen(self) -> "PartLibrary":
        return self

    def set_env(self, name: str, environment: object) -> None:
        """Does nothing: an environment serves only Python objects, which a part never touches."""


class WholeLibrary(JITCodeLibrary):
    """Code that Python or C calls, linked with all parts it reaches and optimised once."""

    def finalize(self) -> None:
        linked = self._linking_libraries
        known = set(linked)
        for library in linked:  # grows while it is read
            if isinstance(library, PartLibrary):
                linked.extend(called for called in library._linking_libraries if called not in known)
                known.update(library._linking_libraries)
        super().finalize()


class PartCompiler(Compiler):
    """Compiles into a part."""

    def __init__(self, typing, target, library, *rest) -> None:
        super().__init__(typing, target, PartLibrary(target.codegen(), "part"), *rest)


class WholeCompiler(Compiler):
    """Compiles into a whole."""

    def __init__(self, typing, target, library, *rest) -> None:
        whole = WholeLibrary(target.codegen(), "whole")
        whole.enable_object_caching()
        super().__init__(typing, target, whole, *rest)


def widened(arguments: tuple[types.Type, ...]) -> tuple[types.Type, ...]:
    """Returns argument types with all signed integers as wide as a word."""
    return tuple(types.int64 if isinstance(kind, types.Integer) and kind.signed else kind for kind in arguments)


def kernel(function: Callable) -> Callable:
    """Compiles a function that only compiled code calls, once for all widths of integers."""
    part = numba.njit(
        no_cpython_wrapper=True, no_cfunc_wrapper=True, error_model="numpy", nogil=True, pipeline_class=PartCompiler
    )(function)
    compile_exactly = part.compile
    part.compile = lambda arguments: compile_exactly(widened(arguments))
    return part


def entry(function: Callable) -> Callable:
    """Compiles a function that Python calls, and keeps it on disk."""
    use_cache_of(function)
    return numba.njit(cache=True, error_model="numpy", nogil=True, pipeline_class=WholeCompiler)(function)


_GATE = types.int64(*[types.voidptr] * 3, *[types.int64] * 6)


def gate_function(function: Callable) -> Callable:
    """Compiles a C function that takes three records by address and six numbers, and keeps it on disk."""
    use_cache_of(function)
    return numba.cfunc(_GATE, cache=True, error_model="numpy", pipeline_class=WholeCompiler)(function)


@intrinsic
def call_gate(typing_context, address, first, second, third, call, a, b, c, d, e):
    """Calls a gate by its address; a compiled caller then need not compile what lies behind it."""
    signature = types.int64(types.int64, first, second, third, *[types.int64] * 6)

    def generate(context, builder, signature, arguments):
        word = ir.IntType(64)
        function = ir.FunctionType(word, [cgutils.voidptr_t] * 3 + [word] * 6)
        target = builder.inttoptr(arguments[0], function.as_pointer())
        records = [builder.bitcast(record, cgutils.voidptr_t) for record in arguments[1:4]]
        return builder.call(target, records + list(arguments[4:]))

    return signature, generate
