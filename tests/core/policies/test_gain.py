"""What new weights bring, with known values."""

import numpy as np
import pytest

from policies.core.gain import compare_shares


def test_the_same_games_are_no_gain() -> None:
    gain = compare_shares(np.array([True, False, True]), np.array([True, False, True]))
    assert (gain.games, gain.before, gain.after, gain.low, gain.high) == (3, 2 / 3, 2 / 3, 0.0, 0.0)


def test_the_interval_is_that_of_paired_differences() -> None:
    """Four games more won of ten: mean 0.4, standard error sqrt(0.24 / 9), t of 9 degrees of freedom 2.2622."""
    gain = compare_shares(np.zeros(10, bool), np.arange(10) < 4)
    assert gain.low == pytest.approx(0.4 - 2.2622 * (0.24 / 9) ** 0.5, abs=1e-4)
    assert gain.high == pytest.approx(0.4 + 2.2622 * (0.24 / 9) ** 0.5, abs=1e-4)
    assert gain.provenance()["share_after"] == 0.4
    assert str(gain).startswith("0.0% to 40.0% in 10 held-out games, difference +3.1% to +76.9%")
