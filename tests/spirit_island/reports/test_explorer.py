"""The explorer of the page, its tips, addresses and downloads, in a real browser: desk and phone, light and dark."""

import csv
import io
import json

import numpy as np
import pytest
from PIL import Image

from reports.core.explorer import explorer_json
from reports.spirit_island.names import IslandNames
from tests.core.reports.browser import CHROMIUM, Browser

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here")
SCREENS = [(1280, 900, "light"), (1280, 900, "dark"), (390, 844, "light"), (390, 844, "dark")]


@pytest.fixture(scope="module")
def browser():
    with Browser() as page:
        yield page


@pytest.fixture(params=SCREENS, ids=lambda screen: f"{screen[0]}-{screen[2]}")
def page(request, browser, rich_report):
    width, height, scheme = request.param
    browser.resize(width, height, phone=width < 500)
    browser.media(scheme=scheme)
    browser.open(rich_report)
    browser.run("history.replaceState(null, '', location.pathname); dispatchEvent(new HashChangeEvent('hashchange'))")
    yield browser
    assert browser.errors == []
    assert browser.run("document.documentElement.scrollWidth") <= width


def choose(page, side, *words):
    for word in words:
        page.run(f"""[...document.querySelectorAll('[data-side={side}] .chip')]
            .find(chip => chip.textContent.startsWith({word!r}) && !chip.disabled).click()""")


def number(page, place):
    text = page.run(f"document.querySelector({place!r}).textContent")
    return float(text.replace("−", "-").replace("%", "").strip())


def ends(page, place):
    text = page.run(f"document.querySelector({place!r}).textContent").replace("−", "-").replace("%", "")
    return [float(part) for part in text.split("…")]


def test_a_choice_is_the_mean_of_its_cells(page, rich):
    choose(page, "a", "Thunderspeaker", "England", "4")
    cells = rich.cells
    own = cells["spirits"].str.contains("thunderspeaker") & (cells["adversary"] == "england") & (cells["level"] == 4)
    grouped = rich.grouped("win", ["adversary", "level"])
    assert number(page, "[data-side=a] .big strong") == pytest.approx(100 * cells.loc[own, "rate"].mean(), abs=0.06)
    assert page.run("document.querySelector('[data-side=a] .result .note').textContent").startswith("n = 1,000")
    choose(page, "b", "England", "4")
    same = grouped[(grouped["adversary"] == "england") & (grouped["level"] == 4)].iloc[0]
    assert ends(page, "[data-side=b] .ends") == pytest.approx([100 * same["low"], 100 * same["high"]], abs=0.5)


def test_one_cell_has_its_own_interval(page, rich):
    choose(page, "a", "Thunderspeaker", "England", "4")
    page.run("""[...document.querySelectorAll('[data-side=a] fieldset')][1].querySelector('.chip:not(:disabled)').click()""")
    found = json.loads(
        page.run("""JSON.stringify([...document.querySelectorAll('[data-side=a] .found span')]
        .map(span => span.textContent))""")
    )
    assert len(found) == 1
    shown = ends(page, "[data-side=a] .ends")
    close = (100 * rich.cells[["low", "high"]] - shown).abs().max(axis=1).min()
    assert close < 0.06


def test_two_choices_are_compared_game_by_game(page, rich):
    choose(page, "a", "Thunderspeaker", "England", "4")
    choose(page, "b", "River", "England", "4")
    cells, played = rich.run.cells, rich.run.played["win"]
    place = (cells["adversary"] == "england") & (cells["level"] == 4)
    sides = [place & cells["spirits"].str.contains(name) for name in ("thunderspeaker", "river")]
    change = played[sides[1]].mean(axis=0) - played[sides[0]].mean(axis=0)
    error = change.std(ddof=1) / np.sqrt(len(change))
    assert number(page, ".difference strong") == pytest.approx(100 * change.mean(), abs=0.06)
    expected = 100 * (change.mean() + 1.96 * error * np.array([-1, 1]))
    assert ends(page, ".difference .ends") == pytest.approx(expected, abs=0.25)


def test_what_nobody_played_cannot_be_chosen(page):
    choose(page, "a", "England")
    disabled = "[...document.querySelectorAll('[data-side=a] .chip:disabled')].map(chip => chip.textContent)"
    assert page.run(disabled)
    assert page.run("document.querySelectorAll('[data-side=b] .chip:disabled').length") == 0
    page.run("document.querySelector('[data-side=a] .clear').click()")
    assert page.run("document.querySelectorAll('[data-side=a] .chip[aria-pressed=true]').length") == 0


def test_nobody_is_their_own_partner(page):
    choose(page, "a", "Thunderspeaker")
    disabled = page.run("""[...document.querySelectorAll('[data-side=a] fieldset')[1].querySelectorAll('.chip:disabled')]
        .map(chip => chip.textContent)""")
    assert disabled == ["Thunderspeaker"]


def test_a_link_leads_back(page, rich_report):
    choose(page, "a", "Thunderspeaker", "Sweden")
    page.run("""(() => { const input = document.querySelector('[data-table=spirits] input');
        input.value = 'river'; input.dispatchEvent(new Event('input')); })()""")
    before = page.run("[location.hash, document.querySelector('[data-side=a] .big strong').textContent]")
    assert "a.spirit=Thunderspeaker" in before[0]
    page.open(rich_report)
    page.reload(before[0])
    assert page.run("document.querySelector('[data-side=a] .big strong').textContent") == before[1]
    assert page.run("document.querySelectorAll('[data-table=spirits] tbody tr:not([hidden])').length") == 1


def test_every_mark_tells_its_value_interval_and_n(page):
    counted = page.run("""[...document.querySelectorAll('figure.chart')].map(chart =>
        [chart.querySelector('title').textContent, chart.querySelectorAll('.tip').length,
         [...chart.querySelectorAll('.tip')].filter(mark => !/n = \\d/.test(mark.dataset.tip)).length])""")
    assert len(counted) == 12
    assert all(marks > 1 and silent == 0 for _, marks, silent in counted), counted
    page.run("document.querySelector('#strength, #spirits').scrollIntoView({behavior: 'instant'})")
    box = page.run("""(() => { const box = document.querySelector('#spirits .tip').getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2]; })()""")
    page.point(*box)
    assert page.run("!document.querySelector('#tip').hidden && document.querySelector('#tip').textContent.includes('n = ')")
    inside = page.run("(() => { const box = document.querySelector('#tip').getBoundingClientRect(); return box.left >= 0 && "
                      "box.right <= innerWidth && box.top >= 0; })()")  # fmt: skip
    assert inside


def test_letters_of_charts_can_be_read(page):
    smallest = page.run("""Math.min(...[...document.querySelectorAll('figure.chart text')].map(text =>
        parseFloat(getComputedStyle(text).fontSize) * text.ownerSVGElement.getScreenCTM().a))""")
    assert smallest >= 10.99


def test_tables_are_downloaded_as_they_are_filtered(page):
    text = page.run("""(() => {
        const input = document.querySelector('[data-table=pairings] input');
        input.value = 'thunderspeaker'; input.dispatchEvent(new Event('input'));
        return csvOf(document.querySelector('[data-table=pairings] table')); })()""")
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[0][:2] == ["spirit", "partner"]
    assert len(rows) == 5
    assert all("Thunderspeaker" in row[:2] for row in rows[1:])
    page.run("document.querySelector('[data-table=pairings] .csv').click()")
    assert all(request.startswith(("file:", "data:", "blob:")) for request in page.requests)


def test_it_looks_like_something(page, tmp_path):
    page.run("document.querySelector('#explorer').scrollIntoView({behavior: 'instant'})")
    choose(page, "a", "Thunderspeaker")
    page.screenshot(tmp_path / "explorer.png")
    shades = np.asarray(Image.open(tmp_path / "explorer.png").convert("L"), float)
    dark = page.run("matchMedia('(prefers-color-scheme: dark)').matches")
    assert (np.median(shades) < 60) == dark
    assert shades.std() > 15


def test_the_data_of_the_explorer(rich):
    found = json.loads(explorer_json(rich, IslandNames("ru")))
    assert [dim["key"] for dim in found["dims"]] == ["spirit", "adversary", "level", "scenario"]
    assert found["dims"][0]["many"] == 2
    assert len(found["entries"]) == len(rich.cells)
    assert sum(entry[1] for entry in found["entries"]) == rich.run.games
    assert len(explorer_json(rich, IslandNames("en"))) < 200_000
