"""A game that declares axes and measures gets a whole report: numbers seat by seat, with n, interval and who played."""

import json

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from scipy.stats import t as student

import evenkeel
from reports.core.analysis import Analysis, analysis_of
from reports.core.dataset import read_run
from reports.core.drawing import charts_of
from reports.core.names import LOCALES, load_texts
from reports.core.parts import by_part
from reports.core.report import find_report
from simulator.core.errors import UserError
from tests.core.reports import farm
from tests.core.reports.browser import CHROMIUM, Browser
from tests.core.reports.page import check_page
from tests.core.reports.synthetic import run_of

GAMES = 196  # of 200 that count


pytestmark = pytest.mark.usefixtures("farm_is_a_game")


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return farm.write_run(tmp_path_factory.mktemp("runs") / "farm")


@pytest.fixture(scope="module")
def rows(path):
    return farm.rows_of(path)


def run(capsys, *args):
    code = evenkeel.main([str(arg) for arg in args])
    return code, *capsys.readouterr()


def test_cells_have_every_measure_of_every_seat(path, rows):
    cells = analysis_of(path).cells.set_index("cell")
    assert cells["games"].tolist() == [GAMES] * 4
    assert cells["errors"].tolist() == [4] * 4
    for (cell, column), _ in np.ndenumerate(np.zeros((4, 6))):
        name = ["corn_1", "corn_2", "corn_3", "first_1", "first_2", "first_3"][column]
        values = rows.loc[rows["cell"] == cell, name].dropna().astype(float)
        assert cells.loc[cell, f"mean_{name}"] == pytest.approx(values.mean(), nan_ok=True)
    corn = rows.loc[rows["cell"] == 0, "corn_2"].astype(float)
    low, high = student.interval(0.95, GAMES - 1, corn.mean(), corn.std() / np.sqrt(GAMES))
    assert cells.loc[0, ["low_corn_2", "high_corn_2"]].tolist() == [pytest.approx(low), pytest.approx(high)]
    assert 0 < cells.loc[0, "low_first_1"] < cells.loc[0, "mean_first_1"] < cells.loc[0, "high_first_1"] < 1


def test_histograms_take_the_bins_that_the_values_need(path, rows):
    found = read_run(path)
    first, width, whole = found.bins["corn"]
    assert (first, width, whole) == (rows[["corn_1", "corn_2", "corn_3"]].min().min(), 1, True)
    for seat in (1, 2, 3):
        counted = found.counts["corn"].sum(axis=0)[seat - 1]
        assert counted @ (first + np.arange(len(counted))) == rows[f"corn_{seat}"].sum()
    assert found.counts["length"].sum() == len(rows)
    assert found.bins["length"].width == np.ceil((rows["decisions"].max() - rows["decisions"].min() + 1) / 64)


def test_the_page(capsys, path, tmp_path):
    code, _, err = run(capsys, "report", path, "--out", tmp_path)
    assert (code, err) == (0, "")
    says = check_page((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert "Farmers & Co: what its games say" in says
    assert "784 games of greedy+uniform in 4 cells of equal weight; corn: seat 1: " in says
    assert "first places: seat 1: " in says
    assert "16 games ended with an error" in says
    assert "river sand" in says
    assert "greedy+uniform" in says
    assert "first places, seat 3" in says
    assert "corn by crop, whatever the seat" in says
    assert "is not corrected for" in says
    assert "Too little data" not in says
    assert "Farmers & Co, its names, texts and art" in says
    assert len(pd.read_csv(tmp_path / "tables" / "cells.csv")) == 4
    drawn = {file.stem for file in (tmp_path / "charts").glob("*.svg")}
    assert drawn == {"corn", "corn_spread", "first", "crop", "tool", "length"} == set(charts_of(find_report("farm")))


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium here")
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_the_explorer_of_what_sits_at_seats(path, rows, tmp_path, capsys, width, scheme):
    run(capsys, "report", path, "--out", tmp_path, "--lang", "pl")
    values = [rows.loc[rows[f"tool_{seat}"] == "hoe", ["cell", f"corn_{seat}"]].set_axis(["cell", "corn"], axis=1)
              for seat in (1, 2, 3)]  # fmt: skip
    corn = pd.concat(values).astype({"corn": float}).groupby("cell")["corn"].mean().mean()
    with Browser() as page:
        page.resize(width, 900, phone=width < 500)
        page.media(scheme=scheme)
        page.open(tmp_path / "report.html")
        page.run("[...document.querySelectorAll('[data-side=b] .chip')].find(chip => chip.textContent == 'hoe').click()")
        shown = page.run("document.querySelector('[data-side=b] .big strong').textContent")
        assert float(shown) == pytest.approx(corn, abs=0.06)
        assert "b.tool=hoe" in page.run("location.hash")
        marks = page.run("[...document.querySelectorAll('figure.chart .tip')].map(mark => mark.dataset.tip)")
        assert all("n = " in mark for mark in marks)
        letters = page.run("""Math.min(...[...document.querySelectorAll('figure.chart text')].map(text =>
            parseFloat(getComputedStyle(text).fontSize) * text.ownerSVGElement.getScreenCTM().a))""")
        assert letters >= 10.99
        assert page.run("document.documentElement.scrollWidth") <= width
        assert page.errors == []


def test_what_sits_at_a_seat_is_judged_wherever_it_sat(path, rows):
    table = by_part(analysis_of(path), "crop")
    seats = {"rye": {0: 1, 1: 1, 2: 2, 3: 2}, "maize": {0: 2, 1: 3, 3: 1}, "oats": {1: 2, 2: 1}}  # cell -> seat
    for row in table.itertuples():
        sat = seats[row.crop]
        corn = pd.concat([rows.loc[rows["cell"] == cell, f"corn_{seat}"] for cell, seat in sat.items()]).astype(float)
        assert (row.games, row.mean_corn) == (GAMES * len(sat), pytest.approx(corn.mean()))
        first = pd.concat([rows.loc[rows["cell"] == cell, f"first_{seat}"] for cell, seat in sat.items()])
        assert row.mean_first == pytest.approx(first.mean())
        assert row.low_corn < row.mean_corn < row.high_corn
    assert table["crop"].tolist() == ["maize", "oats", "rye"]  # the most corn first: 25/3, 7 and 27/4 on average


def test_what_was_drawn_for_a_seat_is_judged_game_by_game(path, rows):
    table = by_part(analysis_of(path), "tool").set_index("tool")
    assert set(table.index) == {"hoe", "plough"}
    for tool in table.index:
        sat = [rows.loc[rows[f"tool_{seat}"] == tool, ["cell", f"corn_{seat}"]].set_axis(["cell", "corn"], axis=1)
               for seat in (1, 2, 3)]  # fmt: skip
        corn = pd.concat(sat).astype({"corn": float}).groupby("cell")["corn"]
        assert table.loc[tool, "games"] == corn.size().sum()
        assert table.loc[tool, "mean_corn"] == pytest.approx(corn.mean().mean())  # all cells count the same


def made_up(corn, crops):
    """Makes an analysis of corn by seat, cell and game."""
    cells = pd.DataFrame({"cell": range(len(crops)), "crops": crops})
    return Analysis(run_of("farm", cells, {f"corn_{seat + 1}": table for seat, table in enumerate(corn)}))


def test_intervals_of_what_sits_at_a_seat_allow_for_shared_luck():
    covered, crops = [], ["rye+oats", "oats+rye"] * 5
    for seed in range(200):
        rng = np.random.default_rng(seed)
        luck = rng.normal(0, 1, 40)  # all cells and both seats meet it
        corn = (6 + luck + rng.normal(0, 1.5, (2, 10, 40))).astype(np.float32)
        table = by_part(made_up(corn, crops), "crop")
        covered += [row.low_corn <= 6 <= row.high_corn for row in table.itertuples()]
    assert np.mean(covered) == pytest.approx(0.95, abs=0.04)


def test_without_a_part_for_each_seat_there_is_nothing_to_judge(tmp_path):
    run = read_run(farm.write_run(tmp_path / "run", games=60))
    run.cells["crops"] = "rye"
    assert by_part(Analysis(run), "crop").empty


def test_a_cell_shows_only_what_is_not_as_usual_everywhere(path):
    analysis = analysis_of(path)
    table = analysis.report.tables(analysis, analysis.report.names("en"))["cells"]
    assert table.columns[:8] == ["cell", "replay", "soil", "crops", "seats", "frost", "policy", "games"]
    without = analysis.run.cells.assign(frost=False)
    assert list(analysis.report.cell_columns(without, analysis.report.names("en"))) == ["soil", "crops", "seats", "policy"]


def test_other_languages_and_charts_by_name(capsys, path, tmp_path):
    file = tmp_path / "corn.svg"
    assert run(capsys, "chart", "corn", path, "-o", file, "--lang", "pl")[0] == 0
    assert "miejsce 1" in file.read_text(encoding="utf-8")
    code, _, err = run(capsys, "chart", "cron", path, "-o", file)
    assert code == 2
    assert "did you mean corn" in err
    assert "unknown language 'ru'" in run(capsys, "report", path, "--lang", "ru")[2]


def test_compare_tells_seats_apart(capsys, path, tmp_path):
    other = farm.write_run(tmp_path / "other", shift=np.array(1.0))
    code, out, err = run(capsys, "compare", path, other)
    assert (code, err) == (0, "")
    assert "784 games in 4 cells (the same games)" in out
    assert "corn, seat 1 " in out
    assert "corn, seat 3 " in out
    assert "9 of 9 seats of cells changed significantly" in out
    found = json.loads(run(capsys, "compare", path, other, "--json")[1])
    assert [total["seat"] for total in found["overall"]] == [1, 2, 3]
    assert [total["games"] for total in found["overall"]] == [784, 784, 196]
    for total in found["overall"]:  # the same draws, one more grain each
        assert total["difference"] == pytest.approx(1.0, abs=0.05)
        assert "first_difference" in total
    assert {"soil", "crops", "seats", "frost"} <= found["cells"][0].keys()
    assert {(row["cell"], row["seat"]) for row in found["cells"]} >= {(1, 3), (3, 2)}


def test_compare_of_the_same_run_moves_nothing(capsys, path):
    out = run(capsys, "compare", path, path)[1]
    assert "+0.00 (+0.00 … +0.00), within chance" in out
    assert "0 of 9 seats of cells changed significantly" in out


def damaged(path, change):
    file = sorted(path.glob("*.parquet"))[0]
    table = pq.read_table(file).to_pandas()
    change(table).to_parquet(file)
    with pytest.raises(UserError) as error:
        read_run(path)
    return str(error.value)


@pytest.mark.parametrize(("change", "message"), [
    (lambda rows: rows.assign(first_1=1.5), "first_1 must be between 0 and 1"),
    (lambda rows: rows.assign(corn_2=rows["corn_2"].astype(float).mask(rows["game"] == 3)), "corn_2 has empty values"),
    (lambda rows: rows.assign(corn_1="much"), "corn_1 holds no numbers"),
    (lambda rows: rows.drop(columns="corn_1"), "no column corn_1"),
])  # fmt: skip
def test_impossible_values(tmp_path, change, message):
    assert message in damaged(farm.write_run(tmp_path / "run", cells=farm.CELLS[:1]), change)


@pytest.mark.parametrize("language", ["ru", "pl", "cs"])
def test_every_text_is_translated(language):
    english, other = (load_texts(LOCALES / f"{code}.yaml") for code in ("en", language))
    assert english.keys() == other.keys()
    for section in english:
        assert english[section].keys() == other[section].keys(), section
