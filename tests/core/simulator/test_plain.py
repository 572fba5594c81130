"""The plain form: views that read and store as compiled code does, over the same memory."""

import numpy as np
import pytest

from simulator.core.plain import call_gate, entry, gate_function, open_up, record_at

DTYPE = np.dtype(
    [
        ("tiny", np.int8),
        ("count", np.uint16),
        ("key", np.uint64),
        ("worth", np.float64),
        ("row", np.int16, (4,)),
        ("cube", np.int8, (2, 3, 4)),
    ],
    align=True,
)


@pytest.fixture
def array():
    return np.zeros(2, DTYPE)


def test_fields_share_the_memory_of_the_array(array):
    s = open_up(array[1])
    s.tiny, s.worth, s.row[2], s.cube[1, 2, 3] = -3, 0.5, 9, 7
    s.key += np.uint64(4)
    found = array[1]
    assert (found["tiny"], found["worth"], found["row"][2], found["cube"][1, 2, 3], found["key"]) == (-3, 0.5, 9, 7, 4)
    assert not array[0].tobytes().strip(b"\0")
    array["tiny"][1] = 8
    assert s.tiny == 8


@pytest.mark.parametrize(("stored", "kept"), [(127, 127), (128, -128), (-129, 127), (300, 44), (2.9, 2), (True, 1)])
def test_a_store_keeps_what_fits(array, stored, kept):
    s = open_up(array)[0]
    s.tiny = stored
    assert s.tiny == kept
    assert s.tiny == np.int64(int(stored)).astype(np.int8)


def test_unsigned_fields_wrap_too(array):
    s = open_up(array)[0]
    s.count = -1
    assert s.count == 65535
    s.key = -1
    assert s.key == np.uint64(2**64 - 1)
    assert type(s.key) is np.uint64


def test_small_integers_are_reckoned_with_as_whole_numbers(array):
    s = open_up(array)[0]
    s.tiny = 100
    assert s.tiny + s.tiny == 200
    assert 1 << s.tiny == 2**100


def test_parts_of_arrays_are_views(array):
    s = open_up(array)[0]
    plane = s.cube[1]
    plane[2][3] = 5
    plane[-1, 0] = 6
    assert s.cube[1, 2, 3] == 5
    assert list(s.cube[1, 2]) == [6, 0, 0, 5]
    column = plane[:, 3]
    column[0] = 4
    assert (list(column), s.cube[1, 0, 3]) == ([4, 0, 5], 4)
    assert (s.cube.shape, plane.shape, plane[0].shape) == ((2, 3, 4), (3, 4), (4,))
    assert (len(s.cube), len(s.cube[0]), len(s.row)) == (2, 3, 4)


@pytest.mark.parametrize("read", ["s.row[4]", "s.cube[0, 3, 0]", "s.cube[2]", "s.cube[0, 0, -5]", "s.cube[0][3]"])
def test_reading_beyond_an_array_is_an_error(array, read):
    with pytest.raises(IndexError):
        eval(read, {"s": open_up(array)[0]})


def test_unknown_fields_are_errors(array):
    s = open_up(array)[0]
    with pytest.raises(AttributeError, match="tyni"):
        s.tyni  # noqa: B018
    with pytest.raises(AttributeError, match="tyni"):
        s.tyni = 1


def test_an_entry_opens_its_arguments_and_words_wrap_silently(array, recwarn):
    @entry
    def add(states, words, amount):
        states[0].key += np.uint64(2**63)
        words[0, 1] = states[0].key + np.uint64(2**63) + np.uint64(amount)
        return len(words), words.shape[1]

    words = array.view(np.uint64).reshape(2, -1)
    assert add(array, words, 3) == (2, DTYPE.itemsize // 8)
    assert array["key"][0] == 3
    assert not recwarn


def test_empty_arrays_can_be_asked_for_their_length():
    assert len(open_up(np.zeros(0, DTYPE))) == 0
    assert len(open_up(np.zeros((0, 3)))) == 0


def test_a_gate_is_the_function_itself(array):
    def serve(state, tables, setup, call, a, b, c, d, e):  # long: the call of a gate
        s = record_at(state, DTYPE)
        s.tiny = call + a + e
        return s.tiny

    gate = gate_function(serve).address
    assert call_gate(gate, *[open_up(array[0])] * 3, 1, 2, 0, 0, 0, 4) == 7
    assert array["tiny"][0] == 7
