"""Every open question of the rules says what else it could mean, and by how many points of win rate that matters at most."""

import pytest

from reports.spirit_island import readings
from simulator.core.errors import UserError
from simulator.core.sources import ROOT
from simulator.spirit_island.game import GAME
from simulator.spirit_island.words.readings import MEASURED, Figure, read_figures, write_figures, written

READINGS = written()["readings"]
ENTRIES = [(component, entry) for component, found in READINGS.items() for entry in found]
CHANGES = [
    pytest.param(entry[how], id=f"{component}-{number}")
    for number, (component, entry) in enumerate(ENTRIES)
    for how in ("flip", "touch")
    if how in entry
]


def test_every_open_question_has_another_reading():
    open_questions = [reading.component for reading in GAME.readings(GAME.content())]
    assert sorted(open_questions) == sorted(READINGS)


@pytest.mark.parametrize(("component", "entry"), ENTRIES, ids=[component for component, _ in ENTRIES])
def test_another_reading_says_how_it_is_measured_or_why_not(component, entry):
    assert len(entry.keys() & {"flip", "touch", "nothing", "unmeasured"}) == 1
    if "flip" in entry or "touch" in entry:
        assert entry["games"] in written()["populations"]
        figure = read_figures()[component, entry["otherwise"]]
        assert (figure.how in entry, figure.population) == (True, entry["games"])
        assert figure.low <= figure.value <= figure.high


def test_figures_belong_to_readings_that_are_there():
    assert set(read_figures()) <= {(component, entry["otherwise"]) for component, entry in ENTRIES}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_fits_the_project(change):
    if "file" not in change:
        GAME.content(change)
        return
    text = (ROOT / change["file"]).read_text("utf-8")
    assert text.count(change["old"]) == 1
    assert change["old"] != change["new"]


def test_a_copy_of_the_project_is_edited(tmp_path):
    change = next(entry["flip"] for component, entry in ENTRIES if component == "boards")
    readings.copy_edited(change, tmp_path)
    assert change["new"] in (tmp_path / change["file"]).read_text("utf-8")
    with pytest.raises(UserError, match="boards.yaml: expected once, found 0 times"):
        readings.copy_edited({**change, "old": "no such line"}, tmp_path / "again")


def test_figures_survive_the_file(tmp_path):
    figures = read_figures(MEASURED)
    write_figures(figures, tmp_path / "figures.yaml")
    assert read_figures(tmp_path / "figures.yaml") == figures


def test_the_bound_is_the_far_end_of_the_interval():
    figure = Figure("dahan", "otherwise", "flip", 1000, "solo", 1, value=0.001, low=-0.004, high=0.006)
    assert figure.at_most == 0.006
    assert "+0.1, -0.4 to +0.6" in figure.words()


def test_a_card_without_effect_is_met_by_its_spirit_alone_and_moves_no_more_than_it_is_met():
    change = {"unique_powers": {"shatter_homesteads": {"effect": [{"do": "fear", "n": 1}]}}}
    played, met = (
        readings.measure("shatter_homesteads", {how: change, "games": "solo", "otherwise": "-"}, 400, 1)
        for how in ("flip", "touch")
    )
    assert (played.how, met.how) == ("flip", "touch")
    assert 0.05 < met.value <= 0.1  # one of ten spirits has it, and plays it in most games
    assert 0 < abs(played.value) <= met.value
