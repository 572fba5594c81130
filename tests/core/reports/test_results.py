"""Runs in the hands of people who write Python."""

import re
from pathlib import Path

import numpy as np
import pytest

import reports
from reports.core.analysis import analysis_of
from reports.core.results import open_run
from simulator.core.errors import UserError
from tests.core.reports.farm import write_run

PAGE = Path(__file__).parents[3] / "docs" / "python.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


@pytest.fixture
def run(farm_is_a_game, tmp_path):
    write_run(tmp_path / "run")
    return reports.open_run(tmp_path / "run")


def test_the_examples_of_the_page_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    held = {}
    for example in EXAMPLES:
        exec(compile(example, str(PAGE), "exec"), held)
    rates = held["run"].rates(by="spirit").set_index("spirit")
    assert set(rates["games"]) == {400}
    assert ((rates["low"] < rates["mean"]) & (rates["mean"] < rates["high"])).all()
    assert Path("heatmap.png").stat().st_size > 10_000
    assert set(held["strength"]["spirit"]) == set(rates.index)


def test_a_group_is_the_mean_of_its_cells(run):
    table, soils = run.table(), run.rates(by="soil", measure="corn")
    assert len(table) == 4
    first = soils[(soils["soil"] == "loam") & (soils["seat"] == 1)].iloc[0]
    assert first["mean"] == pytest.approx(table[table["soil"] == "loam"]["mean_corn_1"].mean())
    assert first["low"] < first["mean"] < first["high"]


def test_what_sits_at_seats_counts_wherever_it_sat(run):
    crops = run.rates(by="crop", measure="corn").set_index("crop")
    assert crops.loc["maize", "games"] == 3 * 196  # in three cells; one game in fifty went wrong
    assert crops.loc["rye", "low"] < crops.loc["rye", "mean"]


def test_everything_is_one_group_if_nothing_is_named(run):
    whole = run.rates()
    seats = analysis_of(run.path).columns_of(run.analysis.lead)
    assert whole["seat"].tolist() == [1, 2, 3]
    assert len(whole) == len(seats)


def test_axes_are_those_of_matplotlib(run):
    assert all(hasattr(axes, "plot") for axes in np.ravel(run.chart("corn")))


def test_a_notebook_shows_findings_and_cells(run):
    shown = run._repr_html_()
    assert "<li>" in shown
    assert "river_sand" in shown


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda run: run.rates(by="colour"), "unknown column to group by 'colour'"),
        (lambda run: run.rates(measure="corm"), "unknown measure 'corm' .did you mean corn"),
        (lambda run: run.chart("cron"), "unknown chart 'cron'"),
        (lambda run: open_run(run.path / "nowhere"), "nowhere: there is no such run"),
    ],
)
def test_a_mistake_is_one_line(run, ask, message):
    with pytest.raises(UserError, match=message):
        ask(run)
