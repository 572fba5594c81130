"""How rules are compiled: the decorators. With EVENKEEL_PLAIN=1 or NUMBA_DISABLE_JIT=1 they stay plain Python.

The letters of compiled code: s a state, t the tables of content, f the index of a frame of the agenda.
"""

import os
from collections.abc import Callable

import numba

PLAIN = bool(numba.config.DISABLE_JIT) or os.environ.get("EVENKEEL_PLAIN", "0") not in ("", "0")

if PLAIN:
    from simulator.core.plain import call_gate, entry, gate_function, kernel, record_at

    def is_compiled(game: str) -> bool:
        """Tells that nothing has to be compiled."""
        return True
else:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    from simulator.core.cache import is_compiled, keep
    from simulator.core.linking import c_function, part, whole

    kernel = part
    _GATE = types.int64(*[types.voidptr] * 3, *[types.int64] * 6)

    def entry(function: Callable) -> Callable:
        """Compiles a function that Python calls, and keeps it on disk."""
        compiled = whole(function)
        keep(compiled, function)
        return compiled

    def gate_function(function: Callable) -> Callable:
        """Compiles a C function that takes three records by address and six numbers, and keeps it on disk."""
        compiled = c_function(function, _GATE)
        keep(compiled, function)
        compiled.compile()
        return compiled

    @intrinsic
    def record_at(typing_context, address, dtype):
        """Returns the record at an address that a gate was given."""
        record = dtype.dtype

        def generate(context, builder, signature, arguments):
            return builder.bitcast(arguments[0], context.get_value_type(record))

        return record(address, dtype), generate

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


__all__ = ["PLAIN", "call_gate", "entry", "gate_function", "is_compiled", "kernel", "record_at"]
