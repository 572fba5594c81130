"""How compiled functions are put together: parts are linked into a whole once, and only the whole is optimised.

Numba by itself optimises every function together with all that it calls, makes it executable, and does so again for
each of its callers. Measured for a large game and its policies (7,700 lines; numba 0.68.1, two cores, empty cache, to the
first game of greedy): 131 s with ordinary njit, 31 s linked this way; the games are the same and as fast.

Leans on what numba does not promise (CodeLibrary, Compiler, Dispatcher), hence the narrow bounds of its version in
pyproject.toml. tests/core/simulator/test_linking.py compares it with ordinary njit.
"""

from collections.abc import Callable
from typing import Any, NoReturn

import numba
from numba import types
from numba.core.ccallback import CFunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher
from numba.core.typing import Signature

OPTIONS = {"error_model": "numpy", "nogil": True}
PART_OPTIONS = OPTIONS | {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
PART_OPTIONS["_nrt"] = False  # parts allocate nothing: references to the arrays they are handed need not be counted


class PartLibrary(JITCodeLibrary):
    """Code that only takes part in a whole: neither optimised nor made executable by itself."""

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0  # nobody calls it from outside: Part sees to that

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


class Part(CPUDispatcher):
    """A function that only compiled code calls, compiled once for all widths of integers."""

    def compile(self, arguments: tuple[types.Type, ...]) -> Any:
        return super().compile(widened(arguments))

    def __call__(self, *arguments: Any, **named: Any) -> NoReturn:
        raise TypeError(
            f"{self.__module__}.{self.__name__}() is a part of compiled code and cannot be called from Python: "
            "call it through the machine, or run in plain Python with EVENKEEL_PLAIN=1"
        )


def widened(arguments: tuple[types.Type, ...]) -> tuple[types.Type, ...]:
    """Returns argument types with all signed integers as wide as a word, and constants as any value of their type.

    A part compiled for a constant would leave out calls, and what only it links would be missing where it is called with
    another value.
    """
    every = map(types.unliteral, arguments)
    return tuple(types.int64 if isinstance(kind, types.Integer) and kind.signed else kind for kind in every)


def part(function: Callable) -> Part:
    """Compiles a function into a part of all that call it."""
    return Part(function, targetoptions=PART_OPTIONS, pipeline_class=PartCompiler)


def whole(function: Callable) -> CPUDispatcher:
    """Compiles a function that Python calls, when it is called first."""
    return numba.njit(pipeline_class=WholeCompiler, **OPTIONS)(function)


def c_function(function: Callable, signature: Signature) -> CFunc:
    """Compiles a function that is called by its address, when it is told to."""
    options = {"error_model": OPTIONS["error_model"]}
    return CFunc(function, (signature.args, signature.return_type), {}, options, pipeline_class=WholeCompiler)
