"""Ctrl-C while compiled code works: it is done beside the main thread, which stays free to hear it.

Python looks for signals only between its own instructions, so a game of many seconds inside the main thread would be
deaf. Compiled code lets go of the interpreter's lock, so that another thread costs nothing but its start. Whoever is
interrupted raises the flag `stop` of the tables, and every game under way ends at once. Knows no game.
"""

import atexit
import os
import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, TypeVar

import numpy as np

from simulator.core.compiled import PLAIN

T = TypeVar("T")
PATIENCE = 0.5  # seconds until a thread that does not listen is left alone: the compiler cannot be told to stop


def interruptible(tables: np.ndarray | None, work: Callable[[], T]) -> T:
    """Does work with compiled code and returns what it returns; Ctrl-C ends it at once. No tables: no game is played."""
    if PLAIN or threading.current_thread() is not threading.main_thread():
        return work()
    outcome: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()
    thread = threading.Thread(target=_do, args=(tables, work, outcome), daemon=True)
    thread.start()
    try:
        done, error = outcome.get()
    except BaseException:
        _stop(tables, thread)
        raise
    if error is not None:
        raise error
    return done


def _do(tables: np.ndarray | None, work: Callable[[], Any], outcome: SimpleQueue[tuple[Any, BaseException | None]]) -> None:
    try:
        outcome.put((work(), None))
    except BaseException as error:  # whatever it is, the main thread raises it
        outcome.put((None, error))
    finally:
        _flag(tables, 0)  # if it was raised, it has been heard


def _stop(tables: np.ndarray | None, thread: threading.Thread) -> None:
    """Has all games under way end, and waits for that."""
    _flag(tables, 1)
    thread.join(PATIENCE)
    if thread.is_alive():
        atexit.register(_leave, thread)
    else:
        _flag(tables, 0)


def _flag(tables: np.ndarray | None, value: int) -> None:
    if tables is not None:
        tables["stop"] = value


def _leave(thread: threading.Thread) -> None:
    """Ends the process at once if the thread still works: Python cannot end in order while the compiler does."""
    if thread.is_alive():
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(130)  # as after any Ctrl-C
