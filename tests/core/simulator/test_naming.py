"""Names as people type them."""

import pytest

from simulator.core.errors import UnknownName, UserError
from simulator.core.naming import which

CALLED = {
    "north_wind": ["The North Wind", "Северный ветер"],
    "south_wind": ["The South Wind", "Wiatr Południa"],
    "wind": [],
    "owl": ["Sowa's Night"],
}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("north_wind", "north_wind"),
        ("North Wind", "north_wind"),
        ("north-wind", "north_wind"),
        ("the north", "north_wind"),
        ("nor", "north_wind"),
        ("СЕВЕРНЫЙ", "north_wind"),
        ("wiatr poludnia", "south_wind"),
        ("Sowas night", "owl"),
        ("wind", "wind"),  # an id means itself, whatever other names hold the word
    ],
)
def test_a_name_is_found_however_it_is_typed(text, meant):
    assert which("weather", text, CALLED) == meant


def test_a_name_of_several_is_not_guessed():
    with pytest.raises(UserError, match="weather 'the' may mean north_wind or south_wind: say which"):
        which("weather", "the", CALLED)


@pytest.mark.parametrize("text", ["", " ", "no", "orth", "wind north", "storm", "_"])
def test_what_is_no_name_is_refused(text):
    with pytest.raises(UnknownName, match="unknown weather"):
        which("weather", text, CALLED)
