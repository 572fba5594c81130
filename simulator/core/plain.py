"""The plain form of compiled code: the same functions as ordinary Python, for debuggers, coverage and property tests.

Compiled code computes with 64-bit integers whatever a field is made of, and a store keeps the low bits that fit. The
views here do the same over the same memory: fields read as Python integers (unsigned words as np.uint64, which wrap)
and stores cut off what does not fit. Games come out the same, some hundred times as slowly. Stricter than compiled
code in what should never happen: a read beyond an array or a division by zero raises an error.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache, wraps
from operator import attrgetter
from types import SimpleNamespace
from typing import Any

import numpy as np

Index = int | tuple[int, ...]
ALL = slice(None)


# --- decorators


def kernel(function: Callable) -> Callable:
    """Leaves a function that only compiled code calls as it is."""
    return function


def entry(function: Callable) -> Callable:
    """Lets Python call a function with numpy's arrays and records, as it calls compiled ones."""

    @wraps(function)
    def opened(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):  # random streams and digests live on it
            return function(*(open_up(argument) for argument in arguments))

    return opened


def gate_function(function: Callable) -> SimpleNamespace:
    """Returns a gate whose address is the function itself."""
    return SimpleNamespace(address=function)


def call_gate(gate: Callable, first, second, third, call, a, b, c, d, e) -> int:  # long: the call of a gate
    """Calls a gate by its address."""
    return gate(first, second, third, call, a, b, c, d, e)


def record_at(record: Record, dtype: np.dtype) -> Record:
    """Returns the record that a gate was given."""
    return record


# --- views


def open_up(value: Any) -> Any:
    """Returns a view of an array or a record in which plain code works; anything else as it is."""
    if isinstance(value, np.void):
        return record_class(value.dtype)(_bytes_of(np.asarray(value)))
    if isinstance(value, np.ndarray):
        return Records(value) if value.dtype.names else cells(_bytes_of(value), value.dtype, value.shape)
    return value


def _bytes_of(array: np.ndarray) -> memoryview:
    if array.size == 0:
        return memoryview(b"")
    if not array.flags.c_contiguous:
        raise ValueError("plain code works on contiguous arrays only")
    return memoryview(array.reshape(-1).view(np.uint8))


class Records:
    """An array of records."""

    def __init__(self, array: np.ndarray) -> None:
        self._array = array
        self._opened: dict[int, Record] = {}

    def __len__(self) -> int:
        return len(self._array)

    def __getitem__(self, index: int) -> Record:
        if index not in self._opened:
            self._opened[index] = open_up(self._array[index])
        return self._opened[index]


class Record:
    """A record; a class with one attribute per field is made for each dtype."""

    __slots__ = ()
    _fields: dict[str, tuple[int, np.dtype, tuple[int, ...]]]

    def __init__(self, memory: memoryview) -> None:
        self._memory = memory

    def __getattr__(self, name: str) -> Any:
        """Opens a field when it is first used."""
        if name not in self._fields:
            raise AttributeError(f"the record has no field {name!r}")
        offset, dtype, shape = self._fields[name]
        opened = cells(self._memory[offset : offset + dtype.itemsize * math.prod(shape)], dtype, shape)
        setattr(self, name, opened)
        return opened


@cache
def record_class(dtype: np.dtype) -> type[Record]:
    """Makes the class of the records of a dtype: arrays are attributes, a number is read from an array of one."""
    body: dict[str, Any] = {"_fields": {}}
    for name, (field, offset, *_) in dtype.fields.items():
        base, shape = field.subdtype or (field, ())
        if shape:
            body["_fields"][name] = (offset, base, shape)
        else:
            body["_fields"][f"_{name}"] = (offset, base, (1,))
            body[name] = _number(f"_{name}")
    return type("Record", (Record,), body | {"__slots__": ("_memory", *body["_fields"])})


def _number(holder: str) -> property:
    held = attrgetter(holder)

    def write(record: Record, value: Any) -> None:
        held(record)[0] = value

    return property(lambda record: held(record)[0], write)


def cells(memory: memoryview, dtype: np.dtype, shape: tuple[int, ...]) -> Row | Grid:
    """Returns the view of an array of numbers."""
    row = (Reals if dtype.kind == "f" else Words if dtype == np.uint64 else Row)(memory, dtype)
    return row if len(shape) == 1 else Grid(row, shape)


class Row:
    """A row of integers."""

    __slots__ = ("dtype", "view")

    def __init__(self, memory: memoryview, dtype: np.dtype) -> None:
        self.dtype = dtype
        self.view = memory.cast("B").cast(dtype.char)

    def part(self, begin: int, end: int, step: int = 1) -> Row:
        """Returns a stretch of the row, or every so many of its numbers."""
        stretch = object.__new__(type(self))
        stretch.dtype, stretch.view = self.dtype, self.view[begin:end:step]
        return stretch

    @property
    def shape(self) -> tuple[int]:
        return (len(self.view),)

    def __len__(self) -> int:
        return len(self.view)

    def __iter__(self) -> Iterator:
        return iter(self.view)

    def __getitem__(self, index: int) -> Any:
        return self.view[index]

    def __setitem__(self, index: int, value: Any) -> None:
        try:
            self.view[index] = value
        except (TypeError, ValueError):  # a fraction, or more than fits
            self.view[index] = self._fitted(int(value))

    def _fitted(self, value: int) -> int:
        bits = 8 * self.dtype.itemsize
        value &= (1 << bits) - 1
        return value - (1 << bits) if self.dtype.kind == "i" and value >> bits - 1 else value


class Words(Row):
    """A row of unsigned words, which wrap in arithmetic."""

    __slots__ = ()

    def __iter__(self) -> Iterator:
        return map(np.uint64, self.view)

    def __getitem__(self, index: int) -> np.uint64:
        return np.uint64(self.view[index])


class Reals(Row):
    """A row of floating-point numbers."""

    __slots__ = ()

    def __setitem__(self, index: int, value: Any) -> None:
        self.view[index] = value


class Grid:
    """An array of more than one dimension over one row of numbers."""

    __slots__ = ("row", "shape", "steps")

    def __init__(self, row: Row, shape: tuple[int, ...]) -> None:
        self.row = row
        self.shape = shape
        self.steps = tuple(math.prod(shape[place + 1 :]) for place in range(len(shape)))

    def __len__(self) -> int:
        return self.shape[0]

    def _start(self, indices: tuple[int, ...]) -> int:
        start = 0
        for index, size, step in zip(indices, self.shape, self.steps):
            if not -size <= index < size:
                raise IndexError(f"index {index} is beyond {size}")
            start += (index + size if index < 0 else index) * step
        return start

    def __getitem__(self, key: Index) -> Any:
        indices = key if isinstance(key, tuple) else (key,)
        if indices[0] == ALL and len(self.shape) == 2:  # a column
            start = int(self._start((0, *indices[1:])))
            return self.row.part(start, len(self.row), self.shape[1])
        start = int(self._start(indices))
        used = len(indices)
        if used == len(self.shape):
            return self.row[start]
        stretch = self.row.part(start, start + self.steps[used - 1])
        return stretch if used == len(self.shape) - 1 else Grid(stretch, self.shape[used:])

    def __setitem__(self, key: Index, value: Any) -> None:
        self.row[int(self._start(key))] = value
