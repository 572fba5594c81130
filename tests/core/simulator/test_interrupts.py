"""Ctrl-C is heard while compiled code works, and what it stops leaves nothing behind."""

import os
import signal
import threading
import time

import numpy as np
import pytest

from simulator.core.interrupts import interruptible


def tables():
    return np.zeros(1, np.dtype([("stop", np.int64)]))


def test_work_is_done_and_its_mistakes_are_raised():
    assert interruptible(tables(), lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        interruptible(None, lambda: 1 // 0)


def test_work_is_done_beside_the_main_thread():
    assert interruptible(tables(), threading.current_thread) is not threading.main_thread()


@pytest.mark.parametrize("listens", [True, False])
def test_ctrl_c_is_heard(listens):
    flags, ended = tables(), threading.Event()

    def work():
        os.kill(os.getpid(), signal.SIGINT)
        deadline = time.monotonic() + 20
        while not (listens and flags["stop"][0]) and not ended.is_set():
            assert time.monotonic() < deadline
            time.sleep(0.01)

    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        interruptible(flags, work)
    assert time.monotonic() - begin < 10
    ended.set()
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and thread.daemon and "_do" in thread.name:
            thread.join()
    assert flags["stop"] == 0
    assert interruptible(flags, lambda: 7) == 7
